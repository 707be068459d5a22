from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genie_host.voice.recognise.likeness import distance_within


@pytest.mark.parametrize(
    ("phrase", "text", "distance"),
    [
        ("hey gemma", "well hey gemma then", 0.0),
        ("hey gemma", "hey jemma", 1 / 8),
        ("hey gemma", "hey emma", 1 / 8),
        ("hey gemma", "", 1.0),
        ("하모니카", "사 모니카", 1 / 8),
        ("하모니카", "사 모기 가", 3 / 8),
        ("", "anything", 1.0),
    ],
)
def test_distance_is_the_part_of_the_letters_that_must_change(phrase: str, text: str, distance: float) -> None:
    assert distance_within(phrase, text) == pytest.approx(distance)


@given(st.text(max_size=15), st.text(max_size=15), st.text(max_size=15))
def test_phrase_within_anything_is_at_distance_nought(before: str, phrase: str, after: str) -> None:
    text = f"{before} {phrase} {after}"
    assert 0.0 <= distance_within(phrase, text) <= 1.0
    if any(letter.isascii() and letter.isalpha() for letter in phrase) and phrase.isascii():
        assert distance_within(phrase, text) == 0.0
