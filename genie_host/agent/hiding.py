"""What of a situation a model may see: names stand for secrets, and the plan that comes back is turned round again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from genie_host.agent.dialect import Situation
from genie_host.agent.goal import Goal
from genie_host.agent.history import Step
from genie_host.core.calls import ToolCall
from genie_host.core.screen import Element, Observation
from genie_host.llm.model import CallShape
from genie_host.policy.arguments import secret_arguments
from genie_host.policy.keyboard import field_meant
from genie_host.policy.layout import Layout, content_of
from genie_host.policy.secrets import secret_reason
from genie_host.policy.tool_names import TYPING
from genie_host.store.secrets import Secrets


def learn_seen(secrets: Secrets, observation: Observation) -> None:
    """Secrets that stand on the screen: in a field for one, or with the form of one."""
    layout = Layout(observation)
    for field in layout.fields:
        content = content_of(field)
        # Letters alone may be any word: an app could make "Send" or its own name unreadable to the model with them.
        if not content.isalpha() and content.strip() and secret_reason(field, "", layout):
            secrets.learn(content)
    for element in observation.elements:
        secrets.learn_forms(f"{element.name}: {element.value}" if element.value else element.name)


def learn_call(secrets: Secrets, call: ToolCall, observation: Observation) -> None:
    """Secrets in the arguments of a call, by the field that they are for."""
    if not call.arguments:
        return
    layout, name = Layout(observation), str(call.arguments.get("field") or "")
    field = field_meant(call.arguments, None, name, layout) if call.tool_name in TYPING else None
    for key in secret_arguments(call, field, layout):
        secrets.learn(str(call.arguments[key]))


def unseen(observation: Observation) -> Observation:
    """The screen for a model that is not to see it: how the phone stands, and nothing of what any app shows."""
    return replace(
        observation,
        roots=(),
        elements=(),
        windows=(),
        scrollables=(),
        off_screen=(),
        package_name="",
        activity="",
        app_label="",
        title="",
        dialog_package="",
        can_scroll_down=False,
        can_scroll_up=False,
    )


def hidden(situation: Situation, secrets: Secrets) -> Situation:
    """The situation with names for secrets; the very same one where there are none."""
    if not secrets:
        return situation
    return replace(
        situation,
        goal=Goal(secrets.hide(situation.goal.text)),
        observation=_hidden_screen(situation.observation, secrets),
        steps=[_hidden_step(step, secrets) for step in situation.steps],
    )


def hidden_shapes(shapes: Iterable[CallShape], secrets: Secrets) -> list[CallShape]:
    """Choices of a grammar with names for secrets: what is left of them when all else has been hidden."""
    return [
        replace(
            shape,
            arguments=tuple(
                replace(argument, choices=tuple(map(secrets.hide, argument.choices))) for argument in shape.arguments
            ),
        )
        for shape in shapes
    ]


def _hidden_screen(observation: Observation, secrets: Secrets) -> Observation:
    elements = tuple(_hidden_element(element, secrets) for element in observation.elements)
    title = secrets.hide(observation.title)
    if title == observation.title and all(map(_is_same, elements, observation.elements)):
        return observation
    return replace(observation, elements=elements, title=title)


def _hidden_element(element: Element, secrets: Secrets) -> Element:
    name, value = secrets.hide(element.name), secrets.hide(element.value)
    return element if (name, value) == (element.name, element.value) else replace(element, name=name, value=value)


def _hidden_step(step: Step, secrets: Secrets) -> Step:
    arguments = {
        key: secrets.hide(value) if isinstance(value, str) else value for key, value in step.call.arguments.items()
    }
    outcome = replace(step.outcome, message=secrets.hide(step.outcome.message))
    return replace(step, call=replace(step.call, arguments=arguments), outcome=outcome)


def _is_same(one: object, other: object) -> bool:
    return one is other
