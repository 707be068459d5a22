"""Who says yes or no to a risky call. Anything but a clear yes is a no."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled
from genie_host.core.verdicts import ApprovalRequest

_LOG = logging.getLogger(__name__)


class Approver(Protocol):
    """Asks whoever may decide."""

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> bool:
        """True only for a clear yes to this very request. Raises Cancelled when the user stopped the run meanwhile."""
        ...


class DenyApprover:
    """Says no to everything: for runs that nobody watches."""

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> bool:
        return False


class ConsoleApprover:
    """Asks a person at the terminal, through a question that the command line draws."""

    def __init__(self, ask: Callable[[ApprovalRequest], bool]) -> None:
        self._ask = ask

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> bool:
        """A question that fails, or is answered by anything but True, is a no."""
        cancel.check()
        try:
            answer = self._ask(request)
        except Cancelled:
            raise
        except Exception:
            _LOG.exception("asking for approval failed; taken as no")
            return False
        # An answer that came after the user's stop approves nothing.
        cancel.check()
        return answer is True
