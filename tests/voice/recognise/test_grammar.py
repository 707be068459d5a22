from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.recognise.grammar import closed_grammar, known_phrases
from genie_host.voice.recognise.words import steering_words


class Words:
    """A vocabulary."""

    def __init__(self, *words: str) -> None:
        self._words = {word for group in words for word in group.split()}

    def knows(self, word: str) -> bool:
        return word in self._words


FILLERS = steering_words("en").fillers


def test_grammar_lists_the_phrase_as_often_as_it_counts_and_the_unknown_word_once() -> None:
    grammar = closed_grammar(["Hey, Gemma!"], Words("hey gemma [unk]"), FILLERS, repeats=3)

    assert json.loads(grammar.as_json()) == ["hey gemma"] * 3 + ["[unk]"]


def test_fillers_stand_in_where_the_model_has_no_unknown_word() -> None:
    grammar = closed_grammar(["hey the"], Words("hey", " ".join(FILLERS)), FILLERS)

    listed = json.loads(grammar.as_json())
    assert listed[0] == "hey the"
    assert len(listed) > 100
    assert "the" not in listed, "a filler that is part of a phrase would compete with it"


def test_missing_word_is_named() -> None:
    with pytest.raises(RecogniserUnavailable, match=r"does not know “gemma”.*calibrate"):
        closed_grammar(["hey gemma"], Words("hey [unk]"), FILLERS)


def test_too_few_fillers_are_refused() -> None:
    with pytest.raises(RecogniserUnavailable, match="everything said would wake it"):
        closed_grammar(["hey gemma"], Words("hey gemma the of and"), FILLERS)


@pytest.mark.parametrize("phrases", [[], [""], ["!?"], ["hey gemma", " "]])
def test_empty_phrase_is_refused(phrases: list[str]) -> None:
    with pytest.raises(RecogniserUnavailable, match="nothing to listen for"):
        closed_grammar(phrases, Words("hey gemma [unk]"), FILLERS)


def test_known_phrases_are_those_with_no_missing_word() -> None:
    assert known_phrases(["stop it", "stop", "halt"], Words("stop")) == (("stop",),)


class Everything:
    """A vocabulary that knows every word."""

    def knows(self, word: str) -> bool:
        return True


@given(st.lists(st.text(max_size=20), max_size=5), st.integers(1, 10))
def test_whatever_is_asked_for_the_native_library_gets_a_flat_list_of_words_or_nothing(
    phrases: list[str], repeats: int
) -> None:
    try:
        text = closed_grammar(phrases, Everything(), FILLERS, repeats=repeats).as_json()
    except RecogniserUnavailable:
        return
    listed = json.loads(text)
    assert "\0" not in text
    assert listed
    assert all(isinstance(entry, str) and entry.split() and '"' not in entry for entry in listed)
