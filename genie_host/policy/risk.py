"""May this call run? Pure and local: a call, the node it really hits and the screen in; allow, ask or refuse out.

Callers treat any exception in here as *refuse*. Nothing the model or the screen says lowers a verdict: labels, ids and
surroundings are judged each, and the worst ruling stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from genie_host.core.calls import ToolCall
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.core.verdicts import RiskClass, Ruling, Verdict
from genie_host.policy.commits import ALLOWED, judge_touch
from genie_host.policy.keyboard import judge_key, judge_typing
from genie_host.policy.layout import Layout, id_words, inner_texts, own_texts
from genie_host.policy.lexicon import lexicon
from genie_host.policy.normalise import normalise, words
from genie_host.policy.off_screen import judge_intent, judge_shell, judge_url
from genie_host.policy.resolve import Hit, Resolution, is_tree_empty, resolve_touch
from genie_host.policy.stakes import unnamed_recipient
from genie_host.policy.tool_names import (
    ASKING,
    GLIDING,
    HOLDING,
    LOOKING,
    OPENING,
    PRESSING,
    SENDING_OUT,
    TALKING,
    TOUCHING,
)
from genie_host.policy.tool_names import TYPING as TYPING_TOOLS

_SEVERITY = {Ruling.ALLOW: 0, Ruling.ASK: 1, Ruling.REFUSE: 2}
_SLIDES = (
    "slide",
    "swipe",
    "desliza",
    "deslize",
    "glisser",
    "滑动",
    "滑動",
    "スライド",
    "밀어",
    "wischen",
    "geser",
    "vuốt",
    "kaydır",
)
_LOCAL = frozenset({"", "none", "local", "device", "model", "local_model", "host", "false"})


def assess(
    call: ToolCall, target: AccessibilityNode | None, observation: Observation, risk: RiskClass, goal: str = ""
) -> Verdict:
    """The verdict on one call. ``target``: the node under the finger, when the tool touches one.

    ``goal``, the user's words, never lowers a verdict; it tells the person who is asked what they did not name.
    """
    layout = Layout(observation)
    verdict = _judge(call.tool_name, call.arguments, target, layout) or _by_class(call, target, layout, risk)
    if verdict.ruling is not Ruling.ASK or not goal:
        return verdict
    stranger = unnamed_recipient(target, layout, goal)
    reason = f"the goal does not name “{stranger}”, who would get it"
    return Verdict(ruling=Ruling.ASK, reasons=(*verdict.reasons, reason)) if stranger else verdict


def _by_class(call: ToolCall, target: AccessibilityNode | None, layout: Layout, risk: RiskClass) -> Verdict:
    """A tool that this module does not know by name, by the class it declares."""
    match risk:
        case RiskClass.READ | RiskClass.NAVIGATE | RiskClass.TALK:
            return ALLOWED
        case RiskClass.TYPE:
            return judge_typing(call.arguments, target, layout)
        case RiskClass.TOUCH:
            return _judge_touching(call.tool_name, call.arguments, target, layout)


def assess_dump(observation: Observation, tool_name: str, arguments: Mapping[str, Any]) -> Verdict:
    """The verdict on a tool named from outside, with its arguments as given; an unknown tool is refused."""
    verdict = _judge(tool_name, arguments, None, Layout(observation))
    if verdict is None:
        return Verdict(ruling=Ruling.REFUSE, reasons=(f"there is no tool called {tool_name[:40]!r}",))
    return verdict


def _judge(
    tool_name: str, arguments: Mapping[str, Any], target: AccessibilityNode | None, layout: Layout
) -> Verdict | None:
    """By the tool's name; None for a tool that this module does not know."""
    if tool_name in TOUCHING:
        return _judge_touching(tool_name, arguments, target, layout)
    if tool_name in TYPING_TOOLS:
        return judge_typing(arguments, target, layout)
    if tool_name in GLIDING:
        return _judge_gliding(tool_name, arguments, layout)
    judge = _JUDGES.get(tool_name)
    if judge is not None:
        return judge(arguments, layout)
    if tool_name in ASKING:
        return _ask(ASKING[tool_name])
    return ALLOWED if tool_name in LOOKING or tool_name in OPENING or tool_name in TALKING else None


def _judge_touching(
    tool_name: str, arguments: Mapping[str, Any], target: AccessibilityNode | None, layout: Layout
) -> Verdict:
    if target is None and is_tree_empty(layout):
        return Verdict(ruling=Ruling.REFUSE, reasons=("the screen tree is empty: the touch would be blind",))
    meant = resolve_touch(layout, tool_name, arguments, target)
    if meant.point is None and not meant.claims and not meant.hits:
        return Verdict(ruling=Ruling.REFUSE, reasons=("it is not said what to touch",))
    verdicts = [judge_touch(hit, layout) for hit in meant.hits]
    if tool_name in HOLDING:
        verdicts += [_judge_holding(hit) for hit in meant.hits]
    verdict = worst([*verdicts, _judge_claims(meant)])
    if meant.is_surface and verdict.ruling is Ruling.ALLOW:
        return _ask("what is drawn there is not in the screen tree: the touch would be blind")
    return verdict


