"""Which stretches of a goal the nano model may type into a field, as a pattern for its grammar. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from genie_host.agent.borders import begins_label, bid_pieces, ends, starts
from genie_host.agent.dialect import Situation
from genie_host.agent.fold import fold
from genie_host.agent.goal import Goal
from genie_host.agent.naming import only_named
from genie_host.agent.times import times_with_places
from genie_host.agent.wording import sends, without_addressee, without_phrases
from genie_host.core.screen import Role
from genie_host.llm.grammar import escape, is_plain, span_pattern


def text_pattern(situation: Situation, field_label: str, *, forms: int) -> str:
    """A text ends where one can; what may follow a label are too many words to know, but none of a time is in it.

    Who puts as many texts between quotation marks as there are fields means these and no other.
    """
    runs, title = situation.goal.sayable_runs, situation.observation.title
    texts = [text for text in runs.quoted if is_plain(text) and text.casefold() != fold(title).casefold()]
    if len(texts) == 1 and _is_held_elsewhere(situation, texts[0], field_label):
        texts = []
    quoted = [escape(text) for text in texts]
    if quoted and len(texts) >= forms and len(texts) == len(runs.quoted):
        return "(?:" + "|".join(quoted) + ")"
    parts = [part for run in runs.free for part in without_addressee(run, title)]
    if parts and any(map(sends, situation.observation.elements)) and _opens(situation.goal, parts[0]):
        parts = [parts[0][bid_pieces(parts[0]) :], *parts[1:]]
        parts = [part for part in parts if part]
    if field_label == "Label":
        goal = situation.goal.text
        times = [Goal(goal[start:end].strip()).folded_pieces() for start, end, _ in times_with_places(goal)]
        parts = without_phrases(parts, times)
        begins = only_named([[begins_label(piece) for piece in part] for part in parts], parts)
        spans = [span_pattern(part, (), may) for part, may in zip(parts, begins, strict=True) if any(may)]
    elif field_label == "Title":
        begins = only_named([_starts(part) or [True] * len(part) for part in parts], parts)
        spans = [
            span_pattern(part, ends(part, title, is_title=True), may)
            for part, may in zip(parts, begins, strict=True)
            if any(may)
        ]
    else:
        spans = [span_pattern(part, ends(part, title), _starts(part)) for part in parts]
    return "(?:" + "|".join([*quoted, *spans]) + ")"


def _opens(goal: Goal, part: Sequence[str]) -> bool:
    """Whether a stretch of a goal is the beginning of it."""
    return fold(goal.text).strip().casefold().startswith(fold("".join(part)).strip().casefold())


def _is_held_elsewhere(situation: Situation, text: str, field_label: str) -> bool:
    """Whether another field on the screen has this text already."""
    return any(
        element.role is Role.FIELD and element.name != field_label and fold(element.value) == text
        for element in situation.observation.elements
    )


def _starts(part: Sequence[str]) -> list[bool]:
    """Where a text may begin; anywhere when it could nowhere."""
    begins = starts(part)
    return begins if any(begins) else []
