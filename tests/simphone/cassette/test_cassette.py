"""Recording the simulated phone through the wire, and playing what was recorded to real clients."""

from __future__ import annotations

import io
import itertools
import json

import pytest
import uiautomator2
from PIL import Image

from genie_host.core.errors import SimulatorError
from genie_host.core.geometry import Point
from genie_host.simphone.cassette.player import play
from genie_host.simphone.cassette.record import Cassette
from genie_host.simphone.cassette.recorder import Recorder
from genie_host.simphone.cassette.source import AdbSource
from genie_host.simphone.cassette.tree import fingerprint, parse_tree
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World

NOTES, SETTINGS, LAUNCHER = "com.example.notes", "com.android.settings", "com.android.launcher3"


@pytest.fixture
def source(adb_server, sim):
    return AdbSource(adb_server.adb, sim.serial, adb_server.environment)


def node_saying(cassette, mark, text):
    nodes = [node for root in parse_tree(cassette.dumps[mark]) for node in root.walk()]
    return next(node for node in nodes if node.clickable and text in [part.text for part in node.walk()])


@pytest.fixture(scope="module")
def recorder(adb_server, bundled_apps):
    """Home, Settings, a way into it and back, recorded once; nobody changes it."""
    with SimServer(SimPhone(World(bundled_apps))) as server:
        adb_server.connect(server.serial)
        recorder = Recorder(AdbSource(adb_server.adb, server.serial, adb_server.environment))
        settings = recorder.start(SETTINGS)
        recorder.tap_node(node_saying(recorder.cassette, settings, "Network & internet"))
        recorder.press(4)
        recorder.swipe(Point(x=540, y=1800), Point(x=540, y=600))
        recorder.press(3)
        adb_server.disconnect(server.serial)
    return recorder


@pytest.fixture
def played(adb_server, recorder, tmp_path):
    """The cassette, through its folder, on a phone of its own."""
    recorder.cassette.save(tmp_path / "cassette")
    with SimServer(play(Cassette.load(tmp_path / "cassette"), serial="SIM0009")) as server:
        adb_server.connect(server.serial)
        yield server
        adb_server.disconnect(server.serial)


def test_recording_is_a_graph_of_screens(recorder):
    cassette = recorder.cassette
    home = cassette.screens[cassette.first]
    assert (home.package, recorder.here) == (LAUNCHER, cassette.first)
    settings = home.moves[f"start {SETTINGS}"]
    assert cassette.screens[settings].package == SETTINGS
    assert sorted(move.split()[0] for move in cassette.screens[settings].moves) == ["swipe", "tap"]
    (network,) = [to for move, to in cassette.screens[settings].moves.items() if move.startswith("tap")]
    assert cassette.screens[network].moves == {"key 4": settings}
    assert cassette.answers["wm size"] == "Physical size: 1080x2400\n"


def test_nothing_of_the_owner_is_recorded(recorder):
    told = json.dumps([recorder.cassette.properties, recorder.cassette.answers]).lower()
    assert "ro.product.model" in told
    assert "serialno" not in told
    assert "sim0001" not in told


def test_cassette_comes_back_from_its_folder(recorder, tmp_path):
    recorder.cassette.save(tmp_path)
    again = Cassette.load(tmp_path)
    assert again == recorder.cassette
    assert again.dumps == recorder.cassette.dumps
    assert again.pictures == recorder.cassette.pictures


def test_played_phone_looks_like_the_recorded_one_to_adb(adb_server, source, recorder, played):
    copy = AdbSource(adb_server.adb, played.serial, adb_server.environment)
    assert copy.hierarchy() == recorder.cassette.dumps[recorder.cassette.first]
    assert copy.picture() == recorder.cassette.pictures[recorder.cassette.first]
    assert copy.foreground()[0] == source.foreground()[0] == LAUNCHER
    for words in (("wm", "size"), ("pm", "list", "packages"), ("getprop", "ro.product.model")):
        assert copy.shell(*words) == source.shell(*words)


