"""What Genie needs a phone to be able to do; tools and the agent see no more of it than this."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, Protocol

from genie_host.core.cancel import CancelToken
from genie_host.core.geometry import Bounds, Point
from genie_host.core.screen import AccessibilityNode, Observation

Panel = Literal["recents", "notifications", "quick_settings"]
Rotation = Literal["portrait", "left", "right", "auto"]
"""``left`` and ``right``: the way the phone's top points; ``auto``: as it is held."""
Volume = Literal["up", "down", "mute"]
EditorAction = Literal["search", "send", "go", "done", "next"]
"""What the keyboard's action key is labelled with."""
ScrollDirection = Literal["down", "up", "left", "right"]
"""Where the content to be seen lies: ``down`` shows what is below."""


@dataclass(frozen=True, kw_only=True)
class InstalledApp:
    """An app with an icon in the launcher."""

    package: str
    label: str
    """What people call it; from a table, else guessed from the package name."""


class Phone(Protocol):
    """One phone. Points are pixels of the current orientation.

    Every method may raise a PhoneUnavailable, PhoneTimeout, ServerDead, AutomationBusy or Cancelled; methods that
    change something also DeniedByPhone, PhoneRejected and OutcomeUnknown. None of them does a thing twice.
    """

    @property
    def serial(self) -> str:
        """adb's name for it."""
        ...

    def observe(self, cancel: CancelToken | None = None) -> Observation:
        """Look until two looks agree, within bounds; says in the observation how far to trust it."""
        ...

    def tap(self, point: Point) -> None: ...

    def long_press(self, point: Point, duration_ms: int = 800) -> None: ...

    def swipe(self, start: Point, end: Point, duration_ms: int = 300) -> None: ...

    def scroll(self, direction: ScrollDirection, area: Bounds | None = None) -> None:
        """Bring content from that direction into view, in an area or on the whole screen."""
        ...

    def type_text(self, text: str, field: AccessibilityNode | None = None, at: Point | None = None) -> str:
        """Replace a field's content, the focused field's when None; the answer is what the field then shows.

        ``at`` is where the field is touched to give it the focus; its middle when None.
        """
        ...

    def append_text(self, text: str, field: AccessibilityNode | None = None, at: Point | None = None) -> str:
        """Write after what is in a field already; the answer is what it then shows."""
        ...

    def submit(self, action: EditorAction = "done") -> None:
        """What the keyboard's action key does in the field that has the focus."""
        ...

    def press_key(self, key: str) -> None:
        """A key by its name in ``keys.KEY_CODES``; raises UsageError for another."""
        ...

    def go_back(self) -> None: ...

    def go_home(self) -> None: ...

    def installed_apps(self) -> tuple[InstalledApp, ...]: ...

    def app_identity(self, package: str) -> tuple[int, str]:
        """Version code and SHA-256 of the signing certificate in hex; 0 and empty when the phone does not say."""
        ...

    def open_app(self, name: str) -> str:
        """Start an app by the name people use; the answer is the package now in front."""
        ...

    def double_tap(self, point: Point) -> None: ...

    def drag(self, start: Point, end: Point, duration_ms: int = 500) -> None:
        """Hold something, then move it."""
        ...

    def pinch(self, area: Bounds, *, is_open: bool, duration_ms: int = 400) -> None:
        """Two fingers: apart to see more closely, together to see more."""
        ...

    def fling(self, direction: ScrollDirection, area: Bounds | None = None) -> None:
        """A quick scroll that runs on."""
        ...

    def open_link(self, link: str, package: str = "") -> None:
        """Open a link, web or other; in one app when its package is given. Raises UsageError when it is none."""
        ...

    def start_intent(
        self, action: str, *, data: str = "", package: str = "", extras: Mapping[str, str] | None = None
    ) -> None:
        """Start the activity that answers an intent; extras are text."""
        ...

    def open_panel(self, panel: Panel) -> None: ...

    def rotate(self, rotation: Rotation) -> None: ...

    def change_volume(self, volume: Volume, steps: int = 1) -> None: ...

    def read_clipboard(self) -> str: ...

    def write_clipboard(self, text: str) -> None: ...

    def wake(self) -> None:
        """Turn the screen on; what was locked stays locked."""
        ...

    def unlock(self, on_wait: Callable[[str], None] = ..., seconds: float = 60.0) -> None:
        """Wake the phone and open it. The PIN is never typed: ``on_wait`` is told what the user has to do."""
        ...

    def take_toast(self) -> str:
        """What the phone said in passing since the last action; empty when it said nothing."""
        ...

    def watch_for_person(self) -> None:
        """From now on somebody else's finger on the phone makes every action raise PersonPresent instead."""
        ...

    def yield_to_person(self) -> None:
        """Raise PersonPresent when somebody else has touched the phone since this was last asked."""
        ...

    def expecting_person(self) -> AbstractContextManager[None]:
        """For as long as the user is asked to do something on the phone themselves."""
        ...

    def screenshot(self) -> bytes:
        """A PNG of the screen, as large as the screen."""
        ...

    def close(self) -> None: ...
