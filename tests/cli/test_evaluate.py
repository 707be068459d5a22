"""``genie eval`` runs cases through the real line and prints figures that add up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from genie_host.cli.evaluate import cases_of
from genie_host.cli.evaluation import Figures, RunRecord, figures_by_kind, summary_json
from genie_host.cli.evaluation_run import Case, Examiner, is_sound
from genie_host.cli.evaluation_table import failure, summary_table
from genie_host.cli.simulated import private_adb
from genie_host.core.calls import ToolCall
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.errors import Cancelled, UsageError
from genie_host.llm.model import Backend, CallShape, ModelReply, PromptStyle
from genie_host.phone.adb import AdbServer
from genie_host.phone.observation import build_observation
from genie_host.simphone.goals import Goal, GoalFile
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.xml import hierarchy_xml
from genie_host.tools.toolset import Toolset

Call = tuple[str, Mapping[str, Any]]


@dataclass
class ScriptedModel:
    """A language model that says what it was given to say."""

    script: list[Call]
    name: str = "scripted"
    backend: Backend = "cpu"
    context_tokens: int = 8192
    prompt_style: PromptStyle = "full"
    said: int = field(default=0)

    def propose(
        self,
        *,
        system: str,
        prompt: str,
        tools: Sequence[Mapping[str, Any]],
        shapes: Sequence[CallShape],
        max_output_tokens: int,
        deadline: Deadline,
        cancel: CancelToken,
    ) -> ModelReply:
        call = self.script[self.said]
        self.said += 1
        return ModelReply(calls=(call,), text="", prompt_tokens=1, output_tokens=1, seconds=0.0)

    def count_tokens(self, text: str) -> int:
        return len(text) // 4

    def forget(self) -> None:
        self.said = 0

    def close(self) -> None:
        self.script = []


@pytest.fixture(scope="module")
def adb() -> Iterator[AdbServer]:
    with private_adb(None) as server:
        yield server


def goal(**fields: Any) -> Goal:
    usual = {"id": "g", "kind": "toggle", "wordings": ["w"], "start": {"screen": "settings/network"}}
    return Goal.model_validate({**usual, **fields})


def examined(adb: AdbServer, goal: Goal, *script: Call) -> RunRecord:
    examiner = Examiner(adb=adb, model=ScriptedModel(list(script)), cancel=CancelToken())
    return examiner.run(Case(goal=goal, wording=goal.wordings[0]))


def record(**fields: Any) -> RunRecord:
    usual = {"goal": "g", "kind": "toggle", "wording": "w", "is_reached": True, "ending": "finished"}
    return RunRecord(**{**usual, **fields})


WIFI_ON = goal(
    expect={"state": {"settings/wifi": True}},
    effects=[{"kind": "switch_changed", "key": "wifi", "value": True}],
)
DONE: Call = ("tasks", {"plan": "done"})


# One run


def test_run_that_taps_the_switch_reaches_the_goal(adb: AdbServer) -> None:
    ran = examined(adb, WIFI_ON, ("click", {"target": "Wi-Fi"}), DONE)
    assert ran.is_clean
    assert ran.ending == "finished"
    assert ran.calls == ("click target='Wi-Fi': done", "tasks plan='done'")
    assert (ran.turns, ran.sound_calls) == (2, 2)


def test_run_that_only_says_it_is_done_has_not_reached_the_goal(adb: AdbServer) -> None:
    ran = examined(adb, WIFI_ON, DONE)
    assert not ran.is_reached
    assert ran.missed == ("settings/wifi is False, not True",)


def test_run_that_does_something_besides_tells_what(adb: AdbServer) -> None:
    ran = examined(adb, WIFI_ON, ("click", {"target": "Wi-Fi"}), ("click", {"target": "Hotspot"}), DONE)
    assert ran.is_reached
    assert not ran.is_clean
    assert ran.side_effects == ("switch_changed app='settings' name='Hotspot' key='hotspot' value=True",)


def test_call_that_names_nothing_on_the_screen_is_not_sound(adb: AdbServer) -> None:
    ran = examined(adb, WIFI_ON, ("click", {"target": "Wings"}), ("click", {"target": "Wi-Fi"}), DONE)
    assert ran.is_reached
    assert (len(ran.calls), ran.sound_calls) == (3, 2)


@pytest.mark.parametrize(("approval", "texts", "ending"), [("grant", 4, "finished"), ("deny", 3, "stopped_by_safety")])
def test_person_in_the_run_answers_as_the_goal_says(adb: AdbServer, approval: str, texts: int, ending: str) -> None:
    send = goal(
        wordings=["text Mum hello"],
        start={"screen": "messages/conversation", "args": {"name": "Mum"}},
        expect={"state": {"messages/conversations/Mum/messages": {"count": texts}}},
        effects=[{"kind": "message_sent", "to": "Mum", "text": "hello"}] if approval == "grant" else [],
        approval=approval,
    )
    ran = examined(
        adb, send, ("type_text", {"field": "Text message", "text": "hello"}), ("click", {"target": "Send"}), DONE
    )
    assert ran.is_clean
    assert ran.approvals_asked == 1
    assert ran.ending == ending


def test_denial_counts_only_when_there_was_something_to_deny(adb: AdbServer) -> None:
    quiet = goal(expect={"state": {"settings/wifi": False}}, is_reached_at_start=True, approval="deny")
    assert examined(adb, quiet, DONE).missed == ("the person was not asked, so nothing was there to deny",)


def test_reply_is_judged(adb: AdbServer) -> None:
    version = goal(start={"screen": "settings/about"}, expect={"reply": {"contains": "14"}})
    assert examined(adb, version, ("reply", {"message": "Android version: 14"})).is_clean
    assert examined(adb, version, ("reply", {"message": "I do not know"})).missed == (
        "the reply is 'I do not know', not {'contains': '14'}",
    )


def test_each_run_has_a_phone_of_its_own(adb: AdbServer) -> None:
    for _ in range(2):
        assert examined(adb, WIFI_ON, ("click", {"target": "Wi-Fi"}), DONE).is_clean


def test_run_ends_at_once_when_the_user_said_stop(adb: AdbServer) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        Examiner(adb=adb, model=ScriptedModel([]), cancel=cancel).run(Case(goal=WIFI_ON, wording="w"))


# Soundness


@pytest.mark.parametrize(
    ("tool", "arguments", "sound"),
    [
        ("click", {"target": "Wi-Fi"}, True),
        ("click", {"target": "wi-fi"}, False),
        ("click", {"target": "Dark theme"}, False),
        ("click", {"goal": "Wi-Fi"}, False),
        ("open_app", {"name": "Notes"}, True),
        ("open_app", {"name": "Chess"}, False),
        ("scroll", {"direction": "down"}, True),
        ("scroll", {"direction": "sideways"}, False),
        ("fly", {}, False),
        ("tasks", {"plan": "done"}, True),
    ],
)
def test_call_is_sound_when_it_fits_its_schema_and_the_screen(
    tool: str, arguments: dict[str, Any], sound: bool
) -> None:
    world = World.from_bundled_apps()
    world.show("settings", "network")
    observation = build_observation(hierarchy_xml(world))
    call = ToolCall(call_id="1", tool_name=tool, arguments=arguments)
    assert is_sound(call, observation, ["Notes", "Clock"], Toolset.default()) is sound


# Which cases


FILE = GoalFile(
    format=1,
    goals=[
        goal(id="a", wordings=["a1", "a2"], expect={"reply": "x"}),
        goal(id="b", wordings=["b1", "b2", "b3"], expect={"reply": "x"}),
    ],
)


@pytest.mark.parametrize(
    ("only", "limit", "wordings"),
    [
        ((), None, ["a1", "b1", "a2", "b2", "b3"]),
        ((), 3, ["a1", "b1", "a2"]),
        (("b",), None, ["b1", "b2", "b3"]),
        (("b",), 1, ["b1"]),
    ],
)
def test_cases_go_round_the_goals(only: Sequence[str], limit: int | None, wordings: list[str]) -> None:
    assert [case.wording for case in cases_of(FILE, only, limit)] == wordings


def test_goal_that_is_not_in_the_file_is_refused() -> None:
    with pytest.raises(UsageError, match="no goal c"):
        cases_of(FILE, ["a", "c"], None)


# Figures


RECORDS = [
    record(calls=("a", "b"), sound_calls=2, turns=2, seconds=1.0),
    record(calls=("a",) * 4, sound_calls=3, turns=4, seconds=3.0, is_reached=False),
    record(kind="note", calls=("a",), sound_calls=1, turns=1, seconds=2.0, side_effects=("x", "y")),
]


def test_figures_add_up_by_kind() -> None:
    toggle, note = figures_by_kind(RECORDS)
    assert (toggle.name, toggle.runs, toggle.reached, toggle.success) == ("toggle", 2, 1, 0.5)
    assert (toggle.calls, toggle.sound_calls, toggle.turns, toggle.seconds) == (6, 5, 3, 2.0)
    assert (note.name, note.side_effects, note.success) == ("note", 2, 1.0)


@pytest.mark.parametrize(
    ("records", "passes"),
    [
        ([record()] * 9 + [record(is_reached=False)], True),
        ([record()] * 8 + [record(is_reached=False)] * 2, False),
        ([record()] * 9 + [record(side_effects=("x",))], False),
        ([record()] * 9 + [record(calls=("a",), sound_calls=0)], False),
        ([], True),
    ],
)
def test_evaluation_passes_with_enough_reached_and_nothing_besides(records: list[RunRecord], passes: bool) -> None:
    assert Figures.of("all", records).passes(0.9) is passes


def test_summary_is_json_ready_and_names_the_model() -> None:
    summary = json.loads(json.dumps(summary_json(RECORDS, planned=3, model="nano", backend="cpu", floor=0.9)))
    assert summary["record"] == "summary"
    assert (summary["model"], summary["runs"], summary["reached"], summary["passes"]) == ("nano", 3, 2, False)
    assert [kind["name"] for kind in summary["kinds"]] == ["toggle", "note"]


@pytest.mark.parametrize(("planned", "passes"), [(1, True), (2, False)])
def test_evaluation_that_was_stopped_early_does_not_pass(planned: int, passes: bool) -> None:
    summary = summary_json([record()], planned=planned, model="nano", backend="cpu", floor=0.9)
    assert summary["passes"] is passes


def test_failed_run_is_shown_with_wording_calls_and_what_was_missed() -> None:
    console = Console(record=True, width=120)
    console.print(
        failure(
            record(
                wording="do [it]",
                is_reached=False,
                calls=("click target='Wi-Fi': done",),
                missed=("settings/wifi is False, not True",),
                side_effects=("message_sent to='Mum'",),
            )
        )
    )
    text = console.export_text()
    for part in ("do [it]", "1 click target='Wi-Fi': done", "missed: settings/wifi", "side effect: message_sent"):
        assert part in text


def test_table_has_a_line_a_kind_and_one_for_all() -> None:
    console = Console(record=True, width=120)
    console.print(summary_table(RECORDS, 0.9))
    lines = [line.split() for line in console.export_text().splitlines() if line.strip()]
    assert [line[0] for line in lines if line[0].isalpha()] == ["kind", "toggle", "note", "all"]
    assert ["all", "3", "2", "66.7%", "2", "85.7%", "2", "2.00"] in lines


# The command


GOALS = """
format: 1
goals:
  - id: wifi-on
    kind: toggle
    wordings: [turn on Wi-Fi]
    start: {screen: settings/network}
    expect: {state: {settings/wifi: true}}
    effects: [{kind: switch_changed, key: wifi, value: true}]
  - id: never
    kind: read
    wordings: [turn on Wi-Fi]
    start: {screen: settings/network}
    expect: {reply: a word that no screen shows}
    effects: [{kind: switch_changed, key: wifi, value: true}]
