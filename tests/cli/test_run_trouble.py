"""``genie run`` when something is missing, broken or taken away: a sentence, an exit code, nothing done twice."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from genie_host.phone.lease import Lease

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
WIFI = "turn on Wi-Fi"


def assert_sentence(err: str) -> None:
    """One line of words for the user."""
    assert err.startswith("genie: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def last_event(out: str) -> dict:
    return json.loads(out.splitlines()[-1])["data"]


@pytest.fixture
def run_on(start_genie, adb_server, sim):
    """Run a goal on the attached phone and do something to it at the first event of a kind."""

    def run(goal: str, *, at: str = "", meanwhile=lambda: None) -> tuple[int, list[dict], str]:
        process = start_genie(
            *("run", goal, "--device", sim.serial, "--model", "genie-nano", "--approve", "deny", "--json"),
            ANDROID_ADB_SERVER_PORT=str(adb_server.port),
        )
        events = []
        is_done = False
        for line in process.stdout:
            events.append(json.loads(line))
            if events[-1]["kind"] == at and not is_done:
                is_done = True
                meanwhile()
        assert is_done or not at
        err = process.stderr.read()
        return process.wait(timeout=60), events, err

    return run


def effects_on(sim) -> list[str]:
    """What the run did; keeping the screen awake, and giving that back, is no doing of the goal's."""
    effects = sim.call(lambda phone: phone.world.log.effects)
    return [entry["kind"] for entry in effects if entry.get("name") != "stay_on_while_plugged_in"]


def taps_on(sim) -> list[tuple]:
    taps = sim.call(lambda phone: phone.world.log.of_kind("tap"))
    return [(tap["x"], tap["y"], tap["node_label"]) for tap in taps]


def test_phone_that_is_unplugged_in_mid_run_ends_it(run_on, sim) -> None:
    def unplug() -> None:
        sim.call(lambda phone: setattr(phone.faults, "refuse", True))
        sim.drop()

    code, events, err = run_on(WIFI, at="acted", meanwhile=unplug)
    assert code == 4
    assert events[-1]["data"]["reason"] == "phone_unavailable"
    assert_sentence(err)
    assert len(taps_on(sim)) == len(set(taps_on(sim)))


def test_automation_server_that_is_killed_in_mid_run_is_started_again_and_nothing_is_done_twice(run_on, sim) -> None:
    code, _, err = run_on(WIFI, at="acted", meanwhile=sim.kill_u2)
    assert (code, err) == (0, "")
    assert effects_on(sim) == ["switch_changed"]


def test_connection_that_drops_for_a_moment_does_not_end_the_run_or_repeat_a_tap(run_on, sim) -> None:
    code, _, _ = run_on(WIFI, at="acted", meanwhile=sim.drop)
    assert code in (0, 4)
    assert effects_on(sim) in (["switch_changed"], [])
    assert len(taps_on(sim)) == len(set(taps_on(sim)))


@pytest.mark.parametrize(("fault", "value"), [("dump_empty", -1), ("dump_truncate", 0.5)])
def test_screen_that_cannot_be_read_ends_the_run_without_a_touch(run_on, sim, fault, value) -> None:
    sim.call(lambda phone: setattr(phone.faults, fault, value))
    code, events, err = run_on(WIFI)
    assert code == 4
    assert events[-1]["data"]["exit_code"] == 4
    assert_sentence(err)
    assert taps_on(sim) == []


def test_screen_that_is_empty_for_a_moment_does_not_end_the_run(run_on, sim) -> None:
    sim.call(lambda phone: setattr(phone.faults, "dump_empty", 2))
    code, _, err = run_on(WIFI)
    assert (code, err) == (0, "")
    assert effects_on(sim) == ["switch_changed"]


def test_phone_that_is_not_attached_ends_in_a_sentence(genie, monkeypatch, adb_server) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    ran = genie("run", WIFI, "--device", "NOBODY", "--json")
    assert ran.code == 4
    assert last_event(ran.out)["exit_code"] == 4
    assert_sentence(ran.err)


def test_without_any_phone_the_simulated_one_is_offered(genie, monkeypatch, adb_server) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    monkeypatch.delenv("ANDROID_SERIAL", raising=False)
    ran = genie("run", WIFI)
    assert ran.code == 4
    assert ran.out == ""
    assert_sentence(ran.err)
    assert "--device sim" in ran.err


@pytest.mark.parametrize("device", [[], ["--device", "sim"]])
def test_adb_that_is_missing_ends_in_a_sentence(genie, tmp_path, device) -> None:
    ran = genie("run", WIFI, *device, "--adb", tmp_path / "adb")
    assert ran.code == 4
    assert_sentence(ran.err)


def test_adb_port_that_is_taken_by_something_else_ends_in_a_sentence(genie, monkeypatch) -> None:
    monkeypatch.delenv("ANDROID_SERIAL", raising=False)
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(holder.getsockname()[1]))
        ran = genie("run", WIFI)
    assert ran.code == 4
    assert_sentence(ran.err)
    assert "ort" in ran.err


def test_model_that_nobody_knows_is_a_usage_error_before_any_phone_is_touched(genie, tmp_path) -> None:
    ran = genie("run", WIFI, "--model", "gemma-9", "--adb", tmp_path / "adb")
    assert ran.code == 2
    assert "genie-nano" in ran.err


def checkout_without_its_model(folder: Path) -> Path:
    """A copy of what Genie needs to run, the nano model left out."""
    shutil.copytree(ROOT / "genie_host", folder / "genie_host", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "models").mkdir()
    shutil.copy(ROOT / "models" / "catalogue.toml", folder / "models")
    shutil.copy(ROOT / "cli.py", folder)
    return folder


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "other"])
def test_model_file_that_is_missing_or_damaged_ends_in_a_sentence(tmp_path, damage) -> None:
    checkout = checkout_without_its_model(tmp_path)
    model = (ROOT / "models" / "genie-nano.litertlm").read_bytes()
    content = {"empty": b"", "cut": model[: len(model) // 2], "other": b"not a model" * 1000}
    if damage != "missing":
        (checkout / "models" / "genie-nano.litertlm").write_bytes(content[damage])
    ran = subprocess.run(
        [sys.executable, "cli.py", "run", WIFI, "--device", "sim", "--json"],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert ran.returncode == 5, ran
    assert last_event(ran.stdout)["reason"] == "model_unavailable"
    assert_sentence(ran.stderr)


@pytest.mark.parametrize(
    "arguments",
    [
        ["run"],
        ["run", "", "--device", "sim"],
        ["run", "  ", "--device", "sim"],
        ["run", WIFI, "--backend", "tpu"],
        ["run", WIFI, "--approve", "always"],
        ["run", WIFI, "--max-turns", "0"],
        ["run", WIFI, "--max-turns", "many"],
        ["run", WIFI, "--budget-seconds", "0"],
        ["run", WIFI, "--budget-seconds", "nan"],
    ],
)
def test_run_that_makes_no_sense_is_a_usage_error(genie, arguments) -> None:
    ran = genie(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert "Traceback" not in ran.err


def test_phone_that_another_run_holds_is_left_alone_and_the_holder_is_named(run_on, sim) -> None:
    lease = Lease.take(sim.serial, "genie eval")
    code, _, err = run_on(WIFI)
    lease.release()
    assert code == 4
    assert "in use by genie eval" in err
    assert effects_on(sim) == []
