"""Tasks with notes: of something to do, and with titles that sound like a page of Settings."""

from __future__ import annotations

from random import Random
from typing import Any

from scripts.nano.made_up import make_title
from scripts.nano.phrases import Phraser
from scripts.nano.task import Task


class NoteTasks:
    """Draws them."""

    def __init__(self, phraser: Phraser) -> None:
        self._phraser, self._book = phraser, phraser.book

    def errand(self, rng: Random, state: dict[str, Any]) -> Task:
        """A note of something to do: "a note to call the plumber"."""
        words = self._book["made_up_words"]
        text = rng.choice(self._book["errands"])
        for slot in ("things", "people", "days", "places"):
            while f"{{{slot}}}" in text:
                text = text.replace(f"{{{slot}}}", rng.choice(words[slot]), 1)
        while "{n}" in text:
            text = text.replace("{n}", str(rng.randrange(1, 60)), 1)
        is_titled = rng.random() < 0.35
        title = make_title(rng, words) if rng.random() < 0.5 else rng.choice(self._book["titles"])
        slots = {"text": text, "title": title}
        worded = self._phraser.word(rng, "errand_titled" if is_titled else "errand", slots, app="Notes")
        return Task(
            intent="write_note", goal=worded.goal, app_id="notes", screen="edit", label=title,
            text=worded.slots["text"], title=worded.slots["title"] if is_titled else "", state=state,
        )  # fmt: skip

    def like_setting(self, rng: Random, state: dict[str, Any]) -> Task:
        """A note whose title could be a page or a row somewhere else."""
        notes = state["notes"]["notes"]
        title = rng.choice(self._book["titles_like_settings"])
        notes[:] = [note for note in notes if note["title"] != title]
        body = rng.choice(self._book["notes_texts"])
        notes.insert(rng.randrange(len(notes) + 1), {"title": title, "body": body})
        intent = rng.choice(["read_note", "read_note", "open_note"])
        goal = self._phraser.word(rng, intent, {"title": title}, app="Notes").goal
        return Task(intent=intent, goal=goal, app_id="notes", screen="note", label=title, state=state)
