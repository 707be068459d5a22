"""The ledger of approvals of one run: at most one request is open, and an answer counts for that one alone, once.

    READY --ask--> OPEN --hear a decision, or close--> READY
                     |
                     +-- the third no of a person --> OVER

Fed lines and a clock; it touches no phone. What is open is lost with the process; the numbers of requests are not.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from enum import StrEnum

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.gap.answers import Progress, Reason, SignedApproval
from genie_host.core.gap.channel import Sequence
from genie_host.core.gap.keys import PrivateKey, PublicKey
from genie_host.core.gap.requests import Envelope, Request
from genie_host.policy.gate.drafting import Draft
from genie_host.policy.gate.judging import Asked, Fault, judge

NOT_AFTER_MS = 45_000
"""How long a person has to look and touch."""
MOST_DENIALS = 3
FIRST_BACK_OFF_SECONDS = 10.0
LONGEST_BACK_OFF_SECONDS = 300.0

_BY_PERSON = frozenset({Reason.DENIED.value, Reason.TIMEOUT.value})


class Stage(StrEnum):
    """Where the ledger stands."""

    READY = "ready"
    OPEN = "open"
    OVER = "over"


class NotAsked(Exception):
    """This is not even asked; the message is the reason's word. Never leaves the gate."""


@dataclass(frozen=True, kw_only=True)
class Enrolment:
    """What the host knows of a phone that was enrolled."""

    host_key: PrivateKey
    host_name: str
    """As the phone was told."""
    phone_key: PublicKey


@dataclass(frozen=True, kw_only=True)
class Decision:
    """How a request ended."""

    envelope: bytes
    reason: str
    """``approved``, or why not."""
    approval: SignedApproval | None = None
    """The signed yes; None is a no."""
    line: bytes = b""
    """What the phone said, as it came; empty when it said nothing."""


@dataclass(frozen=True, kw_only=True)
class _Open:
    asked: Asked
    envelope: bytes
    since: float


@dataclass(kw_only=True)
class Ledger:
    """Makes requests, judges answers, remembers denials."""

    enrolment: Enrolment
    sequence: Sequence
    clock: Clock = SYSTEM_CLOCK
    not_after_ms: int = NOT_AFTER_MS
    stage: Stage = Stage.READY
    _open: _Open | None = None
    _denials: int = 0
    _back_off: dict[str, tuple[int, float]] = field(default_factory=dict)
    """Per action: how often it was denied, and until when it is not asked again."""

    def ask(self, draft: Draft, prev_log_hash: str = "0" * 64) -> tuple[str, bytes]:
        """Open a request: its id, and the envelope for the phone.

        Raises NotAsked; OSError when no number could be reserved; MessageMalformed when it does not fit.
        """
        self._check_may_ask(draft)
        enrolment = self.enrolment
        request = Request(
            req_id=secrets.token_hex(16),
            nonce=secrets.token_hex(32),
            host_id=enrolment.host_key.public.id,
            key_id=enrolment.phone_key.id,
            seq=self.sequence.reserve(),
            not_after_ms=self.not_after_ms,
            action=draft.action,
            facts=draft.facts,
            risk_class=draft.stake,
            prev_log_hash=prev_log_hash,
        )
        envelope = Envelope(request=request, signature=enrolment.host_key.sign(request.signed_bytes)).line()
        # What is sent must be what is meant, read with the phone's eyes.
        Envelope.read(envelope)
        asked = Asked(request=request, key=enrolment.phone_key, host_name=enrolment.host_name)
        self._open = _Open(asked=asked, envelope=envelope, since=self.clock.now())
        self.stage = Stage.OPEN
        return request.req_id, envelope

    def hear(self, line: bytes) -> Decision | Progress | None:
        """What a line decides; Progress when the dialog is up; None when it is not for the open request."""
        opened = self._open
        if opened is None:
            return None
        heard = judge(line, opened.asked, (self.clock.now() - opened.since) * 1000)
        if heard is None or isinstance(heard, Progress):
            return heard
        if isinstance(heard, SignedApproval):
            return self._end(Decision(envelope=opened.envelope, reason="approved", approval=heard, line=line))
        reason = heard.value if isinstance(heard, Fault) else heard.reason.value
        return self._end(Decision(envelope=opened.envelope, reason=reason, line=line))

    def close(self, reason: str) -> Decision | None:
        """Give up on the open request; nothing that comes later counts. None when nothing is open."""
        return None if self._open is None else self._end(Decision(envelope=self._open.envelope, reason=reason))

    @property
    def remaining_seconds(self) -> float:
        """How long an answer to the open request still counts; 0 when none is open."""
        if self._open is None:
            return 0.0
        return max(0.0, self._open.since + self._open.asked.patience_ms / 1000 - self.clock.now())

    def _check_may_ask(self, draft: Draft) -> None:
        if self.stage is Stage.OVER:
            raise NotAsked("three_denials")
        if self.stage is Stage.OPEN:
            raise NotAsked("busy")
        _, until = self._back_off.get(draft.action.digest, (0, 0.0))
        if self.clock.now() < until:
            raise NotAsked("back_off")

    def _end(self, decision: Decision) -> Decision:
        opened, self._open = self._open, None
        self.stage = Stage.READY
        if opened is not None and decision.reason in _BY_PERSON:
            self._denials += 1
            digest = opened.asked.request.action.digest
            times = self._back_off.get(digest, (0, 0.0))[0] + 1
            seconds = min(FIRST_BACK_OFF_SECONDS * 2 ** (times - 1), LONGEST_BACK_OFF_SECONDS)
            self._back_off[digest] = (times, self.clock.now() + seconds)
            if self._denials >= MOST_DENIALS:
                self.stage = Stage.OVER
        return decision
