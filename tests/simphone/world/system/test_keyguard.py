"""The lock screen and its PIN."""

from __future__ import annotations

import pytest
from phone_in_hand import Hand


@pytest.fixture
def hand() -> Hand:
    hand = Hand()
    hand.world.set_lock("pin", "2468")
    hand.world.press_key(26)
    hand.world.press_key(26)
    return hand


def enter(hand: Hand, digits: str) -> None:
    hand.tap(*digits, "Enter")


def test_without_a_lock_the_power_key_only_turns_the_screen():
    hand = Hand()
    hand.world.press_key(26)
    assert hand.world.windows() == []
    hand.world.press_key(26)
    assert not hand.world.is_locked
    assert "application" in hand.kinds


def test_a_phone_that_sleeps_hears_only_the_keys_that_wake_it():
    hand = Hand()
    hand.world.install("com.example.app", "App")
    hand.world.start_app("com.example.app")
    hand.world.press_key(223)
    for code in (3, 4, 187):
        hand.world.press_key(code)
    hand.world.press_key(224)
    assert hand.world.foreground.package == "com.example.app"
    assert not hand.world.system.shows_recents


def test_nothing_of_the_apps_is_seen_behind_it(hand):
    assert hand.kinds == ["keyguard", "status_bar"]
    assert hand.world.press_key(3)
    assert hand.world.is_locked
    hand.world.open_shade()
    assert hand.kinds == ["keyguard", "status_bar"]


def test_the_right_pin_on_the_pad_opens(hand):
    hand.world.swipe(540, 1800, 540, 800)
    assert "Enter your PIN" in hand.shown
    enter(hand, "2468")
    assert not hand.world.is_locked


def test_the_pad_is_black_in_pictures_and_shows_dots_only(hand):
    hand.world.dismiss_keyguard()
    hand.tap("2", "4")
    assert hand.world.windows()[0].secure
    assert "••" in hand.shown
    hand.tap("Delete")
    assert "•" in hand.shown


def test_a_pin_can_come_from_the_shell(hand):
    hand.world.press_key(82)
    assert hand.world.type_text("2468")
    hand.world.press_key(66)
    assert not hand.world.is_locked


def test_text_goes_nowhere_while_only_the_clock_is_shown(hand):
    assert hand.world.type_text("2468") is False
    assert hand.world.system.lock.entered == ""


def test_wrong_ones_are_counted_and_the_fifth_costs_half_a_minute(hand):
    hand.world.dismiss_keyguard()
    for _ in range(4):
        enter(hand, "1111")
    assert "Wrong PIN" in hand.shown
    enter(hand, "1111")
    assert hand.logged("pin_wrong")[-1]["times"] == 5
    assert "Try again in 30 seconds" in hand.shown
    hand.tap(*"2468", "Enter")
    assert hand.world.is_locked
    hand.wait(10)
    assert "Try again in 20 seconds" in hand.shown
    hand.wait(20.5)
    assert "Enter your PIN" in hand.shown
    enter(hand, "2468")
    assert not hand.world.is_locked


def test_a_swipe_lock_opens_with_a_swipe():
    hand = Hand()
    hand.world.set_lock("swipe")
    hand.world.sleep()
    hand.world.wake()
    assert "Swipe up to open" in hand.shown
    hand.world.swipe(540, 1800, 540, 800)
    assert not hand.world.is_locked


def test_back_goes_from_the_pad_to_the_clock(hand):
    hand.world.dismiss_keyguard()
    hand.world.press_key(4)
    assert "Swipe up to open" in hand.shown
    assert hand.world.is_locked
