"""What the place and company of a control say of it: tab, tile, list row, key, toggle, primary button."""

from __future__ import annotations

import re

from genie_host.core.screen import AccessibilityNode
from genie_host.policy.layout import Layout, content_of, id_words, inner_texts, is_field, is_filler, own_texts

_TAB_WORDS = frozenset({"tab", "tabs", "navi", "nav", "navigation", "navbar", "buttonbar", "segment", "segmented"})
_KEY_WORDS = frozenset({"key", "keyboard", "keypad", "numpad", "dialpad", "pinpad", "backspace", "keys"})
_KEYBOARD_PACKAGE = re.compile(r"inputmethod|keyboard|honeyboard|swiftkey|gboard|\.ime\b")
_TAB_SPOKEN = re.compile(r"\btab \d+ of \d+|\btab\b.*\d/\d")
_SEARCH_WORDS = frozenset({"search", "query", "url", "address", "omnibox", "find", "filter"})
_OF_AN_ADDRESS = frozenset({"email", "mail", "e", "street", "home", "shipping", "billing", "delivery", "postal"})
"""Beside "address": where somebody is, not where the browser goes."""
_DIGIT_LABEL = re.compile(r"\s*(\d)(?![\d.,:/-]*\d)(?:\W.{0,10})?$", re.DOTALL)
_TAB_ROW_AT_LEAST = 3
_TILES_AT_LEAST = 4
_ROWS_AT_LEAST = 3
_DIGIT_KEYS_AT_LEAST = 8


def is_tab(node: AccessibilityNode, layout: Layout) -> bool:
    """One of a row of places to go: by class, by id, by what a screen reader says, or because one of them is chosen."""
    kind = node.class_name.rsplit(".", 1)[-1]
    if "Tab" in kind.replace("Table", "") or _TAB_WORDS.intersection(id_words(node.resource_id)):
        return True
    if any(_TAB_SPOKEN.search(text.lower()) for text in own_texts(node)):
        return True
    row = layout.row_of(node)
    if len(row) < _TAB_ROW_AT_LEAST:
        return False
    near = [ancestor for ancestor, _ in zip(layout.ancestors(node), range(4), strict=False)]
    if any(_TAB_WORDS.intersection(id_words(each.resource_id)) or "TabLayout" in each.class_name for each in near):
        return True
    chosen = [each for each in row if each.is_selected]
    return len(chosen) == 1 and not any(each.is_checkable for each in row)


def is_tile(node: AccessibilityNode, layout: Layout) -> bool:
    """One of a row of four or more of a kind, or of three pictures with words: a menu of pages."""
    row = layout.row_of(node)
    if len(row) >= _TILES_AT_LEAST:
        return True
    return len(row) >= _TAB_ROW_AT_LEAST and all(_is_pictured(each) for each in row)


def _is_pictured(node: AccessibilityNode) -> bool:
    has_picture = any("Image" in each.class_name for each in node.walk())
    return has_picture and node.bounds.height > 0.6 * node.bounds.width and bool(inner_texts(node))


def is_list_row(node: AccessibilityNode, layout: Layout) -> bool:
    """One of several wide rows above each other, and no button."""
    if "Button" in node.class_name or node.bounds.width < 0.85 * layout.observation.size.width:
        return False
    column = layout.column_of(node)
    if len(column) >= _ROWS_AT_LEAST and (not _is_alone_in_the_middle(node) or _touches_another(node, column)):
        return True
    is_bottom_bar = node.bounds.bottom > 0.9 * layout.observation.size.height
    return _is_label_aside(node) and not is_bottom_bar


def _is_alone_in_the_middle(node: AccessibilityNode) -> bool:
    """One text in the middle and nothing else: what a button looks like that does not say that it is one."""
    labels = [each for each in node.walk() if each is not node and own_texts(each)]
    return len(labels) == 1 and bool(labels[0].text.strip()) and not _is_label_aside(node)


