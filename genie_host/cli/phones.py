"""Which phone a command means."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from genie_host.core.errors import PhoneUnavailable, UsageError
from genie_host.phone.device_state import DeviceEntry, error_of_state

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
        return ready[0].serial
    if ready:
        serials = ", ".join(named(device) for device in ready)
        raise UsageError(f"Several phones are attached: {serials}. Say which one with --device SERIAL.")
    for device in devices:
        if (error := error_of_state(device.serial, device.state)) is not None:
            raise error
    if ask_for_simulated():
        return SIMULATED
    raise PhoneUnavailable(REMEDY)


def named(device: DeviceEntry) -> str:
    """Serial and model, as far as known."""
    return f"{device.serial} ({device.model})" if device.model else device.serial
