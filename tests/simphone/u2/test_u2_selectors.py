"""Both kinds of selectors against a small tree."""

from __future__ import annotations

from typing import Any

import pytest
from uiautomator2._selector import Selector as HostSelector

from genie_host.simphone.u2.by_search import find_by
from genie_host.simphone.u2.java import JavaException
from genie_host.simphone.u2.selectors import SELECTOR, Selector
from genie_host.simphone.u2.ui_search import Query, chain_of, count_pattern, find_ui, query_of
from genie_host.simphone.world.nodes import SimNode
from tests.simphone.u2.trees import node


def read(**fields: Any) -> Selector:
    """A selector as the server reads what uiautomator2 sends."""
    selector: Selector = SELECTOR.convert(HostSelector(**fields))
    return selector


def chain(first: dict[str, Any], *rest: tuple[str, dict[str, Any]]) -> Selector:
    host = HostSelector(**first)
    for relation, fields in rest:
        host = host.child(**fields) if relation == "child" else host.sibling(**fields)
    selector: Selector = SELECTOR.convert(host)
    return selector


@pytest.fixture
def tree() -> SimNode:
    root = node(
        "List",
        node("Row", node("Text", text="Wi-Fi"), node("Switch", checkable=True, checked=True, resource_id="app:id/s")),
        node(
            "Row",
            node("Text", text="Bluetooth"),
            node("Switch", checkable=True, description="Bluetooth switch"),
            node("Switch", selected=True, description="line one\nline two"),
        ),
        scrollable=True,
    )
    root.number("0")
    return root


def by(tree: SimNode, selector: Selector) -> str | None:
    found = find_by(tree, selector)
    return found.node.path if found is not None else None


def ui(tree: SimNode, selector: Selector) -> str | None:
    found = find_ui(tree, query_of(selector))
    return found.node.path if found is not None else None


@pytest.mark.parametrize(
    ("fields", "by_path", "ui_path"),
    [
        ({"text": "Wi-Fi"}, "0/0/0", "0/0/0"),
        ({"text": "wi-fi"}, None, None),
        ({"textContains": "LUE"}, None, "0/1/0"),
        ({"textContains": "lue"}, "0/1/0", "0/1/0"),
        ({"textStartsWith": "blue"}, None, "0/1/0"),
        ({"textStartsWith": "Blue"}, "0/1/0", "0/1/0"),
        ({"textMatches": "(?i)wi.*"}, "0/0/0", "0/0/0"),
        ({"textMatches": ".*"}, "0/0/0", "0/0/0"),
        ({"textMatches": ""}, "0/0/1", None),
        ({"className": "Row"}, "0/0", "0/0"),
        ({"classNameMatches": "Sw.*"}, "0/0/1", "0/0/1"),
        ({"className": "Nothing"}, None, None),
        ({"checkable": True, "checked": False}, "0/1/1", "0/1/1"),
        ({"enabled": True}, "0/0/0", "0"),
        ({"descriptionContains": "switch"}, "0/1/1", "0/1/1"),
        ({"descriptionContains": "SWITCH"}, None, "0/1/1"),
        ({"descriptionStartsWith": "Blue"}, "0/1/1", "0/1/1"),
        ({"descriptionMatches": "Bluetooth.*"}, "0/1/1", "0/1/1"),
        ({"descriptionMatches": "line.*two"}, None, "0/1/2"),
        ({"descriptionContains": "one\nline"}, "0/1/2", "0/1/2"),
        ({"description": "Bluetooth switch", "packageName": "app"}, "0/1/1", "0/1/1"),
        ({"resourceId": "app:id/s"}, "0/0/1", "0/0/1"),
        ({"resourceIdMatches": ".*/s"}, "0/0/1", "0/0/1"),
        ({"scrollable": True, "packageNameMatches": "a.p"}, "0", "0"),
        ({"selected": True}, "0/1/2", "0/1/2"),
        ({"text": "a.c*"}, None, None),
    ],
)
def test_selector_names_a_node(tree, fields, by_path, ui_path):
    assert by(tree, read(**fields)) == by_path
    assert ui(tree, read(**fields)) == ui_path


