"""Who says yes or no to a risky call. Anything but a clear yes is a no."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled
from genie_host.core.verdicts import Approval, ApprovalRequest, Trust

_LOG = logging.getLogger(__name__)


class Approver(Protocol):
    """Asks whoever may decide."""

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        """Granted only for a clear yes to this very request. Raises Cancelled when the user stopped the run meanwhile.

        What raises anything else, or answers with something else, is taken for a denial.
        """
        ...


class DenyApprover:
    """Says no to everything: for runs that nobody watches."""

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        return denied("nobody_asked")


class ConsoleApprover:
    """Asks a person at the terminal, through a question that the command line draws."""

    def __init__(self, ask: Callable[[ApprovalRequest], bool]) -> None:
        self._ask = ask

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        """A question that fails, or is answered by anything but True, is a no."""
        cancel.check()
        try:
            answer = self._ask(request)
        except Cancelled:
            raise
        except Exception:
            _LOG.exception("asking for approval failed; taken as no")
            return denied("unavailable")
        # An answer that came after the user's stop approves nothing.
        cancel.check()
        return granted(Trust.CONSOLE) if answer is True else denied("denied")


def granted(trust: Trust) -> Approval:
    """A yes that is vouched for by no signature."""
    return Approval(is_granted=True, reason="approved", trust=trust)


def denied(reason: str) -> Approval:
    """A no and the word for why."""
    return Approval(is_granted=False, reason=reason)


def is_yes(answer: object) -> bool:
    """Is this a clear yes? Not what merely looks like one: an approver is foreign code to the gate."""
    return isinstance(answer, Approval) and answer.is_granted is True and isinstance(answer.trust, Trust)
