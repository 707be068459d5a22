"""Makes an observation out of a dump and what else is known of the phone at that moment. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from genie_host.core.geometry import Size
from genie_host.core.screen import AccessibilityNode, Element, EmptyReason, Observation, Role
from genie_host.phone.elements import elements_of
from genie_host.phone.hierarchy import parse_hierarchy
from genie_host.phone.windows import FrontWindows, front_windows

_TITLE_IDS = ("title", "toolbar_title", "action_bar_title", "alerttitle", "homepage_title", "collapsing_toolbar")


def build_observation(
    dump_xml: str,
    *,
    size: Size | None = None,
    foreground: tuple[str, str] = ("", ""),
    is_screen_on: bool = True,
    is_locked: bool = False,
    is_settled: bool = True,
    app_labels: Mapping[str, str] | None = None,
) -> Observation:
    """``size`` in pixels of the current orientation, read off the dump when None; ``foreground``: package, activity."""
    dump = parse_hierarchy(dump_xml)
    size = size or _extent(dump.roots)
    front = front_windows(dump.roots, size)
    elements = elements_of(front.roots, size)
    package = foreground[0] or (front.roots[0].package_name if front.roots else "")
    scrollable = any(node.is_scrollable and node.is_visible for root in front.roots for node in root.walk())
    return Observation(
        roots=dump.roots,
        elements=elements,
        size=size,
        rotation=dump.rotation,
        package_name=package,
        activity=foreground[1],
        app_label=(app_labels or {}).get(package, "") or label_from_package(package),
        title=_title(elements, size),
        is_screen_on=is_screen_on,
        is_locked=is_locked,
        is_settled=is_settled,
        is_truncated=dump.is_truncated,
        is_keyboard_shown=front.is_keyboard_shown,
        dialog_package=front.dialog_package,
        can_scroll_down=scrollable,
        can_scroll_up=scrollable,
        empty_reason=_empty_reason(dump.roots, front, elements, is_screen_on),
        fingerprint=_fingerprint(package, elements),
    )


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
    roots: Sequence[AccessibilityNode], front: FrontWindows, elements: Sequence[Element], is_screen_on: bool
) -> EmptyReason | None:
    if elements:
        return None
    if not is_screen_on:
        return EmptyReason.SCREEN_OFF
    if not roots:
        return EmptyReason.NOT_READY
    return EmptyReason.OPAQUE if front.roots else EmptyReason.SYSTEM_ONLY


def _fingerprint(package: str, elements: Sequence[Element]) -> str:
    digest = hashlib.sha256(package.encode("utf-8", errors="replace"))
    for element in elements:
        box = element.node.bounds
        facts = (element.name, element.role, element.value, element.is_checked, element.node.is_enabled, box)
        digest.update(repr(facts).encode("utf-8", errors="replace"))
    return digest.hexdigest()
