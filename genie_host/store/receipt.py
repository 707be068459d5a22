"""Receipts: what one approved action was and who approved it, signed, for somebody who has nothing but a public key.

Four blocks. What the host says (the record of the decision, that of its effect, where the log stood) and its signature;
and when a phone approved, what the phone signed and its signature, which no host can make by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap import forms
from genie_host.core.gap.answers import SignedApproval
from genie_host.core.gap.canonical import MAX_INTEGER, canonical, read_line
from genie_host.core.gap.keys import PrivateKey, PublicKey
from genie_host.store.approvals import answer_in, is_approved
from genie_host.store.blocks import read, written
from genie_host.store.head import Head
from genie_host.store.low_s import is_low_s, low_s
from genie_host.store.record import LONGEST_LINE, Record

_SIGNED_AS = b"genie/rcp/1\0"
_CONTENT, _HOST = "GENIE RECEIPT", "HOST SIGNATURE"
_STATEMENT, _PHONE = "PHONE STATEMENT", "PHONE SIGNATURE"
_MEMBERS = ("v", "record", "effect", "head_seq", "head_hash", "made_at_ms")
_LONGEST = 3 * LONGEST_LINE


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """One approved action. Its form has been checked, its signatures have not."""

    record: Record
    """Of the decision."""
    effect: Record | None
    """Of what came of it; None when the log does not say."""
    head_seq: int
    """Number of the log's last record when the receipt was made."""
    head_hash: str
    made_at_ms: int
    signature: bytes
    """The host's, over ``signed_bytes``."""

    @classmethod
    def make(cls, seq: int, records: Iterable[Record], head: Head, key: PrivateKey, *, made_at_ms: int) -> Self:
        """The receipt for the decision with this number. Raises MessageMalformed where there is none to be had."""
        known = list(records)
        record = next((record for record in known if record.seq == seq), None)
        if record is None:
            raise MessageMalformed(f"The log has no record {seq}.")
        if record.kind == "effect":
            record = next((other for other in known if other.kind == "decision" and _same(other, record)), record)
        if not is_approved(record):
            raise MessageMalformed(f"Record {seq} is not that of an approved action. See genie audit show --approved.")
        effect = next((other for other in known if other.kind == "effect" and _same(other, record)), None)
        fields: dict[str, Any] = {"head_seq": head.seq, "head_hash": head.hash, "made_at_ms": made_at_ms}
        unsigned = cls(record=record, effect=effect, signature=b"", **fields)
        return cls(record=record, effect=effect, signature=low_s(key.sign(unsigned.signed_bytes)), **fields)

    @classmethod
    def read(cls, text: str) -> Self:
        """Of a file's text. Raises MessageMalformed."""
        blocks = read(text)
        if not {_CONTENT, _HOST} <= blocks.keys() or not blocks[_CONTENT].startswith(_SIGNED_AS):
            raise MessageMalformed("it is not a receipt")
        found = forms.members(read_line(blocks[_CONTENT][len(_SIGNED_AS) :], _LONGEST), _MEMBERS)
        forms.version(found["v"])
        receipt = cls(
            record=_record(found["record"]),
            effect=_record(found["effect"]) if found["effect"] else None,
            head_seq=forms.integer(found["head_seq"], 1, MAX_INTEGER),
            head_hash=forms.hexadecimal(found["head_hash"], 64),
            made_at_ms=forms.integer(found["made_at_ms"], 0, MAX_INTEGER),
            signature=blocks[_HOST],
        )
        # What stands in the phone's blocks must be what the host's record says of it.
        if receipt.text() != text:
            raise MessageMalformed("its parts do not belong together")
        return receipt

    def text(self) -> str:
        """The file."""
        blocks = {_CONTENT: self.signed_bytes, _HOST: self.signature}
        answer = self.answer
        if answer is not None:
            blocks |= {_STATEMENT: answer.signed_bytes, _PHONE: answer.signature}
        return written(blocks)

    @property
    def signed_bytes(self) -> bytes:
        """What the host signs."""
        fields = {
            "v": 1,
            "record": _line(self.record),
            "effect": "" if self.effect is None else _line(self.effect),
            "head_seq": self.head_seq,
            "head_hash": self.head_hash,
            "made_at_ms": self.made_at_ms,
        }
        return _SIGNED_AS + canonical(fields)

    @property
    def answer(self) -> SignedApproval | None:
        """What the phone answered; None for an approval that no phone has signed."""
        return answer_in(self.record)

    def is_signed_by_host(self, key: PublicKey) -> bool:
        """Did this key sign the receipt and the records in it?"""
        records = [self.record, *([] if self.effect is None else [self.effect])]
        is_signed = is_low_s(self.signature) and key.verifies(self.signature, self.signed_bytes)
        return is_signed and all(record.is_signed_by(key) for record in records)


def _same(one: Record, other: Record) -> bool:
    return one.run == other.run and one.data.get("request_id") == other.data.get("request_id")


def _line(record: Record) -> str:
    return record.line[:-1].decode("utf-8")


def _record(value: Any) -> Record:
    return Record.read(forms.text(value, LONGEST_LINE).encode("utf-8"))
