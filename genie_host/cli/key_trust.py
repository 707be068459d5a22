"""How far a phone's new key is trusted."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from genie_host.core.clock import wall_seconds
from genie_host.core.verdicts import Trust
from genie_host.phone.companion.enrolment import NewKey
from genie_host.phone.companion.shipped import shipped_apk
from genie_host.policy.gate.attestation import Attested, Expected, judge_attestation

_DEVELOPMENT = "the companion is signed with Genie's development key, which anybody can read in its repository"


def trust_of(key: NewKey, *, is_real_phone: bool, signer_sha256: str) -> Attested:
    """From the key's attestation; a phone that is not real proves nothing, whatever it shows."""
    if not is_real_phone:
        return Attested(trust=Trust.TEST, shortcomings=("this is no real phone",))
    expected = Expected(
        key=key.key,
        challenge=bytes.fromhex(key.challenge),
        signers={signer_sha256},
        now=datetime.fromtimestamp(wall_seconds(), UTC),
    )
    judged = judge_attestation(key.attestation, expected)
    if signer_sha256 != shipped_apk().signer_sha256 or not shipped_apk().is_development:
        return judged
    return replace(judged, shortcomings=(*judged.shortcomings, _DEVELOPMENT))
