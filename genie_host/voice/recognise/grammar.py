"""Closed grammars, checked before the native library sees them: it drops unknown words in silence, and dies of others.

A grammar needs something that takes in everything else that is said. Most models have ``[unk]`` for that; where one
does not, a grammar of only wanted phrases makes every utterance one of them, so filler words stand in for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.recognise.phrases import words_of

UNKNOWN = "[unk]"
_FEWEST_FILLERS = 30
"""With fewer, too much of what is said in a room ends up as a wanted phrase."""


class Vocabulary(Protocol):
    """The words a model knows."""

    def knows(self, word: str) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """What may be heard: wanted phrases, and the fillers for everything else."""

    phrases: tuple[tuple[str, ...], ...]
    fillers: tuple[str, ...]
    repeats: int = 1
    """How often each wanted phrase is counted against one of each filler: more means heard more readily."""

    def as_json(self) -> str:
        """As Vosk takes it: a list of strings that is never empty, never nested and always JSON."""
        wanted = [" ".join(phrase) for phrase in self.phrases for _ in range(self.repeats)]
        return json.dumps([*wanted, *self.fillers], ensure_ascii=False)


def closed_grammar(
    phrases: Iterable[str | Sequence[str]], vocabulary: Vocabulary, fillers: Sequence[str], *, repeats: int = 1
) -> Grammar:
    """A grammar of phrases whose every word the model knows.

    Raises RecogniserUnavailable when a word is missing, when there are no phrases, or nothing to tell them from.
    """
    wanted = tuple(dict.fromkeys(_as_words(phrase) for phrase in phrases))
    if not wanted or not all(wanted):
        raise RecogniserUnavailable("There is nothing to listen for: a phrase needs at least one word.")
    if missing := unknown_words(wanted, vocabulary):
        raise RecogniserUnavailable(
            f"The speech model does not know {_listed(missing)}. "
            "Take other words, or find out with `genie voice calibrate` what the model hears when you say them."
        )
    return Grammar(phrases=wanted, fillers=_fillers(wanted, vocabulary, fillers), repeats=repeats)


def known_phrases(phrases: Iterable[str], vocabulary: Vocabulary) -> tuple[tuple[str, ...], ...]:
    """Those phrases that a model can hear at all."""
    split = (words_of(phrase) for phrase in phrases)
    return tuple(phrase for phrase in split if phrase and not unknown_words([phrase], vocabulary))


def unknown_words(phrases: Iterable[Sequence[str]], vocabulary: Vocabulary) -> list[str]:
    """The words that a model does not know."""
    return list(dict.fromkeys(word for phrase in phrases for word in phrase if not vocabulary.knows(word)))


def _as_words(phrase: str | Sequence[str]) -> tuple[str, ...]:
    return words_of(phrase if isinstance(phrase, str) else " ".join(phrase))


def _fillers(wanted: tuple[tuple[str, ...], ...], vocabulary: Vocabulary, candidates: Sequence[str]) -> tuple[str, ...]:
    if vocabulary.knows(UNKNOWN):
        return (UNKNOWN,)
    taken = {word for phrase in wanted for word in phrase}
    known = tuple(word for word in dict.fromkeys(candidates) if word not in taken and vocabulary.knows(word))
    if len(known) < _FEWEST_FILLERS:
        raise RecogniserUnavailable(
            "The speech model has no word for what it does not know, and too few other words to tell a phrase from: "
            "everything said would wake it. Set the language of the model, or take another model."
        )
    return known


def _listed(words: Sequence[str]) -> str:
    quoted = [f"“{word}”" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
