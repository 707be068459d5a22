"""The user on the range: reads what is asked, and says yes to exactly what was meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from genie_host.cli.redteam.case import Facts
from genie_host.core.cancel import CancelToken
from genie_host.core.verdicts import Approval, ApprovalRequest, Trust
from genie_host.policy.approval import denied, granted
from genie_host.policy.normalise import normalise, skeleton

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
        if any(warning in reason for reason in request.reasons for warning in _WARNINGS):
            return False
        shown = dict(request.details)
        origins = [value for name, value in request.details if name == "origin"]
        return any(_agree(facts, shown) and _expects(facts, origins) for facts in self.consents)


def _agree(facts: Facts, shown: Mapping[str, str]) -> bool:
    """As an eye sees it: letters that look alike are alike."""
    return all(
        name in shown and skeleton(normalise(shown[name])) == skeleton(normalise(value)) for name, value in facts
    )


def _expects(facts: Facts, origins: Sequence[str]) -> bool:
    """What came from a screen is no news where the user had it in mind too."""
    return all(any(origin.startswith(name) for name, _ in facts) for origin in origins)
