"""A phone over adb: the Phone protocol put together from the parts in this package."""

from __future__ import annotations

import logging
from collections.abc import Callable

from genie_host.core.cancel import CancelToken
from genie_host.core.screen import Observation
from genie_host.phone.adb import AdbServer
from genie_host.phone.capture import screenshot
from genie_host.phone.companion.identity import AppIdentities, AppIdentity
from genie_host.phone.effects import Effect, effect_between
from genie_host.phone.hands import Hands
from genie_host.phone.journal import Journal
from genie_host.phone.link import DeviceLink
from genie_host.phone.observer import Observer
from genie_host.phone.patience import DEFAULT_PATIENCE, Patience
from genie_host.phone.rpc import RpcClient
from genie_host.phone.shell import Shell
from genie_host.phone.u2_server import AutomationServer

_log = logging.getLogger(__name__)


class AdbPhone(Hands):
    """One phone, driven through adb and uiautomator2's server. From one thread at a time.

    Actions return nothing but what they alone know, for a look costs more than they do; ``effect_of`` looks.
    """

    def __init__(
        self, link: DeviceLink, journal: Journal | None = None, on_frozen: Callable[[str], None] = _log.warning
    ) -> None:
        """``journal``: where it is noted what of the phone must be put right again, also by a later run.

        ``on_frozen`` is told, by another thread, when the connection freezes while nothing is asked of the phone.
        """
        shell = Shell(link)
        self._vigil = link.vigil(on_frozen)
        self._server = AutomationServer(link, shell, journal)
        self._identities = AppIdentities(shell)
        rpc = RpcClient(link, self._server)
        super().__init__(link, rpc, shell, Observer(link, rpc, shell), journal)

    @classmethod
    def connect(
        cls,
        serial: str,
        *,
        adb: AdbServer,
        cancel: CancelToken | None = None,
        patience: Patience = DEFAULT_PATIENCE,
    ) -> AdbPhone:
        """Find the phone and start the automation server on it.

        Raises PhoneGone, PhoneOffline, PhoneUnauthorized, another PhoneUnavailable, AutomationBusy or ServerDead.
        ``cancel`` is checked before every call to the phone from then on.
        """
        link = DeviceLink(serial, adb, cancel=cancel or CancelToken(), patience=patience)
        link.attach()
        phone = cls(link)
        phone.start()
        return phone

    def start(self) -> None:
        """Start the automation server unless it runs. Raises AutomationBusy, ServerDead, PhoneTimeout and the like."""
        self._server.ensure_running()
        self._vigil.begin()

    @property
    def serial(self) -> str:
        return self._link.serial

    def observe(self, cancel: CancelToken | None = None) -> Observation:
        with self._link.obeying(cancel):
            return self._observer.observe()

    def app_identity(self, package: str) -> AppIdentity:
        return self._identities.of(package)

    def effect_of(self, action: Callable[[], object], before: Observation | None = None) -> Effect:
        """Do something, and answer with what it changed, or that it changed nothing.

            effect = phone.effect_of(lambda: phone.tap(switch.node.bounds.center))
            print(effect.sentence())  # Changed: 'Wi-Fi: on'.

        ``before``: the look that the action was decided on; without one there is another. Raises what the action does.
        """
        seen = before or self.observe()
        action()
        after = self.observe()
        return effect_between(seen, after, self.take_toast())

    def screenshot(self) -> bytes:
        return screenshot(self._rpc, self._shell, self._observer.device_info())

    def close(self) -> None:
        """Let go of the phone; the automation server ends when Genie started it."""
        self.let_go()

    def let_go(self) -> bool:
        """Close, and say whether the automation server is gone for sure; true also for one that is somebody else's."""
        self._vigil.end()
        self._bystander.close()
        self._rpc.close()
        with self._link.obeying(CancelToken()):
            return self._server.close()
