"""Search by BySelector: every window, the innermost match first. Source: androidx ``ByMatcher``, ``Patterns``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from genie_host.simphone.u2.selectors import Field, Selector, pattern
from genie_host.simphone.u2.tree import Located
from genie_host.simphone.world.nodes import SimNode

NodeTest = Callable[[SimNode], bool]


def find_by(root: SimNode, selector: Selector) -> Located | None:
    """The first match in one window; a match below another comes before it."""
    return _innermost(Located(root), by_test(selector))


def by_test(selector: Selector) -> NodeTest:
    """Whether a node is one that the selector's fields describe; raises the exceptions of a selector that is none."""
    tests = [_test(name, known, value) for name, known, value in selector.fields()]
    return lambda node: all(test(node) for test in tests)


def _innermost(at: Located, test: NodeTest) -> Located | None:
    for child in at.children():
        found = _innermost(child, test)
        if found is not None:
            return found
    return at if test(at.node) else None


def _test(name: str, known: Field, value: Any) -> NodeTest:
    if isinstance(value, bool):
        return lambda node: known.read(node) == value
    compiled = _pattern(name, value)
    return lambda node: compiled.fullmatch(known.read(node) or "") is not None


def _pattern(name: str, value: str) -> re.Pattern[str]:
    if name.endswith("Matches"):
        return pattern(value, dot_all=False)
    quoted = re.escape(value)
    if name.endswith("Contains"):
        return pattern(f".*{quoted}.*", dot_all=True)
    if name.endswith("StartsWith"):
        return pattern(f"{quoted}.*", dot_all=True)
    return pattern(quoted, dot_all=False)
