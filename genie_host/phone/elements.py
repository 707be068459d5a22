"""Nodes to elements: the things a person could act on or read, named as a person would. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from genie_host.core.geometry import Bounds, Size
from genie_host.core.screen import AccessibilityNode, Element, Role
from genie_host.phone.names import content_of, is_field, is_interactive, label_from_id, own_label, plain, role_of, short
from genie_host.phone.neighbours import Draft, named_by_neighbours
from genie_host.phone.odd_text import has_odd_text
from genie_host.phone.painted_over import Paint

_PAGE_HEIGHT = 900
_PAGE_SHARE = 0.5
"""What takes more of the screen than this is a page or a panel that can be clicked, not a thing to click."""
_THIN = 4
"""Text in fewer pixels cannot be read by anybody."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What is in the windows in front."""

    elements: tuple[Element, ...]
    """In reading order: by row, then left to right."""
    scrollables: tuple[AccessibilityNode, ...]
    off_screen: tuple[AccessibilityNode, ...]
    """Trees that lie wholly outside the screen."""


def elements_of(roots: Sequence[AccessibilityNode], size: Size) -> tuple[Element, ...]:
    """The elements of the given windows in reading order."""
    return read_windows(roots, size).elements


def read_windows(roots: Sequence[AccessibilityNode], size: Size) -> Reading:
    """Everything in the given windows, in one walk."""
    reader = _Reader(Bounds(left=0, top=0, right=size.width, bottom=size.height))
    paint = Paint(roots)
    drafts = [draft for root in roots for draft in reader.drafts(root, False) if not _is_unseen(draft, paint)]
    drafts.sort(key=lambda draft: (draft.spot.top // 40, draft.spot.left))
    return Reading(
        elements=tuple(_numbered(named_by_neighbours(drafts))),
        scrollables=tuple(reader.scrollables),
        off_screen=tuple(reader.off_screen),
    )


class _Reader:
    """One walk through the windows."""

    def __init__(self, screen: Bounds) -> None:
        self.screen = screen
        self._width, self._height = screen.right, screen.bottom
        self.scrollables: list[AccessibilityNode] = []
        self.off_screen: list[AccessibilityNode] = []
        self._page_area = screen.area * _PAGE_SHARE

    def drafts(self, node: AccessibilityNode, is_web: bool) -> list[Draft]:
        """The elements at and below a node."""
        left, top, right, bottom = node.bounds
        has_area = right > left and bottom > top
        if has_area and (right <= 0 or bottom <= 0 or left >= self._width or top >= self._height):
            if node.is_visible:
                self.off_screen.append(node)
            return []
        inner: list[Draft] = []
        if node.children:
            is_web = is_web or is_web_page(node)
            for child in node.children:
                inner += self.drafts(child, is_web)
        # A web page's parents may be said to be hidden while what is in them is seen.
        if not has_area or not node.is_visible:
            return inner
        if node.is_scrollable:
            self.scrollables.append(node)
        if node.is_clickable or is_interactive(node):
            return list(self._interactive(node, inner, is_web))
        if not node.text and not node.content_description:
            return inner
        label = own_label(node)
        if not label:
            return inner
        if not is_web_page(node) and not self._is_page(node):
            # A description speaks for everything below it that cannot be acted on. A page's title does not.
            inner = [draft for draft in inner if draft.role is not Role.TEXT]
        inner.append(Draft(node=node, role=Role.TEXT, name=label, spot=node.bounds, is_web=is_web))
        return inner

    def _interactive(self, node: AccessibilityNode, inner: list[Draft], is_web: bool) -> Iterator[Draft]:
        texts = [draft.name for draft in inner if draft.role is Role.TEXT]
        controls = [draft for draft in inner if draft.role is not Role.TEXT]
        if len(controls) == 1 and controls[0].is_checked is not None and not controls[0].node.is_clickable:
            # One switch in a row that takes the touch: together they are the switch.
            yield _row_switch(controls[0], node, texts)
            return
        if controls and not texts and not own_label(node):
            yield from controls
            return
        if controls and self._is_page(node) and not is_field(node):
            # A whole page that can be clicked is not a thing to click; what it holds speaks for itself.
            yield from inner
            return
        draft = _draft_of(node, texts, is_web)
        yield draft
        yield from _adopt(controls, draft.name)

    def _is_page(self, node: AccessibilityNode) -> bool:
        return node.bounds.height > _PAGE_HEIGHT or node.bounds.clipped(self.screen).area > self._page_area


def is_web_page(node: AccessibilityNode) -> bool:
    """Its text is the page's title."""
    return node.class_name.endswith("WebView") and bool(node.children)


def _is_unseen(draft: Draft, paint: Paint) -> bool:
    """Text that no row speaks for, of which a person sees a line of pixels, or what is painted over it."""
    left, top, right, bottom = draft.spot
    return draft.role is Role.TEXT and (right - left < _THIN or bottom - top < _THIN or paint.hides(draft.node))


def _adopt(controls: list[Draft], name: str) -> Iterator[Draft]:
    """Give a nameless control beside a named row the row's name."""
    for control in controls:
        if name and control.is_name_guessed:
            yield replace(control, name=f"{name} {control.role.value}", is_unnamed=False)
        else:
            yield control


def _row_switch(control: Draft, row: AccessibilityNode, texts: list[str]) -> Draft:
    label = own_label(row) or (texts[0] if texts else control.name)
    rest = [text for text in texts if text != label]
    node = control.node if row.is_enabled else control.node._replace(is_enabled=False)
    return replace(
        control, node=node, name=short(label), value=", ".join(rest), is_name_guessed=not label, spot=row.bounds
    )


def _draft_of(node: AccessibilityNode, texts: list[str], is_web: bool) -> Draft:
    role = role_of(node)
    if role is Role.FIELD:
        label = plain(node.hint) or plain(node.content_description)
        guess = "" if label else label_from_id(node) or (texts[0] if texts else "")
        value, checked = plain(content_of(node)), None
    else:
        label = own_label(node)
        rest = texts
        if not label and texts:
            label, rest = texts[0], texts[1:]
        guess = "" if label else label_from_id(node)
        value, checked = ", ".join(text for text in rest if text != label), node.is_checked
    name = short(label or guess)
    return Draft(
        node=node,
        role=role,
        name=name or f"unnamed {role.value}",
        value=value,
        is_checked=checked if node.is_checkable else None,
        is_name_guessed=not label,
        is_unnamed=not name,
        spot=node.bounds,
        is_web=is_web,
    )


def _numbered(drafts: list[Draft]) -> Iterator[Element]:
    """Make names unique. Of two things with one name, that which can be acted on keeps it as it is."""
    names: dict[int, str] = {}
    taken: set[str] = set()
    copies: dict[str, int] = {}
    for position in sorted(range(len(drafts)), key=lambda index: (drafts[index].role is Role.TEXT, index)):
        name = base = drafts[position].name
        while name in taken:
            copies[base] = copies.get(base, 1) + 1
            name = f"{base} ({copies[base]})"
        taken.add(name)
        names[position] = name
    for position, draft in enumerate(drafts):
        yield Element(
            ref=position + 1,
            name=names[position],
            role=draft.role,
            node=draft.node,
            value=" ".join(draft.value.split()),
            is_checked=draft.is_checked,
            is_name_guessed=draft.is_name_guessed,
            is_unnamed=draft.is_unnamed,
            is_web=draft.is_web,
            is_odd=has_odd_text(draft.name) or has_odd_text(draft.value),
            spot=None if draft.spot is draft.node.bounds else draft.spot,
        )
