"""Asking at the door: the phone is frozen meanwhile, an answer is for one fresh target, and denials are counted."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import pytest

from genie_host.agent.ending import EndReason
from genie_host.agent.freeze import READING, InputLock, locked_phone
from genie_host.agent.terms import Terms
from genie_host.core.audit import AuditList
from genie_host.core.calls import ToolCall
from genie_host.core.errors import InputFrozen
from genie_host.phone.phone import Phone
from genie_host.policy.approval import denied
from genie_host.policy.rates import Rate, Rates

DONE = ("tasks", {"plan": "done"})
TYPE_HI = ("type_text", {"field": "Text message", "text": "hi"})
SEND = ("click", {"target": "Send"})
BACK = 4


@dataclass
class Jumping:
    """A clock that leaps ahead at each look, once it is told to."""

    at: float = 0.0
    leap: float = 0.0

    def now(self) -> float:
        self.at += self.leap
        return self.at

    def sleep(self, seconds: float) -> None:
        self.at += seconds


def in_conversation(stage, name="Mum"):
    stage.show("messages", "conversation", name=name)
    return stage


def filled(stage):
    """A door, and the screen with a message in the field."""
    in_conversation(stage)
    door = stage.door()
    door.execute(ToolCall(call_id="1", tool_name=TYPE_HI[0], arguments=TYPE_HI[1]), stage.phone.observe(), "hi to Mum")
    return door, stage.phone.observe()


def test_nothing_touches_the_phone_while_an_approval_is_open(stage):
    door, screen = filled(stage)
    codes = []

    def meanwhile():
        for name, arguments in (("click", {"target": "Send"}), ("press_key", {"key": "enter"}), ("go_back", {})):
            call = ToolCall(call_id="2", tool_name=name, arguments=arguments)
            codes.append(door.execute(call, screen, "hi to Mum").outcome.code)
        with pytest.raises(InputFrozen):
            door.phone.tap(screen.element_named("Send").node.bounds.center)
        with pytest.raises(InputFrozen):
            door.phone.type_text("more")

    stage.person.says = True
    stage.person.meanwhile = meanwhile
    outcome = door.execute(ToolCall(call_id="3", tool_name="click", arguments={"target": "Send"}), screen, "hi to Mum")
    assert codes == ["frozen", "frozen", "frozen"]
    assert len(stage.person.asked) == 1
    assert outcome.outcome.code == "done"
    assert [(entry["to"], entry["text"]) for entry in stage.happened("message_sent")] == [("Mum", "hi")]


def test_the_phone_thaws_when_the_approver_fails(stage):
    door, screen = filled(stage)

    def fail():
        raise RuntimeError("gone")

    stage.person.meanwhile = fail
    assert door.execute(ToolCall(call_id="2", tool_name="click", arguments={"target": "Send"}), screen, "").outcome.code
    door.phone.go_back()


class Recorded:
    """Something with the methods of a phone, and one that no phone has today."""

    def __init__(self):
        self.called = []

    def __getattr__(self, name):
        return lambda *arguments, **named: self.called.append(name)


METHODS = sorted(name for name in vars(Phone) if not name.startswith("_"))


@pytest.mark.parametrize("name", [*METHODS, "teleport"])
def test_every_method_that_is_not_known_to_be_reading_is_frozen(name):
    phone, lock = Recorded(), InputLock()
    locked = locked_phone(phone, lock)
    with lock.held():
        if name in READING:
            getattr(locked, name)()
            assert phone.called == [name]
        else:
            with pytest.raises(InputFrozen):
                getattr(locked, name)()
            assert phone.called == []
    getattr(locked, name)()
    assert phone.called[-1] == name


def test_what_is_said_to_be_reading_is_there():
    assert set(METHODS) >= READING


def test_there_is_never_a_second_open_approval():
    lock = InputLock()
    with lock.held(), pytest.raises(InputFrozen), lock.held():
        pass
    with lock.held():
        assert lock.is_held
    assert not lock.is_held


def test_an_approval_begins_when_input_that_is_under_way_has_ended():
    lock, entered, leave, order = InputLock(), threading.Event(), threading.Event(), []

    def touch():
        with lock.touching():
            entered.set()
            leave.wait(30)
            order.append("touched")

    toucher = threading.Thread(target=touch)
    toucher.start()
    entered.wait(30)

    def ask():
        with lock.held():
            order.append("asked")

    asker = threading.Thread(target=ask)
    asker.start()
    while not lock.is_held:
        pass
    leave.set()
    asker.join(30)
    toucher.join(30)
    assert order == ["touched", "asked"]


def test_an_approval_is_thrown_away_after_ten_seconds(stage):
    stage.clock = Jumping()
    stage.person.says = True
    stage.person.meanwhile = lambda: setattr(stage.clock, "leap", 10.1)
    in_conversation(stage).run(TYPE_HI, SEND, DONE)
    assert stage.outcomes() == ["done", "stale"]
    assert [record["outcome"] for record in stage.records("decision")] == ["passed", "stale"]
    assert stage.happened("message_sent") == []


class SlowAudit(AuditList):
    """Takes its time to write down what was approved."""

    def __init__(self, clock):
        super().__init__()
        self.clock = clock

    def write(self, kind, data):
        super().write(kind, data)
        if "approval" in data:
            self.clock.at += 11


def test_an_approval_that_grows_old_while_it_is_written_down_is_thrown_away_too(stage):
    stage.clock = Jumping()
    stage.audit = SlowAudit(stage.clock)
    stage.person.says = True
    in_conversation(stage).run(TYPE_HI, SEND, DONE)
    assert stage.outcomes() == ["done", "stale"]
    assert [record["outcome"] for record in stage.records("effect")] == ["done", "stale"]
    assert stage.happened("message_sent") == []


def test_an_approval_is_good_for_ten_seconds(stage):
    stage.clock = Jumping()
    stage.person.says = True
    stage.person.meanwhile = lambda: setattr(stage.clock, "leap", 1.0)
    in_conversation(stage).run(TYPE_HI, SEND, DONE)
    assert stage.outcomes() == ["done", "done"]
    assert len(stage.happened("message_sent")) == 1


def test_a_target_that_moved_meanwhile_is_touched_where_it_is_now(stage):
    door, before = filled(stage)
    assert before.is_keyboard_shown
    stage.person.says = True
    stage.person.meanwhile = lambda: stage.server.call(lambda phone: phone.world.press_key(BACK))
    call = ToolCall(call_id="2", tool_name="click", arguments={"target": "Send"})
    outcome = door.execute(call, before, "send hi to Mum").outcome
    assert outcome.code == "done", outcome
    tapped = stage.happened("tap")[-1]
    assert before.element_named("Send").node.bounds.center.y != tapped["y"]
    assert len(stage.happened("message_sent")) == 1


@pytest.mark.parametrize("reason", ["timeout", "busy", "obscured", "focus_lost", "no_answer"])
def test_three_denials_end_the_run_even_when_nobody_said_no(stage, reason):
    stage.person.says = denied(reason)
    result = in_conversation(stage).run(TYPE_HI, SEND, SEND, SEND, SEND, DONE)
    assert stage.outcomes() == ["done", "not_approved", "not_approved", "denied"]
    assert result.reason is EndReason.STOPPED_BY_SAFETY
    assert len(stage.person.asked) == 3
    assert stage.happened("message_sent") == []


@pytest.mark.parametrize("reason", ["denied", "lockout", "none_enrolled", "bad_signature", "replayed", "", "new word"])
def test_any_other_denial_ends_the_run_at_once(stage, reason):
    stage.person.says = denied(reason)
    result = in_conversation(stage).run(TYPE_HI, SEND, SEND, DONE)
    assert stage.outcomes() == ["done", "denied"]
    assert result.reason is EndReason.STOPPED_BY_SAFETY
    assert len(stage.person.asked) == 1


def test_a_run_whose_last_wish_nobody_answered_is_stopped_by_safety(stage):
    stage.person.says = denied("timeout")
    result = in_conversation(stage).run(TYPE_HI, SEND, DONE)
    assert result.reason is EndReason.STOPPED_BY_SAFETY


def test_a_user_is_not_worn_down_with_questions(stage):
    stage.terms = Terms(rates=Rates(questions=Rate(most=1)))
    stage.person.says = denied("timeout")
    result = in_conversation(stage).run(TYPE_HI, SEND, SEND, DONE)
    assert stage.outcomes() == ["done", "not_approved", "refused"]
    assert result.reason is EndReason.STOPPED_BY_SAFETY
    assert len(stage.person.asked) == 1


def test_nobody_is_asked_about_a_screen_that_is_gone(stage):
    door, screen = filled(stage)
    stage.person.says = True
    call = ToolCall(call_id="2", tool_name="click", arguments={"target": "Send"})
    gone = replace(screen, is_foreground_seen=False)
    assert door.execute(call, gone, "send hi to Mum").outcome.code == "stale"
    assert stage.person.asked == []
    assert door.execute(call, screen, "send hi to Mum").outcome.code == "done"
