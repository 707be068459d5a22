"""Starting the companion's activities, and what it means when the phone does not."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.core.errors import PhoneRejected
from genie_host.phone.shell import Shell

NOT_INSTALLED = "The companion app is not on the phone. Run: genie companion install"
_SECONDS = 15.0


def start_activity(shell: Shell, component: str, extras: Mapping[str, str], flags: Mapping[str, bool]) -> None:
    """Start one with extras that are text or truth. Raises PhoneRejected with a remedy, or another PhoneError."""
    words = [word for name, value in extras.items() for word in ("--es", name, value)]
    words += [word for name, flag in flags.items() for word in ("--ez", name, "true" if flag else "false")]
    # The request is in the command, so the command is in no log.
    result = shell.do("am", "start", "-n", component, *words, seconds=_SECONDS, is_secret=True)
    said = result.text + result.errors.decode("utf-8", errors="replace")
    if "does not exist" in said:
        raise PhoneRejected(NOT_INSTALLED)
    if "SecurityException" in said or "Permission Denial" in said:
        raise PhoneRejected(
            "The phone forbids this computer to start the companion app. In its developer options switch on "
            "'USB debugging (Security settings)' where there is such a switch."
        )
    if result.exit_code != 0 or "Error:" in said or "Error type" in said:
        raise PhoneRejected("The phone did not start the companion app. Restart the phone, then try again.")
