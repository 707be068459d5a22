"""The approver of the gate over the real wire: whatever people, phone and cable do, a yes takes one touch for this."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.verdicts import ApprovalRequest, Stake, Subject, Trust
from genie_host.policy.gate.approver import PhoneApprover
from genie_host.policy.gate.ledger import Enrolment, Ledger
from genie_host.simphone.faults.companion_switches import CompanionFaults
from tests.phone.companion.conftest import HOST_NAME

REQUEST = ApprovalRequest(
    tool_name="click",
    target="Send",
    app_label="Messages",
    details=(("recipient", "Mum"), ("text", "hi")),
    reasons=("it sends",),
    stake=Stake.SEND,
    subject=Subject(package="com.example.browser", label="Send", node_path="0/1"),
    screen_digest="0" * 64,
)


@dataclass
class Numbers:
    last: int = 0

    def reserve(self) -> int:
        self.last += 1
        return self.last


@dataclass
class Owner:
    """The person who holds the phone, and what else happens once the question is there."""

    sim: object
    does: list[str] = field(default_factory=list)

    def shown(self, request: ApprovalRequest) -> None:
        for word in self.does:
            DEEDS[word](self)

    def call(self, do):
        return self.sim.call(do)


DEEDS = {
    "approve": lambda owner: owner.call(lambda phone: phone.put_finger("approve")),
    "deny": lambda owner: owner.call(lambda phone: phone.put_finger("deny")),
    "wrong": lambda owner: owner.call(lambda phone: phone.put_finger("wrong")),
    "lockout": lambda owner: owner.call(lambda phone: phone.put_finger("lockout")),
    "home": lambda owner: owner.call(lambda phone: phone.world.press_key(3)),
    "turn": lambda owner: owner.call(lambda phone: phone.world.set_rotation(1 - phone.world.rotation)),
    "crash": lambda owner: owner.call(lambda phone: phone.world.stop_app("dev.genie.confirm")),
    "unplug": lambda owner: owner.sim.drop(),
    "tap": lambda owner: owner.call(lambda phone: phone.world.tap(800, 2290)),
    "shade": lambda owner: owner.call(lambda phone: phone.world.open_shade()),
}
FATAL = frozenset({"deny", "lockout", "home", "crash", "unplug", "shade"})
"""What ends the question, or the way to its answer."""
BENIGN_FAULTS: tuple[dict[str, object], ...] = ({}, {"answers_twice": True}, {"shows_after_seconds": 0.3})
FAULTS = (
    {"forges": "signature"},
    {"forges": "digest"},
    {"forges": "key"},
    {"dies_after_seconds": 0.0},
    {"loses_focus": True},
    {"answers_after_seconds": 10.0},
)


@pytest.fixture
def approver_of(desk, sim):
    """A new approver, as of a new run; the numbers go on."""
    numbers = Numbers()
    key = sim.call(lambda phone: next(iter(phone.companion.hosts._hosts.values())).key)

    def make(owner: Owner) -> PhoneApprover:
        enrolment = Enrolment(host_key=desk.key, host_name=HOST_NAME, phone_key=key.public)
        return PhoneApprover(
            ledger=Ledger(enrolment=enrolment, sequence=numbers, not_after_ms=1500),
            opener=desk.opener,
            trust=Trust.TEST,
            is_enough=lambda trust, stake: True,
            on_shown=owner.shown,
        )

    return make


def make_well(phone) -> None:
    phone.faults.clear()
    phone.faults.companion = CompanionFaults()
    phone.companion.sensor.unlocked()
    phone.world.close_popup()
    phone.world.close_shade()
    phone.tick()


@pytest.mark.parametrize("seed", range(4))
def test_a_yes_takes_a_touch_of_the_open_question_and_nothing_that_spoils_it(sim, approver_of, seed) -> None:
    chance = random.Random(seed)
    for _ in range(8):
        sim.call(make_well)
        is_benign = chance.random() < 0.6
        faults = chance.choice(BENIGN_FAULTS if is_benign else FAULTS)
        sim.call(lambda phone: phone.faults.companion.__dict__.update(faults))  # noqa: B023
        owner = Owner(sim, chance.choices(sorted(DEEDS), k=chance.randint(0, 3)))
        before = owner.does.index("approve") if "approve" in owner.does else None
        expected = is_benign and before is not None and not FATAL & set(owner.does[:before])
        answer = approver_of(owner).approve(REQUEST, CancelToken())
        if expected and "unplug" in owner.does:
            # The answer may have come through before the cable was pulled.
            expected = answer.is_granted
        assert answer.is_granted is expected, (faults, owner.does, answer.reason)
        assert (answer.trust is Trust.TEST) is expected


def test_late_yes_of_one_question_is_no_answer_to_the_next(sim, approver_of) -> None:
    owner = Owner(sim, ["approve"])
    sim.call(lambda phone: setattr(phone.faults.companion, "answers_after_seconds", 3.0))
    first = approver_of(owner)
    assert first.approve(REQUEST, CancelToken()).is_granted is False
    sim.call(make_well)
    owner.does = []
    # The signed yes to the first arrives while the second is open.
    assert first.approve(REQUEST, CancelToken()).reason in ("timeout", "back_off")
    assert approver_of(owner).approve(REQUEST, CancelToken()).is_granted is False
