"""Chaos in small, and proof that its judge sees what it is there to see."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.chaotic.goals import SendMessage
from benchmarks.chaotic.judge import judge
from benchmarks.chaotic.plans import random_plan
from benchmarks.chaotic.record import BARS, Kept, Record
from benchmarks.chaotic.watched import Asked, WatchedPhone
from genie_host.core.errors import OutcomeUnknown
from genie_host.simphone.faults.deeds import DEEDS

ROOT = Path(__file__).parents[2]
GOAL = SendMessage(to="Mum", text="late")
SENT = {"kind": "message_sent", "effect": True, "to": "Mum", "text": "late"}
TAP = {"kind": "tap", "effect": False, "node_class": "android.widget.Button"}


def chaos(*arguments: str, seconds: float) -> tuple[int, dict[str, Any]]:
    command = [sys.executable, str(ROOT / "benchmarks" / "chaos.py"), "--json", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=seconds, check=False)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.mark.slow
def test_no_bar_is_missed_in_a_dozen_runs() -> None:
    code, report = chaos("--goals", "12", "--jobs", "1", "--seed", "7", seconds=400)
    assert report["failures"] == []
    assert (code, report["runs"]) == (0, 12)
    assert report["undisturbed"] == {"finished": 1}
    assert sum(report["faults"].values()) > 5


@pytest.mark.marathon
def test_no_bar_is_missed_in_two_thousand_runs() -> None:
    code, report = chaos("--goals", "2000", "--jobs", str(os.cpu_count() or 2), seconds=6 * 3600)
    assert report["failures"] == []
    assert code == 0
    assert report["faults_never_met"] == []


def test_runs_that_are_kept_are_not_played_again(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "runs.jsonl", seed=7)
    record = Record(number=0, goal="send", plan=["at step 1: drop"], codes=Counter(done=2), missed=[("hung", "long")])
    assert list(kept.records()) == []
    kept.add(record)
    kept.add(record)
    with (tmp_path / "runs.jsonl").open("a", encoding="utf-8") as file:
        file.write('[7,{"number":1,"go')
    assert list(kept.records()) == [record]
    assert list(Kept(tmp_path / "runs.jsonl", seed=8).records()) == []
    code, report = chaos("--goals", "1", "--seed", "7", "--keep", str(tmp_path / "runs.jsonl"), seconds=60)
    assert (code, report["runs"], report["outcomes"]) == (1, 1, {"done": 2})
    assert [failure["missed"] for failure in report["failures"]] == [[["hung", "long"]]]


def judged(log: list[dict[str, Any]], calls: list[Asked], **result: Any) -> list[str]:
    """The bars that a run with this log, these calls and this result has missed."""
    record = Record(number=0, goal="", plan=[], **{"reason": "finished", "message": "Done.", **result})
    judge(record, GOAL, calls, log, is_denied=False)
    assert {bar for bar, _ in record.missed} <= set(BARS)
    return [bar for bar, _ in record.missed]


def test_clean_run_misses_nothing() -> None:
    assert judged([TAP, SENT], [Asked("tap", "", True)]) == []


def test_second_effect_is_seen() -> None:
    taps = [Asked("tap", "", True)] * 2
    assert judged([TAP, SENT, TAP, SENT], taps) == ["committed twice"]


def test_touch_that_nobody_asked_for_is_seen() -> None:
    assert judged([TAP, TAP, SENT], [Asked("tap", "", True)]) == ["committed twice"]


def test_touches_of_fields_are_no_excuse_for_others() -> None:
    field = {"kind": "tap", "effect": False, "node_class": "android.widget.EditText"}
    calls = [Asked("type_text", "", True), Asked("tap", "", True)]
    assert judged([field, TAP, SENT], calls) == []
    assert judged([field, field, TAP, SENT], calls) == ["committed twice"]
    assert judged([field, TAP, TAP, SENT], calls) == ["committed twice"]


def test_text_that_was_added_twice_is_seen() -> None:
    entered = {"kind": "text_entered", "effect": False, "text": "late late"}
    assert judged([entered, TAP, SENT], [Asked("tap", "", True)]) == ["committed twice"]


def test_touch_of_a_person_is_not_counted() -> None:
    person = {"kind": "person", "effect": False}
    assert judged([TAP, person, TAP, SENT], [Asked("tap", "", True)]) == []


def test_success_without_the_effect_is_seen() -> None:
    assert judged([TAP], [Asked("tap", "", True)]) == ["false success"]


def test_action_after_an_unknown_outcome_without_a_look_is_seen() -> None:
    calls = [Asked("tap", "OutcomeUnknown", True), Asked("tap", "", True)]
    assert judged([TAP, SENT], calls) == ["acted blind"]
    assert judged([TAP, SENT], [calls[0], Asked("observe", "", True), calls[1]]) == []


def test_error_of_a_library_is_seen() -> None:
    assert judged([SENT], [Asked("observe", "ConnectionResetError", False)]) == ["foreign error"]


@pytest.mark.parametrize("message", ["", "Traceback (most recent call last)", "[Errno 32] Broken pipe"])
def test_end_without_a_sentence_for_people_is_seen(message: str) -> None:
    assert judged([SENT], [], message=message) == ["unexplained end"]


def test_name_of_something_on_the_screen_is_no_leak() -> None:
    assert judged([SENT], [], message="Tapped 'None'. Nothing changed on the screen.") == []
    assert judged([SENT], [], message="Tapped None.") == ["unexplained end"]


def test_end_without_a_cause_is_seen() -> None:
    gone = {"reason": "phone_unavailable", "message": "The phone is away."}
    assert judged([], [], **gone) == ["unexplained end"]
    assert judged([], [], **gone, happened=["accept"]) == ["unexplained end"]
    assert judged([], [], **gone, happened=["popup"]) == ["unexplained end"]
    assert judged([], [], **gone, happened=["drop"]) == []


def test_watched_phone_notes_what_was_raised() -> None:
    class Broken:
        def tap(self) -> None:
            raise OutcomeUnknown

        def observe(self) -> None:
            raise ConnectionResetError

    phone = WatchedPhone(Broken())
    with pytest.raises(OutcomeUnknown):
        phone.tap()
    with pytest.raises(ConnectionResetError):
        phone.observe()
    assert phone.calls == [Asked("tap", "OutcomeUnknown", True), Asked("observe", "ConnectionResetError", False)]


def test_plans_lay_every_fault_and_repeat_with_their_seed() -> None:
    def laid() -> list[list[str]]:
        return [[rule.do for rule in random_plan(number, Random(number))] for number in range(3 * len(DEEDS))]

    assert {deed for plan in laid() for deed in plan} == set(DEEDS)
    assert laid() == laid()
