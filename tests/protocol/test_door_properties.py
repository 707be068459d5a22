"""The same through the one door: what is really sent on a phone was touched for, once, freshly, with these very words.

The phone is the simulated world itself, in this process and without adb, so that thousands of runs fit into a minute.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from genie_host.agent.executor import Executor
from genie_host.core.calls import ToolCall
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, InputFrozen, PhoneGone
from genie_host.core.events import EventList
from genie_host.core.geometry import Point
from genie_host.core.screen import Observation
from genie_host.core.verdicts import Trust
from genie_host.phone.observation import build_observation
from genie_host.policy.gate.approver import PhoneApprover
from genie_host.simphone.world.engine import World as SimulatedWorld
from genie_host.simphone.world.xml import hierarchy_xml
from genie_host.tools.toolset import Toolset
from tests.protocol.gate_world import World
from tests.protocol.test_gate_properties import DROPPED, GAPS, SMALL, run

STEPS = {"door": 0}
SENT = {"door": 0}
PEOPLE = ("Mum", "Sam")
FRESH_SECONDS = 10.0
GLASS = SimulatedWorld.from_bundled_apps()
NEW = GLASS.snapshot()


class Glass:
    """A phone whose input and screen are the simulated world's; looking at it may take long."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.look_seconds = 0.0

    def observe(self, cancel: CancelToken | None = None) -> Observation:
        self.world.clock.sleep(self.look_seconds)
        seen = GLASS.foreground
        return build_observation(hierarchy_xml(GLASS), foreground=(seen.package, seen.activity))

    def tap(self, point: Point) -> None:
        GLASS.tap(point.x, point.y)

    def take_toast(self) -> str:
        return ""

    def app_identity(self, package: str) -> tuple[int, str]:
        return 1, "5f" * 32

    @contextmanager
    def expecting_person(self) -> Iterator[None]:
        yield

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"the door has no business with {name}")


