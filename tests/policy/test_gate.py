"""What the gate does around a touch on the phone: back-off, three denials, restarts, trust, who is asked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, MessageMalformed, PhoneGone
from genie_host.core.gap.answers import Denial, Progress, Reason
from genie_host.core.gap.canonical import parse
from genie_host.core.gap.keys import PrivateKey, PublicKey
from genie_host.core.gap.requests import Envelope
from genie_host.core.verdicts import Approval, ApprovalRequest, Stake, Trust
from genie_host.policy.approval import denied, granted
from genie_host.policy.gate.approver import MOST_LINES, PhoneApprover
from genie_host.policy.gate.choosing import ChoosingApprover
from genie_host.policy.gate.drafting import draft_of
from genie_host.policy.gate.judging import Asked, judge
from genie_host.policy.gate.ledger import Decision, Enrolment, Ledger, NotAsked, Stage
from genie_host.policy.gate.trust import enough_by, trust_on
from tests.protocol.gate_world import HOST_KEY, HOST_NAME, Disk, FakeClock, request_to
from tests.protocol.phone_side import Companion, KnownHost


@dataclass
class Phone:
    """A companion whose owner does the same each time, at the end of a channel that can be told to fail."""

    does: str = "touches"
    seconds: float = 1.0
    reason: Reason = Reason.DENIED
    clock: FakeClock = field(default_factory=FakeClock)
    disk: Disk = field(default_factory=Disk)
    envelopes: list[bytes] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)
    withdrawn: int = 0

    def __post_init__(self) -> None:
        key = PrivateKey.generate()
        self.companion = Companion(KnownHost(key=HOST_KEY.public, name=HOST_NAME, key_id=key.public.id), key)
        self.ledger = self.new_ledger()

    def new_ledger(self) -> Ledger:
        enrolment = Enrolment(host_key=HOST_KEY, host_name=HOST_NAME, phone_key=self.companion.key.public)
        return Ledger(enrolment=enrolment, sequence=self.disk, clock=self.clock)

    def approver(self, **chosen: object) -> PhoneApprover:
        usual = {"ledger": self.ledger, "opener": self, "trust": Trust.TEST, "is_enough": lambda trust, stake: True}
        return PhoneApprover(**{**usual, **chosen})

    def ask(self, person: str = "Mum", **chosen: object) -> Approval:
        return self.approver(**chosen).approve(request_to(person), CancelToken())

    def open(self, envelope: bytes, req_id: str) -> Phone:
        assert Envelope.read(envelope).request.req_id == req_id
        self.envelopes.append(envelope)
        self.lines = [self.companion.start(envelope, self.clock.now())]
        return self

    def next_line(self, timeout_seconds: float, cancel: CancelToken) -> bytes | None:
        if self.lines:
            return self.lines.pop(0)
        if self.does == "nothing":
            self.clock.sleep(timeout_seconds)
            return None
        if self.does == "chatters":
            return Progress(req_id="f" * 32).line()
        self.clock.sleep(self.seconds)
        line = self.companion.touch(self.clock.now()) if self.does == "touches" else self.companion.refuse(self.reason)
        return line or None

    def withdraw(self) -> None:
        self.withdrawn += 1
        self.companion.restart()

    def __enter__(self) -> Phone:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def test_touch_approves_once_and_leaves_all_that_a_third_party_needs() -> None:
    phone, shown = Phone(), []
    answer = phone.ask(on_shown=shown.append)
    assert (answer.is_granted, answer.reason, answer.trust) == (True, "approved", Trust.TEST)
    assert shown == [request_to("Mum")]
    assert phone.withdrawn == 0
    record = answer.record
    envelope = Envelope.read(record["envelope"].encode())
    key = PublicKey.read(record["phone_key"])
    asked = Asked(request=envelope.request, key=key, host_name=record["host_name"])
    assert PublicKey.read(record["host_key"]).verifies(envelope.signature, envelope.request.signed_bytes)
    assert judge(record["answer"].encode(), asked, 0).signature


def test_facts_are_those_of_the_request_and_names_the_protocol_does_not_know_are_fields() -> None:
    request = replace(request_to("Mum"), details=(("recipient", "Mum"), ("volume", "11")))
    facts = draft_of(request).facts
    assert [(fact.kind, fact.value) for fact in facts] == [("recipient", "Mum"), ("field", "volume: 11")]


def test_call_that_hits_no_node_is_asked_without_a_target() -> None:
    action = draft_of(replace(request_to("Mum"), subject=None)).action
    assert (action.target.package, action.target.node_path) == ("", "")


@pytest.mark.parametrize(
    "change",
    [
        {"tool_name": "Tap it"},
        {"arguments": '{ "a": 1 }'},
        {"screen_digest": ""},
        {"details": (("text", "x" * 4097),)},
        {"details": (("text", "\ud800"),)},
        {"details": tuple(("text", "x") for _ in range(17))},
        {"subject": replace(request_to("Mum").subject, package="com.a b")},
    ],
)
def test_what_the_protocol_has_no_words_for_is_not_asked_and_not_approved(change) -> None:
    phone, request = Phone(), replace(request_to("Mum"), **change)
    answer = phone.approver().approve(request, CancelToken())
    assert (answer.is_granted, answer.reason) == (False, "cannot_be_shown")
    assert phone.envelopes == []


def test_denial_carries_the_phones_reason() -> None:
    for reason in Reason:
        answer = Phone(does="refuses", reason=reason).ask()
        assert (answer.is_granted, answer.reason, answer.trust) == (False, reason.value, None)


def test_touch_that_comes_too_late_is_a_denial() -> None:
    assert Phone(seconds=45.5).ask().reason == "expired"
    phone = Phone(seconds=44.9)
    assert phone.ask().is_granted


def test_phone_that_says_nothing_is_a_denial_and_is_told_to_close() -> None:
    phone = Phone(does="nothing")
    started = phone.clock.now()
    assert phone.ask().reason == "no_answer"
    assert phone.clock.now() - started == pytest.approx(50.0)
    assert phone.withdrawn == 1


def test_phone_that_chatters_is_not_listened_to_for_ever() -> None:
    phone = Phone(does="chatters")
    assert phone.ask().reason == "channel_failed"
    assert phone.withdrawn == 1
    assert MOST_LINES < 1000


def test_phone_that_goes_away_is_a_denial() -> None:
    class Gone(Phone):
        def next_line(self, timeout_seconds: float, cancel: CancelToken) -> bytes | None:
            raise PhoneGone("no phone")

    phone = Gone()
    assert phone.ask().reason == "channel_failed"
    assert phone.withdrawn == 1
    assert phone.ledger.stage is Stage.READY


def test_stop_of_the_user_withdraws_the_request_and_what_comes_later_counts_for_nothing() -> None:
    class Stopped(Phone):
        def next_line(self, timeout_seconds: float, cancel: CancelToken) -> bytes | None:
            cancel.cancel()
            cancel.check()
            return None

    phone = Stopped()
    with pytest.raises(Cancelled):
        phone.approver().approve(request_to("Mum"), CancelToken())
    assert phone.withdrawn == 1
    late = phone.companion.touch(phone.clock.now())
    assert late == b""
    assert phone.ledger.stage is Stage.READY


def test_number_that_cannot_be_written_down_is_not_used() -> None:
    phone = Phone()
    phone.disk.is_full = True
    assert not phone.ask().is_granted
    assert phone.envelopes == []


def test_numbers_go_on_after_a_restart_and_what_was_open_is_lost() -> None:
    phone = Phone()
    _, envelope = phone.ledger.ask(draft_of(request_to("Mum")))
    phone.companion.start(envelope, phone.clock.now())
    line = phone.companion.touch(phone.clock.now())
    phone.ledger = phone.new_ledger()
    assert phone.ledger.hear(line) is None
    _, second = phone.ledger.ask(draft_of(request_to("Mum")))
    assert phone.ledger.hear(line) is None
    assert phone.ledger.stage is Stage.OPEN
    assert Envelope.read(second).request.seq == Envelope.read(envelope).request.seq + 1


def test_answer_counts_once() -> None:
    phone = Phone()
    _, envelope = phone.ledger.ask(draft_of(request_to("Mum")))
    phone.companion.start(envelope, phone.clock.now())
    line = phone.companion.touch(phone.clock.now())
    first = phone.ledger.hear(line)
    assert isinstance(first, Decision)
    assert first.approval is not None
    assert phone.ledger.hear(line) is None


def test_one_request_is_open_at_a_time() -> None:
    phone = Phone()
    phone.ledger.ask(draft_of(request_to("Mum")))
    with pytest.raises(NotAsked, match="busy"):
        phone.ledger.ask(draft_of(request_to("Max")))


def test_what_was_denied_is_not_asked_again_at_once_but_something_else_is() -> None:
    phone = Phone(does="refuses")
    assert phone.ask("Mum").reason == "denied"
    assert phone.ask("Mum").reason == "back_off"
    phone.does = "touches"
    assert phone.ask("Max").is_granted
    phone.clock.sleep(10.0)
    phone.does = "refuses"
    assert phone.ask("Mum").reason == "denied"
    phone.clock.sleep(19.0)
    assert phone.ask("Mum").reason == "back_off"
    phone.clock.sleep(1.5)
    phone.does = "touches"
    assert phone.ask("Mum").is_granted
    assert len(phone.envelopes) == 4


def test_three_denials_of_a_person_end_the_asking() -> None:
    phone = Phone(does="refuses")
    for person in ("Mum", "Max", "Eve"):
        assert phone.ask(person).reason == "denied"
    phone.does = "touches"
    assert phone.ask("Ann").reason == "three_denials"
    assert phone.ledger.stage is Stage.OVER
    assert len(phone.envelopes) == 3


def test_denials_of_the_phone_itself_do_not_count_as_the_persons() -> None:
    phone = Phone(does="refuses", reason=Reason.FOCUS_LOST)
    for _ in range(5):
        assert phone.ask().reason == "focus_lost"


def test_false_denial_stops_an_action_and_no_more() -> None:
    phone = Phone()
    _, envelope = phone.ledger.ask(draft_of(request_to("Mum")))
    request = Envelope.read(envelope).request
    heard = phone.ledger.hear(Denial(req_id=request.req_id, reason=Reason.DENIED).line())
    assert isinstance(heard, Decision)
    assert heard.approval is None


def test_key_that_is_trusted_too_little_is_not_even_asked() -> None:
    phone = Phone()
    assert phone.ask(is_enough=lambda trust, stake: trust is not Trust.TEST).reason == "too_little_trust"
    assert phone.ask(is_enough=lambda trust, stake: "yes").reason == "too_little_trust"
    assert phone.envelopes == []


def test_hash_of_the_log_is_signed_along_and_one_that_is_none_denies() -> None:
    phone = Phone()
    assert phone.ask(log_hash=lambda: "c" * 64).is_granted
    assert parse(phone.envelopes[0])["request"]["prev_log_hash"] == "c" * 64
    assert phone.ask("Max", log_hash=lambda: "no hash").reason == "cannot_be_shown"
    with pytest.raises(MessageMalformed):
        phone.ledger.ask(draft_of(request_to("Eve")), "no hash")
    assert phone.ledger.stage is Stage.READY


@dataclass
class Asker:
    """Somebody who gives the same answer each time."""

    answer: Approval
    asked: int = 0

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        self.asked += 1
        return self.answer


def least(stake: Stake, *, is_real_phone: bool) -> Trust:
    return Trust.HW_CRED if stake is Stake.PAY and is_real_phone else Trust.CONSOLE


REAL = enough_by(least, is_real_phone=True)


def test_trust_that_is_enough_follows_the_policy_and_a_test_key_never_does_on_a_real_phone() -> None:
    pay = {trust: REAL(trust, Stake.PAY) for trust in Trust}
    assert [trust for trust, is_enough in pay.items() if is_enough] == [Trust.HW_BIO, Trust.HW_CRED]
    assert not REAL(Trust.TEST, Stake.SEND)
    assert REAL(Trust.CONSOLE, Stake.SEND)
    assert enough_by(least, is_real_phone=False)(Trust.TEST, Stake.PAY)
    assert trust_on(Trust.HW_BIO, is_real_phone=False) is Trust.TEST
    assert trust_on(Trust.HW_CRED, is_real_phone=True) is Trust.HW_CRED


def test_phone_is_asked_where_there_is_one_and_its_no_is_final() -> None:
    phone, console = Asker(denied("none_enrolled")), Asker(granted(Trust.CONSOLE))
    chosen = ChoosingApprover(phone=phone, console=console, is_enough=REAL)
    answer = chosen.approve(request_to("Mum"), CancelToken())
    assert (answer.is_granted, answer.reason) == (False, "none_enrolled")
    assert (phone.asked, console.asked) == (1, 0)


def test_person_at_the_computer_is_asked_where_the_policy_says_that_is_enough() -> None:
    console = Asker(granted(Trust.CONSOLE))
    chosen = ChoosingApprover(phone=None, console=console, is_enough=REAL)
    assert chosen.approve(request_to("Mum"), CancelToken()).is_granted
    payment = replace(request_to("Mum"), stake=Stake.PAY)
    answer = chosen.approve(payment, CancelToken())
    assert (answer.is_granted, answer.reason) == (False, "needs_phone")
    assert console.asked == 1


def test_yes_of_too_little_trust_or_of_none_is_a_no() -> None:
    payment = replace(request_to("Mum"), stake=Stake.PAY)
    for given in (granted(Trust.SOFT), granted(Trust.TEST), replace(granted(Trust.SOFT), trust=None)):
        chosen = ChoosingApprover(phone=Asker(given), console=Asker(granted(Trust.CONSOLE)), is_enough=REAL)
        answer = chosen.approve(payment, CancelToken())
        assert not answer.is_granted
        assert answer.trust is None
