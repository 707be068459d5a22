"""What of a screen an approval is for: the target with all that holds it, and the nodes whose words are shown. Pure.

Clocks, progress bars and what else goes on elsewhere are no part of it, nor are places: a target that has moved is
touched where it is now.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping

from genie_host.core.screen import AccessibilityNode
from genie_host.policy.layout import Layout, content_of, own_texts
from genie_host.policy.shape import is_on_keyboard


def digest_of_seen(node: AccessibilityNode | None, details: Iterable[tuple[str, str]], layout: Layout) -> str:
    """SHA-256 in hex of the nodes that an approval of a call on this node is for."""
    rows = [_row(each) for each in (*_around(node, layout), *_told(dict(details), node, layout))]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _around(node: AccessibilityNode | None, layout: Layout) -> Iterator[AccessibilityNode]:
    """All that holds the node, outermost first, and all that is in it."""
    if node is None:
        return
    yield from reversed(tuple(layout.ancestors(node)))
    yield from node.walk()


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


def _row(node: AccessibilityNode) -> list[str | bool]:
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
