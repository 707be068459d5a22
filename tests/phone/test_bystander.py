"""A person's finger on the glass is noticed, ours is not."""

from __future__ import annotations

import pytest

from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.core.errors import PersonPresent
from genie_host.core.geometry import Point
from genie_host.phone.adb_phone import AdbPhone
from genie_host.simphone.control.person import press_key, tap
from genie_host.simphone.listener import Listener
from genie_host.simphone.server import SimServer


def person_taps(sim: SimServer) -> None:
    sim.call(lambda phone: tap(Listener(phone), {"x": 540, "y": 900}))


def wait_until_noticed(phone: AdbPhone) -> str:
    """What is said when the touch has come through the wire."""
    deadline = Deadline.after(20)
    while not deadline.is_over:
        try:
            phone.yield_to_person()
        except PersonPresent as noticed:
            return str(noticed)
        SYSTEM_CLOCK.sleep(0.01)
    pytest.fail("nobody noticed the person")


def watched(phone: AdbPhone, sim: SimServer) -> AdbPhone:
    """Watching has begun when the phone runs the command that listens."""
    phone.watch_for_person()
    deadline = Deadline.after(20)
    while not sim.call(lambda phone: len(phone.world.log._listeners)):
        assert not deadline.is_over
        SYSTEM_CLOCK.sleep(0.01)
    return phone


def keep_writing(phone: AdbPhone) -> None:
    """Act again and again until the touch has come through the wire."""
    deadline = Deadline.after(20)
    while not deadline.is_over:
        phone.write_clipboard("anything")


def test_our_own_touches_and_keys_are_not_a_person(sim: SimServer, phone: AdbPhone) -> None:
    watched(phone, sim)
    for _ in range(5):
        phone.tap(Point(x=540, y=300))
        phone.press_key("home")
        phone.swipe(Point(x=540, y=1800), Point(x=540, y=600))
    phone.observe()
    phone.yield_to_person()


def test_a_persons_finger_stops_the_next_action(sim: SimServer, phone: AdbPhone) -> None:
    watched(phone, sim)
    person_taps(sim)
    assert "let go" in wait_until_noticed(phone)
    person_taps(sim)
    taps = len(sim.call(lambda phone: phone.world.log.of_kind("tap")))
    with pytest.raises(PersonPresent):
        keep_writing(phone)
    assert len(sim.call(lambda phone: phone.world.log.of_kind("tap"))) == taps


def test_having_yielded_once_the_phone_may_be_used_again(sim: SimServer, phone: AdbPhone) -> None:
    watched(phone, sim)
    person_taps(sim)
    wait_until_noticed(phone)
    phone.tap(Point(x=540, y=300))


def test_a_person_who_was_asked_to_touch_the_phone_is_no_surprise(sim: SimServer, phone: AdbPhone) -> None:
    watched(phone, sim)
    with phone.expecting_person():
        person_taps(sim)
        deadline = Deadline.after(1)
        while not deadline.is_over:
            phone.yield_to_person()
            SYSTEM_CLOCK.sleep(0.05)
    phone.tap(Point(x=540, y=300))


def test_nobody_is_watched_for_unless_asked(sim: SimServer, phone: AdbPhone) -> None:
    person_taps(sim)
    phone.observe()
    phone.yield_to_person()
    assert sim.call(lambda phone: phone.unknown_commands) == []


def test_a_lost_connection_does_not_look_like_a_person(sim: SimServer, phone: AdbPhone) -> None:
    watched(phone, sim)
    sim.drop()
    phone.yield_to_person()
    phone.press_key("home")


def test_a_persons_key_alone_is_not_in_the_stream_of_the_glass(sim: SimServer, phone: AdbPhone) -> None:
    watched(phone, sim)
    sim.call(lambda phone: press_key(Listener(phone), {"key": "VOLUME_UP"}))
    phone.observe()
    phone.yield_to_person()
