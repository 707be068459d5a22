"""A chain of certificates up to a root that we know. Pure; no list of revoked ones can be asked without a network."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from importlib import resources

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


@cache
def known_roots() -> frozenset[str]:
    """SHA-256 in hex of the keys of the roots that are shipped."""
    text = resources.files(__package__).joinpath("attestation_roots.toml").read_text(encoding="utf-8")
    return frozenset(root["spki_sha256"] for root in tomllib.loads(text)["roots"])


def spki_of(certificate: x509.Certificate) -> bytes:
    """The DER SubjectPublicKeyInfo of what it certifies."""
    return certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def faults_of(chain: Sequence[x509.Certificate], roots: frozenset[str], now: datetime) -> list[str]:
    """What is wrong with a chain, its end first in no list: empty when it holds. ``now`` has a time zone."""
    faults = []
    for certificate, issuer in zip(chain, [*chain[1:], chain[-1]], strict=True):
        if not _is_issued_by(certificate, issuer):
            faults.append("a certificate is not signed by the next one")
        if not certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc:
            faults.append("a certificate is out of date")
        if issuer is not certificate and not _may_issue(issuer):
            faults.append("a certificate was issued by one that may not issue any")
    if hashlib.sha256(spki_of(chain[-1])).hexdigest() not in roots:
        faults.append("the chain ends at a root that is not known")
    return faults


def _is_issued_by(certificate: x509.Certificate, issuer: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(issuer)
    except (InvalidSignature, ValueError, TypeError):
        return False
    return True


def _may_issue(certificate: x509.Certificate) -> bool:
    try:
        return certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    except x509.ExtensionNotFound:
        return False
