"""``genie sim``: orders to a phone that runs in another process."""

from __future__ import annotations

import json
import re
import urllib.request

import pytest
from PIL import Image


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A registry of our own: no phone of the user's is in it."""
    monkeypatch.setenv("GENIE_STATE_DIR", str(tmp_path / "registry"))
    return tmp_path


@pytest.fixture
def running(start_genie, folder):
    """``genie sim start`` with options; gives the serials."""

    def start(*options: object, count: int = 1) -> list[str]:
        process = start_genie("sim", "start", *options, GENIE_STATE_DIR=str(folder / "registry"))
        serials = []
        while True:
            line = process.stdout.readline()
            assert line, process.stderr.read()
            if found := re.match(r"simulated phone on (\S+);", line):
                serials.append(found[1])
            if line.startswith("  adb connect"):
                assert len(serials) == count
                return serials

    return start


def told(ran) -> object:
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def test_commands_say_so_when_no_phone_runs(genie, folder):
    for command in (["state", "get"], ["tap", "1", "2"], ["fault", "list"], ["view"]):
        ran = genie("sim", *command)
        assert ran.code == 2
        assert "No simulated phone is running" in ran.err
    assert told(genie("sim", "list", "--json")) == []


def test_running_phone_is_listed_and_obeys(genie, running, folder):
    (serial,) = running("--seed", 7)
    assert [phone["serial"] for phone in told(genie("sim", "list", "--json"))] == [serial]
    assert serial in genie("sim", "list").out
    assert told(genie("sim", "state", "get", "settings.wifi")) is False
    assert told(genie("sim", "state", "set", "settings.wifi", "true")) is False
    assert told(genie("sim", "state", "get", "settings.wifi", "--device", serial)) is True
    assert genie("sim", "snapshot", folder / "before.json").code == 0
    told(genie("sim", "tap", "--text", "Settings"))
    assert told(genie("sim", "list", "--json"))[0]["package"] == "com.android.settings"
    assert genie("sim", "restore", folder / "before.json").code == 0
    assert told(genie("sim", "list", "--json"))[0]["package"] == "com.android.launcher3"
    assert genie("sim", "screenshot", folder / "screen.png").code == 0
    with Image.open(folder / "screen.png") as picture:
        assert picture.size == (1080, 2400)
    assert told(genie("sim", "finger", "approve")) is False
    assert told(genie("sim", "finger", "lockout")) is False
    assert told(genie("sim", "finger", "enroll")) is True
    assert told(genie("sim", "type", "x")) is False
    assert genie("sim", "key", "HOME").code == 0
    lines = genie("sim", "events").out.splitlines()
    does = [entry["does"] for entry in map(json.loads, lines) if entry["kind"] == "person"]
    assert does == ["tap", "finger", "finger", "finger", "type", "key"]


def test_events_are_followed_until_the_phone_ends(genie, start_genie, folder):
    place = {"GENIE_STATE_DIR": str(folder / "registry")}
    phone = start_genie("sim", "start", **place)
    phone.stdout.readline()
    follower = start_genie("sim", "events", "--follow", **place)
    told(genie("sim", "tap", "--text", "Settings"))
    kinds = []
    while kinds[-1:] != ["app_started"]:
        kinds.append(json.loads(follower.stdout.readline())["kind"])
    assert "person" in kinds
    phone.terminate()
    assert follower.wait(timeout=120) == 0


def test_faults_are_planned_from_a_file_and_by_hand(genie, running, folder):
    (folder / "plan.yaml").write_text("- {on: rpc.click#2, do: u2.crash}\n", encoding="utf-8")
    running("--faults", folder / "plan.yaml")
    assert told(genie("sim", "fault", "list")) == ["u2.crash on rpc.click#2"]
    assert len(told(genie("sim", "fault", "add", "{on: shell.ls, do: drop}"))) == 2
    assert genie("sim", "fault", "clear").code == 0
    assert told(genie("sim", "fault", "list")) == []


def test_chaos_is_drawn_from_the_seed(genie, running):
    running("--chaos", 5, "--seed", 3)
    assert len(told(genie("sim", "fault", "list"))) == 5


def test_several_phones_are_told_apart(genie, running):
    serials = running("--count", 3, count=3)
    assert [phone["serial"] for phone in told(genie("sim", "list", "--json"))] == sorted(
        serials, key=lambda serial: int(serial.rpartition(":")[2])
    )
    unclear = genie("sim", "state", "get", "settings.wifi")
    assert unclear.code == 2
    assert "--device" in unclear.err
    told(genie("sim", "state", "set", "settings.wifi", "true", "--device", serials[1]))
    states = [told(genie("sim", "state", "get", "settings.wifi", "--device", serial)) for serial in serials]
    assert states == [False, True, False]


def test_kind_and_language_are_as_asked(genie, running):
    running("--profile", "pixel-33", "--locale", "es")
    (phone,) = told(genie("sim", "list", "--json"))
    assert (phone["sdk"], phone["locale"]) == ("33", "es-ES")


def test_page_is_at_the_address_that_start_prints(start_genie, folder):
    process = start_genie("sim", "start", "--view", GENIE_STATE_DIR=str(folder / "registry"))
    process.stdout.readline()
    url = process.stdout.readline().strip()
    with urllib.request.urlopen(url, timeout=30) as answer:
        assert b"Simulated phone" in answer.read()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--profile", "fax"], "fax"),
        (["--faults", "nowhere.yaml"], "nowhere.yaml"),
        (["--app", "nowhere.yaml"], "nowhere.yaml"),
        (["--count", "2", "--state", "x.json"], "one phone"),
        (["--port", "65535", "--count", "2"], "ports"),
        (["--locale", "klingon"], "klingon"),
    ],
)
def test_start_refuses_what_cannot_be(genie, folder, options, said):
    ran = genie("sim", "start", *options)
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.parametrize(
    "command",
    [
        ["tap"],
        ["tap", "1"],
        ["tap", "1", "2", "--text", "x"],
        ["finger", "maybe"],
        ["restore", "nowhere.json"],
        ["fault", "add", "{"],
    ],
)
def test_order_that_makes_no_sense_is_refused(genie, running, command):
    running()
    assert genie("sim", *command).code == 2
