"""What one line of the phone is worth for one open request, in the order of ``docs/protocol.md``. Pure."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from enum import StrEnum

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.answers import NOBODY, Answer, Denial, Progress, SignedApproval, read_answer
from genie_host.core.gap.keys import PublicKey
from genie_host.core.gap.requests import Request
from genie_host.core.gap.showing import shown_digest, shown_lines

GRACE_MS = 5_000
"""What the way to the phone and back may take beyond the time that the person has."""
OLDEST_MS = 60_000


class Fault(StrEnum):
    """Why an answer that is no denial approves nothing."""

    MALFORMED = "malformed_answer"
    LATE = "late"
    WRONG_ANSWER = "wrong_answer"
    WRONG_SIGNATURE = "wrong_signature"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A request that is open, and whose answer counts for it."""

    request: Request
    key: PublicKey
    """The phone's, as enrolled."""
    host_name: str
    """As enrolled: part of what was shown."""

    @property
    def patience_ms(self) -> int:
        """After so long no answer counts any more."""
        return min(self.request.not_after_ms + GRACE_MS, OLDEST_MS)


def judge(line: bytes, asked: Asked, age_ms: float) -> Answer | Fault | None:
    """The denial, the approval if it is one of this very request, what is wrong with it; None: not for this request.

    Progress decides nothing and is handed back as it is.
    """
    try:
        answer = read_answer(line)
    except MessageMalformed:
        return Fault.MALFORMED
    is_unreadable = isinstance(answer, Denial) and answer.req_id == NOBODY
    if not is_unreadable and not hmac.compare_digest(answer.req_id, asked.request.req_id):
        return None
    if isinstance(answer, Progress | Denial):
        return answer
    return _fault_of(answer, asked, age_ms) or answer


def _fault_of(approval: SignedApproval, asked: Asked, age_ms: float) -> Fault | None:
    # Written so that an age that is no number is late.
    if not 0 <= age_ms <= asked.patience_ms:
        return Fault.LATE
    request = asked.request
    lines = shown_lines(
        request.action,
        request.facts,
        request.risk_class,
        app_label=approval.app_label,
        host_name=asked.host_name,
    )
    wanted = (request.nonce, request.key_id, asked.key.id, str(request.seq), request.action.digest, shown_digest(lines))
    said = (
        approval.nonce,
        approval.key_id,
        approval.key_id,
        str(approval.seq),
        approval.action_digest,
        approval.shown_digest,
    )
    if not hmac.compare_digest("\n".join(wanted), "\n".join(said)):
        return Fault.WRONG_ANSWER
    return None if asked.key.verifies(approval.signature, approval.signed_bytes) else Fault.WRONG_SIGNATURE
