"""Many phones: on one loop, and in several processes."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from genie_host.core.errors import SimulatorError
from genie_host.simphone.fleet import Fleet
from genie_host.simphone.recipe import Recipe, read_apps
from genie_host.simphone.server import LOWEST_PORT
from genie_host.simphone.shards import sharded

ROOT = Path(__file__).parents[3]


def test_phones_of_one_process_are_devices_of_their_own(adb_server):
    fleet = Fleet(Recipe(seed=3).phones(5))
    with fleet.running():
        for serial in fleet.serials:
            adb_server.connect(serial)
        adb_server.run("-s", fleet.serials[2], "shell", "am", "start", "-n", "com.android.settings/.Settings")
        packages = [fleet.call(number, lambda phone: phone.world.foreground.package) for number in range(5)]
        serials = [
            adb_server.run("-s", serial, "shell", "getprop", "ro.serialno").stdout.decode().strip()
            for serial in fleet.serials
        ]
        for serial in fleet.serials:
            adb_server.disconnect(serial)
    assert packages.count("com.android.settings") == 1
    assert packages[2] == "com.android.settings"
    assert serials == ["SIM0001", "SIM0002", "SIM0003", "SIM0004", "SIM0005"]


def test_phones_share_the_apps_and_nothing_else():
    one, other = Recipe().phones(2)
    assert one.world.apps["com.android.settings"] is other.world.apps["com.android.settings"]
    one.world.state["settings"]["wifi"] = True
    one.files.write("/sdcard/x", b"1")
    assert other.world.state["settings"]["wifi"] is False
    assert other.files.read("/sdcard/x") is None
    assert read_apps(()) is read_apps(())


def test_phones_stand_on_ports_in_a_row():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = max(probe.getsockname()[1], LOWEST_PORT)
    if port > 65000:
        port = 40000
    fleet = Fleet(Recipe().phones(3), first_port=port)
    try:
        with fleet.running():
            ports = [int(serial.rpartition(":")[2]) for serial in fleet.serials]
    except SimulatorError:
        pytest.skip("somebody else took a port of the row")
    assert ports == [port, port + 1, port + 2]


def test_port_that_is_taken_ends_the_whole_fleet():
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        taken = holder.getsockname()[1]
        fleet = Fleet(Recipe().phones(2), first_port=taken - 1)
        with pytest.raises(SimulatorError, match="cannot be used"), fleet.running():
            pass
    with pytest.raises(SimulatorError, match="not running"):
        fleet.call(0, lambda phone: phone)


@pytest.mark.slow
def test_processes_share_the_phones(adb_server):
    with sharded(Recipe(), [2, 1]) as shards:
        assert [len(shard) for shard in shards] == [2, 1]
        phones = [phone for shard in shards for phone in shard]
        for phone in phones:
            adb_server.connect(phone.phone)
        serials = [
            adb_server.run("-s", phone.phone, "shell", "getprop", "ro.serialno").stdout.decode().strip()
            for phone in phones
        ]
        phones[2].ask("person.tap", text="Settings")
        packages = [phone.ask("info")["package"] for phone in phones]
        for phone in phones:
            adb_server.disconnect(phone.phone)
    assert serials == ["SIM0001", "SIM0002", "SIM0003"]
    assert [package == "com.android.settings" for package in packages] == [False, False, True]
    with pytest.raises(SimulatorError):
        phones[0].ask("info")


@pytest.mark.slow
def test_process_that_cannot_make_its_phones_says_why():
    with pytest.raises(SimulatorError, match="fax"), sharded(Recipe(profile="fax"), [1, 1]):
        pass


def benchmark(*options: object) -> dict:
    command = [sys.executable, str(ROOT / "benchmarks" / "fleet.py"), "--json", *map(str, options)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    # Whether the speed is met depends on the machine at this moment, so the exit code may be 1.
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    return json.loads(done.stdout)


@pytest.mark.slow
def test_fleet_benchmark_attaches_all_and_makes_no_error():
    report = benchmark("--phones", 12, "--seconds", 1)
    assert (report["attached"], report["errors"]) == (12, [])
    assert report["operations"] > 0


@pytest.mark.marathon
def test_two_hundred_phones_fit_and_all_attach():
    report = benchmark("--phones", 200, "--seconds", 5)
    assert (report["attached"], report["errors"]) == (200, [])
    assert max(report["idle_megabytes"], report["busy_megabytes"]) < 120
