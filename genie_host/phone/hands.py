"""Everything that is done to a phone: touches, keys, text, apps, panels, the clipboard. Each once, then noted."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from genie_host.core.clock import Deadline
from genie_host.core.errors import DeniedByPhone, OutcomeUnknown, PhoneRejected, PhoneTimeout, ServerDead
from genie_host.core.geometry import Bounds, Point
from genie_host.core.screen import AccessibilityNode, Element, Observation
from genie_host.phone.apps import Apps
from genie_host.phone.bystander import Bystander
from genie_host.phone.clipboard import Clipboard
from genie_host.phone.gestures import Gestures
from genie_host.phone.hit_test import spot_for
from genie_host.phone.intents import Intents
from genie_host.phone.journal import Journal
from genie_host.phone.launcher import Launcher
from genie_host.phone.link import DeviceLink
from genie_host.phone.observer import Observer
from genie_host.phone.own_keyboard import OwnKeyboard
from genie_host.phone.panels import Panels
from genie_host.phone.phone import EditorAction, InstalledApp, Panel, Rotation, ScrollDirection, Volume
from genie_host.phone.rpc import RpcClient
from genie_host.phone.shell import Shell
from genie_host.phone.text_input import TextInput

_LOOK_AGAIN_SECONDS = 0.1
_log = logging.getLogger(__name__)


class Hands:
    """The acting half of a phone."""

    def __init__(
        self, link: DeviceLink, rpc: RpcClient, shell: Shell, observer: Observer, journal: Journal | None = None
    ) -> None:
        self._link = link
        self._rpc = rpc
        self._shell = shell
        self._observer = observer
        self._gestures = Gestures(link, rpc)
        self._clipboard = Clipboard(rpc)
        self._keyboard = OwnKeyboard(link, shell, journal)
        self._text = TextInput(link, rpc, self._gestures, self._clipboard, self._keyboard)
        self._apps = Apps(link, shell, observer, Launcher(shell, observer, self._gestures))
        self._panels = Panels(link, rpc, observer, self._gestures)
        self._intents = Intents(shell)
        self._bystander = Bystander(link, shell)
        self._is_toast_old = True

    def tap(self, point: Point) -> None:
        with self._acting():
            self._gestures.tap(point)

    def click_text(self, text: str, seconds: float = 10.0) -> Element:
        """Tap what is called exactly so as soon as it is there; the answer is what was tapped.

        Raises PhoneRejected when it does not come in time, or when something lies over it.
        """
        deadline = Deadline.after(seconds)
        while True:
            seen = self._observer.glance()
            element = seen.element_named(text) or _by_text(seen, text)
            spot = spot_for(seen, element.node) if element is not None else None
            if element is not None and spot is not None and spot.point is not None:
                self.tap(spot.point)
                return element
            if deadline.is_over:
                break
            self._link.cancel.wait(min(_LOOK_AGAIN_SECONDS, deadline.remaining_seconds))
        what = "is not on the screen" if element is None else "cannot be reached: something lies over it"
        raise PhoneRejected(f"'{text[:60]}' {what}. Look at the screen again.")

    def long_press(self, point: Point, duration_ms: int = 800) -> None:
        with self._acting():
            self._gestures.long_press(point, duration_ms)

    def swipe(self, start: Point, end: Point, duration_ms: int = 300) -> None:
        with self._acting():
            self._gestures.swipe(start, end, duration_ms)

    def double_tap(self, point: Point) -> None:
        with self._acting():
            self._gestures.double_tap(point)

    def drag(self, start: Point, end: Point, duration_ms: int = 500) -> None:
        with self._acting():
            self._gestures.drag(start, end, duration_ms)

    def pinch(self, area: Bounds, *, is_open: bool, duration_ms: int = 400) -> None:
        with self._acting():
            self._gestures.pinch(area, is_open=is_open, duration_ms=duration_ms)

    def scroll(self, direction: ScrollDirection, area: Bounds | None = None) -> None:
        size = self._observer.device_info().size
        with self._acting():
            self._gestures.scroll(direction, area, size)

    def fling(self, direction: ScrollDirection, area: Bounds | None = None) -> None:
        size = self._observer.device_info().size
        with self._acting():
            self._gestures.fling(direction, area, size)

    def type_text(self, text: str, field: AccessibilityNode | None = None, at: Point | None = None) -> str:
        with self._acting():
            return self._text.type_text(text, field, at)

    def append_text(self, text: str, field: AccessibilityNode | None = None, at: Point | None = None) -> str:
        with self._acting():
            return self._text.append_text(text, field, at)

    def submit(self, action: EditorAction = "done") -> None:
        with self._acting():
            self._text.submit(action)

    def allow_own_keyboard(self) -> None:
        """The user agrees that a keyboard of Genie's is installed and used for a moment where nothing else works."""
        self._keyboard.is_allowed = True
        self._keyboard.give_back()

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

    def open_link(self, link: str, package: str = "") -> None:
        with self._acting():
            self._intents.open_link(link, package)

    def start_intent(
        self, action: str, *, data: str = "", package: str = "", extras: Mapping[str, str] | None = None
    ) -> None:
        with self._acting():
            self._intents.start(action, data=data, package=package, extras=extras)

    def open_panel(self, panel: Panel) -> None:
        with self._acting():
            match panel:
                case "recents":
                    self._panels.open_recents()
                case "notifications":
                    self._panels.open_notifications()
                case "quick_settings":
                    self._panels.open_quick_settings()

    def rotate(self, rotation: Rotation) -> None:
        with self._acting():
            self._panels.rotate(rotation)

    def change_volume(self, volume: Volume, steps: int = 1) -> None:
        with self._acting():
            self._panels.change_volume(volume, steps)

    def read_clipboard(self) -> str:
        return self._clipboard.read()

    def write_clipboard(self, text: str) -> None:
        with self._acting():
            self._clipboard.write(text)

    def wake(self) -> None:
        with self._acting():
            self._panels.wake()

    def unlock(self, on_wait: Callable[[str], None] = _log.info, seconds: float = 60.0) -> None:
        with self._acting(), self.expecting_person():
            self._panels.unlock(on_wait, seconds)

    def take_toast(self) -> str:
        """What the phone said in passing since the last action; empty when nothing, or when it does not tell."""
        try:
            toast = self._rpc.call("getLastToast")
            if toast:
                self._rpc.call("clearLastToast")
        except (PhoneRejected, DeniedByPhone, PhoneTimeout, ServerDead) as error:
            _log.info("no toasts: %s", error)
            return ""
        return toast if isinstance(toast, str) else ""

    def watch_for_person(self) -> None:
        """From now on an action is refused with PersonPresent when somebody else has touched the phone before it."""
        self._bystander.watch()

    def yield_to_person(self) -> None:
        """Raise PersonPresent when somebody else has touched the phone since this was last asked."""
        self._bystander.check()

    @contextmanager
    def expecting_person(self) -> Iterator[None]:
        """For as long as the user is asked to do something on the phone themselves."""
        with self._bystander.expected():
            yield

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """Whatever becomes of an action, the next look waits for the screen to show it."""
        self._bystander.check()
        if self._observer.is_in_doubt:
            raise OutcomeUnknown(
                "The last action may or may not have happened. Look at the screen before anything else."
            )
        if self._is_toast_old:
            # What was said before Genie came is nobody's answer to what it does.
            self.take_toast()
            self._is_toast_old = False
        try:
            yield
        except OutcomeUnknown:
            self._observer.is_in_doubt = True
            raise
        finally:
            self._observer.note_action()


def _by_text(seen: Observation, text: str) -> Element | None:
    """The first element that is written so itself, whatever else it is called."""
    return next(
        (each for each in seen.elements if text in (each.node.text, each.node.content_description)),
        None,
    )
