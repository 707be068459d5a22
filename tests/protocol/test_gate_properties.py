"""Whatever is lost, late, doubled, reordered, replayed or forged: nothing happens without exactly one fresh touch."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, PhoneGone
from genie_host.core.verdicts import Trust
from genie_host.policy.gate.approver import PhoneApprover
from genie_host.policy.gate.drafting import draft_of
from genie_host.policy.gate.ledger import Decision, NotAsked, Stage
from tests.protocol.gate_world import World, request_to

SMALL = st.integers(0, 40)
PEOPLE = st.sampled_from(("Mum", "Max", "Eve"))
SECONDS = st.sampled_from((0.1, 1.0, 9.0, 25.0, 45.5, 50.5, 61.0, 400.0))

MOVE = st.sampled_from("deliver newest touch no restart wait forge garble words hear late stop".split())
MOVES = st.lists(st.tuples(MOVE, SMALL), max_size=2)
GAPS = st.lists(MOVES, min_size=4, max_size=4)
DROPPED = st.sampled_from((None, None, 0, 1, 2, 3))
"""Disturbances in the four gaps of an approval's way, and which of its steps does not come."""

STEPS = {"ledger": 0, "approver": 0}
DONE = {"ledger": 0, "approver": 0}
"""How much was tried, and how often something was approved: a test in which nothing is proves nothing."""


class Unkind(RuleBasedStateMachine):
    """What anybody but the host may do, at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.done: list[str] = []

    @rule(index=SMALL)
    def an_envelope_arrives(self, index: int) -> None:
        self.world.deliver(index)

    @rule()
    def the_newest_envelope_arrives(self) -> None:
        self.world.deliver_newest()

    @rule()
    def the_right_finger_touches(self) -> None:
        self.world.touch()

    @rule(index=SMALL)
    def the_phone_says_no(self, index: int) -> None:
        self.world.refuse(index)

    @rule()
    def the_phone_restarts(self) -> None:
        self.world.phone.restart()

    @rule(seconds=SECONDS)
    def time_passes(self, seconds: float) -> None:
        self.world.clock.sleep(seconds)

    @rule(index=SMALL, kind=SMALL)
    def somebody_forges(self, index: int, kind: int) -> None:
        self.world.forge(index, kind)

    @rule(index=SMALL, at=st.integers(0, 2000))
    def a_byte_flips(self, index: int, at: int) -> None:
        self.world.garble(index, at)

    @rule(kind=SMALL)
    def somebody_says_words(self, kind: int) -> None:
        self.world.forge_words(kind)

    @rule(count=SMALL)
    def adb_restarts(self, count: int) -> None:
        """The newest lines never arrive."""
        del self.world.said[len(self.world.said) - count % 5 :]

    @invariant()
    def numbers_only_rise(self) -> None:
        numbers = [self.world.request_of(envelope).seq for envelope in self.world.sent]
        assert numbers == sorted(set(numbers))

    @invariant()
    def nothing_is_done_twice(self) -> None:
        assert len(self.done) == len(set(self.done))
        assert len(self.done) <= sum(len(phone.touches) for _, phone in self.world.old_touches)


class LedgerMachine(Unkind):
    """Each step of the host by itself, so that anything may come between two of them."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_at: float | None = None

    @rule(person=PEOPLE)
    def the_host_asks(self, person: str) -> None:
        was_open = self.world.ledger.stage
        try:
            _, envelope = self.world.ledger.ask(draft_of(request_to(person)))
        except NotAsked:
            assert was_open is not Stage.READY or self.world.ledger.stage is Stage.READY
            return
        assert was_open is Stage.READY
        self.world.sent.append(envelope)
        self.asked_at = self.world.clock.now()

    @rule(index=SMALL)
    def the_host_hears(self, index: int) -> None:
        self._hear(self.world.line(index))

    @rule()
    def the_host_hears_the_newest(self) -> None:
        self._hear(self.world.line(-1))

    @rule()
    def the_host_gives_up(self) -> None:
        self.world.ledger.close("no_answer")
        self.asked_at = None

    @rule()
    def the_host_restarts(self) -> None:
        self.world.start_host()
        self.asked_at = None

    @rule()
    def the_host_dies_after_it_took_a_number(self) -> None:
        self.world.disk.reserve()
        self.world.start_host()
        self.asked_at = None

    @rule()
    def the_companion_is_installed_anew(self) -> None:
        self.world.reinstall()

    @rule()
    def the_phone_is_enrolled_anew(self) -> None:
        self.world.enrol()
        self.asked_at = None

    @rule(person=PEOPLE, gaps=GAPS, dropped=DROPPED)
    def all_goes_nearly_well(self, person: str, gaps: list[list[tuple[str, int]]], dropped: int) -> None:
        """The way an approval goes, with disturbances in its gaps and perhaps a step that never comes."""
        self.the_host_gives_up()
        self.the_phone_restarts()
        steps = [
            lambda: self.the_host_asks(person),
            self.the_newest_envelope_arrives,
            self.the_right_finger_touches,
            self.the_host_hears_the_newest,
        ]
        for number, (step, gap) in enumerate(zip(steps, gaps, strict=True)):
            if number != dropped:
                step()
            for move, index in gap:
                STEPS["ledger"] += 1
                self._disturb(move, index)

    def _disturb(self, move: str, index: int) -> None:
        if move in ("hear", "late"):
            self._hear(self.world.line(index if move == "late" else -1))
        elif move == "stop":
            self.the_host_restarts()
        else:
            self.world.happens(move, index)

    def _hear(self, line: bytes | None) -> None:
        heard = None if line is None else self.world.ledger.hear(line)
        if not isinstance(heard, Decision):
            return
        if heard.approval is not None:
            assert self.asked_at is not None
            assert heard.envelope == self.world.sent[-1]
            request = self.world.request_of(heard.envelope)
            self.world.check_executed(request, self.asked_at)
            self.done.append(request.req_id)
            DONE["ledger"] += 1
        self.asked_at = None

    @invariant()
    def count(self) -> None:
        STEPS["ledger"] += 1