class Line:
    """The channel: moves of the phone, of its owner, of attackers and of the screen come while it is waited on."""

    def __init__(self, door: DoorMachine, moves: list[tuple[str, int]], ending: str) -> None:
        self.door, self.moves, self.ending = door, moves, ending

    def open(self, envelope: bytes, req_id: str) -> Line:
        self.door.world.sent.append(envelope)
        return self

    def next_line(self, timeout_seconds: float, cancel: CancelToken) -> bytes | None:
        STEPS["door"] += 1
        if not self.moves:
            if self.ending == "gone":
                raise PhoneGone("no phone")
            self.door.world.clock.sleep(timeout_seconds)
            return None
        move, number = self.moves.pop(0)
        if move in ("hear", "late"):
            return self.door.world.line(number if move == "late" else -1)
        if move == "stop":
            self.door.change_screen(number)
        elif move == "garble":
            self.door.sneak()
        else:
            self.door.world.happens(move, number)
        return None

    def withdraw(self) -> None:
        self.door.world.phone.restart()

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class DoorMachine(RuleBasedStateMachine):
    """A run that sends one message after another, with the real executor, gate, approver and ledger."""

    def __init__(self) -> None:
        super().__init__()
        GLASS.restore(NEW)
        self.world = World()
        self.glass = Glass(self.world)
        self.used: list[str] = []
        self.number = 0
        self.a_run_begins()

    @rule()
    def a_run_begins(self) -> None:
        """Of a host that has forgotten all but its last number."""
        self.world.start_host()
        self.cancel = CancelToken()
        self.line = Line(self, [], "silent")
        approver = PhoneApprover(
            ledger=self.world.ledger, opener=self.line, trust=Trust.TEST, is_enough=lambda trust, stake: True
        )
        self.door = Executor(
            phone=self.glass,
            toolset=Toolset.default(),
            approver=approver,
            sink=EventList(),
            cancel=self.cancel,
            clock=self.world.clock,
        )

    @rule(
        person=st.sampled_from(PEOPLE),
        gaps=GAPS,
        dropped=DROPPED,
        ending=st.sampled_from(("silent", "gone")),
        look=st.sampled_from((0.0, 0.0, 0.0, 1.0, 9.0, 11.0)),
    )
    def a_message_is_to_be_sent(self, person: str, gaps: Any, dropped: int | None, ending: str, look: float) -> None:
        text = self._write(person)
        steps = [[], [("newest", 0)], [("touch", 0)], [("hear", 0)]]
        self.line.ending = ending
        self.line.moves = [
            move
            for number, (step, gap) in enumerate(zip(steps, gaps, strict=True))
            for move in (*(step if number != dropped else ()), *gap)
        ]
        before, asked_at = len(self._sent()), self.world.clock.now()
        screen = self.glass.observe()
        self.glass.look_seconds = look
        call = ToolCall(call_id=str(self.number), tool_name="click", arguments={"target": "Send"})
        try:
            self.door.execute(call, screen, f"send {text} to {person}")
        except (Cancelled, PhoneGone):
            pass
        finally:
            self.glass.look_seconds = 0.0
        for effect in self._sent()[before:]:
            self._check(effect, person, text, asked_at, look)

    @rule(person=st.sampled_from(PEOPLE), look=st.sampled_from((0.0, 9.0, 11.0)))
    def all_goes_well(self, person: str, look: float) -> None:
        """But for a phone that is looked at for so long that the approval has grown old."""
        self.a_run_begins()
        self.world.phone.restart()
        before = SENT["door"]
        self.a_message_is_to_be_sent(person, [[], [], [], []], None, "silent", look)
        assert SENT["door"] == before + (look <= FRESH_SECONDS)

    @rule(index=SMALL)
    def an_old_envelope_arrives(self, index: int) -> None:
        self.world.deliver(index)

    @rule()
    def the_right_finger_touches(self) -> None:
        self.world.touch()

    @invariant()
    def count(self) -> None:
        STEPS["door"] += 1

    def change_screen(self, kind: int) -> None:
        """What apps do while a person thinks."""
        if kind % 3 == 0:
            GLASS.show("messages", "conversation", name=PEOPLE[kind % 2])
        elif kind % 3 == 1:
            GLASS.type_text("!")
        else:
            GLASS.start_app("com.android.deskclock")

    def sneak(self) -> None:
        """The run, or whoever holds its phone, tries to press the button meanwhile."""
        with pytest.raises(InputFrozen):
            self.door.phone.tap(Point(x=1, y=1))

    def _write(self, person: str) -> str:
        self.number += 1
        GLASS.show("messages", "conversation", name=person)
        field = self.glass.observe().element_named("Text message")
        assert field is not None
        middle = field.node.bounds.center
        GLASS.tap(middle.x, middle.y)
        GLASS.type_text(f"hi {self.number}.")
        written = self.glass.observe().element_named("Text message")
        assert written is not None
        # What was not sent the last time still stands there.
        return written.node.text

    def _sent(self) -> list[Any]:
        return [entry for entry in GLASS.log.effects if entry["kind"] == "message_sent"]

    def _check(self, effect: Any, person: str, text: str, asked_at: float, look: float) -> None:
        """What was sent was asked, touched for, and is what was shown; no touch sent anything before."""
        SENT["door"] += 1
        assert (effect["to"], effect["text"]) == (person, text)
        request = self.world.request_of(self.world.sent[-1])
        assert [(fact.kind, fact.value) for fact in request.facts] == [("recipient", person), ("text", text)]
        assert request.req_id not in self.used
        self.used.append(request.req_id)
        touches = self.world.touches_for(request)
        assert len(touches) == 1
        key, at = touches[0]
        assert key is self.world.enrolled
        assert asked_at <= at
        assert look <= FRESH_SECONDS


@pytest.mark.slow
def test_nothing_is_sent_without_exactly_one_fresh_matching_touch() -> None:
    SENT["door"] = 0
    run(DoorMachine, examples=12, steps=10, by_chance=False)
    assert SENT["door"] > 3


@pytest.mark.marathon
def test_nothing_is_sent_without_a_touch_in_many_steps() -> None:
    STEPS["door"] = SENT["door"] = 0
    while STEPS["door"] < 10_000:
        run(DoorMachine, examples=50, steps=30, by_chance=True)
    assert SENT["door"] > 100
