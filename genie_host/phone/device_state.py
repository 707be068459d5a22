"""What adb says of a phone, as a record, and what to tell the user about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from genie_host.core.errors import PhoneGone, PhoneOffline, PhoneUnauthorized, PhoneUnavailable
from genie_host.phone.translate import UNAUTHORIZED

READY = "device"
BY_TRANSPORT = "transport:"
BY_PORT = "usb:"
_NAMELESS = "(no serial number)"


@dataclass(frozen=True, kw_only=True)
class DeviceEntry:
    """One line of ``adb devices -l``."""

    serial: str
    state: str
    """``device``, ``offline``, ``unauthorized``, ``authorizing``, ``no permissions``, ``recovery`` ..."""
    model: str = ""
    usb_port: str = ""
    """``usb:1-4.2``: where it is plugged in; stays when the phone comes back, also for twins."""
    transport_id: int = 0
    """adb's own number for the connection; another one after each reconnect."""

    @property
    def is_ready(self) -> bool:
        return self.state == READY

    @property
    def names(self) -> tuple[str, ...]:
        """What it may be called by, the lasting names first."""
        others = (self.usb_port, f"{BY_TRANSPORT}{self.transport_id}" if self.transport_id else "")
        return (self.serial, *(name for name in others if name))


def parse_devices(listing: str) -> tuple[DeviceEntry, ...]:
    """Read ``host:devices-l``: serial, state (which may hold blanks), then ``key:value`` tags. Never raises: a line
    that makes no sense does not hide the other phones.
    """
    entries = []
    for line in listing.splitlines():
        serial, rest = _split_serial(line.strip())
        if not rest:
            continue
        state = "no permissions" if rest.startswith("no permissions") else rest.split()[0]
        tags = dict(part.split(":", 1) for part in rest.split() if ":" in part)
        number = tags.get("transport_id", "")
        entries.append(
            DeviceEntry(
                serial=serial,
                state=state,
                model=tags.get("model", "").replace("_", " "),
                usb_port=f"{BY_PORT}{tags['usb']}" if "usb" in tags else "",
                transport_id=int(number) if number.isdecimal() else 0,
            )
        )
    return tuple(entries)


def _split_serial(line: str) -> tuple[str, str]:
    """A phone without a serial number is listed as ``(no serial number)``."""
    if line.startswith(_NAMELESS):
        return _NAMELESS, line[len(_NAMELESS) :].strip()
    serial, _, rest = line.partition(" ")
    return serial, rest.strip()


def is_network(name: str) -> bool:
    """Whether a phone's name is an address, ``192.168.1.5:5555``, that adb can be told to connect to."""
    return ":" in name and not name.startswith((BY_TRANSPORT, BY_PORT))


def find_entry(name: str, entries: Iterable[DeviceEntry]) -> DeviceEntry | None:
    """The phone of that name; None when it is not listed. Refuses to guess between two with the same serial."""
    found = [entry for entry in entries if name in entry.names]
    if len(found) > 1:
        others = " or ".join(entry.names[1] for entry in found if len(entry.names) > 1)
        advice = f"Say which with --device {others}" if others else "Unplug one of them"
        raise PhoneUnavailable(f"Two phones answer to the serial {name}. {advice}.")
    return found[0] if found else None


def is_shared(entry: DeviceEntry, entries: Iterable[DeviceEntry]) -> bool:
    """Whether another phone has the same serial, so that the serial cannot address it."""
    return sum(other.serial == entry.serial for other in entries) > 1


def error_of_state(serial: str, state: str | None) -> PhoneUnavailable | None:
    """Why a phone in this state cannot be used; None when it can."""
    match state:
        case "device":
            return None
        case None if is_network(serial):
            return PhoneGone(
                f"No phone {serial} is connected. Switch on Wireless debugging, then: genie connect {serial}"
            )
        case None:
            return PhoneGone(f"No phone {serial} is attached. Plug it in, switch on USB debugging, and try again.")
        case "unauthorized":
            return PhoneUnauthorized(UNAUTHORIZED)
        case "authorizing":
            return PhoneUnauthorized(
                "The phone and this computer are still making each other's acquaintance. Unlock the phone and look for "
                "the USB debugging prompt; if none comes, revoke USB debugging authorisations in the developer options."
            )
        case "no permissions":
            return PhoneUnavailable(
                "This computer may not open the phone's USB port. Add a udev rule for it, then plug it in again."
            )
        case "bootloader" | "recovery" | "rescue" | "sideload":
            return PhoneUnavailable(f"The phone is in {state} mode. Start Android on it, then try again.")
        case "host":
            return PhoneUnavailable(f"{serial} is a computer that acts as a host, not a phone. Attach a phone.")
        case "connecting":
            return PhoneOffline(f"The phone {serial} is just being connected. Wait a few seconds, then try again.")
        case "detached":
            return PhoneOffline(f"Another program uses the phone {serial}. Close it, or run: adb -s {serial} attach")
        case _:
            again = f"run: genie connect {serial}" if is_network(serial) else "plug it in again and unlock it"
            first = "Unlock it, check its Wi-Fi, then" if is_network(serial) else "Unplug it,"
            return PhoneOffline(f"The phone {serial} is attached but does not answer. {first} {again}.")
