"""Says whether a run reached its goal, from the phone's state and event log alone; pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from genie_host.simphone.goals import EffectPattern, Goal
from genie_host.simphone.matching import matches, value_at
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.events import Entry


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """How a run ended on the phone."""

    missed: tuple[str, ...]
    """What is not as expected, one sentence each."""
    side_effects: tuple[Entry, ...]
    """Effects in the event log that the goal does not allow."""

    @property
    def is_reached(self) -> bool:
        return not self.missed


def judge(goal: Goal, world: World, reply: str) -> Judgement:
    """Compare the phone after a run with the goal; ``reply`` is what the user was told, or empty."""
    return Judgement(missed=tuple(_missed(goal, world, reply)), side_effects=_side_effects(goal, world))


def _missed(goal: Goal, world: World, reply: str) -> list[str]:
    expect = goal.expect
    faults = []
    for path, expected in expect.state.items():
        actual = value_at(world.state, path)
        if not matches(expected, actual):
            faults.append(f"{path} is {actual!r}, not {expected!r}")
    front = f"{world.foreground.app_id}/{world.foreground.screen}"
    if expect.screen not in (None, front):
        faults.append(f"the screen is {front}, not {expect.screen}")
    elif expect.args and not matches(expect.args, world.visit.args):
        faults.append(f"the screen shows {dict(world.visit.args)}, not {expect.args}")
    if expect.reply is not None and not matches(expect.reply, reply):
        faults.append(f"the reply is {reply!r}, not {expect.reply!r}")
    return faults


def _side_effects(goal: Goal, world: World) -> tuple[Entry, ...]:
    used: Counter[int] = Counter()
    rest = []
    for entry in world.log.effects:
        position = _pattern_for(entry, goal.effects, used)
        if position is None:
            rest.append(entry)
        else:
            used[position] += 1
    return tuple(rest)


def _pattern_for(entry: Entry, patterns: list[EffectPattern], used: Counter[int]) -> int | None:
    """Position of the first pattern that fits and is not used up."""
    for position, pattern in enumerate(patterns):
        if used[position] < pattern.times and matches(pattern.fields, entry):
            return position
    return None
