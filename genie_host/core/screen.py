"""What one look at the phone gave: accessibility nodes, the elements made of them, and how far to trust it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from genie_host.core.geometry import Bounds, Point, Size


class AccessibilityNode(NamedTuple):
    """One node of a hierarchy dump, as the phone reported it. A named tuple, for a screen has hundreds."""

    path: str
    """Child positions from the dump's root, such as ``0/3/1``; valid for this dump only."""
    class_name: str
    package_name: str
    resource_id: str
    text: str
    content_description: str
    hint: str
    bounds: Bounds
    is_checkable: bool = False
    is_checked: bool = False
    is_clickable: bool = False
    is_enabled: bool = True
    is_focusable: bool = False
    is_focused: bool = False
    is_scrollable: bool = False
    is_long_clickable: bool = False
    is_password: bool = False
    is_selected: bool = False
    is_visible: bool = True
    display_id: int = 0
    drawing_order: int = 0
    children: tuple[AccessibilityNode, ...] = ()

    def walk(self) -> Iterator[AccessibilityNode]:
        """This node and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


class Role(StrEnum):
    """What an element is to the person who uses it."""

    BUTTON = "button"
    ITEM = "item"
    SWITCH = "switch"
    CHECKBOX = "checkbox"
    RADIO = "radio"
    TAB = "tab"
    FIELD = "field"
    IMAGE = "image"
    TEXT = "text"


@dataclass(frozen=True, kw_only=True)
class Element:
    """A thing a person could act on or read."""

    ref: int
    """1, 2, 3 ... in reading order; valid for this observation only."""
    name: str
    """What a person would call it, unique on this screen: the second "Send" is "Send (2)"."""
    role: Role
    node: AccessibilityNode
    """The node that an action on this element hits."""
    value: str = ""
    """Second line, field content or state text; empty when there is none."""
    is_checked: bool | None = None
    """None when it cannot be checked."""
    is_name_guessed: bool = False
    """True when the name comes from an id or a neighbour, not from the element itself."""

    @property
    def is_actionable(self) -> bool:
        node = self.node
        return node.is_enabled and (
            node.is_clickable or node.is_long_clickable or node.is_checkable or self.role is not Role.TEXT
        )

    @property
    def reading(self) -> str:
        """The element as one would read it aloud: its name, then its state or value."""
        if self.is_checked is not None:
            state = f"{self.name}: {'on' if self.is_checked else 'off'}"
            return f"{state}, {self.value}" if self.value else state
        return f"{self.name}: {self.value}" if self.value else self.name


class EmptyReason(StrEnum):
    """Why an observation has no elements."""

    SCREEN_OFF = "the screen is off"
    NOT_READY = "the phone gave an empty screen tree"
    SYSTEM_ONLY = "only system bars are in the screen tree"
    OPAQUE = "the app draws without telling what it draws"


@dataclass(frozen=True, kw_only=True)
class Observation:
    """One look at the phone. Compare two with ``fingerprint``."""

    roots: tuple[AccessibilityNode, ...]
    """One tree per window, in dump order, which is not the order on the glass."""
    elements: tuple[Element, ...]
    size: Size
    rotation: int
    """Quarter turns, 0 to 3."""
    package_name: str
    """Foreground package; empty when unknown."""
    activity: str = ""
    app_label: str = ""
    title: str = ""
    """Heading of the screen when one stands at its top."""
    is_screen_on: bool = True
    is_locked: bool = False
    is_settled: bool = True
    is_truncated: bool = False
    is_keyboard_shown: bool = False
    dialog_package: str = ""
    """Package of a system dialog or permission prompt in front; empty when there is none."""
    can_scroll_down: bool = False
    can_scroll_up: bool = False
    empty_reason: EmptyReason | None = None
    fingerprint: str = ""
    """SHA-256 of what the elements say and where they are; clocks and battery in system bars left out."""

    def element_named(self, name: str) -> Element | None:
        return next((element for element in self.elements if element.name == name), None)

    def nodes_at(self, point: Point) -> tuple[AccessibilityNode, ...]:
        """Visible nodes under a point, from the outermost to the innermost of each window."""
        return tuple(
            node for root in self.roots for node in root.walk() if node.is_visible and node.bounds.contains(point)
        )
