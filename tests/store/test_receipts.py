"""A receipt holds for somebody who has the public key and nothing else, and for nothing that was not approved."""

from __future__ import annotations

import random
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.keys import PrivateKey
from genie_host.store import blocks
from genie_host.store.audit_log import AuditLog
from genie_host.store.bundle import write_bundle
from genie_host.store.public_key import pem_of, read_public_key
from genie_host.store.reading import records_of
from genie_host.store.receipt import Receipt
from genie_host.store.receipt_check import check_receipt
from genie_host.store.record import Record
from genie_host.store.secrets import Secrets
from genie_host.store.sinks import FileAudit
from genie_host.store.verify import verify_log
from tests.store.approved import approve, decision, wire_record


@pytest.fixture
def audit(log: AuditLog) -> FileAudit:
    return FileAudit(log, Secrets())


def receipt_for(log: AuditLog, key: PrivateKey, seq: int) -> str:
    return Receipt.make(seq, records_of(log.folder), log.head(), key, made_at_ms=5).text()


def test_receipt_proves_the_host_s_word_and_the_finger(log: AuditLog, audit: FileAudit, key: PrivateKey) -> None:
    phone = approve(audit, key)
    text = receipt_for(log, key, 1)
    checked = check_receipt(text, [key.public, phone.public])
    assert checked.faults == ()
    assert len(checked.proven) == 2
    assert checked.shown[0] == "Send this?"
    assert checked.shown[-3:] == ("To: Mum", "Text: hi", "Asked by: Ada's laptop")
    # Whoever trusts the phone's key alone need not believe the host.
    assert check_receipt(text, [phone.public]).faults == ()


def test_receipt_of_the_effect_is_that_of_its_decision(log: AuditLog, audit: FileAudit, key: PrivateKey) -> None:
    approve(audit, key)
    assert Receipt.read(receipt_for(log, key, 2)).record.seq == 1


def test_receipt_is_nothing_to_a_stranger_s_key(log: AuditLog, audit: FileAudit, key: PrivateKey) -> None:
    approve(audit, key)
    stranger = PrivateKey.generate().public
    assert "has signed nothing" in check_receipt(receipt_for(log, key, 1), [key.public, stranger]).faults[0]
    assert check_receipt(receipt_for(log, key, 1), []).faults == ("no key was given",)


def test_approval_at_the_console_is_vouched_for_by_the_host_alone(
    log: AuditLog, audit: FileAudit, key: PrivateKey
) -> None:
    audit.write("decision", decision("r-1"))
    checked = check_receipt(receipt_for(log, key, 1), [key.public])
    assert checked.faults == ()
    assert any("signed by no phone" in words for words in checked.told)
    assert any("not known" in words for words in checked.told)


@pytest.mark.parametrize("seq", [1, 2, 3, 99])
def test_there_is_no_receipt_for_what_nobody_approved(
    log: AuditLog, audit: FileAudit, key: PrivateKey, seq: int
) -> None:
    audit.write("decision", decision("r-1", is_granted=False))
    audit.write("decision", {"request_id": "r-2", "tool": "click", "outcome": "passed"})
    audit.write("effect", {"request_id": "r-3", "outcome": "done"})
    with pytest.raises(MessageMalformed):
        receipt_for(log, key, seq)


def test_each_changed_byte_of_a_receipt_is_found(log: AuditLog, audit: FileAudit, key: PrivateKey) -> None:
    phone = approve(audit, key)
    data, chance = receipt_for(log, key, 1).encode(), random.Random(6)
    for at in chance.sample(range(len(data)), 400):
        changed = data[:at] + bytes([data[at] ^ chance.randrange(1, 256)]) + data[at + 1 :]
        assert check_receipt(changed.decode("utf-8", "replace"), [key.public, phone.public]).faults, at


def test_host_that_lies_about_the_action_is_found_by_the_phone_s_key(
    log: AuditLog, key: PrivateKey, audit: FileAudit
) -> None:
    """A host may sign any record; what the phone has signed it cannot change."""
    phone = PrivateKey.generate()
    honest, other = wire_record(key, phone, "hi"), wire_record(key, phone, "send all my money")
    audit.write("decision", decision("r-1", wire={**honest, "envelope": other["envelope"]}))
    text = receipt_for(log, key, 1)
    assert check_receipt(text, [key.public]).faults == ()
    assert "other words" in check_receipt(text, [phone.public]).faults[0]


def test_secret_in_what_was_shown_is_left_out_and_that_is_said(log: AuditLog, key: PrivateKey) -> None:
    secrets = Secrets()
    secrets.learn("lemon-kettle")
    phone = approve(FileAudit(log, secrets), key, text="it is lemon-kettle")
    text = receipt_for(log, key, 1)
    assert b"lemon-kettle" not in b"".join(blocks.read(text).values())
    checked = check_receipt(text, [phone.public])
    assert checked.faults == ()
    assert "a secret was left out" in checked.shown[0]


def test_keys_are_read_as_pem_and_der(tmp_path: Path, key: PrivateKey) -> None:
    (tmp_path / "pem").write_text(pem_of(key.public))
    (tmp_path / "der").write_bytes(key.public.spki)
    assert read_public_key(tmp_path / "pem") == read_public_key(tmp_path / "der") == key.public
    for nonsense in (b"", b"-----BEGIN PUBLIC KEY-----\n####\n-----END PUBLIC KEY-----\n", key.pem()):
        (tmp_path / "bad").write_bytes(nonsense)
        with pytest.raises(MessageMalformed):
            read_public_key(tmp_path / "bad")


