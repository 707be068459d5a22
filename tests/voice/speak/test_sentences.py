"""Where a text is parted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genie_host.voice.speak.sentences import LONGEST, sentences


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One.", ["One."]),
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
        ("Dr. Smith and Mr. Jones came.", ["Dr. Smith and Mr. Jones came."]),
        ("It is e.g. this, i.e. that.", ["It is e.g. this, i.e. that."]),
        ("Version 3.14 is out. Get it.", ["Version 3.14 is out.", "Get it."]),
        ("Am 3. Mai geht es los. Komm!", ["Am 3. Mai geht es los.", "Komm!"]),
        ("J. S. Bach wrote it.", ["J. S. Bach wrote it."]),
        ("今日は。元気です。", ["今日は。", "元気です。"]),
        ("first\nsecond\n\nthird", ["first", "second", "third"]),
        ("... !!! ???", []),
        ("", []),
    ],
)
def test_text_is_parted_where_sentences_end(text, parts) -> None:
    assert sentences(text) == parts


def test_long_sentence_is_broken_at_a_comma_before_a_blank() -> None:
    text = "word " * 40 + "so, " + "word " * 40
    first, second = sentences(text)
    assert first.endswith("so,")
    assert second.startswith("word")


@given(st.text(max_size=2000))
def test_no_letter_is_lost_and_no_part_too_long(text) -> None:
    parts = sentences(text)
    assert all(0 < len(part) <= LONGEST for part in parts)
    said = [letter for part in parts for letter in part if letter.isalnum()]
    assert said == [letter for letter in text if letter.isalnum()]
