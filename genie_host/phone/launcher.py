"""Finds an app by what the launcher calls it: labels in the phone's own language, which adb does not tell.

The list of all apps is opened and read, page by page, and the icon that is meant is tapped.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from genie_host.core.errors import PhoneRejected
from genie_host.core.screen import Element, Observation
from genie_host.core.spoken import normalised, unopposed_likeness
from genie_host.phone.gestures import Gestures
from genie_host.phone.hit_test import spot_for
from genie_host.phone.observer import Observer
from genie_host.phone.shell import Shell

_ALL_APPS = "android.intent.action.ALL_APPS"
_PAGES = 12
_GOOD = 0.85
_log = logging.getLogger(__name__)


class Launcher:
    """The list of all apps of one phone."""

    def __init__(self, shell: Shell, observer: Observer, gestures: Gestures) -> None:
        self._shell = shell
        self._observer = observer
        self._gestures = gestures

    def tap_icon(self, name: str) -> str | None:
        """Tap the icon that is called so; its label, or None when there is none. Ends at home then."""
        for icons, observation in self._pages():
            icon = _meant(name, icons)
            spot = spot_for(observation, icon.node) if icon is not None else None
            if icon is not None and spot is not None and spot.point is not None:
                _log.info("open an app by its icon")
                self._gestures.tap(spot.point)
                self._observer.note_action()
                return icon.name
        self._gestures.press_key("home")
        self._observer.note_action()
        return None

    def _pages(self) -> Iterator[tuple[list[Element], Observation]]:
        """Each page of the list with its icons, until a page brings nothing new."""
        if self._shell.do("am", "start", "-a", _ALL_APPS).exit_code != 0:
            # Older than Android 11: what the home screen shows must do.
            self._gestures.press_key("home")
        self._observer.note_action()
        seen: set[str] = set()
        for _ in range(_PAGES):
            observation = self._observer.observe()
            icons = [element for element in observation.elements if element.is_actionable]
            names = {icon.name for icon in icons}
            if names <= seen:
                return
            seen |= names
            yield icons, observation
            try:
                self._gestures.scroll("down", None, observation.size)
            except PhoneRejected:
                return
            self._observer.note_action()


def _meant(name: str, icons: Sequence[Element]) -> Element | None:
    """The icon of that name, or the only one that is much alike."""
    wanted = normalised(name)
    same = [icon for icon in icons if normalised(icon.name) == wanted]
    alike = same or [icon for icon in icons if unopposed_likeness(wanted, normalised(icon.name)) >= _GOOD]
    return alike[0] if len(alike) == 1 or same else None
