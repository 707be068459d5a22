"""The computers that the companion knows, and the key it has for each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.answers import AuthType, Reason, SignedApproval
from genie_host.core.gap.enrolling import Enrolled, EnrolmentRequest, enrolment_bytes
from genie_host.core.gap.keys import PrivateKey, PublicKey
from genie_host.core.gap.requests import Envelope, Request
from genie_host.core.gap.showing import shown_digest, shown_lines


@dataclass
class Host:
    """One computer."""

    public: PublicKey
    name: str
    key: PrivateKey
    generation: int
    """The sensor's when the key was made."""
    takes_pin: bool = False
    """The PIN does as well as a finger."""
    last_seq: int = 0


class Hosts:
    """All of them. Everything is gone when the app is."""

    def __init__(self) -> None:
        self._hosts: dict[str, Host] = {}

    def of(self, envelope: Envelope) -> Host | Reason:
        """Who asks, when it is somebody the companion knows; else why not."""
        request = envelope.request
        host = self._hosts.get(request.host_id)
        if host is None or host.key.public.id != request.key_id:
            return Reason.NOT_ENROLLED
        return host if host.public.verifies(envelope.signature, request.signed_bytes) else Reason.BAD_SIGNATURE

    def keep(self, host: Host) -> None:
        """A key that a finger has touched for; takes the place of the one before."""
        self._hosts[host.public.id] = host

    def forget(self) -> None:
        """As after an uninstall."""
        self._hosts.clear()

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Key and host ids, by host."""
        return tuple((host.key.public.id, host_id) for host_id, host in sorted(self._hosts.items()))


def lines_for(request: Request, host: Host, app_label: str) -> tuple[str, ...]:
    """What is shown and signed."""
    return shown_lines(request.action, request.facts, request.risk_class, app_label=app_label, host_name=host.name)


def approval(
    request: Request, host: Host, *, app_label: str, apk_version: int, auth_type: AuthType = AuthType.BIOMETRIC
) -> SignedApproval:
    """The signed yes."""
    unsigned = SignedApproval(
        req_id=request.req_id,
        nonce=request.nonce,
        action_digest=request.action.digest,
        shown_digest=shown_digest(lines_for(request, host, app_label)),
        auth_type=auth_type,
        key_id=host.key.public.id,
        seq=request.seq,
        apk_version=apk_version,
        app_label=app_label,
        signature=b"\0" * 8,
    )
    return signed_again(unsigned, host.key)


def signed_again(approval: SignedApproval, key: PrivateKey) -> SignedApproval:
    """The same with another signature."""
    return replace(approval, signature=key.sign(approval.signed_bytes))


def enrolled(request: EnrolmentRequest, key: PrivateKey, apk_version: int) -> Enrolled:
    """The answer to an enrolment. Nobody vouches for a key in software, so there is no attestation."""
    signature = key.sign(enrolment_bytes(request, key.public, apk_version))
    return Enrolled(key=key.public, attestation=(), apk_version=apk_version, signature=signature)


def read_envelope(line: bytes) -> Envelope | None:
    """None when it is malformed."""
    try:
        return Envelope.read(line)
    except MessageMalformed:
        return None


def read_enrolment(line: bytes) -> EnrolmentRequest | None:
    """None when it is malformed."""
    try:
        return EnrolmentRequest.read(line)
    except MessageMalformed:
        return None