def _touches_another(node: AccessibilityNode, column: list[AccessibilityNode]) -> bool:
    """Do rows lie one against the other, as in a list? Buttons keep a distance."""
    gap = max(4, node.bounds.height // 16)
    return any(
        abs(other.bounds.top - node.bounds.bottom) <= gap or abs(node.bounds.top - other.bounds.bottom) <= gap
        for other in column
        if other is not node
    )


def _is_label_aside(node: AccessibilityNode) -> bool:
    """Does the label stand at one side, as in a row? That of a button stands in the middle."""
    label = next((each for each in node.walk() if each is not node and each.text.strip()), None)
    if label is None:
        return False
    return abs(label.bounds.center.x - node.bounds.center.x) > 0.15 * node.bounds.width


def is_on_keyboard(node: AccessibilityNode) -> bool:
    """Part of the on-screen keyboard, whose letters are no words of the screen's."""
    return _KEYBOARD_PACKAGE.search(node.package_name.lower()) is not None


def is_key(node: AccessibilityNode, layout: Layout) -> bool:
    """A key of a keyboard or number pad, the app's own included."""
    if is_on_keyboard(node):
        return True
    if _KEY_WORDS.intersection(id_words(node.resource_id)):
        return True
    digits = _digit_keys(node, layout)
    if len(digits) < _DIGIT_KEYS_AT_LEAST:
        return False
    height = max(each.bounds.height for each in digits)
    top = min(each.bounds.top for each in digits) - height
    bottom = max(each.bounds.bottom for each in digits) + height
    return top <= node.bounds.top and node.bounds.bottom <= bottom + height


def is_digit_key(node: AccessibilityNode, layout: Layout) -> bool:
    """One of the digits of a number pad."""
    digits = _digit_keys(node, layout)
    return len(digits) >= _DIGIT_KEYS_AT_LEAST and any(each is node for each in digits)


def _digit_keys(node: AccessibilityNode, layout: Layout) -> list[AccessibilityNode]:
    keys = [each for each in layout.in_window(node) if each.is_clickable and each.is_visible and _digit_of(each)]
    return keys if len({_digit_of(each) for each in keys}) >= _DIGIT_KEYS_AT_LEAST else []


def _digit_of(node: AccessibilityNode) -> str:
    """ "2 ABC" is 2."""
    for text in own_texts(node) or inner_texts(node):
        found = _DIGIT_LABEL.match(text)
        if found is not None:
            return found[1]
    return ""


def toggle_of(node: AccessibilityNode) -> AccessibilityNode | None:
    """The switch, check box or radio button that a touch on a node turns; None when there is none."""
    if node.is_checkable:
        return node
    inside = [each for each in node.walk() if each.is_checkable]
    return inside[0] if len(inside) == 1 and not inside[0].is_clickable else None


def is_list_of_switches(node: AccessibilityNode, layout: Layout) -> bool:
    """One of several switches of one page: what the page says is not about it alone."""
    switches = [each for each in layout.in_window(node) if each.is_checkable and each.is_visible]
    return len(switches) > 1


def is_primary(node: AccessibilityNode, layout: Layout) -> bool:
    """A wide, flat control in the lower part that is not one of many: where the main button of a page stands."""
    size = layout.observation.size
    box = node.bounds
    is_wide = box.width >= 0.4 * size.width and 0 < box.height <= 0.15 * size.height
    return is_wide and box.center.y > 0.4 * size.height and not is_list_row(node, layout) and not is_field(node)


def field_beside(node: AccessibilityNode, layout: Layout) -> AccessibilityNode | None:
    """The text field in the same row as a control, to be sent by it; search fields aside."""
    box = node.bounds
    for field in layout.fields:
        shared = max(0, min(box.bottom, field.bounds.bottom) - max(box.top, field.bounds.top))
        is_beside = box.left >= field.bounds.right - box.width or box.right <= field.bounds.left + box.width
        if shared * 2 >= min(box.height, field.bounds.height) > 0 and is_beside and not is_search(field):
            return field
    return None


def is_search(field: AccessibilityNode) -> bool:
    """A field that finds things."""
    said = " ".join((field.hint, field.content_description, *id_words(field.resource_id))).lower()
    spoken = set(re.split(r"\W+", said))
    return bool(_SEARCH_WORDS & spoken) and not (_SEARCH_WORDS & spoken == {"address"} and _OF_AN_ADDRESS & spoken)


def is_send_shaped(node: AccessibilityNode, layout: Layout) -> bool:
    """The outermost control right beside a text field that holds something."""
    field = field_beside(node, layout)
    if field is None or not content_of(field):
        return False
    if is_filler(content_of(field)) and field.bounds.width < layout.observation.size.width // 2:
        return False  # a number with its plus and minus
    row = [each for each in layout.clickables if each is not field and field_beside(each, layout) is field]
    outermost = max(row, key=lambda each: each.bounds.right, default=None)
    return outermost is node
