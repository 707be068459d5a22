"""Checks a receipt with nothing but public keys: no log, no phone, no state of Genie's. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.keys import PublicKey
from genie_host.store.approvals import lines_shown
from genie_host.store.receipt import Receipt


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What a receipt proves to somebody who trusts the given keys."""

    faults: tuple[str, ...] = ()
    """Why it proves nothing; empty when it is right."""
    proven: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    """What the host's records say, in words."""
    shown: tuple[str, ...] = ()
    """The lines that stood on the phone when it was touched."""


def check_receipt(text: str, keys: Iterable[PublicKey]) -> Checked:
    """Check a receipt's file. Each key must be that of the host or of the phone, and its signature must fit."""
    try:
        receipt = Receipt.read(text)
        proven: list[str] = []
        shown: tuple[str, ...] = ()
        for key in keys:
            words, lines = _proven_by(key, receipt)
            proven.append(words)
            shown = lines or shown
    except MessageMalformed as error:
        return Checked(faults=(str(error),))
    if not proven:
        return Checked(faults=("no key was given",))
    return Checked(proven=tuple(proven), told=tuple(_told(receipt)), shown=shown)


def _told(receipt: Receipt) -> Iterator[str]:
    record = receipt.record
    at = datetime.fromtimestamp(record.at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    approval = record.data["approval"]
    yield f"record {record.seq} of {at}: {record.data.get('tool')} in {record.data.get('app')}, approved"
    yield f"trust of the approval: {approval.get('trust')}" + ("" if receipt.answer else ", signed by no phone")
    yield f"outcome: {receipt.effect.data.get('outcome') if receipt.effect else 'not known'}"


def _proven_by(key: PublicKey, receipt: Receipt) -> tuple[str, tuple[str, ...]]:
    if receipt.is_signed_by_host(key):
        return f"the host {key.id} vouches for the decision and its effect", ()
    answer = receipt.answer
    if answer is None or answer.key_id != key.id:
        raise MessageMalformed(f"the key {key.id} has signed nothing in it")
    if not key.verifies(answer.signature, answer.signed_bytes):
        raise MessageMalformed("the phone's signature does not fit")
    lines = tuple(lines_shown(receipt.record, answer))
    return f"the phone {key.id} was touched for exactly this action", lines
