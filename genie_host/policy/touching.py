"""A call that touches: every node it may hit is judged, and the label it claims to hit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.core.screen import AccessibilityNode
from genie_host.core.verdicts import Ruling, Stake, Verdict
from genie_host.policy.commits import judge_touch
from genie_host.policy.dialling import calls_when_held
from genie_host.policy.layout import Layout, id_words, inner_texts, own_texts
from genie_host.policy.lexicon import lexicon
from genie_host.policy.normalise import normalise
from genie_host.policy.resolve import Hit, Resolution, is_tree_empty, resolve_touch
from genie_host.policy.rulings import ALLOWED, ask, refuse, stake_of, worst
from genie_host.policy.tool_names import HOLDING

_MOST_SPOKEN = 80


def judge_touching(
    tool_name: str,
    arguments: Mapping[str, Any],
    target: AccessibilityNode | None,
    layout: Layout,
    ticked: str = "",
) -> Verdict:
    """May this touch happen? ``ticked``: what a box said that the call before has ticked."""
    if target is None and is_tree_empty(layout):
        return refuse("blind_touch", "the screen tree is empty: the touch would be blind")
    meant = resolve_touch(layout, tool_name, arguments, target)
    if meant.point is None and not meant.claims and not meant.hits:
        return refuse("no_target", "it is not said what to touch")
    verdicts = [judge_touch(hit, layout, ticked) for hit in meant.hits]
    if tool_name in HOLDING:
        verdicts += [_judge_holding(hit, layout) for hit in meant.hits]
    verdict = worst([*verdicts, _judge_claims(meant)])
    if meant.is_surface and verdict.ruling is Ruling.ALLOW:
        return ask("blind_touch", "what is drawn there is not in the screen tree: the touch would be blind")
    return verdict


def _judge_holding(hit: Hit, layout: Layout) -> Verdict:
    node = hit.shown
    if node is not None and calls_when_held(node, layout):
        return ask("hold_to_call", "held, a digit of a dial pad calls whoever is kept under it", Stake.CALL)
    said = (*own_texts(node), *inner_texts(node), " ".join(id_words(node.resource_id))) if node is not None else ()
    if any(lexicon().hold_to_send.found_in(text) for text in said if len(text) <= _MOST_SPOKEN):
        return ask("hold_to_send", "holding it records sound and may send it", Stake.SEND)
    return ALLOWED


def _judge_claims(meant: Resolution) -> Verdict:
    """The label that the call gives counts too when what lies there does not carry it: it can only raise."""
    carried = {
        normalise(text)
        for hit in meant.hits
        for node in (hit.node, hit.leaf)
        if node is not None
        for text in (*own_texts(node), *inner_texts(node), node.hint, " ".join(id_words(node.resource_id)))
    }
    for claim in meant.claims:
        if meant.hits and (normalise(claim) in carried or any(text and text in normalise(claim) for text in carried)):
            continue
        kinds = lexicon().read(claim).whole
        if kinds:
            return ask(
                "claim_elsewhere", f"the call means “{claim[:40]}”, which is not what lies there", stake_of(kinds)
            )
    return ALLOWED
