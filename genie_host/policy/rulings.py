"""How verdicts are made: one decisive piece of evidence at a time; the worst ruling and the gravest stake stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from genie_host.core.verdicts import Evidence, Ruling, Stake, Verdict
from genie_host.policy.lexicon import CommitKind

ALLOWED = Verdict(ruling=Ruling.ALLOW)

_SEVERITY = {Ruling.ALLOW: 0, Ruling.ASK: 1, Ruling.REFUSE: 2}

GRAVITY = (
    Stake.PAY,
    Stake.SECRET,
    Stake.INSTALL,
    Stake.GRANT,
    Stake.ACCOUNT,
    Stake.DELETE,
    Stake.SHARE,
    Stake.CALL,
    Stake.SEND,
    Stake.OTHER,
)
"""Stakes, the gravest first: one that is several is shown, approved and ruled on as the gravest."""

STAKE_OF_KIND = {
    CommitKind.SEND: Stake.SEND,
    CommitKind.MONEY: Stake.PAY,
    CommitKind.DELETE: Stake.DELETE,
    CommitKind.ERASE: Stake.ACCOUNT,
    CommitKind.INSTALL: Stake.INSTALL,
    CommitKind.GRANT: Stake.GRANT,
    CommitKind.SIGN_IN: Stake.ACCOUNT,
    CommitKind.SIGN_OUT: Stake.ACCOUNT,
    CommitKind.LOCK: Stake.ACCOUNT,
    CommitKind.CALL: Stake.CALL,
    CommitKind.CODE: Stake.ACCOUNT,
    CommitKind.OPEN_UP: Stake.ACCOUNT,
    CommitKind.JOIN: Stake.SHARE,
    CommitKind.SUBSCRIBE: Stake.PAY,
}
"""What each deed that a label names puts at stake."""


def ask(name: str, reason: str, stake: Stake = Stake.OTHER) -> Verdict:
    """A person has to say yes. ``name``: the stable name of the evidence."""
    return _decisive(Ruling.ASK, name, reason, stake)


def refuse(name: str, reason: str, stake: Stake = Stake.OTHER) -> Verdict:
    """Not even a person's yes is enough."""
    return _decisive(Ruling.REFUSE, name, reason, stake)


def allow(name: str, reason: str) -> Verdict:
    """Nothing is at stake, and why that needs saying."""
    return Verdict(ruling=Ruling.ALLOW, reasons=(reason,), evidence=(Evidence(name=name, detail=reason),))


def _decisive(ruling: Ruling, name: str, reason: str, stake: Stake) -> Verdict:
    evidence = Evidence(name=name, detail=reason, is_decisive=True)
    return Verdict(ruling=ruling, reasons=(reason,), evidence=(evidence,), stake=stake)


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The gravest ruling, with the reasons and evidence of all verdicts that share it, and their gravest stake."""
    verdicts = list(verdicts)
    ruling = max((verdict.ruling for verdict in verdicts), key=_SEVERITY.__getitem__, default=Ruling.ALLOW)
    sharing = [verdict for verdict in verdicts if verdict.ruling is ruling]
    return Verdict(
        ruling=ruling,
        reasons=tuple(dict.fromkeys(reason for verdict in sharing for reason in verdict.reasons)),
        evidence=tuple(dict.fromkeys(each for verdict in sharing for each in verdict.evidence)),
        stake=gravest(verdict.stake for verdict in sharing),
    )


def raised(verdict: Verdict, name: str, reason: str, stake: Stake = Stake.OTHER) -> Verdict:
    """The same verdict with one more decisive reason; what was allowed is asked about."""
    more = Evidence(name=name, detail=reason, is_decisive=True)
    return replace(
        verdict,
        ruling=Ruling.ASK if verdict.ruling is Ruling.ALLOW else verdict.ruling,
        reasons=(*verdict.reasons, reason),
        evidence=(*verdict.evidence, more),
        stake=gravest((verdict.stake, stake)),
    )


def noted(verdict: Verdict, evidence: Iterable[Evidence]) -> Verdict:
    """The same verdict with more evidence beside it, which decides nothing."""
    return replace(verdict, evidence=tuple(dict.fromkeys((*verdict.evidence, *evidence))))


def gravest(stakes: Iterable[Stake]) -> Stake:
    """The gravest of some stakes; ``other`` when there are none."""
    return min(stakes, key=GRAVITY.index, default=Stake.OTHER)


def stake_of(kinds: Iterable[CommitKind]) -> Stake:
    """What some deeds put at stake."""
    return gravest(STAKE_OF_KIND[kind] for kind in kinds)
