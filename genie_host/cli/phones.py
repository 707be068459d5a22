"""Which phone a command means."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from genie_host.core.errors import PhoneUnavailable, UsageError
from genie_host.phone.device_state import DeviceEntry, error_of_state, is_shared

SIMULATED = "sim"
"""What ``--device`` calls the simulated phone."""

NONE_ATTACHED = "No phone is attached"
REMEDY = (
    f"{NONE_ATTACHED}. Plug one in with USB debugging on and accept the question on its screen, "
    f"or use the simulated phone: --device {SIMULATED}"
)


def choose_serial(devices: Sequence[DeviceEntry], ask_for_simulated: Callable[[], bool]) -> str:
    """The only phone there is, or ``sim`` when there is none and the user wants that.

    Raises PhoneUnavailable when there is none or it is not ready, UsageError when there are several.
    """
    ready = [device for device in devices if device.is_ready]
    if len(ready) == 1:
        return lone_name(ready[0], devices)
    if ready:
        serials = ", ".join(named(device, devices) for device in ready)
        raise UsageError(f"Several phones are attached: {serials}. Say which one with --device SERIAL.")
    for device in devices:
        if (error := error_of_state(device.serial, device.state)) is not None:
            raise error
    if ask_for_simulated():
        return SIMULATED
    raise PhoneUnavailable(REMEDY)


def named(device: DeviceEntry, others: Sequence[DeviceEntry] = ()) -> str:
    """What ``--device`` takes, and the model as far as known."""
    name = lone_name(device, others)
    return f"{name} ({device.model})" if device.model else name


def lone_name(device: DeviceEntry, others: Sequence[DeviceEntry]) -> str:
    """The serial, or where it is plugged in when another phone has the same serial."""
    return device.names[1] if is_shared(device, others) and len(device.names) > 1 else device.serial
