"""Methods that look: hierarchy dump and screenshot."""

from __future__ import annotations

import base64

from genie_host.simphone.faults.views import dumped, pictured
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.method import MethodTable


async def dump_window_hierarchy(
    automation: Automation, is_compressed: bool, max_depth: int = 50, active_only: bool = False
) -> str:
    """Every window's tree as XML, or only the active one's."""
    snapshots = automation.phone.snapshots
    return await dumped(
        automation.phone, "u2", lambda: snapshots.hierarchy("u2", active_only=active_only, max_depth=max_depth)
    )


async def take_screenshot(automation: Automation, scale: float = 1.0, quality: int = 80) -> str | None:
    """JPEG in base64; null when there is no picture to be had."""
    phone = automation.phone
    if phone.faults.screenshot_none:
        phone.fault_fired("screenshot_none")
        return None
    picture = await pictured(phone, lambda: phone.snapshots.jpeg(scale, quality))
    return base64.b64encode(picture).decode("ascii")


METHODS: MethodTable = {"dumpWindowHierarchy": dump_window_hierarchy, "takeScreenshot": take_screenshot}
