"""What the deeds that a control names come to: a sentence for the person who is asked, and what is at stake."""

from __future__ import annotations

from collections.abc import Iterable

from genie_host.core.verdicts import Stake
from genie_host.policy.layout import inner_texts, is_price
from genie_host.policy.lexicon import CommitKind
from genie_host.policy.question import filled_amount
from genie_host.policy.rulings import stake_of
from genie_host.policy.touch import Touch


def sentence(kinds: Iterable[CommitKind]) -> str:
    """The deeds in words, to stand after a label."""
    return " and ".join(kind.value for kind in CommitKind if kind in kinds)


def stake_here(kinds: Iterable[CommitKind], touch: Touch) -> Stake:
    """What these deeds put at stake here: sending is paying in an app for payments, and where a price stands on it."""
    stake = stake_of(kinds)
    if stake is not Stake.SEND:
        return stake
    node, layout = touch.node, touch.layout
    is_paying = layout.rules.is_in("payments", node.package_name) or filled_amount(layout) is not None
    return Stake.PAY if is_paying or any(is_price(text) for text in (*touch.own, *inner_texts(node))) else stake
