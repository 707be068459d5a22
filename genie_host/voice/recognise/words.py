"""How the words that steer a run are said in each language; ``words.toml`` has the table."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.hearing import Word
from genie_host.voice.recognise.phrases import words_of

_TABLE = Path(__file__).with_name("words.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class SteeringWords:
    """One language's."""

    phrases: dict[tuple[str, ...], Word]
    fillers: tuple[str, ...]

    def of(self, *wanted: Word) -> dict[tuple[str, ...], Word]:
        """The phrases of these meanings only."""
        return {phrase: word for phrase, word in self.phrases.items() if word in wanted}


def languages() -> tuple[str, ...]:
    """Those that have a table, as BCP 47 tags."""
    return tuple(_tables())


def steering_words(language: str) -> SteeringWords:
    """Raises RecogniserUnavailable for a language without a table; ``en-GB`` is ``en``."""
    table = _tables().get(language.lower().replace("_", "-").split("-")[0])
    if table is None:
        raise RecogniserUnavailable(
            f"Genie does not know how to say “stop” in that language. It knows: {', '.join(languages())}."
        )
    return table


@cache
def _tables() -> dict[str, SteeringWords]:
    read = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    return {
        language: SteeringWords(
            phrases={words_of(said): word for word in Word for said in table[word.name.lower()]},
            fillers=tuple(table["fillers"].split()),
        )
        for language, table in read.items()
    }
