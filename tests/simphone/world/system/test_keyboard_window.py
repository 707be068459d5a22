"""The keyboard: its keys as nodes, fields that take only some characters, the clipboard."""

from __future__ import annotations

import pytest
from phone_in_hand import Hand

FORM = """
app_id: form
package: com.example.form
label: Form
state: {name: "", code: "", note: ""}
screens:
  home:
    title: Form
    body:
      - {kind: field, bind: name, hint: Name}
      - {kind: field, bind: code, hint: Code, input_type: otp, max_length: 4}
      - {kind: button, text: Copy, tap: [{copy: "Hello {name}"}]}
"""


@pytest.fixture
def hand() -> Hand:
    hand = Hand(FORM)
    hand.world.start_app("com.example.form")
    return hand


def test_keys_write_and_shift_holds_for_one_letter(hand):
    hand.tap("Name", "Shift", "H", "i", "Space", "Symbols", "2", "Letters", "x", "Delete")
    assert hand.world.state["form"]["name"] == "Hi 2"


def test_it_is_a_window_of_the_input_method_and_takes_no_focus(hand):
    hand.tap("Name")
    keyboard = next(window for window in hand.world.windows() if window.type == "input_method")
    assert keyboard.root.package == "com.android.inputmethod.latin"
    assert not keyboard.focusable
    assert hand.world.focused_window().kind == "app"
    assert all(keyboard.root.bounds.clipped(node.bounds) == node.bounds for node in keyboard.root.walk())


def test_back_takes_it_away(hand):
    hand.tap("Name")
    hand.world.press_key(4)
    assert "input_method" not in hand.kinds
    assert hand.world.foreground.app_id == "form"


def test_a_field_keeps_what_it_takes(hand):
    hand.tap("Code")
    hand.world.type_text("1a2-34567")
    assert hand.world.state["form"]["code"] == "1234"


def test_key_codes_write_letters_and_digits_and_delete(hand):
    hand.tap("Name")
    for code in (29, 30, 8, 67, 62, 31):
        hand.world.press_key(code)
    assert hand.world.state["form"]["name"] == "ab c"


def test_copy_cut_and_paste(hand):
    hand.tap("Name")
    hand.world.type_text("Ann")
    hand.tap("Copy")
    assert hand.world.clipboard == "Hello Ann"
    hand.world.press_key(279)
    assert hand.world.state["form"]["name"] == "AnnHello Ann"
    hand.world.press_key(277)
    assert hand.world.state["form"]["name"] == ""
    assert hand.world.clipboard == "AnnHello Ann"


def test_tab_goes_to_the_next_field(hand):
    hand.tap("Name")
    hand.world.press_key(61)
    assert hand.world.focus == "code"
