"""What adb says of a phone, as a record, and what to tell the user about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from genie_host.core.errors import PhoneGone, PhoneOffline, PhoneUnauthorized, PhoneUnavailable
from genie_host.phone.translate import UNAUTHORIZED

READY = "device"


@dataclass(frozen=True, kw_only=True)
class DeviceEntry:
    """One line of ``adb devices -l``."""

    serial: str
    state: str
    """``device``, ``offline``, ``unauthorized``, ``authorizing``, ``no permissions``, ``recovery`` ..."""
    model: str = ""

    @property
    def is_ready(self) -> bool:
        return self.state == READY


def parse_devices(listing: str) -> tuple[DeviceEntry, ...]:
    """Read ``host:devices-l``: serial, state (which may hold blanks), then ``key:value`` tags."""
    entries = []
    for line in listing.splitlines():
        serial, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if not rest:
            continue
        state = "no permissions" if rest.startswith("no permissions") else rest.split()[0]
        tags = dict(part.split(":", 1) for part in rest.split() if ":" in part)
        entries.append(DeviceEntry(serial=serial, state=state, model=tags.get("model", "").replace("_", " ")))
    return tuple(entries)


def state_of(serial: str, entries: Iterable[DeviceEntry]) -> str | None:
    """The state of one phone, None when it is not listed. Refuses to guess between two with the same serial."""
    states = [entry.state for entry in entries if entry.serial == serial]
    if len(states) > 1:
        raise PhoneUnavailable(f"Two phones answer to the serial {serial}. Unplug one of them.")
    return states[0] if states else None


def error_of_state(serial: str, state: str | None) -> PhoneUnavailable | None:
    """Why a phone in this state cannot be used; None when it can."""
    match state:
        case "device":
            return None
        case None:
            return PhoneGone(f"No phone {serial} is attached. Plug it in, switch on USB debugging, and try again.")
        case "unauthorized" | "authorizing":
            return PhoneUnauthorized(UNAUTHORIZED)
        case "no permissions":
            return PhoneUnavailable(
                "This computer may not open the phone's USB port. Add a udev rule for it, then plug it in again."
            )
        case "bootloader" | "recovery" | "rescue" | "sideload":
            return PhoneUnavailable(f"The phone is in {state} mode. Start Android on it, then try again.")
        case _:
            return PhoneOffline(
                f"The phone {serial} is attached but does not answer. Unplug it, plug it in again and unlock it."
            )
