"""How far an approval is trusted on this phone, and whether that is enough for what is at stake. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from genie_host.core.verdicts import Stake, Trust
from genie_host.policy.rules import is_enough


class LeastTrust(Protocol):
    """The policy's word on it, such as ``Policy.least_trust``."""

    def __call__(self, stake: Stake, *, is_real_phone: bool) -> Trust:
        """The least trust that is enough for this stake on a phone that is real, or on one that is not."""
        ...


def enough_by(least_trust: LeastTrust, *, is_real_phone: bool) -> Callable[[Trust, Stake], bool]:
    """The question that approvers put to the policy: is this trust enough for this stake on this phone?"""

    def is_trust_enough(trust: Trust, stake: Stake) -> bool:
        least = least_trust(stake, is_real_phone=is_real_phone)
        return is_enough(trust, least, is_real_phone=is_real_phone)

    return is_trust_enough


def trust_on(trust: Trust, *, is_real_phone: bool) -> Trust:
    """What the trust of an enrolled key is worth on this phone: no more than a test's when it is not real."""
    return trust if is_real_phone else Trust.TEST
