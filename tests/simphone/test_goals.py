"""Goals files are read strictly, and runs are judged by what the phone became."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from genie_host.core.errors import UsageError
from genie_host.simphone.goal_file import load_goals
from genie_host.simphone.goals import Goal
from genie_host.simphone.judge import judge
from genie_host.simphone.matching import matches, value_at
from genie_host.simphone.world.engine import World

ROOT = Path(__file__).parents[2]
FIVE_APPS = ROOT / "tests" / "goals" / "five_apps.yaml"

WIFI = {
    "id": "wifi",
    "kind": "toggle",
    "wordings": ["wifi on"],
    "start": {"screen": "settings/network"},
    "expect": {"state": {"settings/wifi": True}},
    "effects": [{"kind": "switch_changed", "key": "wifi", "value": True}],
}


def touch(world: World, label: str) -> None:
    """Tap the first thing that shows this text or description."""
    node = next(n for root in world.roots() for n in root.walk() if label in (n.text, n.description))
    world.tap(node.bounds.center.x, node.bounds.center.y)


def refusal(tmp_path: Path, text: str) -> str:
    path = tmp_path / "goals.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        load_goals(path)
    return str(caught.value)


# The file that ships


def test_five_apps_file_has_enough_goals_of_each_kind_in_six_wordings() -> None:
    goals = load_goals(FIVE_APPS).goals
    kinds = Counter(goal.kind for goal in goals)
    assert len(goals) >= 28
    assert set(kinds) == {"navigate", "toggle", "alarm", "note", "conversation", "message", "read"}
    assert min(kinds.values()) >= 3
    assert {len(goal.wordings) for goal in goals} == {6}


def test_five_apps_file_says_nothing_twice() -> None:
    wordings = [wording.casefold() for goal in load_goals(FIVE_APPS).goals for wording in goal.wordings]
    assert [wording for wording, times in Counter(wordings).items() if times > 1] == []


def test_goals_page_shows_a_file_that_loads(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "goals.md").read_text(encoding="utf-8")
    path = tmp_path / "goals.yaml"
    path.write_text(page.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    assert load_goals(path).goals[0].start_world().foreground.screen == "conversation"


# Judging


def test_goal_is_reached_when_the_switch_was_tapped() -> None:
    goal = Goal.model_validate(WIFI)
    world = goal.start_world()
    touch(world, "Wi-Fi")
    verdict = judge(goal, world, "")
    assert verdict.is_reached
    assert verdict.side_effects == ()


def test_goal_is_missed_when_nothing_was_done() -> None:
    goal = Goal.model_validate(WIFI)
    assert judge(goal, goal.start_world(), "done").missed == ("settings/wifi is False, not True",)


def test_effect_that_no_pattern_allows_is_a_side_effect() -> None:
    goal = Goal.model_validate(WIFI)
    world = goal.start_world()
    for label in ("Wi-Fi", "Hotspot"):
        touch(world, label)
    assert [entry["key"] for entry in judge(goal, world, "").side_effects] == ["hotspot"]


def test_effect_pattern_is_good_for_one_entry_unless_it_says_more() -> None:
    goal = Goal.model_validate(WIFI)
    twice = Goal.model_validate({**WIFI, "effects": [{"kind": "switch_changed", "key": "wifi", "times": 3}]})
    world = goal.start_world()
    for _ in range(3):
        touch(world, "Wi-Fi")
    assert [entry["value"] for entry in judge(goal, world, "").side_effects] == [False, True]
    assert judge(twice, world, "").side_effects == ()


def test_sent_message_is_found_by_the_path_of_its_conversation() -> None:
    goal = Goal.model_validate(
        {
            "id": "m",
            "kind": "message",
            "wordings": ["text Mum hello"],
            "start": {"screen": "messages/conversation", "args": {"name": "Mum"}},
            "expect": {"state": {"messages/conversations/mum/messages/-1/text": "hello."}},
            "effects": [{"kind": "message_sent", "to": "Mum", "text": "hello"}],
        }
    )
    world = goal.start_world()
    touch(world, "Text message")
    world.type_text("Hello")
    touch(world, "Send")
    verdict = judge(goal, world, "")
    assert verdict.is_reached
    assert verdict.side_effects == ()


def test_screen_is_judged_with_its_arguments() -> None:
    goal = Goal.model_validate(
        {
            "id": "c",
            "kind": "conversation",
            "wordings": ["open Sam"],
            "start": {"screen": "messages/home"},
            "expect": {"screen": "messages/conversation", "args": {"name": "Sam"}},
        }
    )
    world = goal.start_world()
    assert judge(goal, world, "").missed == ("the screen is messages/home, not messages/conversation",)
    touch(world, "Mum")
    assert judge(goal, world, "").missed == ("the screen shows {'name': 'Mum'}, not {'name': 'Sam'}",)
    touch(world, "Navigate up")
    touch(world, "Sam")
    assert judge(goal, world, "").is_reached


def test_reply_must_hold_the_fact() -> None:
    goal = Goal.model_validate(
        {"id": "r", "kind": "read", "wordings": ["version?"], "expect": {"reply": {"contains": "14"}}}
    )
    world = goal.start_world()
    assert judge(goal, world, "It is Android 14.").is_reached
    assert not judge(goal, world, "It is Android 2014.").is_reached
    assert not judge(goal, world, "").is_reached


# Matching


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("I'm late", " i’m late. "),
        ({"contains": {"time": "07:30", "enabled": True}}, [{"time": "07:30", "enabled": True, "label": ""}]),
        ({"contains": "on", "lacks": "off"}, "Bluetooth: on"),
        ({"count": 2}, [1, 2]),
        ({"any_of": ["a", {"contains": "b"}]}, "a b c"),
        ({"title": {"lacks": "x"}}, {"title": "y", "body": "z"}),
        ([{"name": "a"}], [{"name": "A", "more": 1}]),
        (14, "14"),
        ({"lacks": {"name": "Zoe"}}, None),
    ],
)
def test_value_matches(expected: object, actual: object) -> None:
    assert matches(expected, actual)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("true", True),
        (1, True),
        ({"contains": "on"}, "Bluetooth connection"),
        ({"contains": {"time": "07:30"}}, []),
        ({"count": 0}, None),
        ({"title": "y"}, {"body": "y"}),
        (["a"], ["a", "b"]),
        ({"any_of": []}, "a"),
        ("None", None),
    ],
)
def test_value_does_not_match(expected: object, actual: object) -> None:
    assert not matches(expected, actual)


def test_path_picks_entries_by_name_and_by_position() -> None:
    state = World.from_bundled_apps().state
    assert value_at(state, "clock/alarms/09:00/label") == "Weekend"
    assert value_at(state, "messages/conversations/dr chen/messages/0/from") == "Dr Chen"
    assert value_at(state, "messages/conversations/Mum/messages/-1/text") == "Lovely. Lunch is at one"
    assert value_at(state, "messages/conversations/Nobody/messages/-1/text") is None
    assert value_at(state, "settings/wifi/deeper") is None


# Refusals


HEAD = "format: 1\ngoals:\n  - id: g\n    kind: k\n    wordings: [w]\n"


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("    expect: {state: {settings/wifi: false}}\n", "goal g: it is reached before anything is done"),
        ("    is_reached_at_start: true\n    expect: {state: {settings/wifi: true}}\n", "not reached at the start"),
        ("    expect: {state: {settings/wify: true}}\n", "no app has the variable settings/wify"),
        ("    expect: {screen: settings/nowhere}\n", "no app has the screen settings/nowhere"),
        ("    start: {screen: sea/side}\n    expect: {reply: x}\n", "no app has the screen sea/side"),
        ("    start: {state: {settings: {wify: true}}}\n    expect: {reply: x}\n", "no variable wify"),
        (
            "    start: {state: {settings: {wifi: on}}}\n    expect: {reply: x}\n",
            "settings/wifi must be a bool, not str",
        ),
        ("    expect: {}\n", "goals.0.expect (goal g): expects nothing"),
        ("    expect: {args: {name: Mum}, reply: x}\n", "args belong to a screen"),
        ("    expect: {reply: {contains: x, kontains: y}}\n", "'kontains' is none of"),
        ("    expect: {reply: {any_of: x}}\n", "any_of asks for a list"),
        ("    expekt: {reply: x}\n", "goals.0.expect (goal g): Field required"),
        ("    expect: {reply: x}\n    approval: perhaps\n", "goals.0.approval (goal g)"),
    ],
)
def test_goals_file_is_refused_with_the_place_of_the_fault(tmp_path: Path, body: str, place: str) -> None:
    assert place in refusal(tmp_path, HEAD + body)


@pytest.mark.parametrize("text", ["", "format: 2\ngoals: []\n", "- a\n", "a: [", "format: 1\ngoals: []\n"])
def test_file_that_is_no_goals_file_is_refused_in_one_sentence(tmp_path: Path, text: str) -> None:
    assert refusal(tmp_path, text).startswith("the goals file goals.yaml is ")


def test_two_goals_of_one_name_are_refused(tmp_path: Path) -> None:
    one = HEAD.removeprefix("format: 1\ngoals:\n") + "    expect: {reply: x}\n"
    assert "two goals have the id g" in refusal(tmp_path, "format: 1\ngoals:\n" + one + one)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        load_goals(tmp_path / "none.yaml")


def test_times_of_day_need_no_quotes(tmp_path: Path) -> None:
    path = tmp_path / "goals.yaml"
    path.write_text(HEAD + "    expect: {state: {clock/alarms: {contains: {time: 10:30}}}}\n", encoding="utf-8")
    assert load_goals(path).goals[0].expect.state == {"clock/alarms": {"contains": {"time": "10:30"}}}
