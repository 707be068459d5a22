"""The automation server's ``deviceInfo``: what one quick question tells of the phone. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from genie_host.core.errors import ServerDead
from genie_host.core.geometry import Size
from genie_host.phone.translate import UNREADABLE


@dataclass(frozen=True, kw_only=True)
class DeviceInfo:
    """The phone at this moment."""

    package: str
    """Of the window that changed last; empty when none has yet."""
    size: Size
    """Pixels of the current orientation."""
    rotation: int
    """Quarter turns, 0 to 3."""
    is_screen_on: bool


def parse_device_info(answer: Any) -> DeviceInfo:
    """Check and name the fields; raises ServerDead when they are not what the server sends."""
    if not isinstance(answer, Mapping):
        raise ServerDead(UNREADABLE)
    width, height = answer.get("displayWidth"), answer.get("displayHeight")
    if not isinstance(width, int) or not isinstance(height, int) or width <= 0 or height <= 0:
        raise ServerDead(UNREADABLE)
    return DeviceInfo(
        package=str(answer.get("currentPackageName") or ""),
        size=Size(width=width, height=height),
        rotation=int(answer.get("displayRotation") or 0) % 4,
        is_screen_on=answer.get("screenOn") is not False,
    )