def test_played_phone_makes_the_recorded_moves_for_uiautomator2(adb_server, recorder, played):
    device = uiautomator2.connect(adb_server.client.device(played.serial))
    device.app_start(SETTINGS)
    assert device.app_current()["package"] == SETTINGS
    device(text="Network & internet").click()
    assert device(text="Wi-Fi").exists
    device.press("back")
    assert not device(text="Wi-Fi").exists
    assert device.screenshot().size == (1080, 2400)
    device.stop_uiautomator(wait=False)
    assert not played.call(lambda phone: phone.world.log.of_kind("unknown_move"))


def test_move_that_was_not_recorded_is_told_and_changes_nothing(adb_server, recorder, played):
    adb_server.run("-s", played.serial, "shell", "input", "keyevent", "24")
    adb_server.run("-s", played.serial, "shell", "input", "swipe", "500", "900", "900", "900")
    settings = node_saying(recorder.cassette, recorder.cassette.first, "Settings")
    spot = settings.bounds.center
    adb_server.run("-s", played.serial, "shell", "input", "tap", str(spot.x), str(spot.y))
    adb_server.run("-s", played.serial, "shell", "input", "text", "x")
    unknown = played.call(lambda phone: phone.world.log.of_kind("unknown_move"))
    assert [entry["move"] for entry in unknown] == ["key 24", "swipe right", f"tap {settings.path}", "text x"]
    assert {entry["screen"] for entry in unknown} == {recorder.cassette.first}
    assert played.call(lambda phone: phone.world.here) == recorder.cassette.first


def test_explorer_stays_in_its_app_and_touches_nothing_that_commits(source, sim):
    recorder = Recorder(source)
    packages = {recorder.cassette.screens[mark].package for mark in recorder.explore(8, package=NOTES, seed=2)}
    assert packages <= {NOTES, LAUNCHER}
    labels = [entry["node_label"].lower() for entry in sim.call(lambda phone: phone.world.log.of_kind("tap"))]
    assert labels
    assert not any("delete" in label for label in labels)
    assert len(recorder.cassette.screens) > 2


def test_fingerprint_sees_state_and_place_but_not_the_clock(sim_phone):
    def mark() -> str:
        return fingerprint(parse_tree(sim_phone.snapshots.hierarchy("u2")))

    first = mark()
    sim_phone.world.revision += 1
    assert mark() == first
    sim_phone.world.show("settings", "home")
    second = mark()
    assert second != first
    roots = parse_tree(sim_phone.snapshots.hierarchy("u2"))
    for node in itertools.chain.from_iterable(root.walk() for root in roots):
        if node.package == "com.android.systemui":
            node.text = "23:59"
    assert fingerprint(roots) == second


@pytest.mark.parametrize("dump", ["", "<hierarchy>", "<hierarchy><node/></hierarchy>", "\x00"])
def test_what_is_no_dump_is_refused(dump):
    with pytest.raises(SimulatorError):
        parse_tree(dump)


@pytest.mark.parametrize(
    "change",
    [
        lambda index: index.update(form=99),
        lambda index: index.update(first="gone"),
        lambda index: index.update(more=1),
        lambda index: index["screens"].update({"../../x": {"package": "a", "activity": "b"}}),
        lambda index: next(iter(index["screens"].values()))["moves"].update({"key 4": "nowhere"}),
    ],
)
def test_damaged_cassette_is_refused(recorder, tmp_path, change):
    recorder.cassette.save(tmp_path)
    index = json.loads((tmp_path / "cassette.json").read_text(encoding="utf-8"))
    change(index)
    (tmp_path / "cassette.json").write_text(json.dumps(index), encoding="utf-8")
    with pytest.raises(SimulatorError):
        Cassette.load(tmp_path)


def test_no_cassette_is_refused(tmp_path):
    with pytest.raises(SimulatorError, match="no cassette"):
        Cassette.load(tmp_path / "none")


def test_pictures_are_the_recorded_ones(recorder):
    phone = play(recorder.cassette)
    picture = Image.open(io.BytesIO(phone.snapshots.jpeg(0.5, 80)))
    assert picture.size == (540, 1200)
