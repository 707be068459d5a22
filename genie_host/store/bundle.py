"""A copy of the log for somebody else: its files as they are, a receipt per approved action, and the public keys."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.keys import PrivateKey, PublicKey
from genie_host.store.approvals import is_approved, phone_record
from genie_host.store.audit_log import AuditLog
from genie_host.store.files import log_files
from genie_host.store.head import HEAD_NAME, Head
from genie_host.store.public_key import pem_of
from genie_host.store.reading import records_of
from genie_host.store.receipt import Receipt
from genie_host.store.record import Record

_WORDS = """\
log/        the audit log and its signed end. genie audit verify --folder log --key keys/host.pem
receipts/   one per approved action. genie audit check-receipt receipts/receipt-N.txt --key keys/host.pem
keys/       public keys. Believe the one of the host when you know from elsewhere that it is this one: {host_id}

Without Genie, with openssl alone:

    sed -n '/BEGIN GENIE RECEIPT/,/END GENIE RECEIPT/{{//!p;}}' receipt-N.txt | openssl base64 -d -out content
    sed -n '/BEGIN HOST SIGNATURE/,/END HOST SIGNATURE/{{//!p;}}' receipt-N.txt | openssl base64 -d -out signature
    openssl dgst -sha256 -verify ../keys/host.pem -signature signature content

and the same with PHONE STATEMENT, PHONE SIGNATURE and the phone's key.
"""


def write_bundle(
    out: Path, log: AuditLog, key: PrivateKey, attestations: Mapping[str, Sequence[bytes]], *, made_at_ms: int
) -> int:
    """Write a ZIP archive; answers with the number of receipts in it.

    ``attestations``: certificates of phones' keys, by the id of the key. Raises OSError and AuditUnavailable.
    """
    head = log.head()
    records = list(records_of(log.folder))
    receipts = 0
    draft = out.with_name(f"{out.name}.part")
    with (
        open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        archive.writestr("README.txt", _WORDS.format(host_id=key.public.id))
        archive.writestr("keys/host.pem", pem_of(key.public))
        for path in [*log_files(log.folder), log.folder / HEAD_NAME]:
            archive.write(path, f"log/{path.name}")
        for phone in _phones(records):
            archive.writestr(f"keys/phone-{phone.id}.pem", pem_of(phone))
            for number, certificate in enumerate(attestations.get(phone.id, ())):
                archive.writestr(f"keys/phone-{phone.id}-attestation-{number}.der", certificate)
        for seq, text in _receipts(records, head, key, made_at_ms):
            receipts += 1
            archive.writestr(f"receipts/receipt-{seq}.txt", text)
    draft.replace(out)
    return receipts


def _receipts(records: Sequence[Record], head: Head, key: PrivateKey, made_at_ms: int) -> list[tuple[int, str]]:
    approved = [record.seq for record in records if is_approved(record)]
    made = (Receipt.make(seq, records, head, key, made_at_ms=made_at_ms) for seq in approved)
    return [(receipt.record.seq, receipt.text()) for receipt in made]


def _phones(records: Sequence[Record]) -> list[PublicKey]:
    """The keys that answers in the log were signed with."""
    found: dict[str, PublicKey] = {}
    for record in records:
        try:
            key = PublicKey.read(phone_record(record).get("phone_key", ""))
        except MessageMalformed:
            continue
        found[key.id] = key
    return list(found.values())
