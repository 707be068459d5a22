"""What ``genie companion status`` tells, as JSON and in words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from genie_host.cli.companion_check import NOT_ENROLLED, check_companion
from genie_host.cli.evidence import keys_folder
from genie_host.cli.terminal import shown
from genie_host.core.errors import PhoneRejected
from genie_host.phone.companion.client import CompanionClient
from genie_host.phone.companion.known import KnownPhone, KnownPhones
from genie_host.store.host_key import existing_host_key


def status_of(client: CompanionClient) -> dict[str, Any]:
    """Everything there is to know, as JSON."""
    known, key = KnownPhones().find(client.name), existing_host_key(keys_folder())
    told: dict[str, Any] = {"phone": client.name, "is_real": client.is_real, "installed": None, "enrolled": None}
    try:
        found = check_companion(client, known if key is not None else None, key.public.id if key is not None else "")
    except PhoneRejected as error:
        return {**told, "trouble": str(error), "advice": ""}
    if found.app is not None:
        told["installed"] = {"version_code": found.app.version_code, "signer_sha256": found.app.signer_sha256}
    if found.status is not None:
        told |= {"biometric": found.status.biometric, "secure_lock": found.status.secure_lock}
    if known is not None:
        told["enrolled"] = _enrolment(known)
    return {**told, "trouble": found.trouble, "advice": found.advice}


def _enrolment(known: KnownPhone) -> dict[str, Any]:
    return {
        "host_name": known.host_name,
        "key_id": known.public_key.id,
        "trust": known.trust.value,
        "shortcomings": list(known.shortcomings),
        "at": known.enrolled_at,
        "requests": known.last_seq,
    }


def lines_of(told: dict[str, Any]) -> Iterator[str]:
    """The same in words, one thing a line."""
    yield f"phone      {shown(told['phone'])}{'' if told['is_real'] else ' (no real phone)'}"
    app_told, enrolled = told["installed"], told["enrolled"]
    if app_told is None:
        yield "companion  not installed"
    else:
        signer = app_told["signer_sha256"][:16] or "nobody known"
        yield f"companion  version {app_told['version_code']}, signed by {signer}"
    if enrolled is not None:
        day = datetime.fromtimestamp(enrolled["at"]).astimezone().strftime("%Y-%m-%d")
        yield f"enrolled   {day} as {shown(enrolled['host_name'])}, trust {enrolled['trust']}"
        for words in enrolled["shortcomings"]:
            yield f"           {words}"
    if "biometric" in told:
        yield f"sensor     {told['biometric'].replace('_', ' ')}"
    for word in (told["advice"], told["trouble"]):
        if word and word != NOT_ENROLLED:
            yield word
    if told["trouble"] == NOT_ENROLLED:
        yield NOT_ENROLLED
    elif not told["trouble"]:
        yield "The phone can be asked."
