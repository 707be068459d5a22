"""The whole of a phone as JSON, and back, on the same phone or another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from phone_in_hand import Hand, app_of

from genie_host.core.errors import SimulatorError

BUSY = """
app_id: busy
package: com.example.busy
label: Busy
permissions: [camera]
state: {status: idle, list: [{name: one, done: false}, {name: two, done: false}]}
screens:
  home:
    title: Busy
    body:
      - {kind: text, text: "{status}"}
      - {kind: row, each: list, text: "{item.name}", tap: [{delay: {ms: 500, then: [{set: {item.done: true}}]}}]}
      - {kind: button, text: Scan, tap: [{permission: {name: camera, granted: [{set: {status: granted}}], denied: []}}]}
      - {kind: button, text: Ask, tap: [{dialog: sure}]}
      - {kind: button, text: Pay, tap: [{finger: {title: Pay, approved: [{set: {status: paid}}], denied: []}}]}
      - {kind: button, text: Tell, tap: [{notify: {id: a, title: Told, tap: [{set: {status: told}}]}}]}
      - {kind: button, text: Dice, tap: [{random: [[{set: {status: a}}], [{set: {status: b}}], [{set: {status: c}}]]}]}
      - {kind: field, bind: status, hint: Status}
dialogs:
  sure: {title: "Sure?", buttons: [{kind: button, text: "Yes", tap: [{set: {status: sure}}]}]}
"""


def new_hand() -> Hand:
    hand = Hand(BUSY)
    hand.world.start_app("com.example.busy")
    return hand


def carried(hand: Hand) -> dict[str, Any]:
    """A snapshot that has been through JSON, as one on disk has."""
    return json.loads(json.dumps(hand.world.snapshot()))


def status(hand: Hand) -> str:
    return str(hand.world.state["busy"]["status"])


@pytest.mark.parametrize("other", [False, True], ids=["the same phone", "another phone"])
@pytest.mark.parametrize(
    ("begin", "finish", "wanted"),
    [
        ("Scan", lambda hand: hand.tap("While using the app"), "granted"),
        ("Ask", lambda hand: hand.tap("Yes"), "sure"),
        ("Pay", lambda hand: hand.world.finger(True), "paid"),
        ("Tell", lambda hand: hand.tap("Told"), "told"),
    ],
)
def test_a_question_that_waits_can_still_be_answered(other, begin, finish, wanted):
    hand = new_hand()
    hand.tap(begin)
    data = carried(hand)
    finish(hand)
    assert status(hand) == wanted
    restored = new_hand() if other else hand
    restored.world.restore(data)
    assert status(restored) == "idle"
    finish(restored)
    assert status(restored) == wanted


def test_pending_work_is_done_after_its_rest_of_time_and_to_the_variables_themselves():
    hand = new_hand()
    hand.tap("two")
    hand.wait(0.3)
    data = carried(hand)
    other = new_hand()
    other.world.restore(data)
    other.wait(0.1)
    assert other.world.state["busy"]["list"][1]["done"] is False
    other.wait(0.2)
    assert [entry["done"] for entry in other.world.state["busy"]["list"]] == [False, True]


def test_everything_that_is_seen_comes_back():
    hand = new_hand()
    hand.world.set_lock("pin", "1234")
    hand.world.set_locale("de")
    hand.world.open_quick_settings()
    hand.world.clipboard = "copied"
    hand.world.settings["system", "screen_brightness"] = "7"
    shown, data = hand.shown, carried(hand)
    hand.world.close_shade()
    hand.world.set_locale("en")
    hand.world.press_key(3)
    hand.world.sleep()
    hand.world.restore(data)
    assert hand.shown == shown
    assert hand.world.clipboard == "copied"
    assert hand.world.settings["system", "screen_brightness"] == "7"
    assert hand.world.system.lock.pin == "1234"


def test_luck_goes_on_where_it_was():
    def throws(hand: Hand) -> list[str]:
        results = []
        for _ in range(8):
            hand.tap("Dice")
            results.append(status(hand))
        return results

    hand = new_hand()
    throws(hand)
    data = carried(hand)
    assert len(set(first := throws(hand))) > 1
    hand.world.restore(data)
    assert throws(hand) == first


def test_apps_that_came_later_are_in_it():
    hand = new_hand()
    hand.world.install(app_of(BUSY.replace("busy", "extra").replace("Busy", "Extra")))
    hand.world.start_app("com.example.extra")
    other = new_hand()
    other.world.restore(carried(hand))
    assert other.world.foreground.app_id == "extra"
    assert other.world.added_apps == ["com.example.extra"]


def test_the_log_is_not_turned_back():
    hand = new_hand()
    data = carried(hand)
    before = len(hand.world.log.entries)
    hand.world.restore(data)
    assert hand.logged("restored")
    assert len(hand.world.log.entries) == before + 1


def test_what_is_no_snapshot_is_refused():
    hand = new_hand()
    with pytest.raises(SimulatorError, match="no snapshot"):
        hand.world.restore({"form": 99})
    data = carried(hand)
    data["apps"].append("com.example.unknown")
    with pytest.raises(SimulatorError, match=r"needs the app com\.example\.unknown"):
        hand.world.restore(data)


def test_work_that_is_no_data_cannot_be_in_it():
    hand = new_hand()
    hand.world.after(100, lambda: None)
    with pytest.raises(SimulatorError, match="script"):
        hand.world.snapshot()