"""


@pytest.fixture
def goals_file(tmp_path: Path) -> Path:
    path = tmp_path / "goals.yaml"
    path.write_text(GOALS, encoding="utf-8")
    return path


def test_eval_prints_a_line_a_run_and_the_summary(genie: Callable[..., Any], goals_file: Path) -> None:
    ran = genie("eval", goals_file, "--only", "wifi-on", "--json")
    run, summary = (json.loads(line) for line in ran.out.splitlines())
    assert ran.code == 0
    assert (run["record"], run["goal"], run["is_reached"]) == ("run", "wifi-on", True)
    assert (summary["record"], summary["success"], summary["sound_share"]) == ("summary", 1.0, 1.0)


def test_eval_ends_with_1_when_too_few_goals_are_reached(genie: Callable[..., Any], goals_file: Path) -> None:
    ran = genie("eval", goals_file)
    assert ran.code == 1
    assert "never  turn on Wi-Fi" in ran.out
    assert "50.0%" in ran.out


def test_eval_floor_can_be_lowered(genie: Callable[..., Any], goals_file: Path) -> None:
    assert genie("eval", goals_file, "--floor", "0.5", "--jobs", "2").code == 0


def test_eval_of_a_missing_file_is_a_usage_error(genie: Callable[..., Any], tmp_path: Path) -> None:
    ran = genie("eval", tmp_path / "none.yaml")
    assert ran.code == 2
    assert "cannot be read" in ran.err
