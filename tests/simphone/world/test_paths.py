"""Conditions, nested templates and money in app files."""

import pytest

from genie_host.core.errors import SimulatorError
from genie_host.simphone.world import paths

SCOPE = {
    "id": "7",
    "count": 5,
    "balance": "1,234.5",
    "query": "",
    "open": False,
    "dishes": [{"id": 7, "name": "Soup", "note": "at 12:30"}],
}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{dishes[id={id}].name} of the day", "Soup of the day"),
        ("{balance:money}", "1,234.50"),
        ("{query:money}", "0.00"),
        ("{query|count}", "5"),
        ("{balance:last4}", "34.5"),
        ("{dishes[note=at 12:30].name}", "Soup"),
    ],
)
def test_a_template_may_hold_a_template_and_write_money(template, text):
    assert paths.expand(template, SCOPE) == text


@pytest.mark.parametrize(
    ("condition", "is_so"),
    [
        ("", True),
        ("dishes[id={id}].name=Soup", True),
        ("dishes[id={id}].name=Fish", False),
        ("!dishes[id={id}].name=Fish", True),
        ("count=5 & !query", True),
        ("count=5 & query", False),
        ("balance>{count}", True),
        ("count<5", False),
        ("query>3", False),
        ("dishes[0].name~so", True),
        ("dishes[0].name~{query}", True),
        ("dishes[0].name~fish", False),
        ("open=false", True),
        ("missing=", True),
    ],
)
def test_a_condition_compares(condition, is_so):
    assert paths.holds(condition, SCOPE) is is_so


def test_what_is_no_condition_is_named():
    with pytest.raises(SimulatorError, match="'=5' is no condition"):
        paths.holds("=5", SCOPE)
