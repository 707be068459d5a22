"""The question to a large model: its screen keeps to a budget that the model's own tokenizer counts."""

from dataclasses import replace

import pytest

from genie_host.agent.dialect import Situation
from genie_host.agent.full_dialect import FullDialect
from genie_host.agent.goal import Goal
from genie_host.agent.history import Step
from genie_host.core.calls import Outcome, Tier, ToolCall
from genie_host.phone.observation import build_observation
from genie_host.tools.toolset import Toolset
from tests.phone.dumps import dump, node, screen


def situation():
    buttons = [
        node(
            "Button", (0, 40 * n, 1080, 40 * n + 38), text=f"Button with a long name and the number {n}", clickable=True
        )
        for n in range(1, 50)
    ]
    return Situation(
        goal=Goal("press button 3"),
        observation=build_observation(dump(screen(*buttons))),
        steps=[],
        app_names=["Settings"],
        toolset=Toolset.default(),
    )


def screen_of(question):
    return question.prompt.split("Screen:\n")[1].rsplit("\n\n</data ")[0]


@pytest.mark.parametrize("room", [48, 20, 12, 2])
def test_the_screen_keeps_to_the_budget_of_the_room_given(room):
    asked = []

    def count(text):
        asked.append(text)
        return len(text.split())

    shown = screen_of(FullDialect(count).question(situation(), room))
    assert shown in asked
    assert len(shown.split()) <= room * 12


def test_names_that_are_not_shown_can_be_called_all_the_same():
    question = FullDialect(lambda text: len(text.split())).question(situation(), 2)
    assert "more not shown" in screen_of(question)
    click = next(shape for shape in question.shapes if shape.tool_name == "click")
    assert len(click.arguments[0].choices) == 49


def step(message):
    call = ToolCall(call_id="call-1", tool_name="click", arguments={"target": "Wi-Fi"})
    return Step(call=call, outcome=Outcome(tier=Tier.OK, code="done", message=message))


def switched(is_on):
    row = node("Switch", (0, 300, 1080, 400), text="Wi-Fi", clickable=True, checkable=True, checked=is_on)
    return replace(situation(), observation=build_observation(dump(screen(row))))


def test_what_changed_since_the_last_look_is_said_when_no_step_has_said_it():
    dialect = FullDialect(lambda text: len(text.split()))
    before, after = switched(False), switched(True)
    assert "since the last look" not in screen_of(dialect.question(before, 48))
    untold = replace(after, steps=[step("Waited.")])
    for room in (48, 20):
        assert "(since the last look: Changed: 'Wi-Fi: on'.)" in screen_of(dialect.question(untold, room))


def test_what_a_step_has_said_is_not_said_twice():
    dialect = FullDialect(lambda text: len(text.split()))
    dialect.question(switched(False), 48)
    told = replace(switched(True), steps=[step("Tapped 'Wi-Fi'. Changed: 'Wi-Fi: on'.")])
    assert "since the last look" not in dialect.question(told, 48).prompt


def test_another_episode_is_not_told_of_the_last_ones_screen():
    dialect = FullDialect(lambda text: len(text.split()))
    dialect.question(switched(False), 48)
    assert "since the last look" not in dialect.question(switched(True), 48).prompt
