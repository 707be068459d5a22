"""A log with an action in it that a phone's key has approved, by the protocol's own records."""

from __future__ import annotations

from genie_host.core.gap.forms import b64
from genie_host.core.gap.keys import PrivateKey
from genie_host.core.gap.requests import Action, Envelope, Fact, Request, Target
from genie_host.core.verdicts import Stake
from genie_host.store.sinks import FileAudit
from tests.protocol.phone_side import KnownHost, approval_of


def request_to(host: PrivateKey, phone: PrivateKey, text: str) -> Request:
    return Request(
        req_id="1f" * 16,
        nonce="2e" * 32,
        host_id=host.public.id,
        key_id=phone.public.id,
        seq=7,
        not_after_ms=30_000,
        action=Action(
            tool="click",
            arguments='{"target":"Send"}',
            target=Target(
                package="sim.messages",
                version_code=41,
                signer_sha256="ab" * 32,
                activity=".Chat",
                display_id=0,
                node_path="0/3/1",
                bounds=(900, 2200, 1060, 2360),
                label="Send",
                resource_id="sim.messages:id/send",
            ),
            screen_digest="cd" * 32,
        ),
        facts=(Fact(kind="recipient", value="Mum"), Fact(kind="text", value=text)),
        risk_class=Stake.SEND,
    )


def wire_record(host: PrivateKey, phone: PrivateKey, text: str) -> dict[str, str]:
    """What the approver hands on of a request and its answer."""
    request = request_to(host, phone, text)
    known = KnownHost(key=host.public, name="Ada's laptop", key_id=phone.public.id)
    return {
        "envelope": Envelope(request=request, signature=host.sign(request.signed_bytes)).line().decode(),
        "answer": approval_of(request, known, phone, "Messages").line().decode(),
        "phone_key": b64(phone.public.spki),
        "host_key": b64(host.public.spki),
        "host_name": "Ada's laptop",
        "trust": "hw-bio",
    }


def decision(request_id: str, *, is_granted: bool = True, wire: dict[str, str] | None = None) -> dict[str, object]:
    """A decision of the door, as it writes one."""
    approval = {"is_granted": is_granted, "reason": "approved", "trust": "hw-bio" if wire else "console"}
    return {
        "request_id": request_id,
        "tool": "click",
        "app": "sim.messages",
        "outcome": "passed" if is_granted else "denied",
        "verdict": {"ruling": "ask", "stake": "send", "reasons": ["it sends"], "evidence": []},
        "approval": approval if wire is None else {**approval, "record": wire},
    }


def approve(audit: FileAudit, host: PrivateKey, text: str = "hi") -> PrivateKey:
    """Write an approved action and its effect; answers with the phone's key."""
    phone = PrivateKey.generate()
    audit.write("decision", decision("r-1", wire=wire_record(host, phone, text)))
    audit.write("effect", {"request_id": "r-1", "tool": "click", "outcome": "done", "app_after": "sim.messages"})
    return phone
