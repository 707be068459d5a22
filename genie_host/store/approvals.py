"""What phones have signed, in the records of a log: that it is this action, and that each touch counted once. Pure."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator, Mapping
from typing import Any

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.answers import SignedApproval, read_answer
from genie_host.core.gap.keys import PublicKey
from genie_host.core.gap.requests import Envelope
from genie_host.core.gap.showing import shown_digest, shown_lines
from genie_host.store.record import Record
from genie_host.store.secrets import MASK

_LEFT_OUT = re.compile(rf"{MASK}|secret-[1-9]")


def is_approved(record: Record) -> bool:
    """Is it the decision to let an action pass that somebody has approved?"""
    return is_granted(record) and record.data.get("outcome") == "passed"


def is_granted(record: Record) -> bool:
    """Has somebody said yes, whether or not the action still passed then?"""
    approval = record.data.get("approval")
    return record.kind == "decision" and isinstance(approval, dict) and approval.get("is_granted") is True


def phone_record(record: Record) -> dict[str, Any]:
    """What went over the wire for it; empty when no phone was asked."""
    approval = record.data.get("approval")
    wire = approval.get("record") if isinstance(approval, dict) else None
    return wire if isinstance(wire, dict) else {}


def answer_in(record: Record) -> SignedApproval | None:
    """What the phone answered; None where no phone has signed. Raises MessageMalformed."""
    wire = phone_record(record)
    said = wire.get("answer")
    if not isinstance(said, str):
        return None
    try:
        answer = read_answer(said.encode("utf-8"))
    except MessageMalformed:
        if _is_shortened(wire):
            return None
        raise
    return answer if isinstance(answer, SignedApproval) else None


def lines_shown(record: Record, answer: SignedApproval) -> Iterator[str]:
    """The lines on the phone, made again from the request. Raises MessageMalformed when it is not what was signed."""
    wire = phone_record(record)
    try:
        yield from _lines(wire, answer)
    except MessageMalformed:
        if not _is_shortened(wire):
            raise
        yield "(not all of it: a secret was left out of the log, so what was shown cannot be made again)"


def _is_shortened(wire: Mapping[str, Any]) -> bool:
    """Was a secret left out of what went over the wire?"""
    return any(_LEFT_OUT.search(str(value)) for value in wire.values())


def _lines(wire: Mapping[str, Any], answer: SignedApproval) -> tuple[str, ...]:
    request = Envelope.read(str(wire.get("envelope", "")).encode("utf-8")).request
    same = hmac.compare_digest
    if not (same(request.req_id, answer.req_id) and same(request.nonce, answer.nonce) and request.seq == answer.seq):
        raise MessageMalformed("the phone has answered another request")
    lines = shown_lines(
        request.action,
        request.facts,
        request.risk_class,
        app_label=answer.app_label,
        host_name=str(wire.get("host_name", "")),
    )
    if not (same(request.action.digest, answer.action_digest) and same(shown_digest(lines), answer.shown_digest)):
        raise MessageMalformed("the phone has signed another action, or has shown other words")
    return lines


class Touches:
    """All touches in a log, taken in one after the other."""

    def __init__(self) -> None:
        self.by_phone = 0
        """Approved actions that a phone has signed."""
        self.by_host = 0
        """Approved actions that the host alone vouches for: somebody at the console."""
        self._newest: dict[str, int] = {}
        """Number of the last request, by key."""

    def take(self, record: Record) -> None:
        """Raises MessageMalformed for an approval that does not hold, or that was used before."""
        if not is_granted(record):
            return
        answer = answer_in(record)
        if answer is None:
            self.by_host += is_approved(record)
            return
        key = PublicKey.read(phone_record(record).get("phone_key", ""))
        if key.id != answer.key_id or not key.verifies(answer.signature, answer.signed_bytes):
            raise MessageMalformed("the phone's signature does not fit")
        if answer.seq <= self._newest.get(key.id, 0):
            raise MessageMalformed("the phone's touch was used for something before")
        for _ in lines_shown(record, answer):
            pass
        self._newest[key.id] = answer.seq
        self.by_phone += is_approved(record)
