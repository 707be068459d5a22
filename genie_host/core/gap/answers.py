"""What the phone answers to a request: progress, an approval, a denial. Read strictly, written canonically. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap import forms
from genie_host.core.gap.canonical import MAX_INTEGER, canonical, read_line
from genie_host.core.gap.requests import MAX_LINE_BYTES

MAX_APK_VERSION = 2**31 - 1
MAX_APP_LABEL = 200
NOBODY = "0" * 32
"""``req_id`` of a denial whose request could not be read."""


class Reason(StrEnum):
    """Why the phone denies."""

    MALFORMED = "malformed"
    NOT_ENROLLED = "not_enrolled"
    BAD_SIGNATURE = "bad_signature"
    BUSY = "busy"
    REPLAYED = "replayed"
    LOCKED = "locked"
    NO_HARDWARE = "no_hardware"
    NONE_ENROLLED = "none_enrolled"
    UNAVAILABLE = "unavailable"
    LOCKOUT = "lockout"
    LOCKOUT_PERMANENT = "lockout_permanent"
    KEY_INVALIDATED = "key_invalidated"
    DENIED = "denied"
    TIMEOUT = "timeout"
    EXPIRED = "expired"
    OBSCURED = "obscured"
    FOCUS_LOST = "focus_lost"
    WRONG_PEER = "wrong_peer"


class AuthType(StrEnum):
    """What the phone's system says unlocked the key. A hint: what may unlock it is in the key's attestation."""

    BIOMETRIC = "biometric"
    CREDENTIAL = "credential"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True)
class Progress:
    """The dialog is up. Decides nothing."""

    req_id: str

    @classmethod
    def read(cls, value: Any) -> Self:
        """Of parsed JSON. Raises MessageMalformed."""
        found = forms.members(value, ("v", "req_id", "state"))
        forms.version(found["v"])
        forms.one_of(found["state"], ("shown",))
        return cls(req_id=forms.hexadecimal(found["req_id"], 32))

    def line(self) -> bytes:
        """As it goes over the wire, without the end of the line."""
        return canonical({"v": 1, "req_id": self.req_id, "state": "shown"})


@dataclass(frozen=True, kw_only=True)
class Denial:
    """A no of the phone, unsigned: whoever forges one only stops us."""

    req_id: str
    reason: Reason

    @classmethod
    def read(cls, value: Any) -> Self:
        """Of parsed JSON. Raises MessageMalformed."""
        found = forms.members(value, ("v", "req_id", "decision", "reason"))
        forms.version(found["v"])
        forms.one_of(found["decision"], ("deny",))
        reason = forms.one_of(found["reason"], {reason.value for reason in Reason})
        return cls(req_id=forms.hexadecimal(found["req_id"], 32), reason=Reason(reason))

    def line(self) -> bytes:
        """As it goes over the wire, without the end of the line."""
        return canonical({"v": 1, "req_id": self.req_id, "decision": "deny", "reason": self.reason.value})


@dataclass(frozen=True, kw_only=True)
class SignedApproval:
    """A yes, with the signature that makes it one."""

    req_id: str
    nonce: str
    action_digest: str
    shown_digest: str
    auth_type: AuthType
    key_id: str
    seq: int
    apk_version: int
    app_label: str
    """As the phone's package manager gave it: part of what was shown, so that the host can compute that again."""
    signature: bytes

    @classmethod
    def read(cls, value: Any) -> Self:
        """Of parsed JSON. Raises MessageMalformed."""
        found = forms.members(value, {"v", "decision", *cls.__dataclass_fields__})
        forms.version(found["v"])
        forms.one_of(found["decision"], ("approve",))
        auth_type = forms.one_of(found["auth_type"], {kind.value for kind in AuthType})
        return cls(
            req_id=forms.hexadecimal(found["req_id"], 32),
            nonce=forms.hexadecimal(found["nonce"], 64),
            action_digest=forms.hexadecimal(found["action_digest"], 64),
            shown_digest=forms.hexadecimal(found["shown_digest"], 64),
            auth_type=AuthType(auth_type),
            key_id=forms.hexadecimal(found["key_id"], 32),
            seq=forms.integer(found["seq"], 1, MAX_INTEGER),
            apk_version=forms.integer(found["apk_version"], 1, MAX_APK_VERSION),
            app_label=forms.text(found["app_label"], MAX_APP_LABEL),
            signature=forms.signature(found["signature"]),
        )

    @property
    def signed_bytes(self) -> bytes:
        """What the phone's signature is over."""
        return b"genie/apr/1\0" + canonical(self._signed())

    def line(self) -> bytes:
        """As it goes over the wire, without the end of the line."""
        return canonical({**self._signed(), "app_label": self.app_label, "signature": forms.b64(self.signature)})

    def _signed(self) -> dict[str, Any]:
        signed = {name: value for name, value in vars(self).items() if name not in ("app_label", "signature")}
        return {**signed, "v": 1, "decision": "approve", "auth_type": self.auth_type.value}


Answer = Progress | Denial | SignedApproval


def read_answer(line: bytes) -> Answer:
    """What one line of the phone says. Raises MessageMalformed."""
    value = read_line(line, MAX_LINE_BYTES)
    if type(value) is not dict:
        raise MessageMalformed("not an object")
    if "state" in value:
        return Progress.read(value)
    return Denial.read(value) if value.get("decision") == "deny" else SignedApproval.read(value)


def withdrawal(req_id: str) -> bytes:
    """The line with which the host takes a request back."""
    return canonical({"v": 1, "cancel": req_id})
