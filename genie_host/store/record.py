"""One record of the audit log: a line of canonical JSON that names the one before it, signed by the host's key. Pure.

The hash covers the signature too, so that no byte of a line can be another one and the chain still hold.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap import forms
from genie_host.core.gap.canonical import MAX_INTEGER, canonical, read_line
from genie_host.core.gap.keys import PrivateKey, PublicKey

LONGEST_LINE = 65_536
"""Bytes, the line's end not counted."""
NOTHING_BEFORE = "0" * 64
"""``prev`` of the very first record."""
SIGNED_AS = b"genie/log/1\0"
"""What stands before the bytes that are signed, so that no signature of another kind can be passed off as this one."""
_HASHED_AS = b"genie/log/1/hash\0"
_KIND = re.compile(r"[a-z][a-z0-9_]{0,63}")
_RUN = re.compile(r"(?:[0-9a-f]{32})?")
_MEMBERS = ("v", "seq", "at_ms", "run", "kind", "data", "prev", "signature", "hash")
_VERSION = 1
_LONGEST_SIGNATURE = 72


@dataclass(frozen=True, kw_only=True)
class Record:
    """What happened once, and where in the chain it stands."""

    seq: int
    """Counts from 1, without a gap."""
    at_ms: int
    """Milliseconds since 1970 by this computer's clock: a claim, not a proof."""
    run: str
    """Which run it belongs to, as hex32; empty for what is of no run."""
    kind: str
    data: Mapping[str, Any]
    prev: str
    """Hash of the record before it."""
    signature: str
    hash: str

    @classmethod
    def make(
        cls, *, seq: int, at_ms: int, run: str, kind: str, data: Mapping[str, Any], prev: str, signer: PrivateKey
    ) -> Self:
        """A new one. Raises MessageMalformed for data that have no canonical form or are too long."""
        unsigned = {"v": _VERSION, "seq": seq, "at_ms": at_ms, "run": run, "kind": kind, "data": data, "prev": prev}
        signature = forms.b64(signer.sign(SIGNED_AS + canonical(unsigned)))
        signed = {**unsigned, "signature": signature}
        return cls.read(canonical({**signed, "hash": _hash(signed)}))

    @classmethod
    def read(cls, line: bytes) -> Self:
        """Of a line without its end; its hash is checked, its signature is not. Raises MessageMalformed."""
        found = forms.members(read_line(line, LONGEST_LINE), _MEMBERS)
        forms.integer(found["v"], _VERSION, _VERSION)
        forms.unb64(found["signature"], _LONGEST_SIGNATURE)
        if type(found["data"]) is not dict:
            raise MessageMalformed("data is no object")
        if _hash({name: value for name, value in found.items() if name != "hash"}) != found["hash"]:
            raise MessageMalformed("its hash is not that of its content")
        return cls(
            seq=forms.integer(found["seq"], 1, MAX_INTEGER),
            at_ms=forms.integer(found["at_ms"], 0, MAX_INTEGER),
            run=forms.matching(found["run"], _RUN),
            kind=forms.matching(found["kind"], _KIND),
            data=found["data"],
            prev=forms.hexadecimal(found["prev"], 64),
            signature=found["signature"],
            hash=forms.hexadecimal(found["hash"], 64),
        )

    @property
    def line(self) -> bytes:
        """Exactly what stands in the file, its end included."""
        return canonical({"v": _VERSION, **vars(self)}) + b"\n"

    @property
    def signed_bytes(self) -> bytes:
        """What the signature is over."""
        unsigned = {name: value for name, value in vars(self).items() if name not in ("signature", "hash")}
        return SIGNED_AS + canonical({"v": _VERSION, **unsigned})

    def is_signed_by(self, key: PublicKey) -> bool:
        """Did that key sign it?"""
        return key.verifies(forms.unb64(self.signature, _LONGEST_SIGNATURE), self.signed_bytes)


def _hash(signed: Mapping[str, Any]) -> str:
    return hashlib.sha256(_HASHED_AS + canonical(signed)).hexdigest()
