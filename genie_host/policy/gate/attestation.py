"""How far a phone's key is trusted, from what its hardware says about it. Whatever is missing makes it *soft*.

It never fails: what cannot be read vouches for nothing. What cannot be known here: whether the vendor has revoked a
certificate since, or a root was withdrawn after this version came out (``docs/protocol.md``, section 8).
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from cryptography import x509

from genie_host.core.gap.keys import PublicKey
from genie_host.core.verdicts import Trust
from genie_host.policy.gate import key_description as tags
from genie_host.policy.gate.chain import faults_of, known_roots, spki_of
from genie_host.policy.gate.key_description import KeyDescription

_LOG = logging.getLogger(__name__)

PACKAGE = "dev.genie.confirm"
_OID = x509.ObjectIdentifier(tags.OID)
_HARDWARE = (1, 2)
"""A trusted environment, StrongBox."""
_EC, _P256, _SIGN, _SHA256, _GENERATED, _VERIFIED = 3, 1, 2, 4, 0, 0
_PIN, _BIOMETRIC = 1, 2
"""Bits of the user authentication type."""


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What an attestation must be about."""

    key: PublicKey
    challenge: bytes
    signers: Collection[str]
    """SHA-256 in hex of the certificates that the companion may be signed with."""
    now: datetime
    """With a time zone."""
    roots: frozenset[str] | None = None
    """SHA-256 in hex of the keys of roots; None: those that are shipped."""


@dataclass(frozen=True, kw_only=True)
class Attested:
    """A trust, and why it is not higher, in words for a person."""

    trust: Trust
    shortcomings: tuple[str, ...] = ()


def judge_attestation(certificates: Sequence[bytes], expected: Expected) -> Attested:
    """Of DER certificates, the key's own first. Raises nothing."""
    if not certificates:
        return _soft("the phone showed nothing that vouches for the key")
    try:
        chain = [x509.load_der_x509_certificate(each) for each in certificates]
        description = _description_of(chain)
        if description is None:
            return _soft("the key's certificate says nothing about the key")
        roots = known_roots() if expected.roots is None else expected.roots
        faults = faults_of(chain, roots, expected.now)
        faults += _faults_of_leaf(chain, description, expected)
        faults += _faults_of_key(description)
    except Exception as error:
        # Certificates are foreign bytes to several parsers: none of what they raise may let a key through or end a run.
        _LOG.info("an attestation could not be read: %s", error)
        return _soft("what vouches for the key cannot be read")
    if faults:
        return _soft(*dict.fromkeys(faults))
    # The faults above leave no other kind of key than one that a biometric unlocks, alone or beside the PIN.
    if _is_pin_enough(description):
        return Attested(trust=Trust.HW_CRED, shortcomings=("the phone's PIN unlocks the key as well",))
    return Attested(trust=Trust.HW_BIO)


def _soft(*shortcomings: str) -> Attested:
    return Attested(trust=Trust.SOFT, shortcomings=shortcomings)


def _description_of(chain: Sequence[x509.Certificate]) -> KeyDescription | None:
    try:
        found = chain[0].extensions.get_extension_for_oid(_OID).value
    except x509.ExtensionNotFound:
        return None
    return KeyDescription.read(found.public_bytes())


def _faults_of_leaf(chain: Sequence[x509.Certificate], said: KeyDescription, expected: Expected) -> Iterator[str]:
    if spki_of(chain[0]) != expected.key.spki:
        yield "the certificate is for another key"
    if any(extension.oid == _OID for other in chain[1:] for extension in other.extensions):
        # Such a key may sign whatever it likes, another certificate included.
        yield "a key of an app vouches for the key"
    if said.challenge != expected.challenge:
        yield "it was made for another enrolment"
    packages, signers = said.software.apps
    if packages != {PACKAGE}:
        yield "the key belongs to another app"
    elif not signers or not signers <= set(expected.signers):
        yield "the app was signed by somebody else"


def _faults_of_key(said: KeyDescription) -> Iterator[str]:
    rules = said.hardware
    if said.attestation_level not in _HARDWARE or said.key_level not in _HARDWARE:
        yield "the key is not in secure hardware"
    if rules.boot is None or rules.boot != (True, _VERIFIED):
        yield "the phone's bootloader is unlocked, or its system is not the vendor's"
    is_of_our_kind = (
        rules.integer(tags.ALGORITHM) == _EC
        and rules.integer(tags.KEY_SIZE) == 256
        and rules.integer(tags.CURVE) in (_P256, None)
        and rules.integers(tags.DIGEST) == {_SHA256}
    )
    if not is_of_our_kind:
        yield "the key is of another kind"
    if rules.integers(tags.PURPOSE) != {_SIGN}:
        yield "the key may do more than sign"
    if rules.integer(tags.ORIGIN) != _GENERATED:
        yield "the key was not made on the phone"
    yield from _faults_of_unlocking(said)


def _faults_of_unlocking(said: KeyDescription) -> Iterator[str]:
    rules = said.hardware
    if tags.NO_AUTH_REQUIRED in rules or tags.NO_AUTH_REQUIRED in said.software:
        yield "nobody has to touch anything for the key"
    if tags.ALL_APPLICATIONS in rules or tags.ALL_APPLICATIONS in said.software:
        yield "every app may use the key"
    if (rules.integer(tags.USER_AUTH_TYPE) or 0) & _BIOMETRIC == 0:
        yield "no finger is needed for the key"
    if tags.AUTH_TIMEOUT in rules or tags.AUTH_TIMEOUT in said.software:
        yield "one touch unlocks the key for more than one use"


def _is_pin_enough(said: KeyDescription) -> bool:
    return (said.hardware.integer(tags.USER_AUTH_TYPE) or 0) != _BIOMETRIC
