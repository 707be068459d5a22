"""What the phone checks of a request before it shows anything. For the simulated phone; the companion does the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.answers import NOBODY, AuthType, Denial, Reason, SignedApproval
from genie_host.core.gap.keys import PrivateKey, PublicKey
from genie_host.core.gap.requests import Envelope, Request
from genie_host.core.gap.showing import shown_digest, shown_lines


@dataclass(frozen=True, kw_only=True)
class KnownHost:
    """What a phone remembers of a host that was enrolled."""

    key: PublicKey
    name: str
    key_id: str
    """Of the phone's own key for this host."""
    last_seq: int = 0


def received(line: bytes, hosts: Mapping[str, KnownHost], *, is_busy: bool = False) -> Request | Denial:
    """The request that may be shown, once its ``seq`` is stored; or the denial that the page wants, in its order."""
    try:
        envelope = Envelope.read(line)
    except MessageMalformed:
        return Denial(req_id=NOBODY, reason=Reason.MALFORMED)
    request = envelope.request
    reason = _reason_against(envelope, hosts.get(request.host_id), is_busy)
    return request if reason is None else Denial(req_id=request.req_id, reason=reason)


def lines_for(request: Request, host: KnownHost, app_label: str) -> tuple[str, ...]:
    """What the phone shows of a request."""
    return shown_lines(request.action, request.facts, request.risk_class, app_label=app_label, host_name=host.name)


def approval_of(
    request: Request, lines: tuple[str, ...], key: PrivateKey, *, app_label: str, apk_version: int, auth_type: AuthType
) -> SignedApproval:
    """The answer after a touch, by a key that is no more than software."""

    def with_signature(signature: bytes) -> SignedApproval:
        return SignedApproval(
            req_id=request.req_id,
            nonce=request.nonce,
            action_digest=request.action.digest,
            shown_digest=shown_digest(lines),
            auth_type=auth_type,
            key_id=key.public.id,
            seq=request.seq,
            apk_version=apk_version,
            app_label=app_label,
            signature=signature,
        )

    return with_signature(key.sign(with_signature(b"").signed_bytes))


def _reason_against(envelope: Envelope, host: KnownHost | None, is_busy: bool) -> Reason | None:
    if host is None or host.key_id != envelope.request.key_id:
        return Reason.NOT_ENROLLED
    if not host.key.verifies(envelope.signature, envelope.request.signed_bytes):
        return Reason.BAD_SIGNATURE
    if is_busy:
        return Reason.BUSY
    return Reason.REPLAYED if envelope.request.seq <= host.last_seq else None
