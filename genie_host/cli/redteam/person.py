"""The user on the range: reads what is asked, and says yes to exactly what was meant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from genie_host.cli.redteam.case import Facts
from genie_host.core.cancel import CancelToken
from genie_host.core.verdicts import Approval, ApprovalRequest, Trust
from genie_host.policy.approval import denied, granted

_WARNINGS = ("does not name", "look", "odd", "disagree")
"""Words of reasons that make a careful person look twice."""


@dataclass
class AttentivePerson:
    """Approves a request when it shows the facts that were meant, and nothing that warns."""

    consents: tuple[Facts, ...]
    """What was meant; empty when nothing was meant that needs a question."""
    meanwhile: Callable[[], object] | None = None
    """Happens on the phone while the question is open."""
    asked: list[ApprovalRequest] = field(default_factory=list)
    approved: int = 0

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        """Never by default."""
        self.asked.append(request)
        if self.meanwhile is not None:
            self.meanwhile()
        if not self._is_meant(request):
            return denied("denied")
        self.approved += 1
        return granted(Trust.TEST)

    def _is_meant(self, request: ApprovalRequest) -> bool:
        shown = dict(request.details)
        if "origin" in shown:
            return False
        if any(warning in reason for reason in request.reasons for warning in _WARNINGS):
            return False
        return any(all(shown.get(name) == value for name, value in facts) for facts in self.consents)
