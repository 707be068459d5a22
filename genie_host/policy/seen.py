"""What of a screen an approval is for: the target, what holds it, its row, and the nodes whose words are shown. Pure.

Clocks, progress bars and what else goes on elsewhere are no part of it, nor are places: a target that has moved is
touched where it is now.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from genie_host.core.screen import AccessibilityNode
from genie_host.policy.layout import Layout, content_of, own_texts
from genie_host.policy.shape import is_on_keyboard

_CLOCK = re.compile(r"\d:\d\d")


def digest_of_seen(
    node: AccessibilityNode | None, details: Iterable[tuple[str, str]], layout: Layout, *, is_payment: bool = False
) -> str:
    """SHA-256 in hex of the nodes that an approval of a call on this node is for.

    ``is_payment``: everything that the page says counts. Where it goes and what it is for may stand anywhere.
    """
    page = _page(node, layout) if is_payment and node is not None else ()
    return _digest((*_around(node, layout), *_told(dict(details), node, layout), *page))


def digest_of_app(layout: Layout) -> str:
    """The same for a call that puts input into whatever is in front: all that the app in front shows counts."""
    package = layout.observation.package_name
    return _digest(node for node in layout.nodes if node.is_visible and node.package_name == package)


def _digest(nodes: Iterable[AccessibilityNode]) -> str:
    text = json.dumps([_line(node) for node in nodes], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _around(node: AccessibilityNode | None, layout: Layout) -> Iterator[AccessibilityNode]:
    """All that holds the node, outermost first, and its row: one "Pay" of a list is told from the next by that."""
    if node is None:
        return
    holders = tuple(layout.ancestors(node))
    yield from reversed(holders)
    yield from _row(node, holders, layout).walk()


def _row(node: AccessibilityNode, holders: Sequence[AccessibilityNode], layout: Layout) -> AccessibilityNode:
    """The smallest thing around a node that says more than the node itself; the node when there is none but a page."""
    own = {text for each in node.walk() for text in own_texts(each)}
    for holder in holders:
        if layout.is_large(holder):
            break
        if any(text not in own for each in holder.walk() for text in own_texts(each)):
            return holder
    return node


def _page(node: AccessibilityNode, layout: Layout) -> Iterator[AccessibilityNode]:
    """What the target's window says, but for clocks that run."""
    for each in layout.in_window(node):
        texts = (*own_texts(each), content_of(each))
        if each.is_visible and any(texts) and not any(_CLOCK.search(text) for text in texts):
            yield each


def _told(details: Mapping[str, str], target: AccessibilityNode | None, layout: Layout) -> Iterator[AccessibilityNode]:
    """The nodes that the details were read from: theirs is the whole text, or a part of the question."""
    values = {" ".join(value.split()) for value in details.values() if value}
    question = details.get("question", "")
    window = target and layout.window(target)
    for node in layout.nodes:
        texts = {" ".join(text.split()) for text in (node.text, *own_texts(node), content_of(node)) if text.strip()}
        is_asked = bool(question) and layout.window(node) is window and any(text in question for text in texts)
        if (is_asked or texts & values) and not is_on_keyboard(node):
            yield node


def _line(node: AccessibilityNode) -> list[str | bool]:
    return [
        node.package_name,
        node.class_name,
        node.resource_id,
        node.text,
        node.content_description,
        node.hint,
        node.is_checked,
        node.is_enabled,
        node.is_visible,
    ]
