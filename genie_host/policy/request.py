"""Builds what a person is shown before a risky call: facts read off the screen by code, no word by the model."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from genie_host.core.calls import ToolCall
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.core.verdicts import ApprovalRequest, Stake, Subject, Verdict
from genie_host.policy.arguments import secret_arguments, shown_arguments
from genie_host.policy.keyboard import field_meant
from genie_host.policy.layout import Layout, content_of, inner_texts, own_texts
from genie_host.policy.lexicon import CommitKind, lexicon
from genie_host.policy.resolve import label_of, resolve_touch
from genie_host.policy.secrets import masked
from genie_host.policy.seen import digest_of_app, digest_of_seen
from genie_host.policy.shape import field_beside
from genie_host.policy.stakes import amount_on, page_text, question_text, recipient_on, sending
from genie_host.policy.tool_names import GLIDING, PRESSING, TOUCHING, TYPING

_NOT_SHOWN = "(not shown on this screen)"
_KINDS = {"url": "link", "uri": "link", "data": "link", "link": "link", "path": "file", "file": "file", "text": "text"}
"""Which kind of fact an argument is, by its name."""


AppIdentity = Callable[[str], tuple[int, str]]
"""Version code and SHA-256 of the signer of a package, 0 and empty when the phone does not say."""


def no_identity(package: str) -> tuple[int, str]:
    """Of a phone that is not asked."""
    return 0, ""


def build_request(
    call: ToolCall,
    target: AccessibilityNode | None,
    observation: Observation,
    verdict: Verdict,
    *,
    identity: AppIdentity = no_identity,
    salt: bytes = b"",
    is_brief: bool = False,
) -> ApprovalRequest:
    """The request for one call. ``target``: the node under the finger, when the tool touches one.

    ``is_brief``: for a record alone, of a call that nobody is asked about; without details and digest of the screen.
    ``salt`` goes into the digests of secrets, so that a short one cannot be found by trying.
    """
    layout = Layout(observation)
    node = _node_hit(call, target, layout)
    details = () if is_brief else tuple(_details(call, node, layout, verdict.stake))
    return ApprovalRequest(
        tool_name=call.tool_name,
        target="" if node is None else label_of(node, layout),
        app_label=_app_of(node, observation),
        details=details,
        reasons=verdict.reasons,
        stake=verdict.stake,
        subject=None if node is None else _subject(node, layout, identity),
        arguments=shown_arguments(call, secret_arguments(call, node, layout), salt),
        screen_digest="" if is_brief else _digest_of(call, node, details, layout, verdict),
    )


def _digest_of(
    call: ToolCall,
    node: AccessibilityNode | None,
    details: tuple[tuple[str, str], ...],
    layout: Layout,
    verdict: Verdict,
) -> str:
    if node is None and call.tool_name in PRESSING | GLIDING:
        return digest_of_app(layout)
    return digest_of_seen(node, details, layout, is_payment=verdict.stake is Stake.PAY)


def _subject(node: AccessibilityNode, layout: Layout, identity: AppIdentity) -> Subject:
    package = node.package_name or layout.observation.package_name
    version_code, signer = identity(package)
    box = node.bounds
    return Subject(
        package=package,
        version_code=version_code,
        signer_sha256=signer,
        activity=layout.observation.activity,
        display_id=node.display_id,
        node_path=node.path,
        bounds=(box.left, box.top, box.right, box.bottom),
        label=label_of(node, layout),
        resource_id=node.resource_id,
    )


def _node_hit(call: ToolCall, target: AccessibilityNode | None, layout: Layout) -> AccessibilityNode | None:
    if call.tool_name in PRESSING:
        focused = next((node for node in layout.nodes if node.is_focused and node.is_focusable), None)
        # Where nothing is marked as focused, the key may go to any field that holds something.
        return focused or next((field for field in layout.fields if content_of(field)), None)
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


def _details(call: ToolCall, node: AccessibilityNode | None, layout: Layout, stake: Stake) -> Iterator[tuple[str, str]]:
    if call.tool_name in TYPING:
        yield from _typing_details(call, node, layout)
        return
    if node is None:
        secret = secret_arguments(call, None, layout)
        for name, value in call.arguments.items():
            shown = masked(str(value)) if name in secret else str(value)
            yield (_KINDS[name], shown) if name in _KINDS else ("field", f"{name}: {shown}")
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
    if stake is Stake.PAY:
        yield "screen", page_text(node, layout)
    elif not question and layout.observation.title:
        yield "screen", layout.observation.title


def _typing_details(call: ToolCall, node: AccessibilityNode | None, layout: Layout) -> Iterator[tuple[str, str]]:
    text = str(call.arguments.get("text") or "")
    yield "text", masked(text) if "text" in secret_arguments(call, node, layout) else text
