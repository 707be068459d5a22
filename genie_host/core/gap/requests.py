"""The request: what the host asks the phone to have a person approve. Read strictly, written canonically. Pure."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any, Self

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap import forms
from genie_host.core.gap.canonical import MAX_INTEGER, canonical, read_line
from genie_host.core.verdicts import Stake

MAX_LINE_BYTES = 16_384
MAX_FACTS = 16
MAX_VALUE = 4096
MAX_ARGUMENTS = 8192
NOT_AFTER_MS = (1_000, 60_000)
"""Least and most time a person has."""

FACT_TITLES = {
    "recipient": "To",
    "text": "Text",
    "amount": "Amount",
    "question": "Question",
    "screen": "Screen",
    "address": "Address",
    "link": "Link",
    "file": "File",
    "origin": "From",
    "field": "Field",
}
"""The kinds of facts there are, and what stands before their values when they are shown."""

_TOOL = re.compile(r"[a-z][a-z0-9_]{0,63}")
_PACKAGE = re.compile(r"[A-Za-z0-9_.]{0,255}")
_NODE_PATH = re.compile(r"(?:(?:0|[1-9][0-9]*)(?:/(?:0|[1-9][0-9]*))*)?")
_MAX_PATH = 1024


@dataclass(frozen=True, kw_only=True)
class Target:
    """The node that will be hit; empty parts where the call hits none."""

    package: str
    version_code: int
    signer_sha256: str
    activity: str
    display_id: int
    node_path: str
    bounds: tuple[int, int, int, int]
    label: str
    resource_id: str

    @classmethod
    def read(cls, value: Any) -> Self:
        """Of parsed JSON. Raises MessageMalformed."""
        found = forms.members(value, cls.__dataclass_fields__)
        bounds = [forms.integer(side, -(2**31), 2**31 - 1) for side in forms.array(found["bounds"], 4)]
        if len(bounds) != 4:
            raise MessageMalformed("bounds are four integers")
        forms.text(found["node_path"], _MAX_PATH)
        return cls(
            package=forms.matching(found["package"], _PACKAGE),
            version_code=forms.integer(found["version_code"], 0, MAX_INTEGER),
            signer_sha256="" if found["signer_sha256"] == "" else forms.hexadecimal(found["signer_sha256"], 64),
            activity=forms.text(found["activity"], 255),
            display_id=forms.integer(found["display_id"], 0, 2**31 - 1),
            node_path=forms.matching(found["node_path"], _NODE_PATH),
            bounds=(bounds[0], bounds[1], bounds[2], bounds[3]),
            label=forms.text(found["label"], MAX_VALUE),
            resource_id=forms.text(found["resource_id"], 512),
        )

    def as_json(self) -> dict[str, Any]:
        """As it goes over the wire."""
        return {**vars(self), "bounds": list(self.bounds)}


@dataclass(frozen=True, kw_only=True)
class Action:
    """One call on one node of one screen: what the phone signs."""

    tool: str
    arguments: str
    """Canonical JSON, secrets replaced by digests."""
    target: Target
    screen_digest: str

    @classmethod
    def read(cls, value: Any) -> Self:
        """Of parsed JSON. Raises MessageMalformed."""
        found = forms.members(value, cls.__dataclass_fields__)
        arguments = forms.text(found["arguments"], MAX_ARGUMENTS)
        if type(read_line(arguments.encode("utf-8"), MAX_LINE_BYTES)) is not dict:
            raise MessageMalformed("arguments are an object")
        return cls(
            tool=forms.matching(found["tool"], _TOOL),
            arguments=arguments,
            target=Target.read(found["target"]),
            screen_digest=forms.hexadecimal(found["screen_digest"], 64),
        )

    def as_json(self) -> dict[str, Any]:
        """As it goes over the wire."""
        return {**vars(self), "target": self.target.as_json()}

    @property
    def digest(self) -> str:
        """SHA-256 in hex: what an approval is for."""
        return hashlib.sha256(b"genie/act/1\0" + canonical(self.as_json())).hexdigest()


@dataclass(frozen=True, kw_only=True)
class Fact:
    """One thing that is at stake, read off the screen or the arguments by code."""

    kind: str
    value: str

    @classmethod
    def read(cls, value: Any) -> Self:
        """Of parsed JSON. Raises MessageMalformed."""
        found = forms.members(value, cls.__dataclass_fields__)
        return cls(kind=forms.one_of(found["kind"], FACT_TITLES), value=forms.text(found["value"], MAX_VALUE))


@dataclass(frozen=True, kw_only=True)
class Request:
    """Everything the host signs."""

    req_id: str
    nonce: str
    host_id: str
    key_id: str
    seq: int
    not_after_ms: int
    action: Action
    facts: tuple[Fact, ...]
    risk_class: Stake
    prev_log_hash: str = "0" * 64

    @classmethod
    def read(cls, value: Any) -> Self:
        """Of parsed JSON. Raises MessageMalformed."""
        found = forms.members(value, {"v", *cls.__dataclass_fields__})
        forms.version(found["v"])
        return cls(
            req_id=forms.hexadecimal(found["req_id"], 32),
            nonce=forms.hexadecimal(found["nonce"], 64),
            host_id=forms.hexadecimal(found["host_id"], 32),
            key_id=forms.hexadecimal(found["key_id"], 32),
            seq=forms.integer(found["seq"], 1, MAX_INTEGER),
            not_after_ms=forms.integer(found["not_after_ms"], *NOT_AFTER_MS),
            action=Action.read(found["action"]),
            facts=tuple(Fact.read(each) for each in forms.array(found["facts"], MAX_FACTS)),
            risk_class=Stake(forms.one_of(found["risk_class"], {stake.value for stake in Stake})),
            prev_log_hash=forms.hexadecimal(found["prev_log_hash"], 64),
        )

    def as_json(self) -> dict[str, Any]:
        """As it goes over the wire."""
        facts = [vars(fact) for fact in self.facts]
        action, risk_class = self.action.as_json(), self.risk_class.value
        return {**vars(self), "v": 1, "action": action, "facts": facts, "risk_class": risk_class}

    @property
    def signed_bytes(self) -> bytes:
        """What the host's signature is over."""
        return b"genie/req/1\0" + canonical(self.as_json())


@dataclass(frozen=True, kw_only=True)
class Envelope:
    """A request and the host's signature of it."""

    request: Request
    signature: bytes

    @classmethod
    def read(cls, line: bytes) -> Self:
        """Of the bytes that the phone is handed. Raises MessageMalformed."""
        found = forms.members(read_line(line, MAX_LINE_BYTES), ("request", "signature"))
        return cls(request=Request.read(found["request"]), signature=forms.signature(found["signature"]))

    def line(self) -> bytes:
        """The bytes for the phone. Raises MessageMalformed when they are too many."""
        written = canonical({"request": self.request.as_json(), "signature": forms.b64(self.signature)})
        if len(written) > MAX_LINE_BYTES:
            raise MessageMalformed(f"longer than {MAX_LINE_BYTES} bytes")
        return written
