"""Compares what was asked of a phone with what its own log says was done to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.chaotic.goals import Goal
from benchmarks.chaotic.record import Record
from benchmarks.chaotic.watched import Asked, blind_acts
from genie_host.simphone.faults import companion_deeds

Entry = Mapping[str, Any]

_MOST: Mapping[str, Mapping[str, int]] = {
    "tap": {"tap": 1},
    "long_press": {"long_press": 1, "tap": 1},
    "swipe": {"swipe": 1},
    "scroll": {"swipe": 1},
    "press_key": {"key": 1},
    "go_back": {"key": 1},
    "go_home": {"key": 1},
    "double_tap": {"tap": 2},
    "drag": {"swipe": 1},
    "fling": {"swipe": 1},
    "submit": {"key": 1},
    "open_panel": {"key": 1, "swipe": 1},
    "change_volume": {"key": 1},
    "wake": {"key": 1},
    "type_text": {"tap": 1},
    "append_text": {"tap": 1},
}
"""By method of the phone, how many entries of a kind one call of it may make in the log. Nothing excuses one more."""
_TOUCHES = ("tap", "long_press", "swipe", "key")
_LEAK = re.compile(r"Traceback|/home/|/tmp/|/data/|\.py\b|\b0x[0-9a-f]{6,}|java\.|Exception|Errno|(?<!')\bNone\b")
"""What no sentence for people holds. A name of the screen stands in quotes, and some things are called None."""
_HARMLESS = frozenset({"accept", "serial.same", "install.denied", *companion_deeds.DEEDS})
"""Faults that keep nothing from being reached. Whoever approves here is not asked by way of the companion."""
_IN_THE_WAY = frozenset(
    {"popup", "call.incoming", "permission.dialog", "app.anr", "app.crash", "app.start", "app.stop", "clipboard.denied"}
    | {"tap.screen_changes", "tree.lag", "dump.mutate_after", "dump.stale", *_HARMLESS}
    | {"screenshot.black", "screenshot.delay", "screenshot.none", "screenshot.sideways"}
)
"""Faults that may keep a goal from being reached, but no phone from being driven."""


def judge(record: Record, goal: Goal, calls: Sequence[Asked], log: Sequence[Entry], *, is_denied: bool) -> None:
    """Write down every bar that this run missed."""
    _judge_touches(record, calls, log)
    _judge_effects(record, goal, log)
    for act in blind_acts(list(calls)):
        record.miss("acted blind", act)
    for call in calls:
        if not call.is_ours:
            record.miss("foreign error", f"{call.error} out of {call.name}")
    _judge_end(record, goal, log, is_denied=is_denied)


def _judge_touches(record: Record, calls: Sequence[Asked], log: Sequence[Entry]) -> None:
    allowed: Counter[str] = Counter()
    for call in calls:
        allowed.update(_MOST.get(call.name, {}))
    by_hand = sum(entry["kind"] == "person" for entry in log)
    done = Counter(entry["kind"] for entry in log)
    for kind in _TOUCHES:
        if done[kind] > allowed[kind] + by_hand:
            record.miss("committed twice", f"{done[kind]} times {kind} where {allowed[kind]} were asked for")


def _judge_effects(record: Record, goal: Goal, log: Sequence[Entry]) -> None:
    times = effects_of(goal, log)
    if times > 1:
        record.miss("committed twice", f"{times} times {dict(goal.effect or {})}")
    for entry in log:
        if goal.once and entry["kind"] == "text_entered" and entry["text"].count(goal.once) > 1:
            record.miss("committed twice", f"entered {entry['text']!r}")
    if record.reason == "finished" and goal.effect is not None and times == 0:
        record.miss("false success", f"said: {record.message}")


def effects_of(goal: Goal, log: Sequence[Entry]) -> int:
    """How often the goal's effect is in the log."""
    if goal.effect is None:
        return 0
    wanted = goal.effect.items()
    return sum(entry["effect"] and all(entry.get(key) == value for key, value in wanted) for entry in log)


def _judge_end(record: Record, goal: Goal, log: Sequence[Entry], *, is_denied: bool) -> None:
    """Is it said why the run ended, and was there a reason for that?"""
    reason, message = record.reason, record.message
    if not reason:
        record.miss("unexplained end", "no result")
        return
    if not message or len(message) > 600 or _LEAK.search(message):
        record.miss("unexplained end", f"{reason}: {message!r:.300}")
    troubles = [name for name in record.happened if name not in _HARMLESS]
    is_astray = goal.effect is None and reason in ("not_reached", "budget_used_up", "stopped_by_safety")
    causes = {
        "finished": True,
        "cancelled": record.stop_seconds is not None,
        "yielded": record.person_came or bool(troubles),
        "stopped_by_safety": is_denied or bool(troubles) or is_astray,
        "model_unavailable": False,
        "phone_unavailable": bool(set(troubles) - _IN_THE_WAY),
    }
    if not causes.get(reason, bool(troubles) or record.person_came or is_astray):
        record.miss("unexplained end", f"{reason} without a cause: {message:.200}")
