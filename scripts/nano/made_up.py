"""Texts, names and titles that nobody has written down: where a text ends has to be read from the goal around it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from scripts.nano.spoken_times import draw_time, say_time

_PLACE = {"{thing}": "things", "{person}": "people", "{day}": "days", "{place}": "places", "{quality}": "qualities"}
_ONSETS = "b br c ch d dr f fl g gr h j k kl l m n p pr r s sh st t tr v w z".split()
_MIDDLES = "a e i o u ai ea ie oo ou".split()
_ENDS = ["", "", "n", "l", "r", "s", "m", "t", "x", "na", "ry", "la", "son", "ka", "do"]
_JOINTS = [" and ", ", and ", ", ", ". ", ", then ", " but ", ", but ", ", so ", " because ", " if ", " when ", "; "]


def make_text(rng: Random, words: Mapping[str, list[str]]) -> str:
    """A message or a note's body: a sentence, a list, a fragment or a few words that mean nothing together."""
    roll = rng.random()
    if roll < 0.65:
        text = _filled(rng, rng.choice(words[rng.choice(["sentences", "sentences", "times"])]), words)
        while rng.random() < 0.35:
            text += rng.choice(_JOINTS) + _filled(rng, rng.choice(words["sentences"]), words)
    elif roll < 0.85:
        text = _listed(rng, [rng.choice(words["things"]) for _ in range(rng.randrange(2, 6))])
    else:
        text = " ".join(
            rng.choice(words[rng.choice(sorted(words.keys() - {"times"}))]) for _ in range(rng.randrange(1, 6))
        )
        text = text if "{" not in text else _filled(rng, text, words)
    if rng.random() < 0.3:
        text = text[0].upper() + text[1:]
    return text


def make_sentence(rng: Random, words: Mapping[str, list[str]]) -> str:
    """One sentence, as people say them in front of what they want."""
    return _filled(rng, rng.choice(words["sentences"]), words)


def make_name(rng: Random) -> str:
    """A name that no list holds."""
    syllables = rng.choice([1, 2, 2, 3])
    name = "".join(rng.choice(_ONSETS) + rng.choice(_MIDDLES) for _ in range(syllables)) + rng.choice(_ENDS)
    title = rng.choice(["", "", "", "", "Aunt ", "Uncle ", "Dr ", "Mr ", "Mrs ", "Ms "])
    return f"{title}{name.capitalize()}"


def make_title(rng: Random, words: Mapping[str, list[str]]) -> str:
    """A note's title or an alarm's label: one to three words."""
    kinds = rng.choice([("things",), ("things", "things"), ("days", "things"), ("qualities", "things"), ("places",)])
    title = " ".join(rng.choice(words[kind]) for kind in kinds)
    return rng.choice([title.capitalize(), title, title.title()])


def _filled(rng: Random, template: str, words: Mapping[str, list[str]]) -> str:
    for slot, kind in _PLACE.items():
        while slot in template:
            template = template.replace(slot, rng.choice(words[kind]), 1)
    while "{time}" in template:
        template = template.replace("{time}", say_time(rng, draw_time(rng)), 1)
    while "{n}" in template:
        template = template.replace("{n}", str(rng.randrange(1, 60)), 1)
    return template


def _listed(rng: Random, things: list[str]) -> str:
    last = rng.choice([" and ", " and ", ", ", ", and ", " & "])
    return rng.choice([", ", ", ", " "]).join(things[:-1]) + last + things[-1]
