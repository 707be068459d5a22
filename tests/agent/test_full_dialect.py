"""The question to a large model: its screen keeps to a budget that the model's own tokenizer counts."""

import pytest

from genie_host.agent.dialect import Situation
from genie_host.agent.full_dialect import FullDialect
from genie_host.agent.goal import Goal
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
    return question.prompt.split("Screen:\n")[1]


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
