"""Does a call hand over something that the user never said? Computed from what is about to be committed. Pure.

A recipient, an amount, an address, a link, a code or a file that came from the screen, and not from the user's words,
is what an injected sentence needs to do harm. Such a call is asked about, whatever else speaks for it, and whoever is
asked sees where the value came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from genie_host.core.calls import ToolCall
from genie_host.core.provenance import Origin, Sourced
from genie_host.core.screen import AccessibilityNode
from genie_host.core.verdicts import RiskClass, Ruling, Scope, Stake, Verdict
from genie_host.policy.arguments import secret_arguments
from genie_host.policy.draft import box_of
from genie_host.policy.layout import Layout, content_of, inner_texts, is_field, is_price, own_texts
from genie_host.policy.lexicon import lexicon
from genie_host.policy.normalise import normalise, words
from genie_host.policy.notable import Committed, is_said, notable
from genie_host.policy.rulings import raised as add_reason
from genie_host.policy.secrets import masked, secret_reason
from genie_host.policy.shape import is_search
from genie_host.policy.sources import Sources, numbers_in
from genie_host.policy.tool_names import PRESSING, TOUCHING

_LINK_WORDS = frozenset({"https", "http", "www", "com", "org", "net", "geo", "q", "0", "tel", "mailto", "sms", "smsto"})
_EVIDENCE = {
    "recipient": "tainted_recipient",
    "amount": "tainted_amount",
    "address": "tainted_address",
    "link": "tainted_link",
    "code": "tainted_code",
    "file": "tainted_file",
}
_ACTIVATING = frozenset({"enter", "go", "send", "done", "search"})
_LONGEST_SHOWN = 120
_MOST_SHOWN = 5
"""A request with too many facts cannot be shown by the phone, and so not be approved."""


@dataclass(frozen=True, kw_only=True)
class Tainted:
    """One of them that is not of the user's own words."""

    kind: str
    value: str
    """As it may be shown."""
    source: Sourced

    @property
    def sentence(self) -> str:
        """For the person who is asked."""
        return f"{self.kind} “{self.value[:_LONGEST_SHOWN]}” comes from {self.source.source}, not from your words"


def tainted(
    call: ToolCall,
    scope: Scope,
    target: AccessibilityNode | None,
    verdict: Verdict,
    details: Mapping[str, str],
    layout: Layout,
    goal: str,
    sources: Sources,
) -> tuple[Tainted, ...]:
    """What a call that commits something would hand over that the goal does not say.

    ``details``: the facts of the request for approval, which code read off the screen.
    """
    names = _without_text(goal, details)
    if is_grave(verdict):
        found = _committed(call, scope, target, details, layout)
    elif scope is Scope.LINKS:
        found = _in_link(call)
    else:
        # A mere form: what stood there before is not of this run's doing.
        found = _in_fields((field for field in layout.fields if sources.has_written(content_of(field))), layout)
    taints = [
        Tainted(
            kind=each.kind, value=masked(each.value) if each.is_secret else each.value, source=sources.of(each.value)
        )
        for each in dict.fromkeys(found)
        if not is_said(each, names if each.kind == "recipient" else goal)
    ]
    return tuple(taint for taint in taints if not _is_spelled_out(taint, goal))


def _without_text(goal: str, details: Mapping[str, str]) -> str:
    """The goal but for the words that are to be sent: whom "send hi to Mum" names is not called Hi."""
    text = normalise(details.get("text", ""))
    return normalise(goal).replace(text, " ") if text else goal


def _is_spelled_out(taint: Tainted, goal: str) -> bool:
    """A link that nobody else wrote and that says nothing but words of the user's: wikipedia.org for "Wikipedia"."""
    if taint.kind != "link" or taint.source.origin is not Origin.MODEL:
        return False
    numbers, allowed = set(numbers_in(normalise(taint.value))), set(words(goal)) | _LINK_WORDS
    is_number_said = bool(numbers) and numbers <= set(numbers_in(normalise(goal)))
    return all(word in allowed or (is_number_said and word.isdigit()) for word in words(taint.value))


def raised(verdict: Verdict, taints: tuple[Tainted, ...]) -> Verdict:
    """The verdict with what was found; it is asked about, unless it is refused already."""
    for taint in taints[:_MOST_SHOWN]:
        verdict = add_reason(verdict, _EVIDENCE[taint.kind], f"the {taint.sentence}")
    return verdict


def origins_of(taints: tuple[Tainted, ...]) -> Iterator[str]:
    """What a person is told of them: the first few, and how many more there are."""
    yield from (taint.sentence for taint in taints[:_MOST_SHOWN])
    if len(taints) > _MOST_SHOWN:
        yield f"{len(taints) - _MOST_SHOWN} more values are not of your words"


def is_committing(
    call: ToolCall,
    risk: RiskClass,
    scope: Scope,
    target: AccessibilityNode | None,
    verdict: Verdict,
    layout: Layout,
) -> bool:
    """Could the call hand something over? Whatever is asked about, links, keys and buttons of filled forms."""
    if is_grave(verdict) or scope is Scope.LINKS:
        return True
    filled = [field for field in layout.fields if content_of(field)]
    if not filled:
        return False
    if call.tool_name in PRESSING:
        return str(call.arguments.get("key") or "") in _ACTIVATING
    if call.tool_name not in TOUCHING and risk is not RiskClass.TOUCH:
        return False
    return target is not None and _hands_over(target, layout)


def is_grave(verdict: Verdict) -> bool:
    """Is it asked about, or would it be at a more careful level?"""
    is_decisive = any(evidence.is_decisive for evidence in verdict.evidence)
    return is_decisive or verdict.ruling is not Ruling.ALLOW or verdict.stake is not Stake.OTHER


def _hands_over(target: AccessibilityNode, layout: Layout) -> bool:
    """A control of a form that holds something: its button, but neither a field, a row, a switch nor a way out."""
    if is_field(target) or box_of(target, layout) is not None or layout.is_large(target):
        return False
    labels = own_texts(target) or inner_texts(target)
    readings = [lexicon().read(label) for label in labels]
    if any(reading.is_decline for reading in readings):
        return False
    is_button = "Button" in target.class_name or bool(target.resource_id and "button" in target.resource_id.lower())
    return is_button or any(reading.leading or reading.is_confirm or reading.is_weak for reading in readings)


def _committed(
    call: ToolCall, scope: Scope, target: AccessibilityNode | None, details: Mapping[str, str], layout: Layout
) -> Iterator[Committed]:
    """Everything of note in what would leave: the facts, the arguments of links, the filled fields."""
    recipient = details.get("recipient", "")
    if recipient and not recipient.startswith("("):
        yield Committed(kind="recipient", value=recipient)
    if details.get("amount"):
        yield Committed(kind="amount", value=details["amount"])
    if scope is Scope.LINKS:
        yield from _in_link(call)
        return
    yield from _in_fields(layout.fields, layout)
    yield from notable(details.get("text", ""))
    for key in secret_arguments(call, target, layout):
        yield Committed(kind="code", value=str(call.arguments[key]), is_secret=True)


def _in_fields(fields: Iterable[AccessibilityNode], layout: Layout) -> Iterator[Committed]:
    for field in fields:
        content = content_of(field)
        if not content or secret_reason(field, "", layout):
            continue
        if is_price(content, alone=True):
            yield Committed(kind="amount", value=content)
        yield from notable(content, with_codes=not is_search(field))


def _in_link(call: ToolCall) -> Iterator[Committed]:
    for key in ("url", "uri", "data"):
        if call.arguments.get(key):
            yield Committed(kind="link", value=str(call.arguments[key]))
