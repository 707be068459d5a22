"""Whether the phone or the person at the computer is asked. The phone where there is one that was enrolled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from genie_host.core.cancel import CancelToken
from genie_host.core.verdicts import Approval, ApprovalRequest, Stake, Trust
from genie_host.policy.approval import Approver, denied, is_yes


@dataclass(frozen=True, kw_only=True)
class ChoosingApprover:
    """Asks one of two, never both: who was told no is not asked again elsewhere."""

    phone: Approver | None
    """None: no companion is enrolled on this phone."""
    console: Approver
    is_enough: Callable[[Trust, Stake], bool]
    """The policy's word on it."""

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        """Raises Cancelled. What is approved with less trust than the policy asks for is denied."""
        if self.phone is not None:
            return self._checked(self.phone.approve(request, cancel), request)
        if not self.is_enough(Trust.CONSOLE, request.stake):
            return denied("needs_phone")
        return self._checked(self.console.approve(request, cancel), request)

    def _checked(self, answer: Approval, request: ApprovalRequest) -> Approval:
        if not is_yes(answer) or answer.trust is None:
            return replace(answer, is_granted=False, trust=None)
        return answer if self.is_enough(answer.trust, request.stake) is True else denied("too_little_trust")
