"""Has a person approve on the phone. Whatever goes wrong is a no."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, MessageMalformed, PhoneError
from genie_host.core.gap.answers import Progress
from genie_host.core.gap.channel import Channel, Opener
from genie_host.core.gap.forms import b64
from genie_host.core.verdicts import Approval, ApprovalRequest, Stake, Trust
from genie_host.policy.gate.drafting import draft_of
from genie_host.policy.gate.ledger import Decision, Ledger, NotAsked

_LOG = logging.getLogger(__name__)

POLL_SECONDS = 1.0
MOST_LINES = 256
"""More than that is no companion."""


def _nothing(request: ApprovalRequest) -> None:
    """For runs that nobody watches."""


def _no_log() -> str:
    """For runs without an audit log."""
    return "0" * 64


@dataclass(kw_only=True)
class PhoneApprover:
    """Asks through a channel to the companion, and believes a signature alone."""

    ledger: Ledger
    opener: Opener
    trust: Trust
    """Of the enrolled key, on this phone."""
    is_enough: Callable[[Trust, Stake], bool]
    """The policy's word on it."""
    log_hash: Callable[[], str] = _no_log
    """Hash of the last record of the audit log."""
    on_shown: Callable[[ApprovalRequest], None] = _nothing
    """Called when the dialog is up: somebody at the computer may want to know where to touch."""

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        """Granted only for a fresh, valid signature over this very request. Raises Cancelled, and nothing else."""
        cancel.check()
        try:
            return self._approve(request, cancel)
        except NotAsked as word:
            return _no(str(word))
        except MessageMalformed as error:
            _LOG.info("the protocol has no words for this request: %s", error)
            return _no("cannot_be_shown")
        except Cancelled:
            raise
        except PhoneError as error:
            _LOG.info("the phone could not be asked; taken as no: %s", error)
            return self._answer(self.ledger.close("channel_failed")) or _no("channel_failed")
        except Exception:
            _LOG.exception("asking the phone failed; taken as no")
            return self._answer(self.ledger.close("channel_failed")) or _no("channel_failed")
        finally:
            self.ledger.close("cancelled")

    def _approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        if self.is_enough(self.trust, request.stake) is not True:
            return _no("too_little_trust")
        req_id, envelope = self.ledger.ask(draft_of(request), self.log_hash())
        with self.opener.open(envelope, req_id) as channel:
            decision = self._listen(channel, request, cancel)
        # An answer that came after the user's stop approves nothing.
        cancel.check()
        return self._answer(decision) or _no("no_answer")

    def _listen(self, channel: Channel, request: ApprovalRequest, cancel: CancelToken) -> Decision | None:
        is_decided = False
        try:
            for _ in range(MOST_LINES):
                line = self._next_line(channel, cancel)
                if line is None:
                    return self.ledger.close("no_answer")
                heard = self.ledger.hear(line)
                if isinstance(heard, Decision):
                    is_decided = True
                    return heard
                if isinstance(heard, Progress):
                    self.on_shown(request)
            return self.ledger.close("channel_failed")
        finally:
            if not is_decided:
                channel.withdraw()

    def _next_line(self, channel: Channel, cancel: CancelToken) -> bytes | None:
        while (remaining := self.ledger.remaining_seconds) > 0:
            cancel.check()
            line = channel.next_line(min(remaining, POLL_SECONDS), cancel)
            if line is not None:
                return line
        return None

    def _answer(self, decision: Decision | None) -> Approval | None:
        if decision is None:
            return None
        record = self._record(decision)
        if decision.approval is None:
            return Approval(is_granted=False, reason=decision.reason, record=record)
        return Approval(is_granted=True, reason=decision.reason, trust=self.trust, record=record)

    def _record(self, decision: Decision) -> Mapping[str, Any]:
        """All that a third party needs to check it again."""
        enrolment = self.ledger.enrolment
        return {
            "envelope": decision.envelope.decode("utf-8"),
            "answer": decision.line.decode("utf-8", "replace"),
            "phone_key": b64(enrolment.phone_key.spki),
            "host_key": b64(enrolment.host_key.public.spki),
            "host_name": enrolment.host_name,
            "trust": self.trust.value,
        }


def _no(reason: str) -> Approval:
    return Approval(is_granted=False, reason=reason)
