"""A person takes the phone while ``genie run`` works on it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from genie_host.cli.exits import ExitCode

pytestmark = pytest.mark.slow


def test_run_lets_go_of_a_phone_that_a_person_touches_and_says_so(genie, monkeypatch, adb_server, sim) -> None:
    def take_it(phone: Any) -> None:
        def tap(entry: dict[str, Any]) -> None:
            if entry["kind"] == "app_started":
                phone.world.log.append("person", does="tap", x=540, y=30)

        phone.world.log.listen(tap)

    sim.call(take_it)
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    ran = genie("run", "turn on Wi-Fi", "--device", sim.serial, "--model", "genie-nano", "--json")
    ended = json.loads(ran.out.splitlines()[-1])["data"]
    assert (ran.code, ended["reason"]) == (ExitCode.YIELDED, "yielded"), ran
    assert "Somebody is touching the phone" in ended["message"]
    assert "Somebody is touching the phone" in ran.err
    assert sim.call(lambda phone: phone.world.state["settings"]["wifi"]) is False
