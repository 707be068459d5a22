"""Lays plans on a phone and says what the phone's log has of them."""

from __future__ import annotations

import http.client
import json
import socket
from typing import Any

import adbutils

from genie_host.core.clock import Deadline
from genie_host.simphone.faults.plan import FaultPlan
from genie_host.simphone.faults.rules import parse_rules
from genie_host.simphone.server import SimServer


def lay(sim: SimServer, *entries: dict[str, Any], seed: int = 0) -> None:
    """Lay a plan, on the phone's thread."""
    sim.call(lambda phone: FaultPlan.lay(phone, parse_rules(list(entries)), seed=seed) and None)


def fired(sim: SimServer) -> list[str]:
    return [entry["fault"] for entry in sim.call(lambda phone: phone.world.log.of_kind("fault"))]


def planned(sim: SimServer) -> list[tuple[str, str]]:
    entries = sim.call(lambda phone: phone.world.log.of_kind("fault_planned"))
    return [(entry["do"], entry["when"]) for entry in entries]


def foreground(sim: SimServer) -> str:
    return sim.call(lambda phone: phone.world.foreground.package)


def wait_for_fault(sim: SimServer, fault: str) -> None:
    """Return as soon as the fault has fired."""
    deadline = Deadline.after(30)
    while fault not in fired(sim):
        assert not deadline.is_over, f"{fault} did not fire"


def request(device: adbutils.AdbDevice, verb: str, path: str, body: object = None) -> tuple[int, bytes]:
    """One HTTP request to the automation server that is not tried again by anybody."""
    connection = http.client.HTTPConnection("phone")
    connection.sock = device.create_connection(adbutils.Network.TCP, 9008)
    connection.sock.settimeout(30)
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        connection.request(verb, path, None if body is None else json.dumps(body))
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def rpc(device: adbutils.AdbDevice, method: str, *params: object) -> dict[str, Any]:
    """One call that is not tried again by anybody."""
    return json.loads(request(device, "POST", "/jsonrpc/0", {"id": 1, "method": method, "params": params})[1])
