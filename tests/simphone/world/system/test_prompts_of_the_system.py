"""Crash and ANR dialogs, the biometric prompt, calls."""

from __future__ import annotations

import pytest
from phone_in_hand import Hand

RISKY = """
app_id: risky
package: com.example.risky
label: Till
state: {paid: ""}
screens:
  home:
    title: Till
    body:
      - {kind: button, text: Break, tap: [{crash: "NullPointerException"}, {set: {paid: after}}]}
      - {kind: button, text: Break later, tap: [{delay: {ms: 500, then: [{crash: Too late}]}}]}
      - {kind: button, text: Hang, tap: [{anr: true}]}
      - kind: button
        text: Pay
        tap:
          - finger:
              title: Pay 12.00
              subtitle: To Corner Shop
              approved: [{set: {paid: "yes"}}]
              denied: [{set: {paid: "no"}}]
      - {kind: button, text: Ring, tap: [{call: "0123 456"}]}
"""
CONTACTS = """
app_id: contacts
package: com.example.contacts
label: Contacts
state: {contacts: [{name: Grace, phone: 0123-456}]}
screens: {home: {title: Contacts}}
"""
PACKAGE = "com.example.risky"


@pytest.fixture
def hand() -> Hand:
    hand = Hand(RISKY, CONTACTS)
    hand.world.start_app(PACKAGE)
    return hand


def test_a_crash_ends_the_app_and_a_dialog_of_the_system_says_so(hand):
    hand.tap("Break")
    assert not hand.world.is_running(PACKAGE)
    assert "Till has stopped" in hand.shown
    window = hand.world.focused_window()
    assert (window.type, window.root.package) == ("system_alert", "android")
    hand.tap("Open app again")
    assert hand.world.foreground.package == PACKAGE
    hand.tap("Break")
    assert "Till keeps stopping" in hand.shown
    hand.tap("Close app")
    assert hand.world.foreground.app_id == "launcher"


def test_an_app_may_crash_in_the_background_and_takes_no_other_along(hand):
    hand.tap("Break later")
    hand.world.start_app("com.example.contacts")
    hand.wait(0.6)
    assert hand.world.running == ["com.android.launcher3", "com.example.contacts"]
    assert "Till has stopped" in hand.shown


def test_an_app_that_hangs_is_waited_for_or_closed(hand):
    hand.tap("Hang")
    assert "Till isn't responding" in hand.shown
    hand.world.tap(540, 350)
    hand.world.press_key(4)
    assert hand.world.is_hung(PACKAGE)
    hand.tap("Wait")
    assert not hand.world.is_hung(PACKAGE)
    hand.tap("Hang", "Close app")
    assert not hand.world.is_running(PACKAGE)


@pytest.mark.parametrize(("approve", "paid"), [(True, "yes"), (False, "no")])
def test_a_finger_says_yes_or_no(hand, approve, paid):
    hand.tap("Pay")
    assert {"Pay 12.00", "To Corner Shop"} <= set(hand.shown)
    assert hand.world.focused_window().secure
    assert hand.world.finger(approve) is True
    assert hand.world.state["risky"]["paid"] == paid
    assert hand.world.finger(approve) is False


def test_without_a_finger_the_answer_is_no_after_half_a_minute(hand):
    hand.tap("Pay")
    hand.wait(29)
    assert hand.world.asks_finger
    hand.wait(2)
    assert hand.world.state["risky"]["paid"] == "no"
    assert hand.logged("finger")[-1]["by"] == "timeout"


def test_a_strange_finger_may_try_five_times(hand):
    hand.tap("Pay")
    for _ in range(4):
        hand.world.wrong_finger()
    assert "Not recognised" in hand.shown
    hand.world.wrong_finger()
    assert hand.world.state["risky"]["paid"] == "no"
    assert hand.world.toast == "Too many attempts. Try again later."


@pytest.mark.parametrize("leave", [lambda w: w.press_key(4), lambda w: w.press_key(3), lambda w: w.press_key(26)])
def test_back_home_and_power_cancel_it(hand, leave):
    hand.tap("Pay")
    leave(hand.world)
    assert hand.world.state["risky"]["paid"] == "no"


def test_a_call_rings_by_the_name_of_who_calls_until_it_is_missed(hand):
    assert hand.world.ring("0123456")
    assert {"Incoming call", "Grace"} <= set(hand.shown)
    assert hand.world.foreground.package == "com.android.dialer"
    hand.wait(31)
    assert hand.world.system.call is None
    assert "Missed call" in hand.shown


def test_a_call_is_answered_left_and_hung_up(hand):
    hand.world.ring("999")
    hand.tap("Answer")
    assert "Ongoing call" in hand.shown
    hand.world.press_key(3)
    assert hand.world.foreground.app_id == "launcher"
    hand.world.open_shade()
    hand.tap("Ongoing call")
    hand.tap("Hang up")
    assert hand.world.system.call is None
    assert [entry["kind"] for entry in hand.world.log.effects] == ["call_answered", "call_ended"]


def test_a_call_comes_over_the_lock_screen_and_wakes_the_phone(hand):
    hand.world.set_lock("pin", "1234")
    hand.world.sleep()
    hand.world.ring("999")
    assert "Decline" in hand.shown
    hand.tap("Decline")
    assert hand.world.is_locked
    assert hand.logged("call_declined")


def test_a_call_out_connects_after_two_seconds(hand):
    hand.tap("Ring")
    assert {"Calling…", "Grace"} <= set(hand.shown)
    hand.wait(2.1)
    assert "Ongoing call" in hand.shown
    assert hand.world.ring("1") is False
