"""Starting, stopping and reaching a simulated phone."""

from __future__ import annotations

import socket
import threading

import pytest
from raw_host import RawHost

from genie_host.core.errors import SimulatorError
from genie_host.simphone.server import HOST, SimServer
from genie_host.simphone.wire.packet import Command


def test_server_listens_on_the_loopback_above_the_emulators_ports(sim_phone):
    with SimServer(sim_phone) as server:
        assert server.port >= 5600
        assert server.serial == f"127.0.0.1:{server.port}"


def test_server_refuses_a_port_that_adb_takes_for_an_emulator(sim_phone):
    with pytest.raises(SimulatorError, match="from 5600 up"):
        SimServer(sim_phone, port=5555)


def test_server_says_when_its_port_is_taken(sim_phone):
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        with pytest.raises(SimulatorError, match=f"port {taken.getsockname()[1]} cannot be used"):
            SimServer(sim_phone, port=taken.getsockname()[1]).start()


def test_server_stops_with_a_host_attached_and_leaves_no_thread(sim_phone):
    server = SimServer(sim_phone)
    server.start()
    with RawHost(server.port) as host:
        host.greet()
        host.open(b"shell:cat")
        server.stop()
        assert host.is_hung_up()
    server.stop()
    assert "simphone" not in {thread.name for thread in threading.enumerate()}


def test_server_stops_while_it_is_frozen(sim_phone):
    with SimServer(sim_phone) as server, RawHost(server.port) as host:
        host.greet()
        server.call(lambda phone: setattr(phone.faults, "freeze", True))
        host.send(Command.OPEN, 1, 0, b"shell:true\0")
        server.stop()
        assert host.is_hung_up()


def test_server_stops_while_a_host_does_not_read(sim_phone):
    sim_phone.files.write("/sdcard/big", bytes(1 << 20))
    with SimServer(sim_phone) as server, RawHost(server.port) as host:
        host.greet()
        for number in range(1, 30):
            host.send(Command.OPEN, number, 0, b"exec:cat /sdcard/big\0")
        server.call(lambda phone: None)
        server.stop()


def test_call_runs_on_the_phones_thread_and_brings_back_what_it_raises(sim_phone):
    with SimServer(sim_phone) as server:
        assert server.call(lambda phone: threading.current_thread().name) == "simphone"
        assert server.call(lambda phone: server.call(lambda same: same is phone))
        with pytest.raises(ZeroDivisionError):
            server.call(lambda phone: 1 / 0)


def test_call_after_the_stop_says_that_nothing_runs(sim_phone):
    server = SimServer(sim_phone)
    server.start()
    server.stop()
    with pytest.raises(SimulatorError, match="not running"):
        server.call(lambda phone: None)
