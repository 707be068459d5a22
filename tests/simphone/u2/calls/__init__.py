"""The calls of uiautomator2 that the documentation of its wire names, each with the shape that it must give."""

from __future__ import annotations

from collections.abc import Callable

from uiautomator2 import Device

from genie_host.simphone.server import SimServer

Call = Callable[[Device, SimServer], None]
"""Makes one call and looks at what came back and at what became of the phone."""

CALLS: dict[str, Call] = {}

SETTINGS, MESSAGES, NOTES = "com.android.settings", "com.android.messaging", "com.example.notes"
INFO = {
    "bounds",
    "checkable",
    "checked",
    "childCount",
    "className",
    "clickable",
    "contentDescription",
    "enabled",
    "focusable",
    "focused",
    "longClickable",
    "packageName",
    "resourceName",
    "scrollable",
    "selected",
    "text",
    "visibleBounds",
}
"""Fields of what is known about an object."""


def call(name: str) -> Callable[[Call], Call]:
    """Enter a call under its name."""

    def enter(function: Call) -> Call:
        assert name not in CALLS
        CALLS[name] = function
        return function

    return enter


def last(sim: SimServer, kind: str) -> dict:
    """The last entry of a kind in the phone's log."""
    return sim.call(lambda phone: phone.world.log.of_kind(kind)[-1])


def open_note(sim: SimServer) -> None:
    """Two empty fields on the screen."""
    sim.call(lambda phone: phone.world.show("notes", "edit"))
