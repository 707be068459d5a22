"""Commands that never end, or want all the memory there is: the phone goes on, and they end with their host."""

from __future__ import annotations

import pytest
from raw_host import RawHost

from genie_host.simphone.server import SimServer
from genie_host.simphone.wire.packet import Command

GREEDY = [
    "while true; do :; done",
    "while true; do echo x; done",
    "while true; do sleep 0; done",
    "while true; do echo x >> /sdcard/x; done",
    "for i in $(seq 1 1000000000); do :; done",
    "seq 1 99999999999999999999999",
    "yes",
    "yes | tr y n",
    "x=$(yes); echo ${#x}",
    "x=a; while true; do x=$x$x; done",
    "cat /dev/zero",
    "head -c 99999999999 /dev/zero",
    "f() { f; }; f",
    "sleep 99999999999",
    "echo $((9**9**9**9))",
    "logcat",
]


@pytest.mark.parametrize("script", GREEDY)
def test_phone_goes_on_beside_a_greedy_command(sim_phone, script):
    with SimServer(sim_phone) as server, RawHost(server.port) as host:
        host.greet()
        _, phone_id, _, _ = host.open(b"exec:" + script.encode())
        with RawHost(server.port) as other:
            other.greet()
            other.open(b"shell:echo beside it")
            assert other.read_stream() == b"beside it\n"
        host.send(Command.CLSE, 1, phone_id)
        while host.receive()[:3] != (Command.CLSE, phone_id, 1):
            pass
        assert host.open(b"shell:echo after it", local_id=2)[0] == Command.OKAY
        assert host.read_stream(2) == b"after it\n"
