"""Dumps and pictures of the screen as the faults let the host have them."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable

from PIL import Image

from genie_host.simphone.phone import SimPhone

_NO_NODES = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n<hierarchy rotation=\"{rotation}\" />"


async def dumped(phone: SimPhone, flavour: str, make: Callable[[], str]) -> str:
    """A hierarchy dump; ``make`` gives the true one."""
    phone.reached("dump")
    faults = phone.faults
    if faults.dump_delay_seconds:
        phone.fault_fired("dump_delay", seconds=faults.dump_delay_seconds)
        await asyncio.sleep(faults.dump_delay_seconds)
    if faults.take_empty_dump():
        phone.fault_fired("dump_empty")
        return _NO_NODES.format(rotation=phone.world.rotation)
    former = _former(phone, flavour)
    dump = make() if former is None else former
    if former is None:
        faults.last_dumps[flavour] = (_place(phone), dump)  # a dump that lags keeps its place, so that it may lag on
    if faults.after_dump is not None:
        change, faults.after_dump = faults.after_dump, None
        phone.fault_fired("after_dump")
        change(phone.world)
    if faults.dump_truncate is not None:
        phone.fault_fired("dump_truncate", fraction=faults.dump_truncate)
        return dump[: int(len(dump) * faults.dump_truncate)]
    return dump


async def pictured(phone: SimPhone, make: Callable[[], bytes]) -> bytes:
    """A picture of the screen, PNG or JPEG; ``make`` gives the true one."""
    phone.reached("screenshot")
    return await _spoiled(phone, make)


async def pictured_by_automation(phone: SimPhone, make: Callable[[], bytes]) -> bytes | None:
    """The same for the automation server, whose pictures may be null."""
    phone.reached("screenshot")
    if phone.faults.screenshot_none:
        phone.fault_fired("screenshot_none")
        return None
    return await _spoiled(phone, make)


async def _spoiled(phone: SimPhone, make: Callable[[], bytes]) -> bytes:
    faults = phone.faults
    if faults.screenshot_delay_seconds:
        phone.fault_fired("screenshot_delay", seconds=faults.screenshot_delay_seconds)
        await asyncio.sleep(faults.screenshot_delay_seconds)
    picture = make()
    if faults.screenshot_black:
        phone.fault_fired("screenshot_black")
        return _changed(picture, lambda image: Image.new("RGB", image.size))
    if faults.screenshot_sideways:
        phone.fault_fired("screenshot_sideways")
        return _changed(picture, lambda image: image.transpose(Image.Transpose.ROTATE_90))
    return picture


def _former(phone: SimPhone, flavour: str) -> str | None:
    """The dump before this one, when it comes again."""
    faults = phone.faults
    if flavour not in faults.last_dumps:
        return None
    place, dump = faults.last_dumps[flavour]
    for counter in ("dump_stale", "dump_lag"):
        if (counter == "dump_stale" or place != _place(phone)) and faults.take(counter):
            phone.fault_fired(counter)
            return dump
    return None


def _place(phone: SimPhone) -> tuple[str, str]:
    front = phone.world.foreground
    return front.package, f"{front.screen} {dict(phone.world.visit.args)}"


def _changed(picture: bytes, change: Callable[[Image.Image], Image.Image]) -> bytes:
    image = Image.open(io.BytesIO(picture))
    out = io.BytesIO()
    change(image.convert("RGB")).save(out, format=image.format)
    return out.getvalue()
