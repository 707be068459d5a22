"""uiautomator2's selectors: which nodes on the screen one names.

A selector is a JSON object: values by field, a bit mask that says which fields count, and a chain of ``child`` and
``sibling`` selectors. Source: ``uiautomator2/_selector.py`` and androidx ``UiSelector``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from genie_host.simphone.world.nodes import SimNode

SelectorData = Mapping[str, Any]


class BadSelector(Exception):
    """The selector is no selector."""


@dataclass(frozen=True)
class Located:
    """A node and where it hangs."""

    node: SimNode
    index: int
    parent: Located | None

    def below(self) -> Iterator[Located]:
        """All descendants, parents first."""
        for index, child in enumerate(self.node.children):
            here = Located(child, index, self)
            yield here
            yield from here.below()


Predicate = Callable[[Located, Any], bool]


def _matches(value: str, pattern: Any) -> bool:
    try:
        return re.fullmatch(str(pattern), value, re.DOTALL) is not None
    except re.error as error:
        raise BadSelector(f"not a pattern: {pattern}") from error


_FIELDS: dict[str, tuple[int, Predicate]] = {
    "text": (0x01, lambda at, value: at.node.text == value),
    "textContains": (0x02, lambda at, value: value.lower() in at.node.text.lower()),
    "textMatches": (0x04, lambda at, value: _matches(at.node.text, value)),
    "textStartsWith": (0x08, lambda at, value: at.node.text.lower().startswith(value.lower())),
    "className": (0x10, lambda at, value: at.node.class_name == value),
    "classNameMatches": (0x20, lambda at, value: _matches(at.node.class_name, value)),
    "description": (0x40, lambda at, value: at.node.description == value),
    "descriptionContains": (0x80, lambda at, value: value.lower() in at.node.description.lower()),
    "descriptionMatches": (0x100, lambda at, value: _matches(at.node.description, value)),
    "descriptionStartsWith": (0x200, lambda at, value: at.node.description.lower().startswith(value.lower())),
    "checkable": (0x400, lambda at, value: at.node.checkable == value),
    "checked": (0x800, lambda at, value: at.node.checked == value),
    "clickable": (0x1000, lambda at, value: at.node.clickable == value),
    "longClickable": (0x2000, lambda at, value: at.node.long_clickable == value),
    "scrollable": (0x4000, lambda at, value: at.node.scrollable == value),
    "enabled": (0x8000, lambda at, value: at.node.enabled == value),
    "focusable": (0x10000, lambda at, value: at.node.focusable == value),
    "focused": (0x20000, lambda at, value: at.node.focused == value),
    "selected": (0x40000, lambda at, value: at.node.selected == value),
    "packageName": (0x80000, lambda at, value: at.node.package == value),
    "packageNameMatches": (0x100000, lambda at, value: _matches(at.node.package, value)),
    "resourceId": (0x200000, lambda at, value: at.node.resource_id == value),
    "resourceIdMatches": (0x400000, lambda at, value: _matches(at.node.resource_id, value)),
    "index": (0x800000, lambda at, value: at.index == value),
}
_INSTANCE_BIT = 0x1000000


def find(roots: Iterable[SimNode], selector: SelectorData) -> list[Located]:
    """All nodes that a selector names, in the order of the tree; raises BadSelector."""
    found = _filtered(_walk(roots), selector)
    chain = zip(selector.get("childOrSibling", ()), selector.get("childOrSiblingSelector", ()), strict=False)
    for relation, following in chain:
        found = _filtered(_related(found, relation), following)
    return found


def _walk(roots: Iterable[SimNode]) -> Iterator[Located]:
    for index, root in enumerate(roots):
        top = Located(root, index, None)
        yield top
        yield from top.below()


def _related(found: list[Located], relation: str) -> Iterator[Located]:
    seen: set[str] = set()
    for located in found:
        origin = located if relation == "child" else located.parent
        for candidate in origin.below() if origin is not None else ():
            if candidate.node.path not in seen:
                seen.add(candidate.node.path)
                yield candidate


def _filtered(candidates: Iterable[Located], selector: SelectorData) -> list[Located]:
    mask = selector.get("mask")
    if not isinstance(mask, int):
        raise BadSelector("no mask")
    try:
        wanted = [(test, selector[name]) for name, (bit, test) in _FIELDS.items() if mask & bit]
        found = [located for located in candidates if all(test(located, value) for test, value in wanted)]
        if mask & _INSTANCE_BIT:
            instance = int(selector["instance"])
            return found[instance : instance + 1]
    except (KeyError, TypeError, AttributeError) as error:
        raise BadSelector(f"field missing or of the wrong type: {error}") from error
    return found
