"""Keys, receipts and heads as a user hands them to ``genie audit``."""

from __future__ import annotations

from pathlib import Path

from genie_host.cli.terminal import shown
from genie_host.core.errors import MessageMalformed, UsageError
from genie_host.core.gap.keys import PublicKey
from genie_host.phone.companion.known import KnownPhones
from genie_host.store.files import log_files
from genie_host.store.head import HEAD_NAME
from genie_host.store.public_key import read_public_key
from genie_host.store.receipt import Receipt


def key_of_phone(name: str) -> PublicKey:
    """The key of a phone that is enrolled. Raises UsageError."""
    known = KnownPhones().all()
    found = next((each.public_key for each in known if each.name == name), None)
    if found is None:
        names = ", ".join(each.name for each in known) or "none"
        raise UsageError(f"No phone of the name {shown(name, 60)} is enrolled; there is: {shown(names, 300)}")
    return found


def key_from(path: Path) -> PublicKey:
    """The public key in a file. Raises UsageError."""
    try:
        return read_public_key(path)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    except MessageMalformed as error:
        raise UsageError(f"{path} is not a P-256 public key in PEM or DER.") from error


def receipt_from(path: Path) -> Receipt:
    """The receipt in a file. Raises UsageError."""
    try:
        return Receipt.read(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    except (MessageMalformed, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not a receipt: {error}.") from error


def log_folder(path: Path) -> Path:
    """A folder with a log in it. Raises UsageError: a log that is not there is not one without a fault."""
    if not path.is_dir() or not (log_files(path) or (path / HEAD_NAME).exists()):
        raise UsageError(f"There is no log in {path}")
    return path


def noted_from(text: str) -> tuple[int, str]:
    """Number and hash of ``N:HASH``. Raises UsageError."""
    number, _, digest = text.partition(":")
    if not number.isascii() or not number.isdigit() or len(digest) != 64 or set(digest) - set("0123456789abcdef"):
        raise UsageError(f"A head is N:HASH, as genie audit verify prints it, not {shown(text, 80)}")
    return int(number), digest
