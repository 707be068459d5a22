"""Canonical JSON and what a person is shown, against the kept vectors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.canonical import canonical, parse, read_line
from genie_host.core.gap.showing import shown_value
from tests.protocol.vectors import by_name, cases

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", cases("canonical", "valid"), ids=by_name)
def test_text_is_written_canonically(case) -> None:
    wanted = bytes.fromhex(case["canonical"])
    assert canonical(parse(bytes.fromhex(case["text"]))) == wanted
    assert canonical(read_line(wanted, 10_000)) == wanted


@pytest.mark.parametrize("case", cases("canonical", "valid"), ids=by_name)
def test_a_line_is_its_own_canonical_form_or_malformed(case) -> None:
    if case["text"] != case["canonical"]:
        with pytest.raises(MessageMalformed):
            read_line(bytes.fromhex(case["text"]), 10_000)


@pytest.mark.parametrize("case", cases("canonical", "malformed"), ids=by_name)
def test_malformed_text_is_refused(case) -> None:
    with pytest.raises(MessageMalformed):
        parse(bytes.fromhex(case["text"]))


def test_a_line_may_be_so_long_and_no_longer() -> None:
    assert read_line(b'"abc"', 5) == "abc"
    with pytest.raises(MessageMalformed):
        read_line(b'"abc"', 4)


@pytest.mark.parametrize(
    "value",
    [None, 1.0, float("nan"), 2**53, -(2**53), "\ud800", {"\ud800": 1}, {1: 2}, (1,), b"a", {"a": None}, [Ellipsis]],
    ids=repr,
)
def test_what_has_no_canonical_form_is_not_written(value) -> None:
    with pytest.raises(MessageMalformed):
        canonical(value)


@pytest.mark.parametrize("case", cases("shown", "values"), ids=by_name)
def test_value_is_shown_so_that_nothing_is_invisible(case) -> None:
    assert shown_value(case["value"]) == case["shown"]


def test_ranges_that_are_marked_are_those_of_the_page() -> None:
    block = re.search(r"```\n(0000-001F.*?)```", PAGE, re.DOTALL)
    assert block is not None
    marked = set()
    for part in block[1].split():
        first, _, last = part.partition("-")
        marked |= set(range(int(first, 16), int(last or first, 16) + 1))
    points = [point for point in range(0x110000) if not 0xD800 <= point <= 0xDFFF]
    assert {point for point in points if shown_value(chr(point)) != chr(point)} == marked
