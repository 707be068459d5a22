from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from genie_host.voice.recognise.phrases import clean_transcript, find_phrase, without_leading, words_of


def test_words_are_small_letters_without_marks() -> None:
    assert words_of("  Hey,  GEMMA! ") == ("hey", "gemma")
    assert words_of("Don't stop…") == ("don't", "stop")
    assert words_of("하모니카") == ("하모니카",)


def test_phrase_is_found_where_it_was_said_last() -> None:
    assert find_phrase(("a", "b"), "a b c a b d".split()) == (3, 5)
    assert find_phrase(("b", "a"), "a b c".split()) is None
    assert find_phrase((), "a b".split()) is None


def test_leading_phrase_is_taken_off_and_no_other() -> None:
    phrases = [("gemma",), ("hey", "gemma")]
    assert without_leading(phrases, "hey gemma open maps".split()) == ("open", "maps")
    assert without_leading(phrases, "gemma open maps".split()) == ("open", "maps")
    assert without_leading(phrases, "open gemma".split()) == ("open", "gemma")


def test_transcript_is_one_line_without_anything_a_terminal_obeys() -> None:
    assert clean_transcript("turn\x1b[2J on\n\u202ewifi\u2028now") == "turn [2J on wifi now"


@given(st.text())
def test_transcript_is_short_and_printable_whatever_came(text: str) -> None:
    cleaned = clean_transcript(text)
    assert len(cleaned) <= 500
    assert all(letter.isprintable() or letter in "\u200c\u200d" for letter in cleaned)
