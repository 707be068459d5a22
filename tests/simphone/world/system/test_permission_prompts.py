"""The permission controller: what it asks, what is remembered, and when it asks no more."""

from __future__ import annotations

import pytest
from phone_in_hand import Hand

from genie_host.simphone.profiles import profile

ASKING = """
app_id: asking
package: com.example.asking
label: Scanner
permissions: [camera, contacts]
state: {answer: ""}
screens:
  home:
    title: Scanner
    body:
      - kind: button
        text: Scan
        tap: [{permission: {name: camera, granted: [{set: {answer: granted}}], denied: [{set: {answer: denied}}]}}]
      - kind: button
        text: People
        tap: [{permission: {name: contacts, granted: [{set: {answer: granted}}], denied: [{set: {answer: denied}}]}}]
"""
PACKAGE, CONTROLLER = "com.example.asking", "com.android.permissioncontroller"


@pytest.fixture
def hand() -> Hand:
    hand = Hand(ASKING)
    hand.world.start_app(PACKAGE)
    return hand


def answer(hand: Hand) -> str:
    return str(hand.world.state["asking"]["answer"])


def test_the_prompt_is_the_permission_controllers_and_in_front(hand):
    hand.tap("Scan")
    assert hand.world.foreground.package == CONTROLLER
    prompt = hand.world.focused_window()
    assert (prompt.root.package, prompt.type) == (CONTROLLER, "application")
    assert "Allow Scanner to take pictures and record video?" in hand.shown
    ids = [node.resource_id for node in prompt.root.walk() if node.clickable]
    assert ids == [
        f"{CONTROLLER}:id/permission_{name}_button" for name in ("allow_foreground_only", "allow_one_time", "deny")
    ]


def test_what_is_allowed_is_allowed_for_good(hand):
    hand.tap("Scan", "While using the app")
    assert answer(hand) == "granted"
    hand.world.stop_app(PACKAGE)
    hand.world.start_app(PACKAGE)
    hand.tap("Scan")
    assert len(hand.logged("permission_asked")) == 1


def test_only_this_time_ends_with_the_app(hand):
    hand.tap("Scan", "Only this time")
    assert hand.world.has_permission("android.permission.CAMERA", PACKAGE)
    hand.world.stop_app(PACKAGE)
    assert not hand.world.has_permission("camera", PACKAGE)


def test_after_two_refusals_the_app_is_told_no_without_a_question(hand):
    for _ in range(2):
        hand.tap("Scan", "Don't allow")
    hand.world.state["asking"]["answer"] = ""
    hand.tap("Scan")
    assert answer(hand) == "denied"
    assert hand.world.foreground.package == PACKAGE
    assert len(hand.logged("permission_asked")) == 2
    hand.world.revoke_permission(PACKAGE, "camera")
    hand.tap("Scan")
    assert hand.world.foreground.package == CONTROLLER


def test_contacts_are_allowed_or_not_and_never_once(hand):
    hand.tap("People")
    assert "Only this time" not in hand.shown
    hand.tap("Allow")
    assert answer(hand) == "granted"


def test_nothing_behind_the_prompt_can_be_touched_and_back_does_not_answer(hand):
    hand.tap("Scan")
    hand.world.tap(540, 130)
    hand.world.press_key(4)
    assert hand.world.foreground.package == CONTROLLER
    assert answer(hand) == ""


def test_the_prompt_waits_with_its_app(hand):
    hand.tap("Scan")
    hand.world.press_key(3)
    assert hand.world.foreground.app_id == "launcher"
    hand.world.start_app(PACKAGE)
    assert hand.world.foreground.package == CONTROLLER


def test_a_phone_of_2016_asks_with_allow_and_deny():
    hand = Hand(ASKING, profile=profile("old-24"))
    hand.world.start_app(PACKAGE)
    hand.tap("Scan")
    assert hand.world.foreground.package == "com.android.packageinstaller"
    hand.tap("Deny")
    assert answer(hand) == "denied"


def test_the_shell_may_grant_by_the_systems_name(hand):
    hand.world.grant_permission(PACKAGE, "android.permission.READ_CONTACTS")
    hand.tap("People")
    assert answer(hand) == "granted"
    assert hand.logged("permission_asked") == []
