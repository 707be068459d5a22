"""Controls that bear a verb and do not commit: tabs, tiles, rows of a menu, keys, switches, icons of a home screen."""

from __future__ import annotations

from genie_host.policy.apps import is_launcher
from genie_host.policy.layout import content_of, inner_texts, is_price, own_texts
from genie_host.policy.lexicon import CommitKind, lexicon
from genie_host.policy.phrases import PhraseTable
from genie_host.policy.question import filled_amount, question_around
from genie_host.policy.secrets import is_filled_secret
from genie_host.policy.shape import is_key, is_list_row, is_search, is_tab, is_tile, toggle_of
from genie_host.policy.touch import Touch, is_button_like

_PAGES = frozenset({CommitKind.MONEY, CommitKind.SUBSCRIBE, CommitKind.JOIN, CommitKind.INSTALL})
"""Kinds whose words also name pages to go to."""
_NAME_PAGES = frozenset({CommitKind.GRANT, CommitKind.INSTALL})
_TILES = frozenset({CommitKind.MONEY, CommitKind.SUBSCRIBE})
_TURNED_BY_SWITCH = frozenset({CommitKind.GRANT, CommitKind.LOCK})
_ON_HOME_SCREEN = frozenset({CommitKind.DELETE, CommitKind.ERASE})
_ROW_OF_TILES = 5


def is_excused(kind: CommitKind, touch: Touch) -> bool:
    """Is this control, by its role and place, something else than the deed its word names?"""
    node, layout = touch.node, touch.layout
    toggle = toggle_of(node)
    if kind in _NAME_PAGES and toggle is None and not is_button_like(node) and _is_called(lexicon().pages, touch):
        return True
    if kind is CommitKind.SEND and _is_called(lexicon().compose, touch):
        return not _is_something_written(touch)
    if toggle is not None:
        return kind not in _TURNED_BY_SWITCH or (kind is CommitKind.GRANT and toggle.is_checked)
    if is_tab(node, layout) or (is_tile(node, layout) and not any(c.isalpha() for text in touch.label for c in text)):
        return True  # a sign among others of its kind is one of a palette
    if kind is CommitKind.DELETE:
        return is_key(node, layout) or any(map(lexicon().backspace.equals, touch.label))
    if kind is CommitKind.SIGN_IN:
        return not is_filled_secret(layout)
    if is_launcher(node.package_name) and "TextView" in node.class_name and kind not in _ON_HOME_SCREEN:
        return True
    return kind in _PAGES and _leads_to_a_page(kind, touch)


def _leads_to_a_page(kind: CommitKind, touch: Touch) -> bool:
    """A row of a menu or a tile; not where a price stands on it, nor where an amount is filled in."""
    node, layout = touch.node, touch.layout
    if any(is_price(text) for text in (*touch.own, *inner_texts(node))):
        return False
    if filled_amount(layout) is not None or is_key(node, layout):
        return False
    if kind is CommitKind.JOIN and (layout.rules.is_in("chooser", node.package_name) or node.package_name == "android"):
        return False  # what is chosen there is handed over at once
    return is_list_row(node, layout) or (kind in _TILES and is_tile(node, layout) and not _is_all_deeds(touch))


def _is_called(table: PhraseTable, touch: Touch) -> bool:
    """Are all labels phrases of this table?"""
    return bool(touch.label) and all(table.equals(text) for text in touch.label)


def _is_something_written(touch: Touch) -> bool:
    """Is there text that could be sent, in a field or in a question that this answers?"""
    if any(content_of(field) and not is_search(field) for field in touch.layout.fields):
        return True
    return bool(question_around(touch.node, touch.layout))


def _is_all_deeds(touch: Touch) -> bool:
    """Do all controls of a short row commit? Then it is no menu of pages."""
    row = touch.layout.row_of(touch.node)
    return len(row) < _ROW_OF_TILES and all(
        any(lexicon().read(text).leading for text in own_texts(each) or inner_texts(each)) for each in row
    )
