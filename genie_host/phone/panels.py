"""What belongs to the phone and to no app: recents, shade, quick settings, rotation, volume, waking and unlocking."""

from __future__ import annotations

import logging
from collections.abc import Callable

from genie_host.core.clock import Deadline
from genie_host.core.errors import PhoneRejected
from genie_host.core.geometry import Point
from genie_host.phone.gestures import Gestures
from genie_host.phone.link import DeviceLink
from genie_host.phone.observer import Observer
from genie_host.phone.phone import Rotation, Volume
from genie_host.phone.rpc import RpcClient

_ORIENTATIONS = {"portrait": "natural", "left": "left", "right": "right"}
_LONGEST_VOLUME = 25
_POLL_SECONDS = 0.1
_SWIPE_MS = 250
_log = logging.getLogger(__name__)


class Panels:
    """The system around the apps of one phone."""

    def __init__(self, link: DeviceLink, rpc: RpcClient, observer: Observer, gestures: Gestures) -> None:
        self._link = link
        self._rpc = rpc
        self._observer = observer
        self._gestures = gestures

    def open_recents(self) -> None:
        """The overview of open apps."""
        self._gestures.press_key("recent_apps")

    def open_notifications(self) -> None:
        """The notification shade; raises PhoneRejected where there is none to be had."""
        _log.info("open notifications")
        self._open("openNotification")

    def open_quick_settings(self) -> None:
        """The tiles above the notifications."""
        _log.info("open quick settings")
        self._open("openQuickSettings")

    def rotate(self, rotation: Rotation) -> None:
        """Turn the screen and hold it, or let it turn with the phone again. Apps may insist on their own way."""
        _log.info("rotate %s", rotation)
        if rotation == "auto":
            self._rpc.call("freezeRotation", [False])
        else:
            self._rpc.call("setOrientation", [_ORIENTATIONS[rotation]])

    def change_volume(self, volume: Volume, steps: int = 1) -> None:
        """Press the volume keys."""
        for _ in range(1 if volume == "mute" else max(1, min(steps, _LONGEST_VOLUME))):
            self._gestures.press_key(f"volume_{volume}")

    def wake(self) -> None:
        """Turn the screen on; what was locked stays locked."""
        _log.info("wake")
        self._rpc.call("wakeUp")
        deadline = Deadline.after(self._link.patience.focus_seconds)
        while not self._observer.device_info().is_screen_on:
            if deadline.is_over:
                raise PhoneRejected("The screen does not turn on. Press the power button.")
            self._link.cancel.wait(_POLL_SECONDS)

    def unlock(self, on_wait: Callable[[str], None], seconds: float) -> None:
        """Wake the phone and open it; a PIN, pattern or finger is the user's own, and waited for.

        ``on_wait`` is told what the user has to do. Raises PhoneRejected when the phone is still locked after so long,
        everything together.
        """
        deadline = Deadline.after(seconds)
        self.wake()
        if not self._observer.foreground().is_locked:
            return
        size = self._observer.device_info().size
        middle = size.width // 2
        self._gestures.swipe(
            Point(middle, round(size.height * 0.8)), Point(middle, round(size.height * 0.25)), _SWIPE_MS
        )
        if not self._is_locked_for(min(self._link.patience.focus_seconds, deadline.remaining_seconds)):
            return
        on_wait("Unlock the phone: Genie waits, and never types a PIN.")
        if self._is_locked_for(deadline.remaining_seconds):
            raise PhoneRejected("The phone is still locked. Unlock it by hand, then try again.")

    def _is_locked_for(self, seconds: float) -> bool:
        """Whether it stays locked for so long; false as soon as it is open."""
        deadline = Deadline.after(seconds)
        while self._observer.foreground().is_locked:
            if deadline.is_over:
                return True
            self._link.cancel.wait(_POLL_SECONDS)
        return False

    def _open(self, method: str) -> None:
        if self._rpc.call(method) is False:
            raise PhoneRejected("The phone does not open that now. Unlock it, or close what is in front.")
