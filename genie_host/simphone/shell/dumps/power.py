"""``dumpsys power``, ``battery`` and ``deviceidle``."""

from __future__ import annotations

import re
from collections.abc import Mapping

from genie_host.simphone.battery import Battery
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.dumps.dump import Dump, truth

_KEYS = {"ac": "is_on_ac", "usb": "is_on_usb", "wireless": "is_on_wireless"}


def power(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys power``."""
    is_on = phone.world.is_screen_on
    return (
        "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n"
        f"  mWakefulness={'Awake' if is_on else 'Asleep'}\n"
        f"  mIsPowered={truth(phone.battery.is_charging)}\n  mBatteryLevel={phone.battery.level}\n"
        f"  mStayOn={truth(phone.battery.stays_on)}\n"
        f"  mHoldingWakeLockSuspendBlocker={truth(is_on)}\n"
        f"  mHoldingDisplaySuspendBlocker={truth(is_on)}\n"
        f"Display Power: state={'ON' if is_on else 'OFF'}\n"
    )


def battery(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys battery [set NAME VALUE | unplug | reset]``."""
    match arguments:
        case ["set", name, value, *_] if re.fullmatch(r"\d+", value):
            _set(phone.battery, name, int(value))
            return ""
        case ["unplug", *_]:
            phone.battery.unplug()
            return ""
        case ["reset", *_]:
            phone.battery.reset()
            return ""
    now = phone.battery
    return (
        "Current Battery Service state:\n"
        f"  AC powered: {truth(now.is_on_ac)}\n  USB powered: {truth(now.is_on_usb)}\n"
        f"  Wireless powered: {truth(now.is_on_wireless)}\n  Dock powered: false\n"
        "  Max charging current: 500000\n  Max charging voltage: 5000000\n  Charge counter: 3300000\n"
        f"  status: {now.status}\n  health: 2\n  present: true\n  level: {now.level}\n  scale: 100\n  voltage: 4100\n"
        "  temperature: 290\n  technology: Li-ion\n"
    )


def _set(battery: Battery, name: str, value: int) -> None:
    if name == "level":
        battery.level = min(100, value)
    elif name == "status":
        battery.status = value
    elif name in _KEYS:
        setattr(battery, _KEYS[name], bool(value))


def device_idle(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys deviceidle [whitelist [+PACKAGE]]``."""
    if arguments[:1] == ["whitelist"]:
        changes = [argument for argument in arguments[1:] if argument[:1] in "+-"]
        for change in changes:
            exempt = phone.battery.exempt
            (exempt.add if change[0] == "+" else exempt.discard)(change[1:])
        if changes:
            return "".join(f"{'Added' if change[0] == '+' else 'Removed'}: {change[1:]}\n" for change in changes)
        return "".join(f"user,{package},10101\n" for package in sorted(phone.battery.exempt))
    return "  mState=ACTIVE mLightState=ACTIVE\n  mDeepEnabled=true  mLightEnabled=true\n"


SERVICES: Mapping[str, Dump] = {"battery": battery, "deviceidle": device_idle, "power": power}
