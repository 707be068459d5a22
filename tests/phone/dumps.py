"""Writes small hierarchy dumps for tests."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

APP = "com.example.app"


def node(kind="View", bounds=(0, 0, 1080, 200), *children, package=APP, **attributes):
    """One node; attribute names with ``_`` for ``-``, booleans as they are."""
    left, top, right, bottom = bounds
    names = {"desc": "content-desc", "id": "resource-id"}
    values = {"class": kind if "." in kind else f"android.widget.{kind}", "package": package}
    values |= {names.get(key, key.replace("_", "-")): value for key, value in attributes.items()}
    words = {key: str(value).lower() if isinstance(value, bool) else value for key, value in values.items()}
    text = " ".join(f"{key}={quoteattr(value)}" for key, value in words.items())
    return f'<node {text} bounds="[{left},{top}][{right},{bottom}]">{"".join(children)}</node>'


def screen(*children, package=APP):
    """A window that fills the screen."""
    return node("FrameLayout", (0, 0, 1080, 2400), *children, package=package)


def dump(*windows, rotation=0):
    return f"<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation=\"{rotation}\">{''.join(windows)}</hierarchy>"
