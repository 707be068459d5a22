"""How long things take, by a loop's own time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import Any

import pytest

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.http import HttpServer
from genie_host.simphone.u2.rpc import answer
from tests.simphone.u2.hurried_loop import HurriedLoop

SETTINGS = {"mask": 1, "text": "Settings"}
NOTHING = {"mask": 1, "text": "Nothing of the kind"}


def seconds(work: Coroutine[Any, Any, Any]) -> tuple[float, Any]:
    async def measured() -> tuple[float, Any]:
        loop = asyncio.get_running_loop()
        start = loop.time()
        result = await work
        return round(loop.time() - start, 3), result

    with asyncio.Runner(loop_factory=HurriedLoop) as runner:
        return runner.run(measured())


async def call(automation: Automation, method: str, *params: Any) -> Any:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    return json.loads(await answer(automation, body)).get("result")


@pytest.mark.parametrize(
    ("method", "params", "taken"),
    [
        ("click", (540, 1200), 0.1),
        ("click", (540, 1200, 700), 0.7),
        ("swipe", (540, 1600, 540, 800, 55), 0.275),
        ("swipePoints", ([540, 1600, 600, 1200, 540, 800], 20), 0.2),
        ("drag", (540, 1600, 540, 800, 20), 0.8),
        ("click", (SETTINGS,), 0.1),
        ("longClick", (SETTINGS,), 0.6),
        ("pinchIn", (SETTINGS, 100, 50), 0.25),
        ("waitForIdle", (10_000,), 0.5),
        ("ping", (), 0.0),
    ],
)
def test_gestures_take_their_time(bundled_apps, sim_phone, method, params, taken):
    sim_phone.time_scale = 1.0
    assert seconds(call(Automation(sim_phone, 9008), method, *params))[0] == taken


@pytest.mark.parametrize(("scale", "taken"), [(0.0, 0.0), (0.5, 0.05), (2.0, 0.2)])
def test_a_phones_time_may_run_at_another_speed(sim_phone, scale, taken):
    sim_phone.time_scale = scale
    assert seconds(call(Automation(sim_phone, 9008), "click", 540, 1200))[0] == taken


def test_waits_take_what_they_are_given_and_no_more(sim_phone):
    automation = Automation(sim_phone, 9008)
    assert seconds(call(automation, "waitForExists", NOTHING, 3000)) == (3.0, False)
    assert seconds(call(automation, "waitForExists", SETTINGS, 3000)) == (0.0, True)
    assert seconds(call(automation, "waitUntilGone", SETTINGS, 500)) == (0.5, False)
    assert seconds(call(automation, "waitUntilGone", NOTHING, 500)) == (0.0, True)
    assert seconds(call(automation, "waitForExists", NOTHING, -5)) == (0.0, False)


def test_remembered_object_is_forgotten_after_a_minute(sim_phone):
    automation = Automation(sim_phone, 9008)

    async def remember() -> tuple[bool, bool]:
        name = await call(automation, "getUiObject", SETTINGS)
        await asyncio.sleep(59)
        before = await call(automation, "exist", name)
        await asyncio.sleep(2)
        return before, await call(automation, "exist", name)

    assert seconds(remember())[1] == (True, False)


class SilentHost:
    """Connects and says nothing, or says nothing more."""

    def __init__(self, first: bytes) -> None:
        self._first = first
        self.heard = b""

    async def read_until(self, separator: bytes, *, limit: int = 65536) -> bytes:
        if not self._first:
            await asyncio.Event().wait()
        first, self._first = self._first, b""
        return first

    async def write(self, data: bytes) -> None:
        self.heard += data


@pytest.mark.parametrize("first", [b"", b"GET /ping HTTP/1.1\r\n\r\n"])
def test_connection_ends_after_five_idle_seconds(sim_phone, first):
    host = SilentHost(first)
    assert seconds(HttpServer(Automation(sim_phone, 9008)).serve(host))[0] == 5.0
    assert host.heard.endswith(b"pong") is bool(first)


def test_call_outlives_the_five_seconds(sim_phone: SimPhone):
    sim_phone.time_scale = 1.0
    assert seconds(call(Automation(sim_phone, 9008), "click", 540, 1200, 9000)) == (9.0, True)
