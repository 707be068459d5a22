from __future__ import annotations

import pytest

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.hearing import Word
from genie_host.voice.recognise.words import languages, steering_words


@pytest.mark.parametrize("language", languages())
def test_every_language_has_a_phrase_for_every_word_and_enough_fillers(language: str) -> None:
    table = steering_words(language)

    assert set(table.phrases.values()) == set(Word)
    assert all(phrase for phrase in table.phrases)
    assert len(table.fillers) >= 40


@pytest.mark.parametrize("language", languages())
def test_no_phrase_means_two_things(language: str) -> None:
    for halting in (Word.STOP, Word.CANCEL, Word.WAIT, Word.NO):
        for letting in (Word.GO_ON, Word.YES):
            assert not set(steering_words(language).of(halting)) & set(steering_words(language).of(letting))


def test_region_does_not_matter() -> None:
    assert steering_words("en-GB") is steering_words("en")
    assert steering_words("pt_BR") is steering_words("pt")


def test_language_without_a_table_is_refused_with_those_there_are() -> None:
    with pytest.raises(RecogniserUnavailable, match="It knows: en, ko"):
        steering_words("tlh")
