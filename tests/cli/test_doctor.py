"""``genie doctor`` as programs read it: fields and exit codes are a contract, written down in docs/doctor.md."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from genie_host.phone.doctor.visit import CHECKS
from genie_host.voice.checkup import CHECKS as VOICE_CHECKS

PAGE = (Path(__file__).parents[2] / "docs" / "doctor.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def the_right_time(sim) -> None:
    """The simulated phone lives on a day of its own."""
    sim.call(lambda phone: phone.answers.update({"date +%s": f"{time.time():.0f}\n"}))


def test_a_ready_phone_is_zero_and_says_how_to_go_on(genie, monkeypatch, adb_server, sim) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    ran = genie("doctor", "--device", sim.serial)
    assert ran.code == 0, ran.out
    assert f"genie run --device {sim.serial}" in ran.out.splitlines()[-1]


def test_json_is_one_object_of_the_documented_form(genie, monkeypatch, adb_server, sim) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    report = json.loads(genie("doctor", "--device", sim.serial, "--json").out)
    assert report["schema"] == 1
    assert report["ready"] is True
    assert report["serial"] == sim.serial
    for check in report["checks"]:
        assert set(check) == {"check", "status", "code", "summary", "remedy", "facts"}


def test_warnings_are_one_only_when_asked_to_be_strict(genie, monkeypatch, adb_server, sim) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    assert genie("doctor", "--device", sim.serial, "--strict").code == 0
    sim.call(lambda phone: phone.world.switch("battery_saver", True))
    assert genie("doctor", "--device", sim.serial).code == 0
    assert genie("doctor", "--device", sim.serial, "--strict").code == 1


def test_no_phone_is_four(genie, monkeypatch, adb_server, sim) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    adb_server.disconnect(sim.serial)
    ran = genie("doctor", "--json")
    assert ran.code == 4
    report = json.loads(ran.out)
    assert report["ready"] is False
    assert report["serial"] == ""
    assert (report["checks"][-1]["check"], report["checks"][-1]["code"]) == ("phone.state", "unavailable")


def test_every_check_is_on_the_page_and_nothing_else() -> None:
    assert set(re.findall(r"^\| `([a-z]+\.[a-z]+)` \|", PAGE, re.MULTILINE)) == {*CHECKS, *VOICE_CHECKS}
