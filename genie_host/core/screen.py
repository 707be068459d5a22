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
    is_unnamed: bool = False
    """True when nothing says what it is; the name is then made up of its role."""
    is_web: bool = False
    """True when a web page drew it."""
    is_odd: bool = False
    """True when its text has what a person cannot see or is fooled by; ``name`` and ``value`` show that as marks."""
    spot: Bounds | None = None
    """The whole row, for a switch that shares the touch of its row; None: the node's own place."""

    @property
    def package_name(self) -> str:
        """The app that drew it."""
        return self.node.package_name

    @property
    def window(self) -> int:
        """Position of its window in ``Observation.roots``."""
        return int(self.node.path.partition("/")[0])

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


class WindowKind(StrEnum):
    """What a window is on the glass."""

    APP = "app"
    DIALOG = "dialog"
    POPUP = "popup"
    PROMPT = "permission prompt"
    SYSTEM_DIALOG = "system dialog"
    KEYBOARD = "keyboard"
    BAR = "system bar"
    LOCK_SCREEN = "lock screen"
    UNSEEN = "unseen"


@dataclass(frozen=True, kw_only=True)
class Window:
    """One tree of a dump and what its window is."""

    index: int
    """Position in ``Observation.roots``, and first part of the paths of its nodes."""
    root: AccessibilityNode
    kind: WindowKind
    is_usable: bool
    """True when what is in it can be acted on now; its elements are the elements of the observation."""
    is_secure: bool = False
    """True when the window manager forbids pictures of it; False when it does not or was not asked."""

    @property
    def package_name(self) -> str:
        return self.root.package_name


class EmptyReason(StrEnum):
    """Why an observation has no elements."""

    SCREEN_OFF = "the screen is off"
    LOCKED = "the phone is locked"
    SECURE = "the app hides what it shows"
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
    is_secure: bool = False
    """True when pictures of what is in front come out black on purpose."""
    is_foreground_seen: bool = True
    """False when no window of the dump is of the app that has the focus: the tree is then of a screen that is gone."""
    windows: tuple[Window, ...] = ()
    """What is in front first."""
    scrollables: tuple[AccessibilityNode, ...] = ()
    """The visible parts of usable windows that can be scrolled."""
    off_screen: tuple[AccessibilityNode, ...] = ()
    """Trees of usable windows that lie wholly outside the screen."""
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
