"""Work that is put off, toasts that end, a clock that goes."""

from __future__ import annotations

import pytest
from phone_in_hand import Hand

TIMED = """
app_id: timed
package: com.example.timed
label: Timed
state: {status: idle, others: ""}
screens:
  home:
    title: Timed
    body:
      - {kind: text, text: "{status}"}
      - {kind: button, text: Load, tap: [{set: {status: loading}}, {delay: {ms: 800, then: [{set: {status: done}}]}}]}
      - {kind: button, text: Save, tap: [{toast: Saved}]}
      - {kind: button, text: Later, tap: [{delay: {ms: 500, then: [{goto: next}]}}]}
      - {kind: button, text: Slow, tap: [{goto: slow}]}
      - {kind: button, text: Dice, tap: [{random: [[{set: {status: heads}}], [{set: {status: tails}}]]}]}
  next: {title: Next}
  slow: {title: Slow screen, settle_ms: 600, body: [{kind: text, text: Loaded}]}
"""


@pytest.fixture
def hand() -> Hand:
    hand = Hand(TIMED)
    hand.world.start_app("com.example.timed")
    return hand


def test_a_delay_is_over_when_its_time_has_come_and_not_before(hand):
    hand.tap("Load")
    hand.wait(0.7)
    assert "loading" in hand.shown
    hand.wait(0.2)
    assert "done" in hand.shown


def test_what_is_due_is_done_before_the_next_look_without_a_tick(hand):
    hand.tap("Load")
    hand.clock.sleep(1)
    assert "done" in hand.shown


def test_work_is_done_in_the_order_of_its_times(hand):
    done = []
    for ms in (300, 100, 200):
        hand.world.after(ms, lambda ms=ms: done.append(ms))
    assert hand.world.next_due == pytest.approx(0.1)
    hand.wait(1)
    assert done == [100, 200, 300]
    assert hand.world.next_due is None


def test_an_app_in_the_background_opens_no_screen(hand):
    hand.tap("Later")
    hand.world.press_key(3)
    hand.wait(1)
    assert hand.world.foreground.app_id == "launcher"
    hand.world.start_app("com.example.timed")
    assert hand.world.foreground.screen == "home"


def test_a_toast_is_a_window_for_two_seconds_and_never_in_the_tree(hand):
    hand.tap("Save")
    assert "toast" in hand.kinds
    assert "Saved" not in hand.shown
    hand.wait(2.1)
    assert "toast" not in hand.kinds
    assert hand.world.toast == "Saved"


def test_a_toast_lets_touches_through(hand):
    hand.tap("Save")
    toast = next(window for window in hand.world.windows() if window.type == "toast")
    hand.world.tap(toast.root.bounds.center.x, toast.root.bounds.center.y)
    assert hand.logged("tap")[-1]["package"] == "com.example.timed"


def test_a_toast_stands_above_the_keyboard(hand):
    hand.world.focus = "others"
    hand.world.show_toast("Saved")
    spots = {window.type: window.root.bounds for window in hand.world.windows()}
    assert spots["toast"].bottom <= spots["input_method"].top


def test_a_screen_that_settles_late_shows_the_tree_of_the_one_before(hand):
    hand.tap("Slow")
    assert hand.world.foreground.screen == "slow"
    assert "Loaded" not in hand.shown
    assert any(node.text == "Loaded" for node in hand.world.windows()[0].root.walk())
    hand.wait(0.7)
    assert "Loaded" in hand.shown


def test_the_clock_in_the_status_bar_goes(hand):
    assert "10:31" in hand.shown
    revision = hand.world.revision
    hand.wait(61)
    assert "10:32" in hand.shown
    assert hand.world.revision > revision


def test_luck_is_the_same_for_the_same_seed():
    def thrown(seed: int) -> list[str]:
        hand = Hand(TIMED, seed=seed)
        hand.world.start_app("com.example.timed")
        results = []
        for _ in range(12):
            hand.tap("Dice")
            results.append(hand.world.state["timed"]["status"])
        return results

    assert thrown(3) == thrown(3)
    assert set(thrown(3)) == {"heads", "tails"}
    assert thrown(3) != thrown(4)
