"""``genie sim start``: the phone, its files, and its ends."""

from __future__ import annotations

import json
import signal
import socket

import pytest

from genie_host.simphone.server import LOWEST_PORT
from genie_host.simphone.world.engine import World

pytestmark = pytest.mark.slow


def serial_of(process) -> str:
    """Waits for the line to type, and takes the serial out of it."""
    for line in process.stdout:
        if "adb connect" in line:
            return line.split()[-1]
    raise AssertionError(process.stderr.read())


def stop(process) -> tuple[int, str]:
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    return process.returncode, err


def test_sim_start_is_a_phone_for_the_real_adb_until_ctrl_c(start_genie, adb_server, tmp_path) -> None:
    process = start_genie("sim", "start", "--events", tmp_path / "events.jsonl")
    serial = serial_of(process)
    assert int(serial.split(":")[1]) >= LOWEST_PORT
    assert f"connected to {serial}" in adb_server.connect(serial)
    adb_server.run("-s", serial, "shell", "input", "tap", "540", "1200")
    adb_server.disconnect(serial)
    assert stop(process) == (0, "")
    events = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [event for event in events if event["kind"] == "tap" and (event["x"], event["y"]) == (540, 1200)]
    assert all(event["at"] > 0 for event in events)


def test_sim_start_appends_to_its_events(start_genie, adb_server, tmp_path) -> None:
    (tmp_path / "events.jsonl").write_text('{"kind": "before"}\n', encoding="utf-8")
    process = start_genie("sim", "start", "--events", tmp_path / "events.jsonl")
    serial = serial_of(process)
    adb_server.connect(serial)
    adb_server.run("-s", serial, "shell", "input", "keyevent", "3")
    adb_server.disconnect(serial)
    stop(process)
    lines = (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines[0] == '{"kind": "before"}'
    assert len(lines) > 1


def test_sim_start_keeps_the_state_in_its_file_and_comes_back_to_it(start_genie, adb_server, tmp_path) -> None:
    path = tmp_path / "state.json"
    first = start_genie("sim", "start", "--state", path)
    serial_of(first)
    state = json.loads(path.read_text(encoding="utf-8"))
    assert stop(first) == (0, "")
    state["notes"]["notes"] = [{"title": "Kept", "body": "over a restart"}]
    path.write_text(json.dumps(state), encoding="utf-8")
    second = start_genie("sim", "start", "--state", path)
    serial_of(second)
    assert json.loads(path.read_text(encoding="utf-8"))["notes"]["notes"][0]["title"] == "Kept"
    assert stop(second) == (0, "")


def test_sim_start_writes_the_state_after_each_change(start_genie, adb_server, tmp_path) -> None:
    process = start_genie("sim", "start", "--state", tmp_path / "state.json")
    serial = serial_of(process)
    adb_server.connect(serial)
    twin = World.from_bundled_apps()  # says where things are on the phone in the other process

    def tap(label: str) -> None:
        nodes = [node for root in twin.roots() for node in root.walk()]
        point = next(node.bounds.center for node in nodes if label in (node.text, node.description))
        twin.tap(point.x, point.y)
        adb_server.run("-s", serial, "shell", "input", "tap", str(point.x), str(point.y))

    for label in ("Settings", "Network & internet", "Wi-Fi"):
        tap(label)
    assert twin.state["settings"]["wifi"] is True
    assert json.loads((tmp_path / "state.json").read_text(encoding="utf-8")) == twin.state
    adb_server.disconnect(serial)
    assert stop(process) == (0, "")


def test_sim_start_ends_on_a_polite_kill_too(start_genie) -> None:
    process = start_genie("sim", "start")
    serial_of(process)
    process.terminate()
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "")


def test_sim_start_says_so_when_the_port_is_taken(genie) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        ran = genie("sim", "start", "--port", holder.getsockname()[1])
    assert ran.code == 4
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert "port" in ran.err


@pytest.mark.parametrize("port", [1, 5037, 5555, LOWEST_PORT - 1, 65536, -1, "many"])
def test_sim_start_refuses_a_port_that_adb_would_take_for_an_emulator_or_that_is_none(genie, port) -> None:
    assert genie("sim", "start", "--port", port).code == 2


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"settings": 1}', '{"nonsense": {}}', '{"settings": {"nonsense": 1}}', '{"notes": {"notes": 5}}'],
)
def test_sim_start_refuses_a_state_that_does_not_fit(genie, tmp_path, content) -> None:
    path = tmp_path / "state.json"
    path.write_text(content, encoding="utf-8")
    ran = genie("sim", "start", "--state", path)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert path.read_text(encoding="utf-8") == content


@pytest.mark.parametrize("option", ["--events", "--state"])
def test_sim_start_refuses_a_file_it_cannot_write(genie, tmp_path, option) -> None:
    ran = genie("sim", "start", option, tmp_path / "missing" / "file")
    assert ran.code == 2
    assert "cannot be written" in ran.err
