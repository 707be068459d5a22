"""One run on one phone: held for us alone, put right, kept awake, and given back as it was, also after a crash."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import PhoneError, PhoneRejected, PhoneUnavailable
from genie_host.phone.accessibility import AccessibilityServices
from genie_host.phone.adb import HOST, AdbServer
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.awake import keep_awake
from genie_host.phone.doctor.report import Status
from genie_host.phone.doctor.visit import short_visit
from genie_host.phone.journal import Journal
from genie_host.phone.lease import Lease
from genie_host.phone.link import DeviceLink
from genie_host.phone.patience import DEFAULT_PATIENCE, Patience
from genie_host.phone.settings import BorrowedSettings
from genie_host.phone.shell import Shell

_NOBODYS = frozenset({"", "unknown", "0", "0123456789abcdef", "1234567890abcdef"})
"""Serial numbers that makers give to whole series."""
STILL_RUNS = (
    "Genie's automation server may still run on the phone, and other tools that automate it would be refused. "
    "The next run ends it."
)
_log = logging.getLogger(__name__)


@contextmanager
def phone_session(
    serial: str,
    *,
    adb: AdbServer,
    what: str,
    cancel: CancelToken,
    patience: Patience = DEFAULT_PATIENCE,
    on_notice: Callable[[str], None] = lambda words: None,
    folder: Path | None = None,
) -> Iterator[AdbPhone]:
    """The phone, ready. ``what`` is this run's name for whoever wants the phone meanwhile: ``genie run``.

    However many goals are run meanwhile, one automation server serves them all; one that a crashed run left behind is
    taken over. At the end it is told to stop, and made sure of.

    ``on_notice`` is told what a user should know, by another thread when it happens while nothing is asked.

    The screen is on and open: its user is told to unlock it, and waited for. Raises AutomationBusy with the holder's
    name, or whatever keeps the phone from being used.
    """
    with ExitStack() as stack:
        stack.callback(Lease.take(serial, what, folder=folder).release)
        link = DeviceLink(serial, adb, cancel=cancel, patience=patience)
        link.attach()
        shell = Shell(link)
        name = lasting_name(serial, shell)
        if name != serial:
            # The same phone by cable and by Wi-Fi has two serials.
            stack.callback(Lease.take(name, what, folder=folder).release)
        journal = Journal.of_phone(name, folder=folder)
        settings, services = BorrowedSettings(shell, journal), AccessibilityServices(shell, journal)
        if restored := settings.restore():
            on_notice(f"An earlier run ended early; these settings of the phone are as before again: {_list(restored)}")
        for finding in short_visit(adb, link, shell):
            if finding.status is Status.FAIL:
                raise finding.error()
            on_notice(finding.sentence)
        if enabled := services.note():
            on_notice(f"{', '.join(enabled)} may pause while Genie uses the phone, and works again afterwards.")
        # From here on the phone is not as it was: whatever happens, it is put right.
        stack.callback(_quietly, link, lambda: _give_back(settings, services, on_notice))
        _quietly(link, lambda: keep_awake(shell, settings), cancel)
        phone = AdbPhone(link, journal, on_frozen=on_notice)
        stack.callback(_quietly, link, lambda: _let_go(phone, on_notice))
        phone.start()
        _open_screen(phone, on_notice, patience.unlock_seconds)
        yield phone


def lasting_name(serial: str, shell: Shell) -> str:
    """What the phone is called whichever way it is connected; its serial at adb when it has no number of its own."""
    if serial.startswith((f"{HOST}:", "emulator-")):
        # Phones that live in this computer are known by their port; many of them give the same number.
        return serial
    number = shell.ask("getprop", "ro.serialno").text.strip()
    return serial if number.lower() in _NOBODYS else number


def _open_screen(phone: AdbPhone, on_notice: Callable[[str], None], seconds: float) -> None:
    """Nothing can be done on a phone that is dark or locked: wake it, and wait for its user where there is a lock."""
    try:
        phone.unlock(on_notice, seconds)
    except PhoneRejected as error:
        raise PhoneUnavailable(str(error)) from error


def _let_go(phone: AdbPhone, on_notice: Callable[[str], None]) -> None:
    if not phone.let_go():
        on_notice(STILL_RUNS)


def _give_back(settings: BorrowedSettings, services: AccessibilityServices, on_notice: Callable[[str], None]) -> None:
    if services.give_back():
        on_notice("The phone's accessibility services were off and are on again.")
    settings.restore()


def _quietly(link: DeviceLink, work: Callable[[], object], cancel: CancelToken | None = None) -> None:
    """What must not end a run. The user's *stop* does not keep a phone from being put right; the journal keeps what
    could not be done.
    """
    try:
        with link.obeying(cancel or CancelToken()):
            work()
    except (PhoneError, OSError) as error:
        _log.info("left for the next run: %s", error)


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(name.rpartition("/")[2].replace("_", " ") for name in names)
