"""What this computer knows of phones that were enrolled: files that nobody else may read."""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from genie_host.core.errors import MessageMalformed, UsageError
from genie_host.core.gap import forms
from genie_host.core.gap.canonical import MAX_INTEGER
from genie_host.core.gap.keys import PublicKey
from genie_host.core.verdicts import Trust
from genie_host.phone.state_folder import file_name, state_folder

_MOST_BYTES = 1_000_000
_NO_RECORD = "What Genie knows of this phone cannot be read. Run: genie companion enroll"


@dataclass(frozen=True, kw_only=True)
class KnownPhone:
    """One phone whose owner has touched for this computer."""

    name: str
    """The phone's lasting name."""
    key: str
    """The phone's public key, base64url."""
    host_name: str
    """This computer's, as the phone was told: part of what it shows."""
    trust: Trust
    shortcomings: tuple[str, ...] = ()
    """Why the trust is not higher, in words."""
    apk_signer: str
    """SHA-256 in hex of the certificate that the companion was signed with."""
    apk_version: int
    build: str = ""
    """The phone's build fingerprint when it was enrolled."""
    enrolled_at: float = 0.0
    """Seconds since 1970."""
    attestation: tuple[str, ...] = ()
    """Certificates of the key, base64url."""
    takes_pin: bool = False
    """The lock screen's PIN was to unlock the key too, so that no finger is needed."""
    last_seq: int = 0
    """The number of the last request."""

    @property
    def public_key(self) -> PublicKey:
        """Raises MessageMalformed."""
        return PublicKey.read(self.key)


class KnownPhones:
    """All of them, in one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder if folder is not None else state_folder()

    def find(self, name: str) -> KnownPhone | None:
        """None when the phone was not enrolled. Raises UsageError for a record that makes no sense."""
        path = self._path(name)
        try:
            found = _phone(json.loads(_read(path)))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError, MessageMalformed) as error:
            raise UsageError(_NO_RECORD) from error
        if found.name != name:
            raise UsageError(_NO_RECORD)
        return found

    def all(self) -> list[KnownPhone]:
        """Every phone that was enrolled and whose record makes sense."""
        found = []
        for path in sorted((self._folder / "phones").glob("*.json")):
            with suppress(OSError, ValueError, TypeError, KeyError, MessageMalformed):
                found.append(_phone(json.loads(_read(path))))
        return found

    def keep(self, phone: KnownPhone) -> None:
        """Replace what is known, on disk before this returns. Raises OSError."""
        record = {**asdict(phone), "v": 1, "trust": phone.trust.value}
        _write(self._path(phone.name), (json.dumps(record, indent=1) + "\n").encode())

    def forget(self, name: str) -> bool:
        """Whether there was anything to forget. Raises OSError."""
        path = self._path(name)
        was_there = path.exists()
        path.unlink(missing_ok=True)
        return was_there

    def sequence(self, name: str) -> PhoneSequence:
        """The numbers of requests to a phone that is known."""
        return PhoneSequence(self, name)

    def _path(self, name: str) -> Path:
        return self._folder / "phones" / f"{file_name(name)}.json"


class PhoneSequence:
    """Numbers that only grow, whatever happens to this process."""

    def __init__(self, phones: KnownPhones, name: str) -> None:
        self._phones = phones
        self._name = name

    def reserve(self) -> int:
        """The next number, on disk before it is used. Raises OSError."""
        phone = self._phones.find(self._name)
        if phone is None or phone.last_seq >= MAX_INTEGER:
            raise OSError("the phone is not known any more")
        self._phones.keep(replace(phone, last_seq=phone.last_seq + 1))
        return phone.last_seq + 1


def _phone(record: Any) -> KnownPhone:
    """Raises ValueError, TypeError or MessageMalformed."""
    found = forms.members(record, {"v", *KnownPhone.__dataclass_fields__})
    forms.version(found["v"])
    values = {name: value for name, value in found.items() if name != "v"}
    phone = KnownPhone(
        **{
            **values,
            "trust": Trust(values["trust"]),
            "shortcomings": tuple(map(str, values["shortcomings"])),
            "attestation": tuple(map(str, values["attestation"])),
            "takes_pin": forms.truth(values["takes_pin"]),
            "last_seq": forms.integer(values["last_seq"], 0, MAX_INTEGER),
        }
    )
    forms.text(phone.host_name, 40, may_be_empty=False)
    _ = phone.public_key
    return phone


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_MOST_BYTES)


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all, readable for the user alone."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
