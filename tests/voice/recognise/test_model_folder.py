from __future__ import annotations

from pathlib import Path

import pytest

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.recognise.model_folder import check_model_folder, overlay_of


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A folder that looks like a small Vosk model."""
    folder = tmp_path / "vosk-model-small-xx"
    for name in ("am/final.mdl", "conf/mfcc.conf", "graph/HCLr.fst", "graph/Gr.fst", "ivector/final.ie"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    (folder / "conf" / "model.conf").write_text("--beam=10.0\n--endpoint.rule2.min-trailing-silence=0.5\n")
    return folder


def test_model_passes(model: Path) -> None:
    check_model_folder(model)


def test_missing_folder_says_how_to_get_a_model(tmp_path: Path) -> None:
    with pytest.raises(RecogniserUnavailable, match="genie voice models pull"):
        check_model_folder(tmp_path / "none")


def test_model_with_one_fixed_graph_is_refused(model: Path) -> None:
    (model / "graph" / "HCLr.fst").rename(model / "graph" / "HCLG.fst")

    with pytest.raises(RecogniserUnavailable, match="one fixed graph"):
        check_model_folder(model)


@pytest.mark.parametrize(
    "missing", ["am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "graph/HCLr.fst", "graph/Gr.fst"]
)
def test_folder_with_a_part_missing_is_no_model(model: Path, missing: str) -> None:
    (model / missing).unlink()

    with pytest.raises(RecogniserUnavailable, match="is not a Vosk model"):
        check_model_folder(model)


def test_overlay_is_the_model_with_our_settings_over_its_own(model: Path, tmp_path: Path) -> None:
    overlay = overlay_of(model, tmp_path / "cache")

    assert (overlay / "graph" / "Gr.fst").read_text() == "graph/Gr.fst"
    conf = (overlay / "conf" / "model.conf").read_text().splitlines()
    assert "--beam=10.0" in conf
    assert "--frames-per-chunk=10" in conf
    assert [line for line in conf if "rule2" in line] == ["--endpoint.rule2.min-trailing-silence=0.7"]
    assert "0.5" in (model / "conf" / "model.conf").read_text(), "the user's own model stays as it is"


def test_overlay_is_made_once_and_again_when_the_model_has_changed(model: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = overlay_of(model, cache)
    assert overlay_of(model, cache) == first

    (model / "am" / "final.mdl").write_text("another model")

    second = overlay_of(model, cache)
    assert second != first
    assert (second / "am" / "final.mdl").read_text() == "another model"


def test_cache_that_cannot_be_written_is_said(model: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")

    with pytest.raises(RecogniserUnavailable, match="not writable"):
        overlay_of(model, tmp_path / "cache")


def test_settings_that_are_no_text_are_refused(model: Path, tmp_path: Path) -> None:
    (model / "conf" / "model.conf").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RecogniserUnavailable, match="its settings cannot be read"):
        overlay_of(model, tmp_path / "cache")
