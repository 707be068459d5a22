"""``dumpsys window``, ``trust`` and ``SurfaceFlinger``."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.dumps.display import DISPLAY_ID
from genie_host.simphone.shell.dumps.dump import Dump, front_component, front_record, truth
from genie_host.simphone.world.nodes import Window

_TYPES = {
    "application": "BASE_APPLICATION",
    "application_starting": "APPLICATION_STARTING",
    "dialog": "APPLICATION",
    "input_method": "INPUT_METHOD",
    "keyguard": "NOTIFICATION_SHADE",
    "navigation_bar": "NAVIGATION_BAR",
    "notification_shade": "NOTIFICATION_SHADE",
    "popup": "APPLICATION_PANEL",
    "status_bar": "STATUS_BAR",
    "system_alert": "SYSTEM_ALERT",
    "toast": "TOAST",
}
"""The window manager's words for types."""


def window(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys window [windows | displays | policy | lastanr]``."""
    part = next((argument for argument in arguments if not argument.startswith("-")), "")
    shown = phone.world.windows()
    match part:
        case "windows" | "w":
            return _windows(phone, shown) + _focus(phone, shown) + _keyguard(phone)
        case "displays" | "d":
            return _displays(phone) + _focus(phone, shown)
        case "policy" | "p":
            return _policy(phone)
        case "lastanr" | "a":
            return "WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>\n"
    return _policy(phone) + _displays(phone) + _windows(phone, shown) + _focus(phone, shown) + _keyguard(phone)


def _name(phone: SimPhone, shown: Window) -> str:
    """Each window has a number of its own that stays while it is up."""
    title = shown.title or front_component(phone)
    return f"Window{{{0xA1B2C3 + sum(title.encode()):x} u0 {title}}}"


def _windows(phone: SimPhone, windows: list[Window]) -> str:
    lines = ["WINDOW MANAGER WINDOWS (dumpsys window windows)"]
    for number, shown in enumerate(reversed(windows)):
        flags = "fl=SECURE " if shown.secure else ""
        flags += "" if shown.focusable else "fl=NOT_FOCUSABLE "
        bounds = shown.root.bounds
        lines += [
            f"  Window #{number} {_name(phone, shown)}:",
            f"    mDisplayId={shown.display} rootTaskId=12 mSession=Session{{5f1c5a4 1423:u0a10101}}",
            f"    mOwnerUid=10101 showForAllUsers=false package={shown.root.package} appop=NONE",
            f"    mAttrs={{(0,0)(fillxfill) sim={{adjust=resize}} ty={_TYPES[shown.type]} {flags}}}".replace(" }", "}"),
            f"    Frames: parent=[0,0][{bounds.right},{bounds.bottom}] frame=[{bounds.left},{bounds.top}]"
            f"[{bounds.right},{bounds.bottom}]",
            "    isOnScreen=true",
            "    isVisible=true",
        ]
    return "\n".join(lines) + "\n"


def _focus(phone: SimPhone, windows: list[Window]) -> str:
    focused = next((shown for shown in reversed(windows) if shown.focusable), None)
    name = _name(phone, focused) if focused is not None else "null"
    app = front_record(phone) if focused is not None else "null"
    keyboard = next((shown for shown in windows if shown.type == "input_method"), None)
    target = f"  mInputMethodTarget={name}\n  mInputMethodWindow={_name(phone, keyboard)}\n" if keyboard else ""
    return f"{target}  mCurrentFocus={name}\n  mFocusedApp={app}\n"


def _keyguard(phone: SimPhone) -> str:
    locked = truth(phone.world.is_locked)
    return f"  mDreamingLockscreen={locked}\n  isKeyguardShowing={locked}\n"


def _displays(phone: SimPhone) -> str:
    world = phone.world
    natural, size = world.natural_size, world.size
    return (
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n"
        f"  Display: mDisplayId=0 (organized)\n    init={natural.width}x{natural.height} {world.profile.density}dpi "
        f"cur={size.width}x{size.height} app={size.width}x{size.height}\n"
        f"    mRotation=ROTATION_{world.rotation * 90} mLastOrientation={world.rotation}\n"
    )


def _policy(phone: SimPhone) -> str:
    is_on, locked = phone.world.is_screen_on, truth(phone.world.is_locked)
    return (
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)\n"
        f"    mSystemReady=true mSystemBooted=true\n    mAwake={truth(is_on)}\n"
        f"    mScreenOnEarly={truth(is_on)} mScreenOnFully={truth(is_on)}\n"
        f"    interactiveState={'INTERACTIVE_STATE_AWAKE' if is_on else 'INTERACTIVE_STATE_SLEEP'}\n"
        f"    screenState=SCREEN_STATE_{'ON' if is_on else 'OFF'}\n"
        f"    KeyguardServiceDelegate\n      showing={locked}\n      inputRestricted={locked}\n"
        f"      KeyguardStateMonitor\n        mIsShowing={locked}\n        mInputRestricted={locked}\n"
        f"        mSimSecure=false\n"
    )


def surface_flinger(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys SurfaceFlinger [--display-id | --list]``."""
    if "--list" in arguments:
        return "".join(f"{shown.title}#{number}\n" for number, shown in enumerate(phone.world.windows()))
    return f'Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=SIM displayName="SIM_display_0"\n'


def trust(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys trust``: whether the device is locked."""
    locked = int(phone.world.is_locked)
    return (
        'Trust manager state:\n User "Owner" (id=0, flags=0x4c13) (current): trustState=UNTRUSTED, trustManaged=0, '
        f"deviceLocked={locked}, isActiveUnlockRunning=0, strongAuthRequired=0x0\n"
    )


SERVICES: Mapping[str, Dump] = {"SurfaceFlinger": surface_flinger, "trust": trust, "window": window}
