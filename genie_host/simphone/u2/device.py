"""Methods about the phone as a whole: information, power, rotation, panels, toasts, waits, a shell command."""

from __future__ import annotations

import asyncio
from typing import Any

from genie_host.simphone.u2.automation import CONFIGURATION, Automation
from genie_host.simphone.u2.java import BOOLEAN, INT, LONG, STRING, JavaException, bean, null_pointer
from genie_host.simphone.u2.lookup import active_root, wait_until
from genie_host.simphone.u2.method import MethodTable, only

_DP = 160
"""Density at which a pixel is a dp."""
_ROTATIONS = {"natural": 0, "n": 0, "left": 1, "l": 1, "right": 3, "r": 3}
_QUIET_MS = 500
"""How long nothing may happen for a phone to count as idle."""
_NOT_FOUND = 127
"""A shell's exit status when there is no such program."""
CONFIGURATOR = bean(
    "com.wetest.uia2.stub.ConfiguratorInfo",
    {name: INT if name == "uiAutomationFlags" else LONG for name in CONFIGURATION},
)


def ping(automation: Automation) -> str:
    """Is anybody there."""
    return "pong"


def device_info(automation: Automation) -> dict[str, Any]:
    """Size, rotation and the package of the active window."""
    phone, world = automation.phone, automation.phone.world
    root, size, scale = active_root(automation), world.size, world.profile.density / _DP
    return {
        "currentPackageName": root.package if root is not None else None,
        "displayHeight": size.height,
        "displayRotation": world.rotation,
        "displaySizeDpX": round(size.width / scale),
        "displaySizeDpY": round(size.height / scale),
        "displayWidth": size.width,
        "productName": phone.properties["ro.product.name"],
        "screenOn": world.is_screen_on,
        "sdkInt": int(phone.properties["ro.build.version.sdk"]),
        "naturalOrientation": world.rotation % 2 == 0,
    }


def wake_up(automation: Automation) -> None:
    """Turn the screen on."""
    automation.phone.world.wake()


def sleep(automation: Automation) -> None:
    """Turn the screen off."""
    automation.phone.world.sleep()


def is_screen_on(automation: Automation) -> bool:
    """Whether the screen is on."""
    return automation.phone.world.is_screen_on


def set_orientation(automation: Automation, orientation: str | None) -> None:
    """``natural``, ``left`` or ``right``, held there; the jar ignores everything else, ``upsidedown`` too."""
    if orientation is None:
        raise null_pointer("Attempt to invoke virtual method 'java.lang.String.toLowerCase()' on a null reference")
    turns = _ROTATIONS.get(orientation.lower())
    if turns is not None:
        freeze_rotation(automation, True)
        automation.phone.world.set_rotation(turns)


def freeze_rotation(automation: Automation, is_frozen: bool) -> None:
    """Hold the screen as it is, or let it turn with the phone again."""
    automation.phone.world.switch("auto_rotate", not is_frozen)


def get_last_toast(automation: Automation) -> str | None:
    """Text of the last toast."""
    return automation.phone.world.toast


def clear_last_toast(automation: Automation) -> None:
    """Forget the last toast."""
    automation.phone.world.toast = None


def nothing_traversed(automation: Automation) -> None:
    """``getLastTraversedText`` and ``clearLastTraversedText``: there is no such text."""


def launch_app(automation: Automation, package: str | None) -> bool:
    """Open an app; false when it is not installed."""
    return automation.phone.world.start_app(package or "")


def open_notification(automation: Automation) -> bool:
    """Pull the notification shade down; true even when there is none to be had, as over the lock screen."""
    if automation.phone.world.system.shade == "closed":
        automation.phone.world.open_shade()
    return True


def open_quick_settings(automation: Automation) -> bool:
    """Pull the quick settings down; true whatever comes of it."""
    automation.phone.world.open_quick_settings()
    return True


async def wait_for_idle(automation: Automation, timeout_ms: int) -> None:
    """Wait until nothing happened for a while, at most so long."""
    await automation.phone.hand.pause(max(0, min(timeout_ms, _QUIET_MS)))


async def wait_for_window_update(automation: Automation, package: str | None, timeout_ms: int) -> bool:
    """Wait until the active window changes; false at once when it is another package's."""
    root, snapshots = active_root(automation), automation.phone.snapshots
    if package is not None and (root is None or root.package != package):
        return False
    before = snapshots.hierarchy("u2", active_only=True)

    async def is_other() -> bool:
        return snapshots.hierarchy("u2", active_only=True) != before

    return await wait_until(automation, is_other, timeout_ms)


async def execute_shell_command(automation: Automation, command: str | None, timeout_ms: int) -> dict[str, Any]:
    """Run a program with arguments, without a shell between; -1 when there is none, or it takes too long."""
    if command is None:
        raise null_pointer("Attempt to invoke virtual method 'int java.lang.String.length()' on a null reference")
    words = command.split()
    if not words:
        raise JavaException("java.lang.IllegalArgumentException", "Empty command")
    if automation.run_shell is None:
        return _no_program(words[0])
    try:
        async with asyncio.timeout(max(0, timeout_ms) / 1000):
            output, errors, status = await automation.run_shell(words)
    except TimeoutError:
        return {"returnCode": -1, "stderr": "", "stdout": ""}
    return _no_program(words[0]) if status == _NOT_FOUND else {"returnCode": status, "stderr": errors, "stdout": output}


def _no_program(name: str) -> dict[str, Any]:
    message = f'Exception occurred: Cannot run program "{name}": error=2, No such file or directory'
    return {"returnCode": -1, "stderr": message, "stdout": ""}


def get_configurator(automation: Automation) -> dict[str, int]:
    """Time-outs in milliseconds."""
    return dict(automation.memory.configuration)


def set_configurator(automation: Automation, configuration: dict[str, int]) -> dict[str, int]:
    """Change the time-outs, those that are left out to zero; gives what holds now."""
    automation.memory.configuration = {name: configuration.get(name, 0) for name in CONFIGURATION}
    return get_configurator(automation)


METHODS: MethodTable = {
    "clearLastToast": only(clear_last_toast),
    "clearLastTraversedText": only(nothing_traversed),
    "deviceInfo": only(device_info),
    "executeShellCommand": only(execute_shell_command, STRING, LONG),
    "freezeRotation": only(freeze_rotation, BOOLEAN),
    "getConfigurator": only(get_configurator),
    "getLastToast": only(get_last_toast),
    "getLastTraversedText": only(nothing_traversed),
    "isScreenOn": only(is_screen_on),
    "launchApp": only(launch_app, STRING),
    "openNotification": only(open_notification),
    "openQuickSettings": only(open_quick_settings),
    "ping": only(ping),
    "setConfigurator": only(set_configurator, CONFIGURATOR),
    "setOrientation": only(set_orientation, STRING),
    "sleep": only(sleep),
    "waitForIdle": only(wait_for_idle, LONG),
    "waitForWindowUpdate": only(wait_for_window_update, STRING, LONG),
    "wakeUp": only(wake_up),
}