class MovingChannel:
    """A channel during whose waits things happen, and whose lines are whatever somebody puts there."""

    def __init__(self, world: World, moves: list[tuple[str, int]], cancel: CancelToken, ending: str) -> None:
        self.world, self.moves, self.cancel, self.ending = world, moves, cancel, ending
        self.withdrawn = 0

    def open(self, envelope: bytes, req_id: str) -> MovingChannel:
        self.world.sent.append(envelope)
        if self.ending == "never opens":
            raise PhoneGone("no phone")
        return self

    def next_line(self, timeout_seconds: float, cancel: CancelToken) -> bytes | None:
        STEPS["approver"] += 1
        if not self.moves:
            if self.ending == "cancelled":
                self.cancel.cancel()
            if self.ending == "gone":
                raise PhoneGone("no phone")
            if self.ending == "bug":
                raise ZeroDivisionError
            self.world.clock.sleep(timeout_seconds)
            return None
        move, number = self.moves.pop(0)
        if move in ("hear", "late"):
            return self.world.line(number if move == "late" else -1)
        if move == "stop":
            self.cancel.cancel()
            return self.world.line(-1)
        self.world.happens(move, number)
        return None

    def withdraw(self) -> None:
        self.withdrawn += 1
        self.world.phone.restart()

    def __enter__(self) -> MovingChannel:
        return self

    def __exit__(self, *_: object) -> None:
        if self.ending == "bad end":
            raise OSError("port")


class ApproverMachine(Unkind):
    """The approver as the executor calls it: one call, one answer; what happens meanwhile is drawn beforehand."""

    @rule(
        person=PEOPLE,
        gaps=GAPS,
        dropped=DROPPED,
        ending=st.sampled_from(("silent", "silent", "silent", "gone", "cancelled", "bug", "never opens", "bad end")),
        restarts=st.booleans(),
        is_trusted=st.sampled_from((True, True, True, False)),
    )
    def the_host_has_something_approved(self, person, gaps, dropped, ending, restarts, is_trusted) -> None:
        steps = [[], [("newest", 0)], [("touch", 0)], [("hear", 0)]]
        moves = [
            move
            for number, (step, gap) in enumerate(zip(steps, gaps, strict=True))
            for move in (*(step if number != dropped else ()), *gap)
        ]
        if restarts:
            self.world.start_host()
        cancel = CancelToken()
        channel = MovingChannel(self.world, moves, cancel, ending)
        approver = PhoneApprover(
            ledger=self.world.ledger, opener=channel, trust=Trust.TEST, is_enough=lambda trust, stake: is_trusted
        )
        request, asked_at, before = request_to(person), self.world.clock.now(), len(self.world.sent)
        try:
            answer = approver.approve(request, cancel)
        except Cancelled:
            assert cancel.is_cancelled
            answer = None
        assert self.world.ledger.stage is not Stage.OPEN
        if answer is None or not answer.is_granted:
            assert answer is None or answer.trust is None
            return
        assert is_trusted
        assert not cancel.is_cancelled
        assert len(self.world.sent) == before + 1
        asked = self.world.request_of(self.world.sent[-1])
        assert asked.action == draft_of(request).action
        self.world.check_executed(asked, asked_at)
        self.done.append(asked.req_id)
        DONE["approver"] += 1

    @rule(person=PEOPLE, gaps=GAPS)
    def a_finger_that_is_willing(self, person: str, gaps: list[list[tuple[str, int]]]) -> None:
        """Without this little would ever be done, and the rest would hold for nothing."""
        self.world.phone.restart()
        self.the_host_has_something_approved(person, [[], [], [], gaps[3]], None, "silent", True, True)

    @invariant()
    def count(self) -> None:
        STEPS["approver"] += 1


def run(machine: type[Unkind], examples: int, steps: int, *, by_chance: bool) -> None:
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        derandomize=not by_chance,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    run_state_machine_as_test(machine, settings=chosen)


@pytest.mark.slow
@pytest.mark.parametrize(("machine", "name"), [(LedgerMachine, "ledger"), (ApproverMachine, "approver")])
def test_nothing_happens_without_exactly_one_fresh_matching_touch(machine, name) -> None:
    DONE[name] = 0
    run(machine, examples=60, steps=30, by_chance=False)
    assert DONE[name] > 3


@pytest.mark.marathon
@pytest.mark.parametrize(("machine", "name"), [(LedgerMachine, "ledger"), (ApproverMachine, "approver")])
def test_nothing_happens_without_a_touch_in_fifty_thousand_steps(machine, name) -> None:
    STEPS[name] = DONE[name] = 0
    # In 50,000 steps about 300 approvals come about, by chance a few less: then some more steps are taken.
    while STEPS[name] < 50_000 or (DONE[name] <= 300 and STEPS[name] < 75_000):
        run(machine, examples=200, steps=60, by_chance=True)
    assert DONE[name] > 300
