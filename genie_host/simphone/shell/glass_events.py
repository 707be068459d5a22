"""``getevent``: what the touch screen itself sends. A person's finger is there; touches that a host injects are not.

By this a host can tell that somebody else holds the phone. Source: AOSP ``toolbox/getevent.c``, Linux
``input-event-codes.h``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply
from genie_host.simphone.world.events import Entry

_DEVICE = "/dev/input/event2"
_SYN, _KEY, _ABS = 0, 1, 3
_TYPES = {_SYN: "EV_SYN", _KEY: "EV_KEY", _ABS: "EV_ABS"}
_REPORT, _TOUCH, _X, _Y, _TRACKING = 0x00, 0x14A, 0x35, 0x36, 0x39
_CODES = {
    (_SYN, _REPORT): "SYN_REPORT",
    (_KEY, _TOUCH): "BTN_TOUCH",
    (_ABS, _X): "ABS_MT_POSITION_X",
    (_ABS, _Y): "ABS_MT_POSITION_Y",
    (_ABS, _TRACKING): "ABS_MT_TRACKING_ID",
}
_LIFTED = 0xFFFFFFFF
Event = tuple[int, int, int]
"""Type, code, value."""


async def get_event(call: Call) -> Reply:
    """``getevent [-lpqt]``: follows the touch screen until nobody reads any more."""
    if "q" not in call.flags():
        heading = f'add device 1: {_DEVICE}\n  name:     "sim_touchscreen"\n'
        await call.stdout(heading.encode())
    if "p" in call.flags() or "i" in call.flags():
        size = call.phone.world.natural_size
        return Reply(
            "  events:\n    ABS (0003): 0035  : value 0, min 0, max "
            f"{size.width - 1}, fuzz 0, flat 0, resolution 0\n                0036  : value 0, min 0, max "
            f"{size.height - 1}, fuzz 0, flat 0, resolution 0\n"
        )
    gone = call.streams.reader_gone or asyncio.Event()
    entries: asyncio.Queue[Entry] = asyncio.Queue()
    log = call.phone.world.log
    log.listen(entries.put_nowait)
    ending = asyncio.create_task(gone.wait())
    try:
        while True:
            coming = asyncio.create_task(entries.get())
            await asyncio.wait((coming, ending), return_when=asyncio.FIRST_COMPLETED)
            if not coming.done():
                coming.cancel()
                return OK
            for event in finger_events(coming.result()):
                await call.stdout(_written(event, call).encode())
    finally:
        ending.cancel()
        log.unlisten(entries.put_nowait)


def finger_events(entry: Entry) -> Iterator[Event]:
    """What the glass sends for an entry of the event log; nothing unless a person touched it."""
    if entry["kind"] != "person" or entry["does"] not in ("tap", "swipe"):
        return
    start = entry.get("start") or [entry.get("x", 0), entry.get("y", 0)]
    yield from ((_ABS, _TRACKING, int(entry["seq"])), (_KEY, _TOUCH, 1))
    for x, y in [start, entry["end"]] if "end" in entry else [start]:
        yield from ((_ABS, _X, int(x)), (_ABS, _Y, int(y)), (_SYN, _REPORT, 0))
    yield from ((_ABS, _TRACKING, _LIFTED), (_KEY, _TOUCH, 0), (_SYN, _REPORT, 0))


def _written(event: Event, call: Call) -> str:
    kind, code, value = event
    flags = call.flags()
    time = f"[{call.phone.world.now:15.6f}] " if "t" in flags else ""
    if "l" not in flags:
        return f"{time}{_DEVICE}: {kind:04x} {code:04x} {value:08x}\n"
    word = ("DOWN" if value else "UP") if kind == _KEY else f"{value:08x}"
    return f"{time}{_DEVICE}: {_TYPES[kind]:<12} {_CODES[kind, code]:<20} {word:<20}\n"


COMMANDS: CommandTable = {"getevent": get_event}