@pytest.mark.parametrize(
    ("selector", "path"),
    [
        (read(), "0"),
        (read(index=1, className="Switch"), "0/0/1"),
        (read(index=2), "0/1/2"),
        (read(className="Row", instance=1), "0/1"),
        (read(className="Row", instance=2), None),
        (read(className="Row", instance=-1), None),
        (read(className="Switch", instance=2), "0/1/2"),
        (chain({"className": "List"}, ("child", {"className": "Row", "instance": 1})), "0/1"),
        (chain({"className": "Row"}, ("child", {"className": "Switch"})), "0/0/1"),
        (chain({"className": "Row"}, ("child", {"className": "Switch", "instance": 1})), "0/1/2"),
        (chain({"className": "Row", "instance": 1}, ("child", {"text": "Wi-Fi"})), None),
        (chain({"text": "Bluetooth"}, ("sibling", {"className": "Switch"})), "0/1/1"),
        (chain({"className": "List"}, ("sibling", {"className": "Row"})), None),
        (chain({"text": "Wi-Fi"}, ("sibling", {"checkable": True}), ("sibling", {"text": "Wi-Fi"})), "0/0/0"),
        (chain({"className": "List"}, ("child", {"className": "Row"}), ("child", {"text": "Bluetooth"})), "0/1/0"),
    ],
)
def test_index_instance_and_chain_pick_a_node(tree, selector, path):
    assert ui(tree, selector) == path


def test_a_met_parent_is_not_looked_for_below_itself(tree):
    nested = node("Row", node("Row", node("Text", text="x")), node("Text", text="y"))
    nested.number("0")
    assert ui(nested, chain({"className": "Row"}, ("child", {"text": "x"}))) == "0/0/0"
    assert ui(nested, chain({"className": "Row"}, ("child", {"className": "Row"}), ("child", {"text": "y"}))) is None


def test_every_later_match_passes_for_a_parent_whose_instance_was_met(tree):
    rows = node("List", *(node("Row", node("Text", text=f"{number}")) for number in range(4)))
    rows.number("0")
    assert ui(rows, chain({"className": "Row", "instance": 1}, ("child", {"text": "3"}))) == "0/3/0"
    assert ui(rows, chain({"className": "Row", "instance": 1}, ("child", {"text": "0"}))) is None


def test_pattern_is_counted_and_picked_inside_its_container(tree):
    rows, switches = chain_of(read(className="Row", instance=1)), chain_of(read(className="Switch"))
    assert count_pattern(tree, rows, switches) == 2
    assert count_pattern(tree, chain_of(read(className="List")), switches) == 3
    assert count_pattern(tree, chain_of(read(className="Nothing")), switches) == 0
    query = Query(container=rows, pattern=switches, instance=1)
    found = find_ui(tree, query)
    assert found is not None
    assert found.node.path == "0/1/2"
    beside = find_ui(tree, query.extended(read(className="Text"), "sibling"))
    assert beside is not None
    assert beside.node.path == "0/1/0"
    assert str(query) == (
        "UiSelector[CONTAINER=UiSelector[CLASS=Row, INSTANCE=1], "
        "PATTERN=UiSelector[INSTANCE=1, PATTERN=UiSelector[CLASS=Switch]]]"
    )


def test_search_that_goes_round_in_circles_is_given_up():
    wide = node("A", *(node("A", *(node("A") for _ in range(40))) for _ in range(40)))
    wide.number("0")
    endless = chain({"className": "A"}, *[("sibling", {"className": "A"})] * 6, ("child", {"text": "none"}))
    assert ui(wide, endless) is None


@pytest.mark.parametrize(
    ("data", "class_name"),
    [
        (None, "java.lang.NullPointerException"),
        ({"mask": 1}, "java.lang.NullPointerException"),
        ({"mask": 2, "textContains": None}, "java.lang.NullPointerException"),
        ({"mask": 0, "childOrSibling": None}, "java.lang.NullPointerException"),
        ({"mask": 0, "childOrSibling": [None]}, "java.lang.NullPointerException"),
        ({"mask": 0, "childOrSiblingSelector": [None]}, "java.lang.NullPointerException"),
        ({"mask": "x"}, "com.fasterxml.jackson.databind.exc.InvalidFormatException"),
        ({"mask": 1, "text": ["a"]}, "com.fasterxml.jackson.databind.exc.MismatchedInputException"),
        ({"mask": 4, "textMatches": "["}, "java.util.regex.PatternSyntaxException"),
        ({"mask": 4, "textMatches": "a{99999999999}"}, "java.util.regex.PatternSyntaxException"),
        ({"masque": 1}, "com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException"),
        ("text", "com.fasterxml.jackson.databind.exc.MismatchedInputException"),
    ],
)
def test_selector_that_is_none_is_a_java_exception(data, class_name):
    with pytest.raises(JavaException) as raised:
        query_of(SELECTOR.convert(data))
    assert raised.value.class_name == class_name


def test_relation_that_is_none_ends_nothing(tree):
    data = {"mask": 16, "className": "Row", "childOrSibling": ["cousin"], "childOrSiblingSelector": [{"mask": 0}]}
    assert ui(tree, SELECTOR.convert(data)) == "0/0"
