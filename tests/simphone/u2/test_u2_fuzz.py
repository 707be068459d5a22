"""A host that makes no sense: the automation server neither fails, nor hangs, nor fills up, whatever it is asked."""

from __future__ import annotations

import asyncio
import json
import logging

import pytest

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.profiles import Profile
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.http import HttpServer
from genie_host.simphone.wire.stream import StreamClosed
from genie_host.simphone.world.engine import LAUNCHER, World
from genie_host.simphone.world.schema import App
from tests.simphone.u2.hurried_loop import HurriedLoop
from tests.simphone.u2.mutated import Mutator

_PATIENCE_SECONDS = 20.0
"""Of the hurried loop: only a request that asks to wait may take so long."""
_LIFETIME = 400
"""Requests to one phone."""
_ROOM_KIB = 48 * 1024
_TINY = {
    "app_id": "tiny",
    "package": "com.example.tiny",
    "label": "Tiny",
    "state": {"rows": [{"name": f"Row {number}"} for number in range(30)], "field": ""},
    "screens": {
        "home": {
            "title": "Tiny",
            "body": [
                {"kind": "field", "bind": "field", "hint": "Field"},
                {"kind": "row", "each": "rows", "text": "{item.name}", "tap": [{"toast": "{item.name}"}]},
            ],
        }
    },
}
_HOME = {
    "app_id": "launcher",
    "package": LAUNCHER,
    "label": "Launcher",
    "screens": {"home": {"body": [{"kind": "row", "text": "Tiny", "tap": [{"start": "com.example.tiny"}]}]}},
}
_SMALL = Profile(
    name="small", manufacturer="Sim", brand="sim", model="Small", device="small", sdk=34, release="14", build="S1",
    width=270, height=600, density=105,
)  # fmt: skip


class Host:
    """The other end of one connection: says what it has to say, hears the answer, and hangs up."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.heard = b""

    async def read_until(self, separator: bytes, *, limit: int = 65536) -> bytes:
        end = self._data.find(separator)
        if end < 0 or end > limit:
            raise StreamClosed
        return self._taken(end + len(separator))

    async def read_exactly(self, count: int) -> bytes:
        if len(self._data) < count:
            raise StreamClosed
        return self._taken(count)

    async def write(self, data: bytes) -> None:
        self.heard += data

    async def flushed(self) -> None:
        """All was heard at once."""

    def _taken(self, count: int) -> bytes:
        taken, self._data = self._data[:count], self._data[count:]
        return taken


def make_automation() -> Automation:
    apps = [App.model_validate(_HOME), App.model_validate(_TINY)]
    phone = SimPhone(World(apps, profile=_SMALL))
    phone.world.start_app("com.example.tiny")
    automation = Automation(phone, 9008)
    automation.listen(HttpServer(automation).serve)
    return automation


def check_answers(heard: bytes, data: bytes) -> int:
    """Whether an answer is HTTP, and JSON where it says so; gives how many there are."""
    count = 0
    while heard:
        head, _, rest = heard.partition(b"\r\n\r\n")
        status, *lines = head.split(b"\r\n")
        assert status.startswith(b"HTTP/1.1 "), data
        assert status.split()[1] in (b"200", b"400", b"404", b"500"), data
        headers = dict(line.split(b": ", 1) for line in lines)
        length = int(headers[b"Content-Length"])
        body, heard = rest[:length], rest[length:]
        assert len(body) == length, data
        assert b"SERVER INTERNAL ERROR" not in body, data
        # In a list, requests without an id leave holes between the commas: the library's own fault.
        if headers[b"Content-Type"] == b"application/json" and body and not body.startswith(b"["):
            json.loads(body)
        count += 1
    return count


async def talk(automation: Automation, data: bytes) -> int:
    """One host, from its first word to the end of its connection; gives how many answers it got."""
    host = Host(data)
    may_wait = b"ait" in data or automation.memory.configuration["waitForSelectorTimeout"] > 0
    serving = asyncio.create_task(HttpServer(automation).serve(host))
    try:
        await asyncio.wait_for(serving, _PATIENCE_SECONDS)
    except StreamClosed:
        pass
    except asyncio.CancelledError:
        assert automation.has_ended, data
    except TimeoutError:
        assert may_wait, data
        automation.kill()
        await automation.gone()
    return check_answers(host.heard, data)


async def fuzz(count: int, seed: int) -> int:
    """So many requests; gives the number of answers."""
    mutator, answers = Mutator(seed), 0
    for start in range(0, count, _LIFETIME):
        automation = make_automation()
        for _ in range(min(_LIFETIME, count - start)):
            if automation.has_ended:
                automation = make_automation()
            answers += await talk(automation, mutator.request())
        automation.kill()
        await automation.gone()
    assert asyncio.all_tasks() == {asyncio.current_task()}
    return answers


def run(count: int, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    with asyncio.Runner(loop_factory=HurriedLoop) as runner:
        assert runner.run(fuzz(count, seed)) > count / 2
    assert [record.getMessage() for record in caplog.records] == []


@pytest.mark.slow
@pytest.mark.parametrize("method", ["count", "objInfoOfAllInstances"])
def test_counting_ends_where_no_instance_tells_the_matches_apart(method):
    selector = {
        "mask": 0x1000,
        "clickable": True,
        "childOrSibling": ["cousin"],
        "childOrSiblingSelector": [{"mask": 0}],
    }
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": [selector]}).encode()
    data = b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)

    async def ask() -> int:
        automation = make_automation()
        try:
            return await talk(automation, data)
        finally:
            automation.kill()
            await automation.gone()

    with asyncio.Runner(loop_factory=HurriedLoop) as runner:
        assert runner.run(ask()) == 1


def test_nonsense_does_not_hurt_the_server(caplog):
    run(3000, 1, caplog)


@pytest.mark.marathon
def test_much_nonsense_does_not_hurt_the_server(caplog):
    resource = pytest.importorskip("resource")
    run(5000, 2, caplog)  # by now, whatever is kept for good is there
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run(95_000, 3, caplog)
    grown_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown_kib < _ROOM_KIB
