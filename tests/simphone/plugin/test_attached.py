"""Attached phones without pytest's fixtures, and the adb server that is theirs alone."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from genie_host.core.errors import SimulatorError
from genie_host.simphone.attached import attached_phones, recipe_of
from genie_host.simphone.private_adb import ADB_VARIABLE, find_adb, private_adb


@pytest.fixture(scope="module")
def own_adb():
    with private_adb() as server:
        yield server


@pytest.fixture
def phone(own_adb):
    with attached_phones(
        recipe_of({"seed": 3, "faults": [{"on": "shell.id", "do": "shell.slow"}]}), 1, own_adb
    ) as phones:
        yield phones[0]


def test_phone_tells_what_was_done_to_it(phone, own_adb):
    own_adb.run("-s", phone.serial, "shell", "input", "keyevent", "25")
    assert [entry["code"] for entry in phone.events("key")] == [25]
    assert phone.events()
    phone.tap("Settings")
    assert phone.foreground == "com.android.settings"
    assert phone.state["settings"]["wifi"] is False
    assert phone.type_text("x") is False
    assert phone.unknown_commands == []


def test_finger_answers_what_asks_for_one(phone):
    assert phone.finger("approve") is False
    answers = []
    phone.call(lambda p: p.world.ask_finger("Pay", "", lambda: answers.append("yes"), lambda: answers.append("no")))
    assert phone.finger("wrong") is True
    assert phone.finger("approve") is True
    assert answers == ["yes"]


def test_phone_has_files_and_faults(phone, own_adb):
    phone.put_file("/sdcard/x", b"1")
    assert own_adb.run("-s", phone.serial, "shell", "cat", "/sdcard/x") == "1"
    assert phone.read_file("/sdcard/none") is None
    phone.fault(do="sync.disk_full")
    with pytest.raises(SimulatorError, match="No space left on device"):
        own_adb.run("-s", phone.serial, "push", __file__, "/sdcard/y")
    phone.heal()
    own_adb.run("-s", phone.serial, "push", __file__, "/sdcard/y")
    assert phone.read_file("/sdcard/y") == Path(__file__).read_bytes()


def test_environment_leads_to_this_phone_alone(phone, own_adb):
    assert phone.environment["ANDROID_SERIAL"] == phone.serial
    assert phone.environment["ANDROID_ADB_SERVER_PORT"] == str(own_adb.port)
    assert Path(phone.environment["HOME"]).is_relative_to(own_adb.home)


def test_address_where_no_phone_is_is_refused(own_adb):
    with pytest.raises(SimulatorError, match="could not connect"):
        own_adb.connect("127.0.0.1:1")


def test_adb_is_found_by_its_variable_and_by_path(monkeypatch, tmp_path):
    monkeypatch.setenv(ADB_VARIABLE, "/opt/adb")
    assert find_adb() == Path("/opt/adb")
    monkeypatch.delenv(ADB_VARIABLE)
    assert find_adb().name in ("adb", "adb.exe")
    assert find_adb().exists() or sys.platform == "win32"
