"""A phone in a few lines, written from the page alone: what it checks, and what a touch signs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.answers import NOBODY, AuthType, Denial, Progress, Reason, SignedApproval
from genie_host.core.gap.keys import PrivateKey, PublicKey
from genie_host.core.gap.requests import Envelope, Request
from genie_host.core.gap.showing import shown_digest, shown_lines


@dataclass(frozen=True, kw_only=True)
class KnownHost:
    key: PublicKey
    name: str
    key_id: str
    last_seq: int = 0


def received(line: bytes, hosts: dict[str, KnownHost], *, is_busy: bool = False) -> Request | Denial:
    """The request that may be shown, or the denial."""
    try:
        envelope = Envelope.read(line)
    except MessageMalformed:
        return Denial(req_id=NOBODY, reason=Reason.MALFORMED)
    request = envelope.request
    host = hosts.get(request.host_id)
    if host is None or host.key_id != request.key_id:
        reason = Reason.NOT_ENROLLED
    elif not host.key.verifies(envelope.signature, request.signed_bytes):
        reason = Reason.BAD_SIGNATURE
    elif is_busy:
        reason = Reason.BUSY
    elif request.seq <= host.last_seq:
        reason = Reason.REPLAYED
    else:
        return request
    return Denial(req_id=request.req_id, reason=reason)


def lines_for(request: Request, host: KnownHost, app_label: str) -> tuple[str, ...]:
    return shown_lines(request.action, request.facts, request.risk_class, app_label=app_label, host_name=host.name)


def approval_of(request: Request, host: KnownHost, key: PrivateKey, app_label: str) -> SignedApproval:
    unsigned = SignedApproval(
        req_id=request.req_id,
        nonce=request.nonce,
        action_digest=request.action.digest,
        shown_digest=shown_digest(lines_for(request, host, app_label)),
        auth_type=AuthType.BIOMETRIC,
        key_id=key.public.id,
        seq=request.seq,
        apk_version=1,
        app_label=app_label,
        signature=b"",
    )
    return replace(unsigned, signature=key.sign(unsigned.signed_bytes))


@dataclass(frozen=True)
class Touch:
    """One finger on the sensor, and what it approved."""

    approval: SignedApproval
    at: float


@dataclass
class Companion:
    """Knows one host. Its lines are returned, for whoever carries them."""

    host: KnownHost
    key: PrivateKey
    open: Request | None = None
    opened_at: float = 0.0
    touches: list[Touch] = field(default_factory=list)

    def start(self, envelope: bytes, now: float) -> bytes:
        answer = received(envelope, {self.host.key.id: self.host}, is_busy=self.open is not None)
        if isinstance(answer, Denial):
            return answer.line()
        self.host = replace(self.host, last_seq=answer.seq)
        self.open, self.opened_at = answer, now
        return Progress(req_id=answer.req_id).line()

    def touch(self, now: float) -> bytes:
        """The right finger; nothing to say when nothing is open."""
        request, self.open = self.open, None
        if request is None:
            return b""
        if (now - self.opened_at) * 1000 > request.not_after_ms:
            return Denial(req_id=request.req_id, reason=Reason.EXPIRED).line()
        approval = approval_of(request, self.host, self.key, "Messages")
        self.touches.append(Touch(approval, now))
        return approval.line()

    def refuse(self, reason: Reason) -> bytes:
        request, self.open = self.open, None
        return b"" if request is None else Denial(req_id=request.req_id, reason=reason).line()

    def restart(self) -> None:
        """The dialog is gone, the numbers are not."""
        self.open = None
