"""What is learned from a screen and what a model is told of it, on a page with a field for a PIN."""

from __future__ import annotations

import pytest

from genie_host.agent.dialect import Situation
from genie_host.agent.goal import Goal
from genie_host.agent.hiding import hidden, learn_call, learn_seen
from genie_host.agent.history import Step
from genie_host.cli.dumps import observation_from
from genie_host.core.calls import Outcome, Tier, ToolCall
from genie_host.core.screen import Observation
from genie_host.store.secrets import Secrets
from genie_host.tools.toolset import Toolset

_NODE = (
    '<node index="0" text="{text}" hint="{hint}" resource-id="app:id/{name}" class="android.widget.{kind}" '
    'package="app" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" '
    'focusable="true" focused="false" scrollable="false" long-clickable="false" password="false" '
    'selected="false" visible-to-user="true" bounds="[0,{top}][1080,{bottom}]" />'
)


@pytest.fixture
def page(tmp_path):
    def make(pin: str, below: str = "Send") -> Observation:
        rows = [("EditText", "pin", "PIN", pin), ("Button", "send", "", below)]
        nodes = "".join(
            _NODE.format(text=text, hint=hint, name=name, kind=kind, top=300 * at + 200, bottom=300 * at + 400)
            for at, (kind, name, hint, text) in enumerate(rows)
        )
        path = tmp_path / "page.xml"
        path.write_text(f"<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation=\"0\">{nodes}</hierarchy>")
        return observation_from(path)

    return make


def situation(observation: Observation, goal: str, *steps: Step) -> Situation:
    return Situation(goal=Goal(goal), observation=observation, steps=steps, app_names=(), toolset=Toolset.default())


def test_content_of_a_field_for_a_secret_is_told_by_name(page) -> None:
    secrets, observation = Secrets(), page("7731")
    learn_seen(secrets, observation)
    step = Step(
        call=ToolCall(call_id="1", tool_name="type_text", arguments={"field": "PIN", "text": "7731"}),
        outcome=Outcome(tier=Tier.OK, code="done", message="PIN shows 7731"),
    )
    told = hidden(situation(observation, "enter 7731", step), secrets)
    assert told.goal.text == "enter secret-1"
    assert told.observation.element_named("PIN").value == "secret-1"
    assert told.steps[0].call.arguments["text"] == "secret-1"
    assert told.steps[0].outcome.message == "PIN shows secret-1"
    assert "7731" not in repr([element.reading for element in told.observation.elements])


def test_situation_without_secrets_is_handed_on_as_it_is(page) -> None:
    secrets, observation = Secrets(), page("")
    learn_seen(secrets, observation)
    before = situation(observation, "turn on Wi-Fi")
    assert hidden(before, secrets) is before


def test_app_cannot_hide_words_from_the_model_by_calling_them_secret(page) -> None:
    secrets, observation = Secrets(), page("Send")
    learn_seen(secrets, observation)
    assert hidden(situation(observation, "x"), secrets).observation.element_named("Send") is not None


def test_what_is_typed_into_a_field_for_a_secret_is_learned_whatever_it_is(page) -> None:
    secrets = Secrets()
    call = ToolCall(call_id="1", tool_name="type_text", arguments={"field": "PIN", "text": "swordfish"})
    learn_call(secrets, call, page(""))
    assert secrets.clean_text("swordfish") == "secret-1"
