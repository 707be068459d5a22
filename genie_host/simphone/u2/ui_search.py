"""Search by UiSelector: the active window, parents first, with instances and chains.

It goes as on a phone, odd ends included. A part of a chain that has been met is not looked for again below; a child's
instance is counted anew under each parent; a parent's instance is no longer counted once it was met, so every later
match of it passes too. Source: androidx ``QueryController``, ``UiSelector``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from genie_host.simphone.u2.selectors import FIELDS, Field, Selector, pattern
from genie_host.simphone.u2.tree import Located
from genie_host.simphone.world.nodes import SimNode

_MOST_VISITS = 100_000
"""A search that meets more nodes than this goes round in circles of siblings: it is given up as without a match."""


@dataclass(frozen=True)
class Step:
    """One part of a chain: the selector, and how the next part hangs on it (``child`` or ``sibling``)."""

    selector: Selector
    relation: str = ""


Chain = tuple[Step, ...]


@dataclass(frozen=True)
class Query:
    """What an object of the server stands for: a chain, or the n-th match of a pattern inside a container."""

    chain: Chain = ()
    container: Chain = ()
    pattern: Chain = ()
    instance: int = 0

    def extended(self, selector: Selector, relation: str) -> Query:
        """A child, or a sibling, of what this finds."""
        last = Step(self.chain[-1].selector, relation) if self.chain else Step(Selector(0, {}), relation)
        chain = (*self.chain[:-1], last, *chain_of(selector))
        return Query(chain, self.container, self.pattern, self.instance)

    def __str__(self) -> str:
        """As the jar words it."""
        if not self.pattern:
            return _chain_label(self.chain)
        inner = f"UiSelector[INSTANCE={self.instance}, PATTERN={_chain_label(self.pattern)}]"
        chain = _relation_label(self.chain[0].relation, self.chain[1:]) if self.chain else []
        parts = [(20, f"CONTAINER={_chain_label(self.container)}"), (21, f"PATTERN={inner}"), *chain]
        return f"UiSelector[{', '.join(text for _, text in sorted(parts))}]"


def chain_of(selector: Selector) -> Chain:
    """A selector with all that hangs on it, in a row."""
    bare = Selector(selector.mask, selector.values)
    steps = [Step(bare)]
    for relation, following in zip(selector.relations, selector.following, strict=False):
        if relation in ("child", "sibling"):
            steps[-1] = Step(steps[-1].selector, relation)
            steps += chain_of(following)
    return tuple(steps)


def query_of(selector: Selector) -> Query:
    """The query for what a selector names; raises the exceptions of a selector that is none."""
    chain = chain_of(selector)
    for step in chain:
        _tests(step.selector)
    return Query(chain)


def find_ui(root: SimNode, query: Query) -> Located | None:
    """The match, or None."""
    return _Search().find(Located(root), query)


def count_pattern(root: SimNode, container: Chain, wanted: Chain) -> int:
    """How many times a pattern occurs in the container; 0 when the container is not there."""
    search = _Search()
    search.find(Located(root), Query(container=container, pattern=wanted, instance=-1))
    return search.met


class _Counter:
    """One part of a chain while it is looked for: how many of its instances were passed."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self._tests = _tests(chain[0].selector)
        self._instance = chain[0].selector.instance or 0
        self._passed = 0

    def meets(self, at: Located) -> bool:
        if not all(test(at) for test in self._tests):
            return False
        if self._instance > self._passed:
            self._passed += 1
            return False
        return self._instance == self._passed


class _Search:
    """One search; ``met`` counts the occurrences of a pattern that were passed."""

    def __init__(self) -> None:
        self.met = 0
        self._remaining = 0
        self._visits = 0

    def find(self, root: Located, query: Query) -> Located | None:
        if not query.pattern:
            return self._regular(_Counter(query.chain), root)
        container = self._regular(_Counter(query.container), root)
        if container is None:
            return None
        self._remaining = query.instance
        start = _Counter(query.pattern)
        found = self._pattern(start, container, start)
        if found is None or len(query.chain) < 2:
            return found
        return self._regular(_Counter(query.chain), found)

    def _regular(self, counter: _Counter, at: Located) -> Located | None:
        self._visits += 1
        if self._visits > _MOST_VISITS:
            return None
        if counter.meets(at):
            if len(counter.chain) == 1:
                return at
            onward = self._onward(counter, at)
            if onward is None:
                return None
            counter, at = onward
        return next((hit for child in at.children() if (hit := self._regular(counter, child)) is not None), None)

    def _pattern(self, counter: _Counter, at: Located, start: _Counter) -> Located | None:
        self._visits += 1
        if self._visits > _MOST_VISITS:
            return None
        if counter.meets(at):
            if len(counter.chain) == 1:
                if self._remaining == 0:
                    return at
                self.met += 1
                self._remaining -= 1
                counter = start
            else:
                onward = self._onward(counter, at)
                if onward is None:
                    return None
                counter, at = onward
        return next((hit for child in at.children() if (hit := self._pattern(counter, child, start)) is not None), None)

    @staticmethod
    def _onward(counter: _Counter, at: Located) -> tuple[_Counter, Located] | None:
        """Where the next part of the chain is looked for; None when there is no parent to go up to."""
        below = at.parent if counter.chain[0].relation == "sibling" else at
        return (_Counter(counter.chain[1:]), below) if below is not None else None


Test = Callable[[Located], bool]


def _tests(selector: Selector) -> list[Test]:
    tests = [_test(name, known, value) for name, known, value in selector.fields()]
    if selector.index is not None:
        tests.append(lambda at: at.index == selector.index)
    return tests


def _test(name: str, known: Field, value: Any) -> Test:
    read = known.read
    if name.endswith("Matches"):
        compiled = pattern(value, dot_all=name in ("textMatches", "descriptionMatches"))
        return lambda at: (text := read(at.node)) is not None and compiled.fullmatch(text) is not None
    if name.endswith("Contains"):
        return lambda at: value.lower() in (read(at.node) or "").lower() and read(at.node) is not None
    if name.endswith("StartsWith"):
        return lambda at: (read(at.node) or "").lower().startswith(value.lower()) and read(at.node) is not None
    return lambda at: bool(read(at.node) == value)


def _chain_label(chain: Chain) -> str:
    step = chain[0]
    parts = [
        (FIELDS[name].order, f"{FIELDS[name].label}={_value_label(step.selector.values.get(name, False))}")
        for name, known in FIELDS.items()
        if step.selector.mask & known.bit
    ]
    parts += _relation_label(step.relation, chain[1:])
    return f"UiSelector[{', '.join(text for _, text in sorted(parts))}]"


def _relation_label(relation: str, rest: Chain) -> list[tuple[int, str]]:
    if not rest:
        return []
    return [(19, f"CHILD={_chain_label(rest)}") if relation == "child" else (22, f"PARENT={_chain_label(rest)}")]


def _value_label(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
