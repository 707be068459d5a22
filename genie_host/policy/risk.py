"""May this call run? Pure and local: a call, the node it really hits and the screen in; allow, ask or refuse out.

Callers treat any exception in here as *refuse*. Nothing the model or the screen says lowers a verdict: labels, ids and
surroundings are judged each, and the worst ruling stands. What the user's policy says of the app comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from genie_host.core.calls import ToolCall
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.core.verdicts import RiskClass, Ruling, Stake, Verdict
from genie_host.policy.dealings import judge_app_opening, judge_looking, judge_notifications
from genie_host.policy.gliding import judge_gliding
from genie_host.policy.governing import governed
from genie_host.policy.intents import judge_intent
from genie_host.policy.keyboard import judge_key, judge_typing
from genie_host.policy.layout import Layout
from genie_host.policy.links import judge_link
from genie_host.policy.rules import Rules
from genie_host.policy.rulings import ALLOWED, ask, noted, raised, refuse
from genie_host.policy.shapes import plain
from genie_host.policy.shell_commands import judge_shell
from genie_host.policy.signals import signals_around
from genie_host.policy.stakes import unnamed_recipient
from genie_host.policy.tool_names import Deed, deed_of, grave_reason
from genie_host.policy.touching import judge_touching

_GOES_TO_SOMEBODY = frozenset({Stake.SEND, Stake.PAY, Stake.SHARE, Stake.CALL, Stake.OTHER})


@dataclass(frozen=True, kw_only=True)
class Task:
    """What the call is part of."""

    goal: str = ""
    """The user's own words. They never lower a verdict; they say what the user did not name."""
    ticked: str = ""
    """What a box says that the call just before has ticked, when it is grave; empty otherwise."""
    rules: Rules | None = None
    """The policy; None: the one that ships with the package."""


def assess(
    call: ToolCall,
    target: AccessibilityNode | None,
    observation: Observation,
    risk: RiskClass,
    task: Task | str = "",
) -> Verdict:
    """The verdict on one call. ``target``: the node under the finger, when the tool touches one.

    ``task``: what the call is part of; a mere text is the user's goal.
    """
    task = Task(goal=task) if isinstance(task, str) else task
    layout = Layout(observation, task.rules)
    deed = deed_of(call.tool_name) or _DEED_OF_CLASS[risk]
    return _verdict(call.tool_name, deed, call.arguments, target, layout, task)


def assess_dump(
    observation: Observation, tool_name: str, arguments: Mapping[str, Any], task: Task | None = None
) -> Verdict:
    """The verdict on a tool named from outside, with its arguments as given; an unknown tool is refused."""
    task = task or Task()
    deed = deed_of(tool_name)
    if deed is None:
        return refuse("unknown_tool", f"there is no tool called {tool_name[:40]!r}")
    return _verdict(tool_name, deed, arguments, None, Layout(observation, task.rules), task)


def _verdict(
    tool_name: str,
    deed: Deed,
    arguments: Mapping[str, Any],
    target: AccessibilityNode | None,
    layout: Layout,
    task: Task,
) -> Verdict:
    arguments = plain(arguments)
    verdict = _judge(tool_name, deed, arguments, target, layout, task)
    if verdict.ruling is Ruling.ASK and task.goal and verdict.stake in _GOES_TO_SOMEBODY:
        stranger = unnamed_recipient(target, layout, task.goal)
        if stranger:
            reason = f"the goal does not name “{stranger}”, who would get it"
            verdict = raised(verdict, "recipient_not_named", reason, verdict.stake)
    if deed in (Deed.TOUCH, Deed.TYPE):
        verdict = noted(verdict, signals_around(layout, target, arguments, is_typing=deed is Deed.TYPE))
    return governed(verdict, deed, arguments, target, layout, task.goal)


def _judge(
    tool_name: str,
    deed: Deed,
    arguments: Mapping[str, Any],
    target: AccessibilityNode | None,
    layout: Layout,
    task: Task,
) -> Verdict:
    if deed is Deed.TOUCH:
        return judge_touching(tool_name, arguments, target, layout, task.ticked)
    if deed is Deed.TYPE:
        return judge_typing(arguments, target, layout)
    if deed is Deed.GLIDE:
        return judge_gliding(tool_name, arguments, layout)
    if deed is Deed.ASK:
        reason, stake = grave_reason(tool_name) or ("it does something grave by itself", Stake.OTHER)
        return ask("grave_tool", reason, stake)
    judge = _JUDGES.get(deed)
    return ALLOWED if judge is None else judge(arguments, layout)


_JUDGES: Mapping[Deed, Callable[[Mapping[str, Any], Layout], Verdict]] = {
    Deed.PRESS: judge_key,
    Deed.SHELL: judge_shell,
    Deed.INTENT: lambda arguments, _: judge_intent(arguments),
    Deed.LINK: lambda arguments, _: judge_link(arguments),
    Deed.OPEN_APP: lambda arguments, _: judge_app_opening(arguments),
    Deed.LOOK: lambda arguments, _: judge_looking(arguments),
    Deed.NOTIFICATIONS: judge_notifications,
}
"""All other deeds but moving about and talking to the user."""

_DEED_OF_CLASS = {
    RiskClass.READ: Deed.NAVIGATE,
    RiskClass.NAVIGATE: Deed.NAVIGATE,
    RiskClass.TALK: Deed.TALK,
    RiskClass.TYPE: Deed.TYPE,
    RiskClass.TOUCH: Deed.TOUCH,
}
"""A tool that is not known by name is judged by the class it declares."""