def _judge_holding(hit: Hit) -> Verdict:
    node = hit.shown
    said = (*own_texts(node), *inner_texts(node), " ".join(id_words(node.resource_id))) if node is not None else ()
    if any(lexicon().hold_to_send.found_in(text) for text in said if len(text) <= 80):
        return _ask("holding it records sound and may send it")
    return ALLOWED


def _judge_claims(meant: Resolution) -> Verdict:
    """The label that the call gives counts too when what lies there does not carry it: it can only raise."""
    carried = {
        normalise(text)
        for hit in meant.hits
        for node in (hit.node, hit.leaf)
        if node is not None
        for text in (*own_texts(node), *inner_texts(node), node.hint)
    }
    for claim in meant.claims:
        if meant.hits and (normalise(claim) in carried or any(text and text in normalise(claim) for text in carried)):
            continue
        kinds = lexicon().read(claim).whole
        if kinds:
            return _ask(f"the call means “{claim[:40]}”, which is not what lies there")
    return ALLOWED


def _judge_gliding(tool_name: str, arguments: Mapping[str, Any], layout: Layout) -> Verdict:
    """Swipes scroll, unless a slider under the finger commits: "Slide to pay"."""
    direction = str(arguments.get("direction") or "").lower()
    start, end = arguments.get("from") or arguments.get("start"), arguments.get("to") or arguments.get("end")
    if isinstance(start, list | tuple) and isinstance(end, list | tuple) and len(start) == len(end) == 2:
        across, along = abs(float(end[0]) - float(start[0])), abs(float(end[1]) - float(start[1]))
        direction = "right" if across > along else direction or "up"
    for node in layout.nodes:
        for text in own_texts(node) if node.is_visible else ():
            is_along = direction in {"left", "right"} or tool_name == "drag" or "up" in words(text)
            if is_along and normalise(text).startswith(_SLIDES) and _slides_to_commit(text):
                return _ask(f"the slider “{text[:40]}” may lie under the finger")
    return ALLOWED


def _slides_to_commit(text: str) -> bool:
    return bool(
        lexicon().read(text).leading or {"submit", "confirm", "complete", "trade", "order"}.intersection(words(text))
    )


def _judge_notifications(arguments: Mapping[str, Any], layout: Layout) -> Verdict:
    if layout.observation.is_locked or is_lock_screen(layout):
        return _ask("it reads notifications off a locked phone")
    return _judge_looking(arguments, layout)


def _judge_looking(arguments: Mapping[str, Any], layout: Layout) -> Verdict:
    """Looking is harmless as long as what is seen stays on this machine."""
    for key in ("send_to", "destination", "upload_to", "share_with", "model"):
        if str(arguments.get(key) or "").lower() not in _LOCAL:
            return _ask(f"it would send what is on the screen to {str(arguments[key])[:40]}")
    return _ask("it would send what is on the screen away") if arguments.get("upload") is True else ALLOWED


def is_lock_screen(layout: Layout) -> bool:
    """Only the lock screen is shown."""
    return any("keyguard" in node.resource_id and "systemui" in node.package_name for node in layout.nodes)


def worst(verdicts: list[Verdict]) -> Verdict:
    """The gravest ruling, with the reasons of all verdicts that share it."""
    ruling = max((verdict.ruling for verdict in verdicts), key=_SEVERITY.__getitem__, default=Ruling.ALLOW)
    reasons = dict.fromkeys(reason for verdict in verdicts if verdict.ruling is ruling for reason in verdict.reasons)
    return Verdict(ruling=ruling, reasons=tuple(reasons))


def _ask(reason: str) -> Verdict:
    return Verdict(ruling=Ruling.ASK, reasons=(reason,))


_JUDGES: Mapping[str, Callable[[Mapping[str, Any], Layout], Verdict]] = {
    **dict.fromkeys(PRESSING, judge_key),
    **dict.fromkeys(SENDING_OUT, _judge_looking),
    "read_notifications": _judge_notifications,
    "adb_shell": lambda arguments, _: judge_shell(str(arguments.get("cmd") or arguments.get("command") or "")),
    "shell": lambda arguments, _: judge_shell(str(arguments.get("cmd") or arguments.get("command") or "")),
    "launch_intent": lambda arguments, _: judge_intent(arguments),
    "start_activity": lambda arguments, _: judge_intent(arguments),
    "open_url": lambda arguments, _: judge_url(str(arguments.get("url") or arguments.get("uri") or "")),
    "open_link": lambda arguments, _: judge_url(str(arguments.get("url") or arguments.get("uri") or "")),
}
