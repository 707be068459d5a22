"""Keys of the protocol: one kind, one form, and nothing of them in what is printed."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.keys import PrivateKey, PublicKey, short_code

FOREIGN = {
    "P-384": ec.generate_private_key(ec.SECP384R1()),
    "secp256k1": ec.generate_private_key(ec.SECP256K1()),
    "Ed25519": ed25519.Ed25519PrivateKey.generate(),
    "RSA": rsa.generate_private_key(public_exponent=65537, key_size=2048),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_key_of_another_kind_is_none(name) -> None:
    key = FOREIGN[name]
    with pytest.raises(MessageMalformed):
        PublicKey(key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
    with pytest.raises(MessageMalformed):
        PrivateKey.from_pem(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


@pytest.mark.parametrize("pem", [b"", b"key", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_file_that_is_no_key_is_none(pem) -> None:
    with pytest.raises(MessageMalformed):
        PrivateKey.from_pem(pem)


def test_file_that_wants_a_password_is_no_key() -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    with pytest.raises(MessageMalformed):
        PrivateKey.from_pem(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")))


def test_key_comes_back_from_its_file() -> None:
    key = PrivateKey.generate()
    again = PrivateKey.from_pem(key.pem())
    assert again.public == key.public
    assert key.public.verifies(again.sign(b"abc"), b"abc")


def test_signature_is_for_these_bytes_by_this_key() -> None:
    key = PrivateKey.generate()
    signature = key.sign(b"abc")
    assert not key.public.verifies(signature, b"abd")
    assert not PrivateKey.generate().public.verifies(signature, b"abc")
    assert not key.public.verifies(b"", b"abc")


def test_what_is_printed_tells_no_secret() -> None:
    key = PrivateKey.generate()
    assert "PRIVATE" not in repr(key)
    assert key.public.id in repr(key.public)


def test_code_differs_for_whoever_stands_between() -> None:
    host, phone = PrivateKey.generate().public, PrivateKey.generate().public
    assert len(short_code(host, phone)) == 6
    others = {short_code(host, PrivateKey.generate().public) for _ in range(20)}
    assert len(others) > 1
