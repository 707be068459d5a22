"""``genie run`` as a user's shell sees it: how runs end well."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

WIFI = "turn on Wi-Fi"


def events_of(out: str) -> list[dict]:
    """The lines of ``--json``; anything else on standard output is an error here."""
    return [json.loads(line) for line in out.splitlines()]


def of_kind(events: list[dict], kind: str) -> list[dict]:
    return [event["data"] for event in events if event["kind"] == kind]


def processes_that_know_of(folder: Path) -> list[str]:
    """Names of the processes with this folder in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(folder).encode() in (process / "environ").read_bytes():
                found.append((process / "comm").read_text(encoding="utf-8").strip())
        except OSError:
            continue
    return found


def test_run_on_the_simulated_phone_switches_wifi_on_and_says_so(genie) -> None:
    ran = genie("run", WIFI, "--device", "sim")
    assert ran.code == 0, ran
    assert ran.err == ""
    assert "finished" in ran.out
    assert "switch changed  name: Wi-Fi, value: True" in ran.out


def test_run_as_json_is_events_alone_and_ends_with_the_exit_code(genie) -> None:
    ran = genie("run", WIFI, "--device", "sim", "--json")
    events = events_of(ran.out)
    assert ran.code == 0, ran
    assert ran.err == ""
    assert of_kind(events, "episode_started")[0]["goal"] == WIFI
    assert len(of_kind(events, "decided")) >= 3
    assert [(effect["kind"], effect["value"]) for effect in of_kind(events, "effect")] == [("switch_changed", True)]
    assert events[-1]["kind"] == "episode_ended"
    assert events[-1]["data"]["exit_code"] == 0


def test_run_drives_the_phone_whose_serial_is_given(genie, monkeypatch, adb_server, sim) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    before = sim.call(lambda phone: dict(phone.world.settings))
    ran = genie("run", WIFI, "--device", sim.serial, "--model", "genie-nano")
    assert ran.code == 0, ran
    assert sim.call(lambda phone: phone.world.state["settings"]["wifi"]) is True
    # Beside the goal the phone is kept awake for the run; afterwards its settings are what they were.
    kinds = [entry["kind"] for entry in sim.call(lambda phone: phone.world.log.effects)]
    assert [kind for kind in kinds if kind != "setting_changed"] == ["switch_changed"]
    after = sim.call(lambda phone: dict(phone.world.settings))
    assert {key: after.get(key) for key in before} == before


def test_run_takes_the_only_phone_when_none_is_named(genie, monkeypatch, adb_server, sim) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    monkeypatch.delenv("ANDROID_SERIAL", raising=False)
    ran = genie("run", WIFI, "--model", "genie-nano")
    assert ran.code == 0, ran
    assert sim.serial in ran.out


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
def test_run_on_the_simulated_phone_leaves_no_adb_server_behind(start_genie, tmp_path) -> None:
    folder = tmp_path / "for a while"
    folder.mkdir()
    process = start_genie("run", WIFI, "--device", "sim", "--json", "--max-turns", 1, TMPDIR=str(folder))
    assert "adb" in [name for line in process.stdout if "loading" in line for name in processes_that_know_of(tmp_path)]
    assert process.wait(timeout=60) == 6
    assert processes_that_know_of(tmp_path) == []
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("answer", ["n\n", "", "maybe\n"])
def test_message_is_not_sent_unless_it_is_approved(start_genie, answer) -> None:
    process = start_genie("run", "send hi to Mum", "--device", "sim", "--json")
    out, err = process.communicate(answer, timeout=120)
    events = events_of(out)
    assert process.returncode == 3, err
    assert "Mum" in err
    assert "hi" in err
    assert of_kind(events, "approval")[0]["answer"] is False
    assert not of_kind(events, "effect")


def test_message_is_sent_once_when_it_is_approved(start_genie) -> None:
    process = start_genie("run", "send hi to Mum", "--device", "sim", "--json")
    out, err = process.communicate("y\n", timeout=120)
    assert process.returncode == 0, err
    (sent,) = of_kind(events_of(out), "effect")
    assert (sent["kind"], sent["to"], sent["text"]) == ("message_sent", "Mum", "hi")


def test_message_is_denied_without_a_question_when_nobody_watches(genie) -> None:
    ran = genie("run", "send hi to Mum", "--device", "sim", "--approve", "deny", "--json")
    assert ran.code == 3
    assert "Allow" not in ran.err
    assert not of_kind(events_of(ran.out), "effect")


def test_run_that_uses_its_turns_up_says_so(genie) -> None:
    ran = genie("run", WIFI, "--device", "sim", "--json", "--max-turns", 1)
    assert ran.code == 6
    assert events_of(ran.out)[-1]["data"]["reason"] == "budget_used_up"
    assert ran.err.count("\n") == 1


def test_ctrl_c_ends_a_run_in_order(start_genie) -> None:
    process = start_genie("run", WIFI, "--device", "sim", "--json")
    lines = []
    for line in process.stdout:
        lines.append(line)
        if '"decided"' in line:
            process.send_signal(signal.SIGINT)
    assert process.wait(timeout=120) == 130
    assert json.loads(lines[-1])["data"]["reason"] == "cancelled"
    assert "Traceback" not in process.stderr.read()


def test_run_stops_when_nobody_reads_its_events_any_more(start_genie) -> None:
    process = start_genie("run", WIFI, "--device", "sim", "--json")
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 130
    assert "Traceback" not in process.stderr.read()
