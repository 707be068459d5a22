"""Canonical JSON and shown values, for any value there is."""

from __future__ import annotations

import json
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from genie_host.core.gap.canonical import MAX_INTEGER, canonical, parse
from genie_host.core.gap.forms import b64, unb64
from genie_host.core.gap.showing import shown_value

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
LEAF = TEXT | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER)


def depth(value: object) -> int:
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(depth, members), default=0)


def units(text: str) -> list[bytes]:
    """Of UTF-16."""
    data = text.encode("utf-16-be")
    return [data[at : at + 2] for at in range(0, len(data), 2)]


def branches(each: st.SearchStrategy) -> st.SearchStrategy:
    return st.lists(each, max_size=4) | st.dictionaries(TEXT, each, max_size=4)


VALUE = st.recursive(LEAF, branches, max_leaves=8).filter(lambda value: depth(value) <= 8)
FEW = settings(max_examples=150, deadline=None, database=None, derandomize=True)


@FEW
@given(VALUE)
def test_what_is_written_is_read_again_and_written_in_no_other_way(value) -> None:
    line = canonical(value)
    assert parse(line) == value
    assert canonical(parse(json.dumps(value, indent=2).encode())) == line
    assert b"\n" not in line


@FEW
@given(VALUE, VALUE)
def test_two_values_are_written_alike_only_when_they_are_equal(first, second) -> None:
    plain = [json.dumps(value, sort_keys=True) for value in (first, second)]
    assert (canonical(first) == canonical(second)) == (plain[0] == plain[1])


@FEW
@given(st.dictionaries(TEXT, st.booleans(), max_size=8))
def test_keys_stand_in_the_order_of_their_units(members) -> None:
    assert list(json.loads(canonical(members))) == sorted(members, key=units)


@FEW
@given(st.text(st.characters(exclude_categories=("Cs",)), max_size=500))
def test_what_is_shown_has_one_line_and_nothing_that_cannot_be_seen(value) -> None:
    shown = shown_value(value)
    assert len(shown.splitlines()) <= 1
    assert not {unicodedata.category(character) for character in shown} & {"Cc", "Co", "Zl", "Zp"}
    assert not set(shown) & set("\u200b\u200e\u202e\u2066\ufeff\u00ad")


@FEW
@given(st.binary(min_size=1, max_size=100))
def test_bytes_come_back_from_base64(data) -> None:
    assert unb64(b64(data), 100) == data
