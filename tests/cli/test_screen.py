"""``genie screen render`` on dumps of the simulated phone and on what is none."""

from __future__ import annotations

import json

import pytest
from PIL import Image

from genie_host.simphone.world.engine import World
from genie_host.simphone.world.xml import hierarchy_xml


@pytest.fixture
def dump(tmp_path):
    """The simulated phone's Settings as uiautomator would dump it."""
    world = World.from_bundled_apps()
    world.show("settings", "home")
    path = tmp_path / "screen.xml"
    path.write_text(hierarchy_xml(world), encoding="utf-8")
    return path


def test_render_prints_what_the_model_would_read(genie, dump) -> None:
    ran = genie("screen", "render", "--dump", dump)
    assert ran.code == 0
    assert ran.out.startswith("app: Settings\n")
    assert "Network" in ran.out


def test_render_as_json_is_one_object_with_elements_and_text(genie, dump) -> None:
    ran = genie("screen", "render", "--dump", dump, "--json")
    screen = json.loads(ran.out)
    assert screen["text"] == genie("screen", "render", "--dump", dump).out.rstrip("\n")
    assert screen["size"] == {"width": 1080, "height": 2400}
    assert all(element["name"] for element in screen["elements"])
    assert ran.out.count("\n") == 1
    assert ran.out.isascii()


def test_render_says_so_when_the_dump_is_cut_off(genie, dump) -> None:
    dump.write_text(dump.read_text(encoding="utf-8")[:3000], encoding="utf-8")
    ran = genie("screen", "render", "--dump", dump)
    assert ran.code == 0
    assert "cut off" in ran.err
    assert json.loads(genie("screen", "render", "--dump", dump, "--json").out)["is_truncated"] is True


def test_render_of_an_empty_hierarchy_says_why_there_is_nothing(genie, tmp_path) -> None:
    (tmp_path / "empty.xml").write_text('<hierarchy rotation="0" />', encoding="utf-8")
    ran = genie("screen", "render", "--dump", tmp_path / "empty.xml")
    assert ran.code == 0
    assert "nothing to see" in ran.out


@pytest.mark.parametrize("content", ["", "hello", "<html><body/></html>", "\x00\xff"])
@pytest.mark.parametrize("option", [[], ["--json"]])
def test_render_refuses_what_is_no_dump(genie, tmp_path, content, option) -> None:
    path = tmp_path / "file.xml"
    path.write_bytes(content.encode("latin-1"))
    ran = genie("screen", "render", "--dump", path, *option)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert "not a hierarchy dump" in ran.err


def test_render_refuses_a_file_that_is_not_there_and_a_folder(genie, tmp_path) -> None:
    missing = genie("screen", "render", "--dump", tmp_path / "missing.xml")
    folder = genie("screen", "render", "--dump", tmp_path)
    assert (missing.code, folder.code) == (2, 2)
    assert "There is no file" in missing.err
    assert "is a folder" in folder.err


def test_render_shows_no_escape_sequence_from_the_screen(genie, dump) -> None:
    dump.write_text(dump.read_text(encoding="utf-8").replace("Settings", "Set\u009b2Jtings"), encoding="utf-8")
    assert "\x9b" not in genie("screen", "render", "--dump", dump).out


@pytest.mark.slow
def test_render_reads_standard_input(start_genie, dump) -> None:
    process = start_genie("screen", "render", "--dump", "-")
    out, err = process.communicate(dump.read_text(encoding="utf-8"), timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.startswith("app: Settings")


def test_render_as_json_tells_of_windows_scroll_areas_and_what_is_covered(genie, dump) -> None:
    screen = json.loads(genie("screen", "render", "--dump", dump, "--json").out)
    assert screen["windows"][0]["kind"] == "app"
    (area,) = screen["scroll_areas"]
    assert area["axis"] == "vertical"
    assert set(area["refs"]) <= {element["ref"] for element in screen["elements"]}
    assert {covered["path"] for covered in screen["covered"]} >= {area["path"]}
    first = screen["elements"][0]
    assert (first["package"], first["is_web"], first["is_odd"]) == ("com.android.settings", False, False)


@pytest.mark.slow
def test_render_keeps_to_a_number_of_tokens_of_the_model(genie, dump) -> None:
    whole = genie("screen", "render", "--dump", dump).out
    short = genie("screen", "render", "--dump", dump, "--max-tokens", "60").out
    assert len(short) < len(whole) / 2
    assert "more not shown" in short


def test_mark_draws_numbers_onto_a_copy(genie, dump, tmp_path) -> None:
    picture, out = tmp_path / "screen.png", tmp_path / "marked.png"
    Image.new("RGB", (1080, 2400), "white").save(picture)
    before = picture.read_bytes()
    ran = genie("screen", "mark", "--dump", dump, "--picture", picture, "--out", out)
    assert (ran.code, ran.err) == (0, "")
    assert " marks" in ran.out
    with Image.open(out) as marked:
        assert marked.size == (1080, 2400)
    assert picture.read_bytes() == before


def test_mark_says_what_a_black_picture_means(genie, dump, tmp_path) -> None:
    picture = tmp_path / "black.png"
    Image.new("RGB", (1080, 2400)).save(picture)
    ran = genie("screen", "mark", "--dump", dump, "--picture", picture, "--out", tmp_path / "out.png")
    assert ran.code == 0
    assert "may forbid pictures" in ran.err


def test_mark_refuses_a_picture_of_another_screen(genie, dump, tmp_path) -> None:
    picture = tmp_path / "small.png"
    Image.new("RGB", (100, 200), "white").save(picture)
    ran = genie("screen", "mark", "--dump", dump, "--picture", picture, "--out", tmp_path / "out.png")
    assert ran.code != 0
    assert "not of one size" in ran.err
    assert not (tmp_path / "out.png").exists()


@pytest.mark.slow
def test_render_and_mark_look_at_a_phone_when_no_dump_is_given(genie, tmp_path) -> None:
    ran = genie("screen", "render", "--device", "sim")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("app: Launcher\n")
    ran = genie("screen", "mark", "--device", "sim", "--out", tmp_path / "marked.png")
    assert ran.code == 0
    with Image.open(tmp_path / "marked.png") as marked:
        assert marked.size == (1080, 2400)


def test_mark_wants_both_of_one_moment_or_neither(genie, dump, tmp_path) -> None:
    ran = genie("screen", "mark", "--dump", dump, "--out", tmp_path / "marked.png")
    assert ran.code == 2
    assert "or neither" in ran.err
