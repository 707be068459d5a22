"""Turns an intent and its slots into a goal as some person would word it, from the phrase book in ``wordings/``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import yaml

from scripts.nano.composing import composed
from scripts.nano.made_up import make_sentence
from scripts.nano.spoken_times import draw_time, say_time

_SLOT = re.compile(r"\{(\w+)\}")
_DETERMINED = re.compile(r"\b(?:the|my|a|your|no|more|some|any|enough|this|that) \{(\w+)\}", re.IGNORECASE)
_WHOLE = {"special_on", "special_off", "read_info", "impossible"}
"""Their wordings are whole sentences, though the phrase book does not say so by their names."""
_SHARE_OF_MORE = 0.35
_SHARE_OF_COMPOSED = 0.6
_SHARE_OF_REASONS = 0.08


def load_phrase_book(folder: Path = Path(__file__).parent / "wordings") -> dict[str, Any]:
    """All topics in one mapping: intent to wordings, and the lists that slots are filled from."""
    book: dict[str, Any] = {}
    for path in sorted(folder.glob("*.yaml")):
        for key, value in yaml.safe_load(path.read_text(encoding="utf-8")).items():
            name = key if key not in ("texts", "app_names") else f"{path.stem}_{key}"
            book[name] = value if name not in book else _together(book[name], value)
    return book


def _together(first: Any, second: Any) -> Any:
    """What two files say under one name."""
    if not isinstance(first, dict):
        return [*first, *second]
    return {**first, **{key: _together(first[key], value) if key in first else value for key, value in second.items()}}


@dataclass(frozen=True)
class Worded:
    """A goal, and what its slots became in it."""

    goal: str
    slots: Mapping[str, str]


class Phraser:
    """Words goals; ``forbidden`` are normalised wordings kept for the examination."""

    def __init__(self, book: Mapping[str, Any], forbidden: frozenset[str] = frozenset()) -> None:
        self.book = book
        self._forbidden = forbidden

    def word(
        self, rng: Random, intent: str, slots: Mapping[str, str], variant: str = "", *, app: str = "", needs: str = ""
    ) -> Worded:
        """A goal for an intent.

        ``variant`` picks a sub-list, such as a setting with wordings of its own; ``app`` may be named in front;
        ``needs`` is something the wording must hold.
        """
        while True:
            template, is_core = self._template(rng, intent, variant)
            if needs in template:
                worded = self._fill(rng, intent, template, is_core, slots, app)
                if normalised(worded.goal) not in self._forbidden:
                    return worded

    def _fill(
        self, rng: Random, intent: str, template: str, is_core: bool, slots: Mapping[str, str], app: str
    ) -> Worded:
        if rng.random() < 0.25:
            template = template.lower()
        if rng.random() < 0.06:
            template = _typo(rng, template)
        takes_suffix = (
            template[-1] not in ".!"
            and not re.search(r"\{(text|title|label)\}\W*$", template)
            and "{text}" not in template
        )
        if is_core and app and not template.endswith("?") and rng.random() < 0.08:
            template = f"{rng.choice(self.book['app_prefixes']).replace('{app}', app)} {template}"
        elif is_core and rng.random() < 0.4:
            key = "question_prefixes" if template.endswith("?") else "prefixes"
            template = f"{rng.choice(self.book[key])} {template}"
        if is_core and takes_suffix and not template.endswith("?") and rng.random() < 0.3:
            suffix = rng.choice(self.book["suffixes"])
            template += suffix if suffix[0] in ",.;!?" else f" {suffix}"
        template = _dressed(rng, template, may_end=takes_suffix)
        if intent not in _WHOLE and "{lead}" not in template and rng.random() < _SHARE_OF_REASONS:
            template = f"{rng.choice(self.book['reasons'])} {template}"
        if rng.random() < 0.2:
            slots = {name: value if name == "text" else value.lower() for name, value in slots.items()}
        slots = {**self._by_the_way(rng, template), **slots}
        determined = {match[1] for match in _DETERMINED.finditer(template)}
        slots = {name: _bare(value) if name in determined - {"text"} else value for name, value in slots.items()}
        return Worded(_SLOT.sub(lambda match: slots[match[1]], template), slots)

    def _by_the_way(self, rng: Random, template: str) -> dict[str, str]:
        """What fills the slots of a wording that are no part of what is wanted."""
        words = self.book["made_up_words"]
        made = {
            "lead": make_sentence(rng, words),
            "thing": rng.choice(words["things"]),
            "other": rng.choice([*self.book["switch_names"], *self.book["strange_switches"], *words["things"]]).lower(),
            "other_time": say_time(rng, draw_time(rng)),
        }
        return {name: value for name, value in made.items() if f"{{{name}}}" in template}

    def _template(self, rng: Random, intent: str, variant: str) -> tuple[str, bool]:
        def pool(key: str) -> list[str]:
            value = self.book.get(key, [])
            return list(value.get(variant, [])) if isinstance(value, dict) else list(value)

        frames = pool(f"composed_{intent}")
        if frames and (rng.random() < _SHARE_OF_COMPOSED or not pool(intent)):
            return composed(rng, rng.choice(frames), self.book["composed_rules"]), False
        more = pool(f"more_{intent}")
        if more and rng.random() < _SHARE_OF_MORE:
            return rng.choice(more), False
        cores, whole = pool(intent), pool(f"{intent}__whole")
        position = rng.randrange(len(cores) + len(whole))
        is_core = position < len(cores)
        return (cores[position], intent not in _WHOLE) if is_core else (whole[position - len(cores)], False)


def _bare(name: str) -> str:
    """ "my {thing}" filled with "the flashlight" must not say "my the flashlight"."""
    return re.sub(r"^(?:the|my) ", "", name, flags=re.IGNORECASE)


def normalised(goal: str) -> str:
    """For comparing wordings: lower case, letters and digits only."""
    return " ".join(re.findall(r"[a-z0-9]+", goal.lower()))


def _dressed(rng: Random, template: str, *, may_end: bool) -> str:
    if rng.random() < 0.6 and not template.startswith("{"):
        template = template[0].upper() + template[1:]
    if may_end and template[-1].isalnum() and rng.random() < 0.25:
        template += rng.choice(".!.")
    if template.endswith("?") and rng.random() < 0.3:
        template = template[:-1]
    return template


def _typo(rng: Random, template: str) -> str:
    words = template.split(" ")
    long = [position for position, word in enumerate(words) if len(word) > 4 and word.isalpha()]
    if not long:
        return template
    position = rng.choice(long)
    word, at = words[position], rng.randrange(1, len(words[position]) - 1)
    words[position] = rng.choice(
        [
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :],
        ]
    )
    return " ".join(words)
