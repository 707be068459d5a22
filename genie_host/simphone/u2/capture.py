"""Methods that look: hierarchy dump and screenshot."""

from __future__ import annotations

import base64

from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.method import MethodTable


def dump_window_hierarchy(
    automation: Automation, is_compressed: bool, max_depth: int = 50, active_only: bool = False
) -> str:
    """Every window's tree as XML, or only the active one's."""
    phone = automation.phone
    if phone.faults.take_empty_dump():
        phone.fault_fired("dump_empty")
        rotation = phone.world.rotation
        return f"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n<hierarchy rotation=\"{rotation}\" />"
    dump = phone.snapshots.hierarchy("u2", active_only=active_only, max_depth=max_depth)
    if phone.faults.dump_truncate is not None:
        phone.fault_fired("dump_truncate", fraction=phone.faults.dump_truncate)
        return dump[: int(len(dump) * phone.faults.dump_truncate)]
    return dump


def take_screenshot(automation: Automation, scale: float = 1.0, quality: int = 80) -> str | None:
    """JPEG in base64; null when there is no picture to be had."""
    phone = automation.phone
    if phone.faults.screenshot_none:
        phone.fault_fired("screenshot_none")
        return None
    return base64.b64encode(phone.snapshots.jpeg(scale, quality)).decode("ascii")


METHODS: MethodTable = {"dumpWindowHierarchy": dump_window_hierarchy, "takeScreenshot": take_screenshot}
