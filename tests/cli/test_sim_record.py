"""``genie sim record`` and ``genie sim start --cassette``."""

from __future__ import annotations

import json
import re

import pytest

SETTINGS = "com.android.settings"


@pytest.fixture
def own_adb(adb_server, monkeypatch):
    """The command finds the test's adb server, not the user's."""
    for name in ("ANDROID_ADB_SERVER_PORT", "HOME"):
        monkeypatch.setenv(name, adb_server.environment[name])


def test_phone_is_recorded_and_played(genie, start_genie, adb_server, own_adb, sim, tmp_path):
    (tmp_path / "moves.jsonl").write_text(f'{{"start": "{SETTINGS}"}}\n\n{{"key": 3}}\n', encoding="utf-8")
    folder = tmp_path / "cassette"
    ran = genie("sim", "record", folder, "--device", sim.serial, "--moves", tmp_path / "moves.jsonl")
    assert (ran.code, ran.err) == (0, "")
    assert "2 screens and 2 moves" in " ".join(ran.out.split())
    events = tmp_path / "events.jsonl"
    process = start_genie("sim", "start", "--cassette", folder, "--events", events, GENIE_STATE_DIR=str(tmp_path))
    serial = re.match(r"simulated phone on (\S+);", process.stdout.readline())[1]
    adb_server.connect(serial)
    adb_server.run("-s", serial, "shell", "monkey", "-p", SETTINGS, "-c", "android.intent.category.LAUNCHER", "1")
    assert SETTINGS in adb_server.run("-s", serial, "shell", "dumpsys", "window").stdout.decode()
    adb_server.run("-s", serial, "shell", "input", "keyevent", "24")
    adb_server.disconnect(serial)
    kinds = [json.loads(line)["kind"] for line in events.read_text(encoding="utf-8").splitlines()]
    assert kinds[-1] == "unknown_move"


def test_explorer_records_an_app(genie, own_adb, sim, tmp_path):
    ran = genie(
        "sim", "record", tmp_path / "c", "--device", sim.serial, "--explore", 3, "--package", "com.example.notes"
    )
    assert (ran.code, ran.err) == (0, "")
    assert "com.example.notes" in ran.out


@pytest.mark.parametrize("line", ["{", "[]", '{"dance": 1}', '{"key": 1, "tap": 2}'])
def test_moves_that_are_none_are_refused(genie, tmp_path, line):
    (tmp_path / "moves.jsonl").write_text(line, encoding="utf-8")
    ran = genie("sim", "record", tmp_path / "c", "--device", "x", "--moves", tmp_path / "moves.jsonl")
    assert ran.code == 2
    assert "line 1" in ran.err


def test_explorer_needs_an_app(genie, tmp_path):
    assert genie("sim", "record", tmp_path / "c", "--device", "x", "--explore", 3).code == 2


def test_phone_that_is_not_there_is_told(genie, own_adb, adb_server, tmp_path):
    ran = genie("sim", "record", tmp_path / "c", "--device", "nobody")
    assert ran.code != 0
    assert "nobody" in ran.err


@pytest.mark.parametrize("options", [["--count", 2], ["--profile", "pixel-33"], []])
def test_cassette_that_cannot_be_played_is_refused(genie, tmp_path, options):
    assert genie("sim", "start", "--cassette", tmp_path / "none", *options).code == 2
