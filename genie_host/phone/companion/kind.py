"""Whether a phone is a real one. An approval on one that is not is worth no more than a test's."""

from __future__ import annotations

from genie_host.phone.adb import HOST
from genie_host.phone.shell import Shell

SIMULATED_PROPERTY = "ro.genie.simulated"
_EMULATED_PROPERTIES = ("ro.boot.qemu", "ro.kernel.qemu")


def is_real(serial: str, shell: Shell) -> bool:
    """Only what lives in this computer and says so itself is not."""
    if serial.startswith(f"{HOST}:"):
        names: tuple[str, ...] = (SIMULATED_PROPERTY, *_EMULATED_PROPERTIES)
    elif serial.startswith("emulator-"):
        names = _EMULATED_PROPERTIES
    else:
        return True
    return all(shell.ask("getprop", name).text.strip() != "1" for name in names)
