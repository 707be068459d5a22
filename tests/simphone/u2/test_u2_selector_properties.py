"""Selectors at random on trees at random, held against a plain reference."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from uiautomator2._selector import Selector as HostSelector

from genie_host.simphone.u2.by_search import find_by
from genie_host.simphone.u2.selectors import SELECTOR
from genie_host.simphone.u2.tree import Located
from genie_host.simphone.u2.ui_search import chain_of, count_pattern, find_ui, query_of
from tests.simphone.u2 import reference
from tests.simphone.u2.trees import CLASSES, random_tree

_VALUES: dict[str, tuple[Any, ...]] = {
    "text": ("Wi-Fi", "Bluetooth", "wi-fi", ""),
    "textContains": ("i-f", "BLUE", "", "\n"),
    "textStartsWith": ("wi", "Blue", "a"),
    "textMatches": ("(?i)wi.*", "Blue.*", ".*", "a.b"),
    "className": CLASSES,
    "classNameMatches": ("Ro?w", ".*t.*", "S.*"),
    "description": ("Blue", "a\nb"),
    "descriptionContains": ("FI", "oo"),
    "descriptionStartsWith": ("b", "B"),
    "descriptionMatches": (".*e.*", "a.b"),
    "checkable": (True, False),
    "checked": (True, False),
    "clickable": (True, False),
    "longClickable": (True, False),
    "scrollable": (True, False),
    "enabled": (True, False),
    "focusable": (True, False),
    "focused": (True, False),
    "selected": (True, False),
    "packageName": ("app", "other"),
    "packageNameMatches": ("a.*",),
    "resourceId": ("app:id/a", "app:id/none"),
    "resourceIdMatches": (".*/[ab]", "app"),
}


def random_fields(random: Random, most: int = 2) -> dict[str, Any]:
    names = random.sample(sorted(_VALUES), random.randint(1, most))
    return {name: random.choice(_VALUES[name]) for name in names}


def random_chain(random: Random) -> list[tuple[str, dict[str, Any]]]:
    parts = [("", random_fields(random, most=1))]
    parts += [(random.choice(("child", "sibling")), random_fields(random, most=1)) for _ in range(random.randrange(3))]
    if random.random() < 0.3:
        parts[-1][1]["instance"] = random.randrange(3)
    if random.random() < 0.2:
        parts[-1][1]["index"] = random.randrange(3)
    return parts


def host_selector(parts: list[tuple[str, dict[str, Any]]]) -> HostSelector:
    (_, first), *rest = parts
    selector = HostSelector(**first)
    for relation, fields in rest:
        selector = selector.child(**fields) if relation == "child" else selector.sibling(**fields)
    return selector


def path_of(located: Located | None) -> reference.Path | None:
    if located is None:
        return None
    above = path_of(located.parent)
    return () if above is None else (*above, located.index)


@pytest.mark.slow
def test_by_selectors_find_what_the_reference_finds():
    random, hits = Random("by"), 0
    for _ in range(3000):
        tree, fields = random_tree(random), random_fields(random)
        found = path_of(find_by(tree, SELECTOR.convert(HostSelector(**fields))))
        assert found == reference.first_by(tree, fields), (tree, fields)
        hits += found is not None
    assert 500 < hits < 2500


@pytest.mark.slow
def test_ui_selectors_find_what_the_reference_finds():
    random, hits = Random("ui"), 0
    for _ in range(3000):
        tree, parts = random_tree(random), random_chain(random)
        found = path_of(find_ui(tree, query_of(SELECTOR.convert(host_selector(parts)))))
        assert found == reference.first_ui(tree, parts), (tree, parts)
        hits += found is not None
    assert 500 < hits < 2500


@pytest.mark.slow
def test_patterns_are_counted_as_the_reference_counts_them():
    random, total = Random("pattern"), 0
    for _ in range(1000):
        tree, container, wanted = random_tree(random), random_fields(random, most=1), random_fields(random, most=1)
        chains = [chain_of(SELECTOR.convert(HostSelector(**fields))) for fields in (container, wanted)]
        top = reference.first_ui(tree, [("", container)])
        expected = 0
        if top is not None:
            inside = reference.before_children(tree, top)
            matching = (path for path in inside if reference.ui_matches(reference.at(tree, path), path, wanted))
            expected = sum(1 for _ in matching)
        assert count_pattern(tree, *chains) == expected, (tree, container, wanted)
        total += expected
    assert total > 500
