"""Builds what a person is shown before a risky call: facts read off the screen by code, no word by the model."""

from __future__ import annotations

from collections.abc import Iterator

from genie_host.core.calls import ToolCall
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.core.verdicts import ApprovalRequest, Verdict
from genie_host.policy.keyboard import field_meant
from genie_host.policy.layout import Layout, inner_texts, own_texts
from genie_host.policy.lexicon import CommitKind, lexicon
from genie_host.policy.resolve import label_of, resolve_touch
from genie_host.policy.secrets import looks_secret, masked, secret_reason
from genie_host.policy.shape import field_beside
from genie_host.policy.stakes import amount_on, question_text, recipient_on, sending
from genie_host.policy.tool_names import PRESSING, TOUCHING, TYPING

_NOT_SHOWN = "(not shown on this screen)"


def build_request(
    call: ToolCall, target: AccessibilityNode | None, observation: Observation, verdict: Verdict
) -> ApprovalRequest:
    """The request for one call. ``target``: the node under the finger, when the tool touches one."""
    layout = Layout(observation)
    node = _node_hit(call, target, layout)
    return ApprovalRequest(
        tool_name=call.tool_name,
        target="" if node is None else label_of(node, layout),
        app_label=_app_of(node, observation),
        details=tuple(_details(call, node, layout)),
        reasons=verdict.reasons,
    )


def _node_hit(call: ToolCall, target: AccessibilityNode | None, layout: Layout) -> AccessibilityNode | None:
    if call.tool_name in PRESSING:
        return next((node for node in layout.nodes if node.is_focused and node.is_focusable), None)
    if call.tool_name in TYPING:
        return field_meant(call.arguments, target, str(call.arguments.get("field") or ""), layout)
    if target is not None:
        return layout.same(target) or target
    if call.tool_name not in TOUCHING:
        return None
    hits = resolve_touch(layout, call.tool_name, call.arguments, None).hits
    return hits[0].shown if hits else None


def _app_of(node: AccessibilityNode | None, observation: Observation) -> str:
    """The app whose window is hit: a prompt in front belongs to the system, not to the app behind it."""
    if node is not None and node.package_name and node.package_name != observation.package_name:
        return node.package_name
    return observation.app_label or observation.package_name


def _details(call: ToolCall, node: AccessibilityNode | None, layout: Layout) -> Iterator[tuple[str, str]]:
    if call.tool_name in TYPING:
        yield from _typing_details(call, node, layout)
        return
    if node is None:
        yield from ((name, str(value)[:400]) for name, value in call.arguments.items())
        return
    kinds = {kind for text in own_texts(node) or inner_texts(node) for kind in lexicon().read(text).leading}
    message = sending(node, layout)
    is_beside_field = field_beside(node, layout) is not None
    if message is not None and (kinds & {CommitKind.SEND} or is_beside_field or call.tool_name in PRESSING):
        yield "recipient", message.recipient or _NOT_SHOWN
        yield "text", message.text
        return
    if CommitKind.CALL in kinds or CommitKind.SEND in kinds:
        yield "recipient", recipient_on(layout) or _NOT_SHOWN
        return
    question = question_text(node, layout)
    if question:
        yield "question", question
    amount = amount_on(node, layout) if kinds & {CommitKind.MONEY, CommitKind.SUBSCRIBE} or not kinds else ""
    if amount:
        yield "amount", amount
    if not question and layout.observation.title:
        yield "screen", layout.observation.title


def _typing_details(call: ToolCall, node: AccessibilityNode | None, layout: Layout) -> Iterator[tuple[str, str]]:
    text = str(call.arguments.get("text") or "")
    name = str(call.arguments.get("field") or "")
    is_secret = bool(secret_reason(node, name, layout)) or looks_secret(text)
    yield "text", masked(text) if is_secret else text
