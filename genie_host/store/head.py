"""Where the log ends: a small signed file beside it, so that records taken off its end are missed.

Whoever puts back an older head together with the log as it was then is not found out by the two alone; a receipt, or
a head that was noted down elsewhere, shows it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap import forms
from genie_host.core.gap.canonical import MAX_INTEGER, canonical, read_line
from genie_host.core.gap.keys import PrivateKey, PublicKey
from genie_host.store.files import replace_file
from genie_host.store.low_s import is_low_s, low_s
from genie_host.store.record import NOTHING_BEFORE, Record

HEAD_NAME = "head.json"
_SIGNED_AS = b"genie/head/1\0"
_LONGEST = 1024
_FILE = re.compile(r"(?:log-[0-9]{12}\.jsonl)?")
_MEMBERS = ("v", "seq", "hash", "file", "size", "at_ms", "signature")


@dataclass(frozen=True, kw_only=True)
class Head:
    """The last record there is."""

    seq: int = 0
    hash: str = NOTHING_BEFORE
    file: str = ""
    """Name of the file that it stands in; empty before the first."""
    size: int = 0
    """Bytes of that file up to its end."""
    at_ms: int = 0
    """When that record was made."""

    @classmethod
    def after(cls, record: Record, file: str, size: int) -> Self:
        """The head when this record is the last one, in a file that ends with it."""
        return cls(seq=record.seq, hash=record.hash, file=file, size=size, at_ms=record.at_ms)

    @classmethod
    def read(cls, folder: Path, key: PublicKey) -> Self | None:
        """The one in a folder; None when there is none. Raises MessageMalformed for one that the key did not sign."""
        try:
            with (folder / HEAD_NAME).open("rb") as file:
                text = file.read(_LONGEST + 1)
        except FileNotFoundError:
            return None
        return cls.parse(text, key)

    @classmethod
    def parse(cls, text: bytes, key: PublicKey) -> Self:
        """Of the file's bytes. Raises MessageMalformed."""
        if not text.endswith(b"\n"):
            raise MessageMalformed("not a line")
        found = forms.members(read_line(text[:-1], _LONGEST), _MEMBERS)
        forms.integer(found["v"], 1, 1)
        head = cls(
            seq=forms.integer(found["seq"], 0, MAX_INTEGER),
            hash=forms.hexadecimal(found["hash"], 64),
            file=forms.matching(found["file"], _FILE),
            size=forms.integer(found["size"], 0, MAX_INTEGER),
            at_ms=forms.integer(found["at_ms"], 0, MAX_INTEGER),
        )
        signature = forms.unb64(found["signature"], 72)
        if not is_low_s(signature) or not key.verifies(signature, _SIGNED_AS + canonical(head._fields())):
            raise MessageMalformed("its signature does not fit")
        return head

    def write(self, folder: Path, signer: PrivateKey) -> None:
        """Put it into the place of the last one, in one step. Raises OSError."""
        signature = forms.b64(low_s(signer.sign(_SIGNED_AS + canonical(self._fields()))))
        replace_file(folder / HEAD_NAME, canonical({**self._fields(), "signature": signature}) + b"\n")

    def _fields(self) -> dict[str, Any]:
        return {"v": 1, **vars(self)}
