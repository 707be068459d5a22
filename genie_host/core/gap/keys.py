"""Keys of the approval protocol: ECDSA on P-256 with SHA-256, ids, and the code that two people compare. Pure."""

from __future__ import annotations

import hashlib

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap import forms

_SPKI_BYTES = 91


class PublicKey:
    """Whose signatures can be checked: the host's for the phone, the phone's for the host."""

    def __init__(self, spki: bytes) -> None:
        """Of a DER SubjectPublicKeyInfo. Raises MessageMalformed for anything but a P-256 key in its one form."""
        try:
            key = serialization.load_der_public_key(spki)
        except (ValueError, UnsupportedAlgorithm) as error:
            raise MessageMalformed("not a public key") from error
        if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
            raise MessageMalformed("not a P-256 key")
        if _spki(key) != spki:
            raise MessageMalformed("not the usual form of a P-256 key")
        self._key = key
        self.spki = spki

    @classmethod
    def read(cls, value: object) -> PublicKey:
        """Of a record's member. Raises MessageMalformed."""
        return cls(forms.unb64(value, _SPKI_BYTES))

    @property
    def id(self) -> str:
        """``host_id`` or ``key_id``."""
        return hashlib.sha256(self.spki).hexdigest()[:32]

    def verifies(self, signature: bytes, signed: bytes) -> bool:
        """Did this key sign these bytes?"""
        try:
            self._key.verify(signature, signed, ec.ECDSA(SHA256()))
        except InvalidSignature:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicKey) and other.spki == self.spki

    def __hash__(self) -> int:
        return hash(self.spki)

    def __repr__(self) -> str:
        return f"PublicKey({self.id})"


class PrivateKey:
    """The host's own key, or the software key of a simulated phone. Its ``repr`` tells nothing."""

    def __init__(self, key: ec.EllipticCurvePrivateKey) -> None:
        if not isinstance(key.curve, ec.SECP256R1):
            raise MessageMalformed("not a P-256 key")
        self._key = key
        self.public = PublicKey(_spki(key.public_key()))

    @classmethod
    def generate(cls) -> PrivateKey:
        """A new one."""
        return cls(ec.generate_private_key(ec.SECP256R1()))

    @classmethod
    def from_pem(cls, pem: bytes) -> PrivateKey:
        """Of a PKCS #8 file without a password. Raises MessageMalformed."""
        try:
            key = serialization.load_pem_private_key(pem, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm) as error:
            raise MessageMalformed("not a private key") from error
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise MessageMalformed("not a P-256 key")
        return cls(key)

    def pem(self) -> bytes:
        """PKCS #8, for a file that nobody else may read."""
        pkcs8, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        return self._key.private_bytes(serialization.Encoding.PEM, pkcs8, plain)

    def sign(self, signed: bytes) -> bytes:
        """A DER signature."""
        return self._key.sign(signed, ec.ECDSA(SHA256()))


def short_code(host: PublicKey, phone: PublicKey) -> str:
    """Six digits that are equal on both sides when nobody stands between them."""
    digest = hashlib.sha256(b"genie/code/1\0" + host.spki + phone.spki).digest()
    return f"{int.from_bytes(digest[:8], 'big') % 1_000_000:06d}"


def _spki(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
