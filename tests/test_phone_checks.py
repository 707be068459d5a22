"""The checks for real phones, run against the simulated one, so that they cannot rot."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from genie_host.simphone.server import SimServer
from tests.conftest import PrivateAdb

ROOT = Path(__file__).parents[1]


def checked(adb: PrivateAdb, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The checks as ``make test-phone`` runs them."""
    environment = {**os.environ, **adb.environment, "PYTHONPATH": str(ROOT)}
    environment.pop("ANDROID_SERIAL", None)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests_phone", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False)


def counted(output: str) -> dict[str, int]:
    """``31 passed, 6 skipped in 9.1s`` as a mapping."""
    last = output.strip().splitlines()[-1]
    return {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped|error)", last)}


@pytest.mark.slow
def test_checks_pass_on_the_simulated_phone_and_find_no_difference(sim: SimServer, adb_server: PrivateAdb) -> None:
    ran = checked(adb_server, "--serial", sim.serial, "--act")
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    numbers = counted(ran.stdout)
    assert numbers["passed"] >= 30
    assert "skipped" not in numbers
    told = ran.stdout.partition("what differs from the simulated phone")[2]
    differing = [line for line in told.splitlines() if " on the simulated phone" in line]
    # The clock of the wire is the only thing that two simulated phones do not share.
    assert [line for line in differing if "milliseconds" not in line] == []


@pytest.mark.slow
def test_checks_touch_nothing_unless_they_are_told_to(sim: SimServer, adb_server: PrivateAdb) -> None:
    ran = checked(adb_server, "--serial", sim.serial)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    assert counted(ran.stdout)["skipped"] >= 5
    log = sim.call(lambda phone: phone.world.log.entries)
    # A key that means nothing is how one finds out whether the phone takes any.
    kinds = {entry["kind"] for entry in log if not (entry["kind"] == "key" and entry["code"] == 0)}
    assert not kinds & {"tap", "long_press", "swipe", "key", "text_entered", "app_started"}
    assert sim.call(lambda phone: phone.world.log.effects) == []


def test_checks_ask_for_a_serial(adb_server: PrivateAdb) -> None:
    ran = checked(adb_server)
    assert ran.returncode == 2
    assert "make test-phone SERIAL=" in ran.stdout + ran.stderr
