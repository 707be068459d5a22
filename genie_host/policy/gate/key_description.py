"""What secure hardware says about a key that it made: Android's attestation extension, read with an ASN.1 library.

Schema: https://source.android.com/docs/security/features/keystore/attestation. Tags that are not asked for are skipped,
so that a phone newer than this module can be read as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cryptography.hazmat import asn1

OID = "1.3.6.1.4.1.11129.2.1.17"

PURPOSE, ALGORITHM, KEY_SIZE, DIGEST, CURVE = 1, 2, 3, 5, 10
NO_AUTH_REQUIRED, USER_AUTH_TYPE, AUTH_TIMEOUT = 503, 504, 505
ALL_APPLICATIONS, ORIGIN, ROOT_OF_TRUST, APPLICATION_ID = 600, 702, 704, 709

_CONTEXT = 0xA0
_LONG_FORM = 0x1F
_ENUMERATED = b"\x0a"


@asn1.sequence
class _KeyDescription:
    version: int
    attestation_level: asn1.TLV
    keystore_version: int
    keystore_level: asn1.TLV
    challenge: bytes
    unique_id: bytes
    software: list[asn1.TLV]
    hardware: list[asn1.TLV]


@asn1.sequence
class _RootOfTrust:
    key: bytes
    is_locked: bool
    state: asn1.TLV
    digest: bytes | None


@asn1.sequence
class _PackageInfo:
    name: bytes
    version: int


@asn1.sequence
class _ApplicationId:
    packages: asn1.SetOf[_PackageInfo]
    signers: asn1.SetOf[bytes]


@asn1.sequence
class _Numbers:
    numbers: asn1.SetOf[int]


@dataclass(frozen=True, kw_only=True)
class Authorizations:
    """One list of rules for the key, by tag."""

    entries: Mapping[int, asn1.TLV] = field(repr=False)

    def __contains__(self, tag: int) -> bool:
        return tag in self.entries

    def integer(self, tag: int) -> int | None:
        """None when the tag is not there. Raises ValueError."""
        found = self.entries.get(tag)
        return None if found is None else asn1.decode_der(int, bytes(found.data))

    def integers(self, tag: int) -> frozenset[int]:
        """Of a set; empty when the tag is not there. Raises ValueError."""
        found = self.entries.get(tag)
        if found is None:
            return frozenset()
        wrapped = _sequence_of(bytes(found.data))
        return frozenset(asn1.decode_der(_Numbers, wrapped).numbers.as_list())

    @property
    def boot(self) -> tuple[bool, int] | None:
        """Whether the bootloader is locked, and the state of the boot: 0 is verified. None when it is not said."""
        found = self.entries.get(ROOT_OF_TRUST)
        if found is None:
            return None
        root = asn1.decode_der(_RootOfTrust, bytes(found.data))
        return root.is_locked, _enumerated(root.state)

    @property
    def apps(self) -> tuple[frozenset[str], frozenset[str]]:
        """Packages that may use the key, and SHA-256 in hex of who signed them. Empty when it is not said."""
        found = self.entries.get(APPLICATION_ID)
        if found is None:
            return frozenset(), frozenset()
        said = asn1.decode_der(_ApplicationId, asn1.decode_der(bytes, bytes(found.data)))
        names = frozenset(info.name.decode("utf-8") for info in said.packages.as_list())
        return names, frozenset(signer.hex() for signer in said.signers.as_list())


@dataclass(frozen=True, kw_only=True)
class KeyDescription:
    """The whole extension."""

    attestation_level: int
    """Who vouches: 0 software, 1 a trusted environment, 2 StrongBox."""
    key_level: int
    """Where the key is."""
    challenge: bytes
    software: Authorizations
    hardware: Authorizations

    @classmethod
    def read(cls, data: bytes) -> KeyDescription:
        """Of the extension's value. Raises ValueError."""
        said = asn1.decode_der(_KeyDescription, data)
        return cls(
            attestation_level=_enumerated(said.attestation_level),
            key_level=_enumerated(said.keystore_level),
            challenge=said.challenge,
            software=_authorizations(said.software),
            hardware=_authorizations(said.hardware),
        )


def _authorizations(entries: list[asn1.TLV]) -> Authorizations:
    numbered = [(_tag_of(entry.tag_bytes), entry) for entry in entries]
    if len({tag for tag, _ in numbered}) != len(numbered):
        raise ValueError("a tag is there twice")
    return Authorizations(entries=dict(numbered))


def _tag_of(tag: bytes) -> int:
    """The number of an explicit context tag; above 30 it is spread over several bytes of seven bits."""
    if tag[0] & 0xE0 != _CONTEXT:
        raise ValueError("not a context tag")
    if len(tag) == 1:
        return tag[0] & _LONG_FORM
    number = 0
    for byte in tag[1:]:
        number = number << 7 | byte & 0x7F
    return number


def _enumerated(entry: asn1.TLV) -> int:
    data = bytes(entry.data)
    if entry.tag_bytes != _ENUMERATED or len(data) != 1:
        raise ValueError("not a small enumerated value")
    return data[0]


def _sequence_of(member: bytes) -> bytes:
    """A member as the only one of a sequence, for the library decodes sequences alone."""
    if len(member) > 0x7F:
        raise ValueError("a set too large")
    return bytes((0x30, len(member))) + member
