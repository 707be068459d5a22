"""Makes an observation out of a dump and what else is known of the phone at that moment. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from genie_host.core.geometry import Size
from genie_host.core.screen import AccessibilityNode, Element, EmptyReason, Observation, Role, WindowKind
from genie_host.phone.elements import read_windows
from genie_host.phone.hierarchy import parse_hierarchy
from genie_host.phone.window_stack import StackedWindow
from genie_host.phone.windows import FrontWindows, front_windows

_TITLE_IDS = ("title", "toolbar_title", "action_bar_title", "alerttitle", "homepage_title", "collapsing_toolbar")


def build_observation(
    dump_xml: str,
    *,
    size: Size | None = None,
    foreground: tuple[str, str] = ("", ""),
    is_screen_on: bool = True,
    is_locked: bool | None = None,
    is_settled: bool = True,
    app_labels: Mapping[str, str] | None = None,
    stack: Sequence[StackedWindow] = (),
) -> Observation:
    """``size`` in pixels of the current orientation, read off the dump when None; ``foreground``: package, activity.

    ``is_locked`` is told by the lock screen's own window when None; ``stack`` is the window manager's list.
    """
    dump = parse_hierarchy(dump_xml)
    size = _size(dump.roots, size)
    front = front_windows(dump.roots, size, package=foreground[0], stack=stack)
    reading = read_windows(front.roots, size)
    package = foreground[0] or (front.roots[0].package_name if front.roots else "")
    if is_locked is None:
        is_locked = any(window.kind is WindowKind.LOCK_SCREEN for window in front.windows)
    is_secure = any(window.is_secure and window.is_usable for window in front.windows)
    return Observation(
        roots=dump.roots,
        elements=reading.elements,
        size=size,
        rotation=dump.rotation,
        package_name=package,
        activity=foreground[1],
        app_label=(app_labels or {}).get(package, "") or label_from_package(package),
        title=_title(reading.elements, size),
        is_screen_on=is_screen_on,
        is_locked=is_locked,
        is_settled=is_settled,
        is_truncated=dump.is_truncated,
        is_keyboard_shown=front.is_keyboard_shown,
        dialog_package=front.dialog_package,
        can_scroll_down=bool(reading.scrollables),
        can_scroll_up=bool(reading.scrollables),
        is_secure=is_secure,
        is_foreground_seen=not foreground[0] or any(root.package_name == foreground[0] for root in dump.roots),
        windows=front.windows,
        scrollables=reading.scrollables,
        off_screen=reading.off_screen,
        empty_reason=None
        if reading.elements
        else _empty_reason(dump.roots, front, is_screen_on=is_screen_on, is_locked=is_locked, is_secure=is_secure),
        fingerprint=_fingerprint(package, reading.elements),
    )


def _size(roots: Sequence[AccessibilityNode], told: Size | None) -> Size:
    """The screen's size; a phone that has just turned may still tell the old one while its windows lie as now."""
    if told is None:
        return _extent(roots)
    turned = Size(width=told.height, height=told.width)
    boxes = [root.bounds for root in roots]
    is_whole = any(box[:2] == (0, 0) and box[2:] == told for box in boxes)
    return turned if not is_whole and any(box[:2] == (0, 0) and box[2:] == turned for box in boxes) else told


def label_from_package(package: str) -> str:
    """A readable guess at an app's name: ``com.example.notes`` is "Notes"."""
    vague = {"com", "org", "net", "app", "android", "apps", "google", "example", "mobile", "client", "main"}
    words = [word for word in package.split(".") if word]
    telling = [word for word in words if word.lower() not in vague] or words
    return telling[-1].replace("_", " ").title() if telling else ""


def _extent(roots: Sequence[AccessibilityNode]) -> Size:
    width = max((root.bounds.right for root in roots), default=0)
    height = max((root.bounds.bottom for root in roots), default=0)
    return Size(width=max(1, width), height=max(1, height))


def _title(elements: Sequence[Element], size: Size) -> str:
    """The heading: a text called so by its id, or the first text near the top that cannot be acted on."""
    texts = [element for element in elements if element.role is Role.TEXT]
    for element in texts:
        if element.node.resource_id.rsplit("/", 1)[-1].lower() in _TITLE_IDS:
            return element.node.text or element.name
    near_top = [element for element in texts if element.node.bounds.bottom < size.height * 0.15]
    return near_top[0].name if near_top else ""


def _empty_reason(
    roots: Sequence[AccessibilityNode], front: FrontWindows, *, is_screen_on: bool, is_locked: bool, is_secure: bool
) -> EmptyReason:
    if not is_screen_on:
        return EmptyReason.SCREEN_OFF
    if is_locked:
        return EmptyReason.LOCKED
    if not roots:
        return EmptyReason.NOT_READY
    if is_secure:
        return EmptyReason.SECURE
    return EmptyReason.OPAQUE if front.roots else EmptyReason.SYSTEM_ONLY


def _fingerprint(package: str, elements: Sequence[Element]) -> str:
    said = [package]
    for element in elements:
        node = element.node
        said += (element.name, element.role, element.value, f"{element.is_checked}{node.is_enabled}{node.bounds[:]}")
    return hashlib.sha256("\0".join(said).encode("utf-8", errors="replace")).hexdigest()