STEPS = """
set -e
sed -n '/BEGIN GENIE RECEIPT/,/END GENIE RECEIPT/{//!p;}' receipt.txt | openssl base64 -d -out content
sed -n '/BEGIN HOST SIGNATURE/,/END HOST SIGNATURE/{//!p;}' receipt.txt | openssl base64 -d -out signature
openssl dgst -sha256 -verify host.pem -signature signature content
sed -n '/BEGIN PHONE STATEMENT/,/END PHONE STATEMENT/{//!p;}' receipt.txt | openssl base64 -d -out statement
sed -n '/BEGIN PHONE SIGNATURE/,/END PHONE SIGNATURE/{//!p;}' receipt.txt | openssl base64 -d -out touch
openssl dgst -sha256 -verify phone.pem -signature touch statement
"""


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_openssl_alone_can_check_a_receipt(log: AuditLog, audit: FileAudit, key: PrivateKey, tmp_path: Path) -> None:
    """The steps of docs/audit.md, as they stand there."""
    phone = approve(audit, key)
    for step in filter(None, STEPS.splitlines()[2:]):
        assert step in (Path(__file__).parents[2] / "docs" / "audit.md").read_text(encoding="utf-8"), step
    (tmp_path / "host.pem").write_text(pem_of(key.public))
    (tmp_path / "phone.pem").write_text(pem_of(phone.public))
    (tmp_path / "receipt.txt").write_text(receipt_for(log, key, 1))
    ran = subprocess.run(["sh", "-c", STEPS], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (0, "Verified OK\nVerified OK\n"), ran
    (tmp_path / "host.pem").write_text(pem_of(PrivateKey.generate().public))
    ran = subprocess.run(["sh", "-c", STEPS], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert ran.returncode != 0


def test_bundle_can_be_checked_by_itself(log: AuditLog, audit: FileAudit, key: PrivateKey, tmp_path: Path) -> None:
    phone = approve(audit, key)
    audit.write("decision", decision("r-2"))
    out = tmp_path / "evidence.zip"
    assert write_bundle(out, log, key, {phone.public.id: (b"certificate",)}, made_at_ms=5) == 2
    with zipfile.ZipFile(out) as archive:
        names = set(archive.namelist())
        archive.extractall(tmp_path / "out")
    assert {"README.txt", "receipts/receipt-1.txt", "receipts/receipt-3.txt", "log/head.json"} <= names
    assert f"keys/phone-{phone.public.id}-attestation-0.der" in names
    host = read_public_key(tmp_path / "out" / "keys" / "host.pem")
    assert verify_log(tmp_path / "out" / "log", host).records == 3
    text = (tmp_path / "out" / "receipts" / "receipt-1.txt").read_text()
    assert check_receipt(text, [host, phone.public]).faults == ()


def test_signature_turned_into_its_other_form_is_found(log: AuditLog, audit: FileAudit, key: PrivateKey) -> None:
    """ECDSA has two valid signatures for each; only one of them is ours."""
    record = log.append("acted", {})
    assert isinstance(record, Record)
    audit.write("decision", decision("r-1"))
    receipt = Receipt.read(receipt_for(log, key, 2))
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

    r, s = decode_dss_signature(receipt.signature)
    other = encode_dss_signature(r, order - s)
    assert key.public.verifies(other, receipt.signed_bytes)
    parts = blocks.read(receipt.text())
    assert check_receipt(blocks.written({**parts, "HOST SIGNATURE": other}), [key.public]).faults


def test_verify_checks_what_phones_have_signed_and_that_it_counted_once(
    log: AuditLog, audit: FileAudit, key: PrivateKey
) -> None:
    """Even whoever has the host's key cannot write an approval that no finger gave."""
    phone = approve(audit, key)
    audit.write("decision", decision("r-2"))
    verified = verify_log(log.folder, key.public)
    assert (verified.fault, verified.touches, verified.words) == (None, 1, 1)
    wire = wire_record(key, phone, "hi")
    audit.write("decision", decision("r-3", wire=wire))
    fault = verify_log(log.folder, key.public).fault
    assert fault is not None
    assert (fault.seq, "was used for something before" in fault.what) == (4, True)


def test_verify_finds_an_approval_that_no_phone_gave(log: AuditLog, audit: FileAudit, key: PrivateKey) -> None:
    phone, other = PrivateKey.generate(), PrivateKey.generate()
    wire = wire_record(key, phone, "hi")
    forged = {**wire, "phone_key": wire_record(key, other, "hi")["phone_key"]}
    audit.write("decision", decision("r-1", wire=forged))
    assert "signature does not fit" in str(verify_log(log.folder, key.public).fault)


def test_verify_finds_an_approval_of_another_action(log: AuditLog, audit: FileAudit, key: PrivateKey) -> None:
    phone = PrivateKey.generate()
    wire, other = wire_record(key, phone, "hi"), wire_record(key, phone, "bye")
    audit.write("decision", decision("r-1", wire={**wire, "envelope": other["envelope"]}))
    assert "other words" in str(verify_log(log.folder, key.public).fault)


@pytest.mark.parametrize("word", ["sim.messages", "approve", "Ada's laptop", "genie"])
def test_secret_that_is_a_word_of_the_protocol_does_not_break_the_log(
    log: AuditLog, key: PrivateKey, word: str
) -> None:
    secrets = Secrets()
    secrets.learn(word)
    phone = approve(FileAudit(log, secrets), key)
    assert verify_log(log.folder, key.public).fault is None
    text = receipt_for(log, key, 1)
    assert check_receipt(text, [key.public]).faults == ()
    assert word not in text
    assert phone
