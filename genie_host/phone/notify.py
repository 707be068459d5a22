"""A line of Genie's own on the phone: a notification, the newest in the place of the last."""

from __future__ import annotations

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import PhoneRejected
from genie_host.phone.adb import AdbServer
from genie_host.phone.link import DeviceLink
from genie_host.phone.patience import DEFAULT_PATIENCE
from genie_host.phone.shell import Shell

TITLE = "Genie"
_TAG = "genie-voice"
_LONGEST = 200


def post_line(serial: str, adb: AdbServer, line: str) -> None:
    """Show it. Raises PhoneError, PhoneRejected for a phone whose shell knows no notifications."""
    link = DeviceLink(serial, adb, cancel=CancelToken(), patience=DEFAULT_PATIENCE)
    result = Shell(link).do("cmd", "notification", "post", "-t", TITLE, _TAG, line[:_LONGEST], is_secret=True)
    if result.exit_code:
        raise PhoneRejected("This phone shows no lines from a computer.")
