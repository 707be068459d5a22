"""A phone over adb: the Phone protocol put together from the parts in this package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from genie_host.core.cancel import CancelToken
from genie_host.core.geometry import Bounds, Point
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.phone.adb import AdbServer
from genie_host.phone.apps import Apps
from genie_host.phone.capture import screenshot
from genie_host.phone.gestures import Gestures
from genie_host.phone.link import DeviceLink
from genie_host.phone.observer import Observer
from genie_host.phone.patience import DEFAULT_PATIENCE, Patience
from genie_host.phone.phone import InstalledApp, ScrollDirection
from genie_host.phone.rpc import RpcClient
from genie_host.phone.shell import Shell
from genie_host.phone.text_input import TextInput
from genie_host.phone.u2_server import AutomationServer


class AdbPhone:
    """One phone, driven through adb and uiautomator2's server. From one thread at a time."""

    def __init__(self, link: DeviceLink) -> None:
        self._link = link
        self._shell = Shell(link)
        self._server = AutomationServer(link, self._shell)
        self._rpc = RpcClient(link, self._server)
        self._observer = Observer(link, self._rpc, self._shell)
        self._gestures = Gestures(link, self._rpc)
        self._text = TextInput(link, self._rpc, self._gestures)
        self._apps = Apps(link, self._shell, self._observer)

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
        phone._server.ensure_running()
        return phone

    @property
    def serial(self) -> str:
        return self._link.serial

    def observe(self, cancel: CancelToken | None = None) -> Observation:
        with self._link.obeying(cancel):
            return self._observer.observe()

    def tap(self, point: Point) -> None:
        with self._acting():
            self._gestures.tap(point)

    def long_press(self, point: Point, duration_ms: int = 800) -> None:
        with self._acting():
            self._gestures.long_press(point, duration_ms)

    def swipe(self, start: Point, end: Point, duration_ms: int = 300) -> None:
        with self._acting():
            self._gestures.swipe(start, end, duration_ms)

    def scroll(self, direction: ScrollDirection, area: Bounds | None = None) -> None:
        size = self._observer.device_info().size
        with self._acting():
            self._gestures.scroll(direction, area, size)

    def type_text(self, text: str, field: AccessibilityNode | None = None) -> str:
        with self._acting():
            return self._text.type_text(text, field)

    def press_key(self, key: str) -> None:
        with self._acting():
            self._gestures.press_key(key)

    def go_back(self) -> None:
        self.press_key("back")

    def go_home(self) -> None:
        self.press_key("home")

    def installed_apps(self) -> tuple[InstalledApp, ...]:
        return self._apps.installed()

    def open_app(self, name: str) -> str:
        with self._acting():
            return self._apps.open(name)

    def screenshot(self) -> bytes:
        return screenshot(self._rpc, self._shell, self._observer.device_info())

    def close(self) -> None:
        """Let go of the phone; the automation server ends when this object started it."""
        self._rpc.close()
        with self._link.obeying(CancelToken()):
            self._server.close()

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """Whatever becomes of an action, the next look waits for the screen to show it."""
        try:
            yield
        finally:
            self._observer.note_action()
