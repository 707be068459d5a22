"""Enrolment and status: how host and phone come to know each other. Read strictly, written canonically. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap import forms
from genie_host.core.gap.answers import MAX_APK_VERSION, Denial
from genie_host.core.gap.canonical import canonical, read_line
from genie_host.core.gap.keys import PublicKey
from genie_host.core.gap.requests import MAX_LINE_BYTES

MAX_HOST_NAME = 40
MAX_ENROLMENT_BYTES = 65_536
MAX_CERTIFICATES = 10
MAX_CERTIFICATE_BYTES = 8_192
MAX_KEYS = 32
ENROLMENT_SECONDS = 120.0
"""How long an enrolment is open."""


@dataclass(frozen=True, kw_only=True)
class EnrolmentRequest:
    """The host introduces itself. Unsigned: what makes it true is that two people's codes are equal."""

    host_key: PublicKey
    host_name: str
    challenge: str

    @classmethod
    def read(cls, line: bytes) -> Self:
        """Of the bytes that the phone is handed. Raises MessageMalformed."""
        found = forms.members(read_line(line, MAX_LINE_BYTES), ("v", "host_key", "host_name", "challenge"))
        forms.version(found["v"])
        return cls(
            host_key=PublicKey.read(found["host_key"]),
            host_name=forms.text(found["host_name"], MAX_HOST_NAME, may_be_empty=False),
            challenge=forms.hexadecimal(found["challenge"], 64),
        )

    def line(self) -> bytes:
        """The bytes for the phone."""
        key = forms.b64(self.host_key.spki)
        return canonical({"v": 1, "host_key": key, "host_name": self.host_name, "challenge": self.challenge})

    @property
    def req_id(self) -> str:
        """Its name in progress, denial and withdrawal."""
        return self.challenge[:32]


@dataclass(frozen=True, kw_only=True)
class CodeShown:
    """The phone shows the code of this new key; nobody has touched anything yet."""

    req_id: str
    key: PublicKey

    @classmethod
    def read(cls, value: Any) -> Self:
        """Of parsed JSON. Raises MessageMalformed."""
        found = forms.members(value, ("v", "req_id", "state", "key"))
        forms.version(found["v"])
        forms.one_of(found["state"], ("code",))
        return cls(req_id=forms.hexadecimal(found["req_id"], 32), key=PublicKey.read(found["key"]))

    def line(self) -> bytes:
        """As it goes over the wire, without the end of the line."""
        return canonical({"v": 1, "req_id": self.req_id, "state": "code", "key": forms.b64(self.key.spki)})


@dataclass(frozen=True, kw_only=True)
class Enrolled:
    """The phone's new key, what vouches for it, and the first thing it signed."""

    key: PublicKey
    attestation: tuple[bytes, ...]
    """DER certificates, the key's own first."""
    apk_version: int
    signature: bytes

    @classmethod
    def read(cls, value: Any) -> Self:
        """Of parsed JSON. Raises MessageMalformed."""
        found = forms.members(value, {"v", *cls.__dataclass_fields__})
        forms.version(found["v"])
        certificates = forms.array(found["attestation"], MAX_CERTIFICATES)
        return cls(
            key=PublicKey.read(found["key"]),
            attestation=tuple(forms.unb64(each, MAX_CERTIFICATE_BYTES) for each in certificates),
            apk_version=forms.integer(found["apk_version"], 1, MAX_APK_VERSION),
            signature=forms.signature(found["signature"]),
        )

    def line(self) -> bytes:
        """As it goes over the wire, without the end of the line."""
        key, signature = forms.b64(self.key.spki), forms.b64(self.signature)
        return canonical({**vars(self), "v": 1, "key": key, "attestation": self._attestation(), "signature": signature})

    def is_signed(self, request: EnrolmentRequest) -> bool:
        """Has the new key signed this very enrolment?"""
        signed = enrolment_bytes(request, self.key, self.apk_version)
        return self.key.verifies(self.signature, signed)

    def _attestation(self) -> list[str]:
        return [forms.b64(each) for each in self.attestation]


EnrolmentAnswer = CodeShown | Enrolled | Denial


def read_enrolment_answer(line: bytes) -> EnrolmentAnswer:
    """What one line of the phone says during an enrolment. Raises MessageMalformed."""
    value = read_line(line, MAX_ENROLMENT_BYTES)
    if type(value) is not dict:
        raise MessageMalformed("not an object")
    if "state" in value:
        return CodeShown.read(value)
    return Denial.read(value) if "decision" in value else Enrolled.read(value)


def enrolment_bytes(request: EnrolmentRequest, key: PublicKey, apk_version: int) -> bytes:
    """What the first touch signs."""
    parties = {"host_id": request.host_key.id, "key_id": key.id}
    signed = {"v": 1, **parties, "challenge": request.challenge, "apk_version": apk_version}
    return b"genie/enr/1\0" + canonical(signed)


@dataclass(frozen=True, kw_only=True)
class Status:
    """What the companion says of itself."""

    apk_version: int
    keys: tuple[tuple[str, str], ...]
    """``key_id`` and ``host_id`` of each host it knows."""
    biometric: str
    """``ok``, ``none_enrolled``, ``no_hardware`` or ``unavailable``."""
    secure_lock: bool

    @classmethod
    def read(cls, line: bytes) -> Self:
        """Of one line. Raises MessageMalformed."""
        found = forms.members(read_line(line, MAX_LINE_BYTES), {"v", *cls.__dataclass_fields__})
        forms.version(found["v"])
        keys = [forms.members(each, ("key_id", "host_id")) for each in forms.array(found["keys"], MAX_KEYS)]
        words = ("ok", "none_enrolled", "no_hardware", "unavailable")
        return cls(
            apk_version=forms.integer(found["apk_version"], 1, MAX_APK_VERSION),
            keys=tuple((forms.hexadecimal(k["key_id"], 32), forms.hexadecimal(k["host_id"], 32)) for k in keys),
            biometric=forms.one_of(found["biometric"], words),
            secure_lock=forms.truth(found["secure_lock"]),
        )

    def line(self) -> bytes:
        """As it goes over the wire, without the end of the line."""
        keys = [{"key_id": key_id, "host_id": host_id} for key_id, host_id in self.keys]
        return canonical({**vars(self), "v": 1, "keys": keys})
