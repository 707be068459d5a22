"""Faults of the automation server, of what it shows, and of what it may do."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.simphone.faults.deed import FOR, Arguments, Deed, counter, delay, switch, turn_on
from genie_host.simphone.phone import SimPhone

_NOT_CONNECTED = "UiAutomation not connected!"


def _crash(phone: SimPhone, given: Arguments) -> None:
    turn_on(phone, "u2_crash_on", given["method"])


def _kill(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("u2_killed")
    phone.kill_u2()


def _hang(phone: SimPhone, given: Arguments) -> None:
    turn_on(phone, "u2_hang_on", given["method"], given[FOR], off=None)
    phone.faults.u2_hang_seconds = float(given["seconds"])


def _error(phone: SimPhone, given: Arguments) -> None:
    phone.faults.u2_error_on = (given["method"], given["class"], given["message"], given["count"])


def _truncate(phone: SimPhone, given: Arguments) -> None:
    turn_on(phone, "dump_truncate", float(given["fraction"]), given[FOR], off=None)


DEEDS: Mapping[str, Deed] = {
    "u2.crash": Deed(_crash, "RemoteDisconnected; the next call starts the server again", {"method": "*"}),
    "u2.kill": Deed(_kill, "the next call starts the server again"),
    "u2.hang": Deed(_hang, "the call blocks for so long", {"method": "*", "seconds": 15.0, FOR: 0.0}),
    "u2.error": Deed(
        _error,
        "the JSON-RPC error of that Java class",
        {"method": "*", "class": "java.lang.IllegalStateException", "message": _NOT_CONNECTED, "count": 1},
    ),
    "u2.http": counter("u2_http_errors", "HTTP 500; for ever: LaunchUiAutomationError, server not ready"),
    "u2.already_registered": switch("u2_busy", "AccessibilityServiceAlreadyRegisteredError"),
    "automation.taken": switch(
        "u2_busy", "another client holds the slot: no server starts, uiautomator dump is Killed"
    ),
    "u2.start_delay": delay("u2_start_seconds", "connecting takes so much longer", 5.0),
    "u2.survive_shell": switch("u2_survives", "stop_uiautomator waits its 10 s and returns as if stopped"),
    "dump.empty": counter("dump_empty", "a hierarchy without nodes"),
    "dump.truncate": Deed(_truncate, "XML that breaks off", {"fraction": 0.5, FOR: 0.0}),
    "dump.delay": delay("dump_delay_seconds", "dumps come so late", 2.0),
    "dump.stale": counter("dump_stale", "the former dump once more"),
    "tree.lag": counter("dump_lag", "after a navigation still the tree of the screen that was left"),
    "screenshot.none": switch("screenshot_none", "uiautomator2 falls back to screencap"),
    "screenshot.black": switch("screenshot_black", "a black picture"),
    "screenshot.sideways": switch("screenshot_sideways", "a picture turned by a quarter"),
    "screenshot.delay": delay("screenshot_delay_seconds", "pictures come so late", 2.0),
    "input.denied": switch("inject_denied", "SecurityException, INJECT_EVENTS"),
    "clipboard.denied": switch("clipboard_denied", "SecurityException: Package android does not belong to 2000"),
}
