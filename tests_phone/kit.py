"""What a check holds in its hands: one phone, at every level of the driver."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from genie_host.core.cancel import CancelToken
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.link import DeviceLink
from genie_host.phone.patience import DEFAULT_PATIENCE, Patience
from genie_host.phone.rpc import RpcClient
from genie_host.phone.shell import Shell
from genie_host.phone.u2_server import AutomationServer


@dataclass(frozen=True, kw_only=True)
class Kit:
    """One phone. The automation server is shared by all that is in here."""

    serial: str
    adb: AdbServer
    phone: AdbPhone
    link: DeviceLink
    shell: Shell
    server: AutomationServer
    rpc: RpcClient

    def ask(self, *arguments: str) -> str:
        """What a shell command prints, stripped."""
        return self.shell.ask(*arguments).text.strip()

    def ask_property(self, name: str) -> str:
        """One property of the build."""
        return self.ask("getprop", name)

    def setting(self, namespace: str, name: str) -> str:
        """One entry of the phone's settings."""
        return self.ask("settings", "get", namespace, name)


@contextmanager
def opened(serial: str, adb: AdbServer, patience: Patience = DEFAULT_PATIENCE) -> Iterator[Kit]:
    """Connect; what was started on the phone is ended again."""
    phone = AdbPhone.connect(serial, adb=adb, patience=patience)
    try:
        link = DeviceLink(serial, adb, cancel=CancelToken(), patience=patience)
        shell = Shell(link)
        server = AutomationServer(link, shell)
        rpc = RpcClient(link, server)
        try:
            yield Kit(serial=serial, adb=adb, phone=phone, link=link, shell=shell, server=server, rpc=rpc)
        finally:
            rpc.close()
            server.close()
    finally:
        phone.close()
