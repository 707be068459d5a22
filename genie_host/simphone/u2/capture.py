"""Methods that look: hierarchy dump and screenshot."""

from __future__ import annotations

import base64
import io
from urllib.parse import parse_qs

from PIL import Image

from genie_host.simphone.faults.views import dumped, pictured, pictured_by_automation
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.compression import compressed
from genie_host.simphone.u2.java import BOOLEAN, FLOAT, INT, STRING, null_pointer
from genie_host.simphone.u2.method import MethodTable, overload
from genie_host.simphone.world.xml import hierarchy_xml

_DEFAULT_DEPTH = 50
_DEEPEST = 100
"""No screen is deeper, so that all deeper dumps are one."""
_USUAL_PICTURE = (1.0, 80)
_FILES = "/data/user_de/0/com.android.shell/files"


async def dump_window_hierarchy(
    automation: Automation, is_compressed: bool, max_depth: int = _DEFAULT_DEPTH, active_only: bool = False
) -> str:
    """Every window's tree as XML, or only the active one's. At depth 0 there are the roots alone."""
    phone = automation.phone
    automation.memory.is_compressed = is_compressed
    levels = max(0, min(max_depth, _DEEPEST)) + 1

    def make() -> str:
        if not is_compressed:
            return phone.snapshots.hierarchy("u2", active_only=active_only, max_depth=levels)
        return hierarchy_xml(phone.world, active_only=active_only, max_depth=levels, shown=compressed)

    return await dumped(phone, "u2", make)


async def take_screenshot(automation: Automation, scale: float, quality: int) -> str | None:
    """JPEG in base64; null when there is no picture to be had."""
    picture = await _picture(automation, scale, quality)
    return base64.b64encode(picture).decode("ascii") if picture is not None else None


async def take_screenshot_to_file(automation: Automation, name: str | None, scale: float, quality: int) -> str | None:
    """A picture in a file among the server's own; its path, or null when there is no picture to be had."""
    if name is None:
        raise null_pointer("Attempt to invoke virtual method 'boolean java.lang.String.isEmpty()' on a null reference")
    picture = await _picture(automation, scale, quality)
    if picture is None:
        return None
    path = f"{_FILES}/{name}"
    automation.phone.files.write(path, picture)
    return path


async def screenshot_png(automation: Automation, query: str) -> bytes:
    """The whole screen as PNG, smaller when the query has a ``scale``; a quality means nothing to PNG."""
    picture = await pictured(automation.phone, automation.phone.snapshots.png)
    try:
        scale = float(parse_qs(query).get("scale", ["1"])[0])
    except ValueError:
        scale = 1.0
    if not 0 < scale < 1:
        return picture
    image, out = Image.open(io.BytesIO(picture)), io.BytesIO()
    width, height = (max(1, round(side * scale)) for side in image.size)
    image.resize((width, height)).save(out, format="PNG")
    return out.getvalue()


async def _picture(automation: Automation, scale: float, quality: int) -> bytes | None:
    phone = automation.phone
    scale, quality = scale if 0 < scale <= 1 else 1.0, max(1, min(quality, 100))

    def make() -> bytes:
        # Only the picture that everybody asks for is kept: kept in all sizes, pictures would fill the memory.
        if (scale, quality) == _USUAL_PICTURE:
            return phone.snapshots.jpeg(scale, quality)
        return phone.snapshots.jpeg_once(scale, quality)

    return await pictured_by_automation(phone, make)


METHODS: MethodTable = {
    "dumpWindowHierarchy": (
        overload(dump_window_hierarchy, BOOLEAN),
        overload(dump_window_hierarchy, BOOLEAN, INT),
        overload(dump_window_hierarchy, BOOLEAN, INT, BOOLEAN),
    ),
    "takeScreenshot": (
        overload(take_screenshot, FLOAT, INT),
        overload(take_screenshot_to_file, STRING, FLOAT, INT),
    ),
}
