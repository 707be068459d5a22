"""Notifications: heads-up, shade, quick settings, and what becomes of a tap."""

from __future__ import annotations

import pytest
from phone_in_hand import Hand

NOTIFYING = """
app_id: notifying
package: com.example.notifying
label: Parcels
state: {opened: "", archived: false, wifi: false}
screens:
  home:
    title: Parcels
    body:
      - kind: button
        text: Send
        tap:
          - notify:
              id: one
              title: Parcel here
              text: At the front door
              tap: [{set: {opened: one}}, {goto: parcel}]
              actions: [{text: Archive, do: [{set: {archived: true}}]}]
      - {kind: button, text: Quiet, tap: [{notify: {id: two, title: Synced, channel: silent}}]}
      - {kind: button, text: Withdraw, tap: [{cancel_notification: one}]}
  parcel: {title: Your parcel}
"""
SETTINGS = """
app_id: settings
package: com.android.settings
label: Settings
removable: false
state: {wifi: false, do_not_disturb: false, auto_rotate: true}
screens: {home: {title: Settings}, storage: {title: Storage}}
"""


@pytest.fixture
def hand() -> Hand:
    hand = Hand(NOTIFYING, SETTINGS)
    hand.world.start_app("com.example.notifying")
    return hand


def test_a_notification_slides_in_for_five_seconds_and_stays_in_the_shade(hand):
    hand.tap("Send")
    assert "Parcel here" in hand.shown
    assert hand.world.focused_window().kind == "app"
    hand.wait(5.1)
    assert "Parcel here" not in hand.shown
    hand.world.open_shade()
    assert "Parcel here" in hand.shown


def test_a_tap_on_it_brings_the_app_and_then_its_screen(hand):
    hand.tap("Send")
    hand.world.press_key(3)
    hand.tap("Parcel here")
    assert (hand.world.foreground.app_id, hand.world.foreground.screen) == ("notifying", "parcel")
    assert hand.world.state["notifying"]["opened"] == "one"
    hand.world.open_shade()
    assert "No notifications" in hand.shown


def test_its_button_does_its_work_without_opening_the_app(hand):
    hand.tap("Send")
    hand.world.press_key(3)
    hand.tap("Archive")
    assert hand.world.state["notifying"]["archived"] is True
    assert hand.world.foreground.app_id == "launcher"


def test_the_same_id_replaces_and_the_app_may_withdraw(hand):
    hand.tap("Send")
    hand.wait(6)
    hand.tap("Send")
    assert len(hand.world.system.notifications) == 1
    hand.wait(6)
    hand.tap("Withdraw")
    assert hand.world.system.notifications == []


def test_a_quiet_one_does_not_slide_in(hand):
    hand.tap("Quiet")
    assert "Synced" not in hand.shown
    hand.world.open_shade()
    assert "Synced" in hand.shown


def test_the_shade_comes_from_the_top_edge_and_goes_up_or_back(hand):
    hand.world.swipe(540, 10, 540, 900)
    assert hand.kinds == ["notification_shade"]
    hand.world.swipe(540, 1800, 540, 900)
    assert "notification_shade" not in hand.kinds
    hand.world.swipe(540, 10, 540, 900)
    hand.world.press_key(4)
    assert "notification_shade" not in hand.kinds
    assert hand.world.foreground.app_id == "notifying"


def test_sideways_takes_one_away_and_clear_all_the_rest(hand):
    hand.tap("Send", "Quiet")
    hand.world.open_shade()
    center = hand.find("Parcel here").bounds.center
    hand.world.swipe(200, center.y, 900, center.y)
    assert "Parcel here" not in hand.shown
    assert "Synced" in hand.shown
    hand.tap("Clear all")
    assert hand.world.system.notifications == []
    assert hand.world.system.shade == "closed"


def test_a_tile_is_the_same_switch_as_in_the_settings_app(hand):
    hand.world.open_quick_settings()
    hand.tap("Internet")
    assert hand.world.state["settings"]["wifi"] is True
    assert hand.world.settings["global", "wifi_on"] == "1"
    assert hand.find("Internet").text == "Internet"
    assert [node.checked for node in hand.nodes if node.description == "Internet"] == [True]
    assert hand.world.log.effects[-1]["key"] == "wifi"


def test_the_second_pull_shows_all_tiles(hand):
    hand.world.open_shade()
    assert "Aeroplane mode" not in hand.shown
    hand.world.swipe(540, 600, 540, 1500)
    assert "Aeroplane mode" in hand.shown


def test_do_not_disturb_keeps_them_in_the_shade(hand):
    hand.world.switch("do_not_disturb", True)
    hand.tap("Send")
    assert "Parcel here" not in hand.shown


def test_low_storage_is_said_and_leads_to_the_settings(hand):
    hand.world.warn_of_low_storage()
    hand.tap("Storage space running out")
    assert (hand.world.foreground.app_id, hand.world.foreground.screen) == ("settings", "storage")


def test_an_app_that_needs_leave_to_notify_is_not_heard_without():
    asking = NOTIFYING.replace("label: Parcels", "label: Parcels\npermissions: [notifications]")
    hand = Hand(asking)
    hand.world.start_app("com.example.notifying")
    hand.tap("Send")
    assert hand.world.system.notifications == []
    hand.world.grant_permission("com.example.notifying", "android.permission.POST_NOTIFICATIONS")
    hand.tap("Send")
    assert len(hand.world.system.notifications) == 1


def test_a_force_stopped_apps_notifications_are_gone(hand):
    hand.tap("Send")
    hand.world.stop_app("com.example.notifying")
    assert hand.world.system.notifications == []
