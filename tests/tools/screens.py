"""Observations made of a few nodes, for tests of what is pure."""

from __future__ import annotations

from html import escape

from genie_host.core.geometry import Size
from genie_host.core.screen import Observation
from genie_host.phone.observation import build_observation

SIZE = Size(width=1080, height=2400)
PACKAGE = "com.example.app"


def node(bounds, text="", *children, cls="android.widget.TextView", **attributes):
    """One node as XML; ``clickable=True`` and the like are attributes, ``id`` and ``desc`` are short for theirs."""
    names = {"id": "resource-id", "desc": "content-desc", "long": "long-clickable", "order": "drawing-order"}
    given = {"class": cls, "package": PACKAGE, "text": text, "bounds": "[{},{}][{},{}]".format(*bounds)}
    for name, value in attributes.items():
        given[names.get(name, name)] = str(value).lower() if isinstance(value, bool) else str(value)
    parts = " ".join(f'{name}="{escape(value)}"' for name, value in given.items())
    return f"<node {parts}>{''.join(children)}</node>"


def button(bounds, text, **attributes):
    return node(bounds, text, cls="android.widget.Button", clickable=True, **attributes)


def window(*children, bounds=(0, 0, 1080, 2400), **attributes):
    return node(bounds, "", *children, cls="android.widget.FrameLayout", **attributes)


def screen(*windows, **known) -> Observation:
    xml = f'<hierarchy rotation="0">{"".join(windows)}</hierarchy>'
    return build_observation(xml, size=SIZE, foreground=known.pop("foreground", (PACKAGE, ".Main")), **known)
