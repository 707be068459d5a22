"""Selectors against a small tree."""

from __future__ import annotations

from typing import Any

import pytest
from uiautomator2._selector import Selector

from genie_host.core.geometry import Bounds
from genie_host.simphone.u2.selectors import BadSelector, find
from genie_host.simphone.world.nodes import SimNode


def node(class_name: str, *children: SimNode, **fields: Any) -> SimNode:
    spot = Bounds(left=0, top=0, right=10, bottom=10)
    return SimNode(class_name=class_name, package="app", bounds=spot, children=list(children), **fields)


@pytest.fixture
def roots() -> list[SimNode]:
    tree = node(
        "List",
        node("Row", node("Text", text="Wi-Fi"), node("Switch", checkable=True, checked=True, resource_id="app:id/s")),
        node("Row", node("Text", text="Bluetooth"), node("Switch", checkable=True, description="Bluetooth switch")),
        scrollable=True,
    )
    tree.number("0")
    return [tree]


def paths(roots: list[SimNode], selector: Selector) -> list[str]:
    return [located.node.path for located in find(roots, selector)]


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        (Selector(text="Wi-Fi"), ["0/0/0"]),
        (Selector(textContains="LUE"), ["0/1/0"]),
        (Selector(textStartsWith="blue"), ["0/1/0"]),
        (Selector(textMatches="(?i)wi.*"), ["0/0/0"]),
        (Selector(className="Row"), ["0/0", "0/1"]),
        (Selector(className="Row", instance=1), ["0/1"]),
        (Selector(className="Row", instance=2), []),
        (Selector(classNameMatches="Sw.*"), ["0/0/1", "0/1/1"]),
        (Selector(checkable=True, checked=False), ["0/1/1"]),
        (Selector(descriptionContains="switch"), ["0/1/1"]),
        (Selector(descriptionStartsWith="Blue"), ["0/1/1"]),
        (Selector(descriptionMatches="Bluetooth.*"), ["0/1/1"]),
        (Selector(description="Bluetooth switch", packageName="app"), ["0/1/1"]),
        (Selector(resourceId="app:id/s"), ["0/0/1"]),
        (Selector(resourceIdMatches=".*/s"), ["0/0/1"]),
        (Selector(scrollable=True, packageNameMatches="a.p"), ["0"]),
        (Selector(index=1, className="Switch"), ["0/0/1", "0/1/1"]),
        (Selector(className="Row").child(className="Switch"), ["0/0/1", "0/1/1"]),
        (Selector(className="List").child(className="Row", instance=1), ["0/1"]),
        (Selector(text="Bluetooth").sibling(className="Switch"), ["0/1/1"]),
        (Selector(className="Row", instance=1).child(text="Wi-Fi"), []),
        (Selector(), ["0", "0/0", "0/0/0", "0/0/1", "0/1", "0/1/0", "0/1/1"]),
    ],
)
def test_selector_names(roots, selector, expected):
    assert paths(roots, selector) == expected


@pytest.mark.parametrize(
    "data", [{}, {"mask": "x"}, {"mask": 1}, {"mask": 4, "textMatches": "["}, {"mask": 2, "textContains": None}]
)
def test_selector_that_is_none_is_bad(roots, data):
    with pytest.raises(BadSelector):
        find(roots, data)
