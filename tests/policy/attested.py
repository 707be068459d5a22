"""Chains such as phones show, made here: a root of our own, a batch key, and a leaf with Android's extension."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import NameOID

from genie_host.core.gap.keys import PublicKey
from genie_host.policy.gate.attestation import PACKAGE, Attested, Expected, judge_attestation

NOW = datetime(2026, 11, 30, tzinfo=UTC)
SIGNER = "5f" * 32
CHALLENGE = bytes(range(32))
OID = x509.ObjectIdentifier("1.3.6.1.4.1.11129.2.1.17")


def der(tag: bytes, *parts: bytes) -> bytes:
    body = b"".join(parts)
    size = len(body)
    digits = size.to_bytes((size.bit_length() + 7) // 8, "big")
    length = bytes([size]) if size < 0x80 else bytes([0x80 | len(digits)]) + digits
    return tag + length + body


def integer(value: int) -> bytes:
    return der(b"\x02", value.to_bytes(value.bit_length() // 8 + 1, "big"))


def octets(value: bytes) -> bytes:
    return der(b"\x04", value)


def numbers(*values: int) -> bytes:
    return der(b"\x31", *map(integer, sorted(values)))


def enumerated(value: int) -> bytes:
    return der(b"\x0a", bytes([value]))


NULL = b"\x05\x00"


def tagged(number: int, value: bytes) -> bytes:
    if number < 31:
        return der(bytes([0xA0 | number]), value)
    groups = []
    while number:
        groups.insert(0, number & 0x7F)
        number >>= 7
    return der(b"\xbf" + bytes([group | 0x80 for group in groups[:-1]] + groups[-1:]), value)


def boot(is_locked: bool = True, state: int = 0, digest: bool = True) -> bytes:
    locked = b"\x01\x01" + (b"\xff" if is_locked else b"\0")
    return der(b"\x30", octets(b"k" * 32), locked, enumerated(state), octets(b"d" * 32) if digest else b"")


def application(packages: tuple[str, ...] = (PACKAGE,), signers: tuple[str, ...] = (SIGNER,)) -> bytes:
    infos = sorted(der(b"\x30", octets(name.encode()), integer(1)) for name in packages)
    return octets(der(b"\x30", der(b"\x31", *infos), der(b"\x31", *(octets(bytes.fromhex(s)) for s in signers))))


@dataclass(frozen=True)
class Rules:
    """What the hardware says; every part can be made another."""

    hardware: dict[int, bytes | None] = field(default_factory=dict)
    software: dict[int, bytes | None] = field(default_factory=dict)
    levels: tuple[int, int] = (1, 1)
    challenge: bytes = CHALLENGE

    def extension(self) -> bytes:
        software = {701: integer(1_700_000_000_000), 709: application()} | self.software
        hardware = {
            1: numbers(2), 2: integer(3), 3: integer(256), 5: numbers(4), 10: integer(1), 504: integer(2), 509: NULL,
            702: integer(0), 704: boot(), 705: integer(160000), 706: integer(202611), 5000: octets(b"from the future"),
        } | self.hardware  # fmt: skip

        def rules(entries: dict[int, bytes | None]) -> bytes:
            return der(b"\x30", *(tagged(tag, value) for tag, value in sorted(entries.items()) if value is not None))

        outer, inner = map(enumerated, self.levels)
        return der(
            b"\x30", integer(300), outer, integer(300), inner, octets(self.challenge), octets(b""),
            rules(software), rules(hardware),
        )  # fmt: skip


def certificate(subject: str, key: Any, issuer: str, signer: Any, **chosen: Any) -> x509.Certificate:
    """``chosen``: extension, is_ca, days."""
    start, end = chosen.get("days", (-100, 100))
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW + timedelta(days=start))
        .not_valid_after(NOW + timedelta(days=end))
    )
    if chosen.get("is_ca"):
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    if "extension" in chosen:
        builder = builder.add_extension(x509.UnrecognizedExtension(OID, chosen["extension"]), critical=False)
    return builder.sign(signer, hashes.SHA256())


ROOT = rsa.generate_private_key(public_exponent=65537, key_size=2048)
BATCH, LEAF = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
ROOTS = frozenset([sha256(ROOT.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).hexdigest()])
KEY = PublicKey(LEAF.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))


def chain(rules: Rules = Rules(), **chosen: Any) -> list[x509.Certificate]:
    """Leaf, batch, root. ``chosen``: leaf, batch, root, each further choices for that certificate."""
    leaf, batch, root = ({**chosen.get(name, {})} for name in ("leaf", "batch", "root"))
    return [
        certificate("key", LEAF.public_key(), "batch", BATCH, **{"extension": rules.extension(), **leaf}),
        certificate("batch", BATCH.public_key(), "root", ROOT, **{"is_ca": True, **batch}),
        certificate("root", ROOT.public_key(), "root", ROOT, **{"is_ca": True, **root}),
    ]


EXPECTED = Expected(key=KEY, challenge=CHALLENGE, signers={SIGNER}, now=NOW, roots=ROOTS)


def judged(certificates: list[x509.Certificate] | list[bytes], **changes: Any) -> Attested:
    data = [each if isinstance(each, bytes) else each.public_bytes(Encoding.DER) for each in certificates]
    return judge_attestation(data, replace(EXPECTED, **changes))
