"""Host, phone, and everything between them that may lose, delay, double, reorder, replay and forge."""

from __future__ import annotations

from dataclasses import replace

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.answers import Denial, Progress, Reason, SignedApproval, read_answer
from genie_host.core.gap.keys import PrivateKey
from genie_host.core.gap.requests import Envelope, Request
from genie_host.core.verdicts import ApprovalRequest, Stake, Subject
from genie_host.policy.gate.ledger import Enrolment, Ledger
from tests.protocol.phone_side import Companion, KnownHost

HOST_NAME = "Anna’s laptop"
HOST_KEY = PrivateKey.generate()
STRANGER = PrivateKey.generate()
OLDEST_SECONDS = 50.0
"""45 s to touch, 5 for the way."""


class FakeClock:
    """Stands still unless told."""

    def __init__(self) -> None:
        self.at = 1000.0

    def now(self) -> float:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.at += seconds


class Disk:
    """What outlives a restart of the host: the last number."""

    def __init__(self) -> None:
        self.last = 0
        self.is_full = False

    def reserve(self) -> int:
        if self.is_full:
            raise OSError("no space left on device")
        self.last += 1
        return self.last


def request_to(recipient: str) -> ApprovalRequest:
    return ApprovalRequest(
        tool_name="tap",
        target="Send",
        app_label="Messages",
        details=(("recipient", recipient), ("text", "hi")),
        reasons=(),
        stake=Stake.SEND,
        subject=Subject(package="org.genie.messages", node_path="0/1", bounds=(0, 0, 10, 10), label="Send"),
        arguments=f'{{"target":"{recipient}"}}',
        screen_digest="ab" * 32,
    )


class World:
    """All of it. ``sent`` and ``heard`` are everything that was ever said, for an attacker who forgets nothing."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.disk = Disk()
        self.sent: list[bytes] = []
        self.said: list[bytes] = []
        self.ledgers = 0
        self.old_touches: list[tuple[PrivateKey, Companion]] = []
        self.enrol()

    def enrol(self) -> None:
        """A new key on the phone, as after a reinstall; the host learns it."""
        key = PrivateKey.generate()
        self.reinstall(key)
        self.enrolled = key
        self.start_host()

    def reinstall(self, key: PrivateKey | None = None) -> None:
        """A new key on the phone; the host does not know."""
        key = key or PrivateKey.generate()
        self.phone = Companion(KnownHost(key=HOST_KEY.public, name=HOST_NAME, key_id=key.public.id), key)
        self.old_touches.append((key, self.phone))

    def start_host(self) -> None:
        """What was open is lost; the numbers go on."""
        enrolment = Enrolment(host_key=HOST_KEY, host_name=HOST_NAME, phone_key=self.enrolled.public)
        self.ledger = Ledger(enrolment=enrolment, sequence=self.disk, clock=self.clock)
        self.ledgers += 1

    def deliver(self, index: int) -> None:
        """One envelope that was ever sent reaches the phone, again perhaps."""
        if self.sent:
            self.say(self.phone.start(self.sent[index % len(self.sent)], self.clock.now()))

    def deliver_newest(self) -> None:
        self.deliver(-1)

    def touch(self) -> None:
        self.say(self.phone.touch(self.clock.now()))

    def refuse(self, index: int) -> None:
        self.say(self.phone.refuse(list(Reason)[index % len(Reason)]))

    def say(self, line: bytes) -> None:
        if line:
            self.said.append(line)

    def line(self, index: int) -> bytes | None:
        """One line that was ever said: in any order, any number of times, any time later."""
        return self.said[index % len(self.said)] if self.said else None

    def forge(self, index: int, kind: int) -> None:
        """An approval of what was asked last, by somebody without the key."""
        request = Envelope.read(self.sent[-1]).request if self.sent else None
        old = next((a for a in map(self._approval, reversed(self.said)) if a is not None), None)
        if request is None or old is None:
            return
        digest = request.action.digest
        made = [
            replace(old, req_id=request.req_id),
            replace(old, req_id=request.req_id, nonce=request.nonce, seq=request.seq, action_digest=digest),
            replace(old, signature=STRANGER.sign(old.signed_bytes)),
            replace(old, key_id=STRANGER.public.id),
            replace(old, seq=old.seq + 1),
        ][kind % 5]
        if index % 2:
            made = replace(made, signature=STRANGER.sign(made.signed_bytes))
        self.say(made.line())

    def garble(self, index: int, at: int) -> None:
        """A line with one byte changed."""
        line = bytearray(self.line(index) or b"{}")
        line[at % len(line)] ^= 1 + at % 255
        self.say(bytes(line))

    def forge_words(self, kind: int) -> None:
        """What needs no signature: a false denial, false progress."""
        if self.sent:
            req_id = Envelope.read(self.sent[-1]).request.req_id
            reason = list(Reason)[kind % len(Reason)]
            self.say(Denial(req_id=req_id, reason=reason).line() if kind % 2 else Progress(req_id=req_id).line())

    def happens(self, move: str, number: int) -> None:
        """One disturbance by its name."""
        moves = {
            "deliver": lambda: self.deliver(number),
            "newest": self.deliver_newest,
            "touch": self.touch,
            "no": lambda: self.refuse(number),
            "restart": self.phone.restart,
            "wait": lambda: self.clock.sleep((1.0, 9.0, 25.0, 45.5, 49.0, 51.0, 61.0, 400.0)[number % 8]),
            "forge": lambda: self.forge(number, number // 2),
            "garble": lambda: self.garble(number, number * 7),
            "words": lambda: self.forge_words(number),
        }
        moves[move]()

    def request_of(self, envelope: bytes) -> Request:
        return Envelope.read(envelope).request

    def _approval(self, line: bytes) -> SignedApproval | None:
        try:
            answer = read_answer(line)
        except MessageMalformed:
            return None
        return answer if isinstance(answer, SignedApproval) else None

    def touches_for(self, request: Request) -> list[tuple[PrivateKey, float]]:
        """Every touch, by any key the phone ever had, that approved this very request."""
        return [
            (key, touch.at)
            for key, phone in self.old_touches
            for touch in phone.touches
            if (touch.approval.req_id, touch.approval.nonce, touch.approval.seq, touch.approval.action_digest)
            == (request.req_id, request.nonce, request.seq, request.action.digest)
        ]

    def check_executed(self, request: Request, asked_at: float) -> None:
        """An action may happen now only by one touch, fresh, of the enrolled key, for this very request."""
        touches = self.touches_for(request)
        assert len(touches) == 1, f"{len(touches)} touches for what was done"
        key, at = touches[0]
        assert key is self.enrolled
        assert asked_at <= at <= self.clock.now()
        assert self.clock.now() - asked_at <= OLDEST_SECONDS
