"""One phone's companion, for whoever installs it, asks after it, or makes it known."""

from __future__ import annotations

from dataclasses import dataclass

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import MessageMalformed, PhoneRejected
from genie_host.core.gap.enrolling import Status
from genie_host.phone.adb import AdbServer
from genie_host.phone.companion import provider
from genie_host.phone.companion.channel import CompanionOpener
from genie_host.phone.companion.kind import is_real
from genie_host.phone.link import DeviceLink
from genie_host.phone.patience import DEFAULT_PATIENCE, SIMULATED_PATIENCE
from genie_host.phone.session import lasting_name
from genie_host.phone.shell import Shell


@dataclass(frozen=True, kw_only=True)
class CompanionClient:
    """A connection of its own to a phone, beside the run's."""

    link: DeviceLink
    adb: AdbServer
    shell: Shell
    name: str
    """The phone's lasting name."""
    is_real: bool

    @classmethod
    def connect(
        cls, serial: str, adb: AdbServer, cancel: CancelToken, *, is_simulated: bool = False
    ) -> CompanionClient:
        """Raises what keeps the phone from being used."""
        patience = SIMULATED_PATIENCE if is_simulated else DEFAULT_PATIENCE
        link = DeviceLink(serial, adb, cancel=cancel, patience=patience)
        link.attach()
        shell = Shell(link)
        return cls(link=link, adb=adb, shell=shell, name=lasting_name(serial, shell), is_real=is_real(serial, shell))

    @property
    def opener(self) -> CompanionOpener:
        """Makes channels for requests."""
        return CompanionOpener(self.link, self.adb)

    def status(self) -> Status:
        """What the companion says of itself. Raises PhoneError."""
        try:
            return Status.read(provider.call(self.shell, "status"))
        except MessageMalformed as error:
            raise PhoneRejected("The companion app on the phone gave a status that makes no sense.") from error

    def build(self) -> str:
        """The phone's build fingerprint."""
        return self.shell.ask("getprop", "ro.build.fingerprint").text.strip()[:200]
