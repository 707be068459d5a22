"""How far an approval is trusted, and whether that is enough for what is at stake. Pure."""

from __future__ import annotations

from typing import Protocol

from genie_host.core.verdicts import Stake, Trust

_RANKS = {trust: rank for rank, trust in enumerate(reversed(Trust))}


class LeastTrust(Protocol):
    """The policy's word on it."""

    def __call__(self, stake: Stake, is_real_phone: bool) -> Trust:
        """The least trust that is enough for this stake on a phone that is real, or on one that is not."""
        ...


def is_enough(trust: Trust, stake: Stake, *, is_real_phone: bool, least_trust: LeastTrust) -> bool:
    """May an approval of this trust let something with this stake happen?"""
    if trust is Trust.TEST and is_real_phone:
        return False
    least = least_trust(stake, is_real_phone)
    if least is Trust.TEST and is_real_phone:
        # A policy file that names it for a real phone means a key that somebody vouches for a little more.
        least = Trust.SOFT
    return _RANKS[trust] >= _RANKS[least]


def trust_on(trust: Trust, *, is_real_phone: bool) -> Trust:
    """What the trust of an enrolled key is worth on this phone: no more than a test's when it is not real."""
    return trust if is_real_phone else Trust.TEST
