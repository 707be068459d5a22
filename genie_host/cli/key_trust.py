"""How far a phone's new key is trusted."""

from __future__ import annotations

from dataclasses import dataclass

from genie_host.core.verdicts import Trust
from genie_host.phone.companion.enrolment import NewKey


@dataclass(frozen=True, kw_only=True)
class Judged:
    """The trust, and why it is not higher, in words."""

    trust: Trust
    shortcomings: tuple[str, ...] = ()


def trust_of(key: NewKey, *, is_real_phone: bool, signer_sha256: str) -> Judged:
    """From the key's attestation; a phone that is not real proves nothing, whatever it shows."""
    if not is_real_phone:
        return Judged(trust=Trust.TEST, shortcomings=("This is no real phone.",))
    return Judged(trust=Trust.SOFT, shortcomings=("What vouches for the key was not checked.",))
