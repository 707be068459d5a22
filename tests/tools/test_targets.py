"""Which element a name means, and where the finger goes."""

from __future__ import annotations

import pytest

from genie_host.core.geometry import Point
from genie_host.phone.hit_test import is_on_top, spot_for
from genie_host.tools.references import References, reference_to
from genie_host.tools.targets import find_element, find_field, find_match, touch_point
from genie_host.tools.tool import RetryDifferently
from tests.tools.screens import button, node, screen, window


def row(number):
    return (0, 200 * number, 1080, 200 * number + 180)


def named(*names):
    return screen(window(*(button(row(number), name) for number, name in enumerate(names))))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Wi-Fi", "Wi-Fi"),
        ("wi-fi", "Wi-Fi"),
        ("WI FI", "Wi-Fi"),
        ("cafe", "Café"),
        ("ÜBER UNS", "Über uns"),
        ("Ｓｅｎｄ", "Send"),
        ("don't allow", "Don’t allow"),
        ("إعدادات", "إعدادات"),
        ("हिन्दी", "हिन्दी"),
        ("store", "Store (12)"),
        ("new message", "Compose new message"),
        ("setings", "Settings"),
        ("alarm add", "Add alarm"),
        ("the send button", "Send"),
    ],
)
def test_a_name_is_found_through_the_slips_of_people(said, meant):
    others = ["Play", "Downloads", "Unrelated thing"]
    assert find_element(named(*others, meant), said).name == meant


@pytest.mark.parametrize(
    ("said", "there"),
    [
        ("follow", "Unfollow"),
        ("like", "Dislike"),
        ("allow", "Don't allow"),
        ("Turn on", "Turn off"),
        ("install", "Uninstall"),
        ("enable sync", "Disable sync"),
        ("7", "17"),
        ("", "Send"),
        ("!?", "Send"),
    ],
)
def test_what_means_the_contrary_or_nothing_is_not_taken(said, there):
    with pytest.raises(RetryDifferently, match="There is no"):
        find_element(named(there, "Cancel"), said)


def test_two_that_may_be_meant_are_both_named():
    with pytest.raises(RetryDifferently, match="'Send money', 'Send message'"):
        find_element(named("Send money", "Send message"), "send")


def test_two_that_are_equally_alike_are_both_named():
    with pytest.raises(RetryDifferently, match="could be any of"):
        find_element(named("Alarm one today", "Alarm two today"), "alarm today")


def test_the_rivals_of_a_guess_are_disclosed():
    match = find_match(named("Notifications", "Notification history", "Sound"), "notificatons")
    assert match.element.name == "Notifications"
    assert not match.is_exact
    assert [rival.name for rival in match.rivals] == []
    note = find_match(named("Bluetooth devices", "Blue theme"), "bluetooth device").note("bluetooth device")
    assert "taken for 'bluetooth device'" in note


def test_of_a_text_and_a_button_of_one_name_the_button_is_meant():
    seen = screen(window(node(row(0), "SAVE"), button(row(1), "Save")))
    assert find_element(seen, "save").node.is_clickable


def test_what_there_is_is_said_when_nothing_fits():
    with pytest.raises(RetryDifferently, match=r"There is no 'Warp' on this screen\. There is: 'Send'"):
        find_element(named("Send"), "Warp")


def test_a_field_is_found_by_focus_or_because_it_is_the_only_one():
    first = node(row(0), "", cls="android.widget.EditText", hint="Title", clickable=True)
    second = node(row(1), "", cls="android.widget.EditText", hint="Body", clickable=True, focused=True)
    assert find_field(screen(window(first)), None).name == "Title"
    assert find_field(screen(window(first, second)), None).name == "Body"
    with pytest.raises(RetryDifferently, match="Say which field"):
        find_field(screen(window(first, second.replace('focused="true"', ""))), None)


def test_the_middle_is_touched_when_it_is_free():
    seen = named("Send")
    assert touch_point(seen.elements[0], seen) == Point(x=540, y=90)


def test_a_row_is_touched_beside_the_link_in_its_middle():
    link = button((440, 40, 640, 140), "Terms")
    seen = screen(window(node((0, 0, 1080, 180), "I agree", link, clickable=True, cls="android.view.View")))
    point = touch_point(find_element(seen, "I agree"), seen)
    assert not 440 <= point.x < 640 or not 40 <= point.y < 140
    assert 0 <= point.x < 1080
    assert 0 <= point.y < 180
    assert touch_point(find_element(seen, "Terms"), seen) == Point(x=540, y=90)


def test_what_lies_under_a_floating_button_is_touched_where_it_is_free():
    seen = screen(window(button((0, 2000, 1080, 2200), "Row"), button((440, 2000, 640, 2200), "Add")))
    point = touch_point(find_element(seen, "Row"), seen)
    assert is_on_top(seen, find_element(seen, "Row").node, point)
    assert not 440 <= point.x < 640


def test_a_frame_that_one_thing_fills_is_touched_by_way_of_it():
    inner = button((0, 0, 1080, 180), "")
    seen = screen(window(node((0, 0, 1080, 180), "Weather", inner, cls="android.view.View", long=True)))
    assert touch_point(find_element(seen, "Weather"), seen) == Point(x=540, y=90)


def test_a_frame_that_two_things_fill_is_not_touched():
    left, right = button((0, 0, 540, 180), "Yes"), button((540, 0, 1080, 180), "No")
    seen = screen(window(node((0, 0, 1080, 180), "Answer", left, right, cls="android.view.View", clickable=True)))
    with pytest.raises(RetryDifferently, match="lies over it"):
        touch_point(find_element(seen, "Answer"), seen)


def test_drawing_order_decides_what_is_on_top():
    over = button((0, 0, 1080, 180), "Over", order=2)
    under = button((0, 0, 1080, 180), "Under", order=1)
    seen = screen(window(over, under))
    assert touch_point(find_element(seen, "Over"), seen) == Point(x=540, y=90)
    with pytest.raises(RetryDifferently, match="'Under' cannot be touched: 'Over' lies over it"):
        touch_point(find_element(seen, "Under"), seen)


def test_what_the_keyboard_covers_is_not_touched():
    keys = window(button((0, 1700, 100, 1800), "q"), bounds=(0, 1600, 1080, 2400)).replace(
        "com.example.app", "com.example.inputmethod.latin"
    )
    seen = screen(window(button((0, 2000, 1080, 2200), "Save"), button((0, 100, 1080, 200), "Name")), keys)
    assert touch_point(find_element(seen, "Name"), seen) == Point(x=540, y=150)
    with pytest.raises(RetryDifferently, match="Close the keyboard first"):
        touch_point(find_element(seen, "Save"), seen)


def test_what_a_notification_covers_is_said_to_be_free_again_soon():
    """Also while a keyboard is shown, which has nothing to do with it."""
    keys = window(button((0, 1700, 100, 1800), "q"), bounds=(0, 1600, 1080, 2400)).replace(
        "com.example.app", "com.example.inputmethod.latin"
    )
    notice = window(node((0, 60, 1080, 300), "Storage space running out"), bounds=(0, 60, 1080, 300)).replace(
        "com.example.app", "com.android.systemui"
    )
    seen = screen(window(button((0, 100, 1080, 200), "Save"), button((0, 500, 1080, 600), "Name")), keys, notice)
    with pytest.raises(RetryDifferently, match="of the system lies over it"):
        touch_point(find_element(seen, "Save"), seen)


def test_the_visible_part_is_touched_and_what_is_off_the_screen_is_not():
    seen = screen(window(button((-500, 0, 100, 180), "Half"), button((0, 2350, 1080, 2600), "Low")))
    assert touch_point(find_element(seen, "Half"), seen) == Point(x=50, y=90)
    assert touch_point(find_element(seen, "Low"), seen).y < 2400
    gone = find_element(seen, "Low").node._replace(bounds=find_element(seen, "Low").node.bounds._replace(top=2400))
    assert spot_for(seen, gone).point is None


def test_a_text_in_a_plain_row_stands_for_the_row():
    text = node((20, 20, 500, 100), "About phone")
    image = node((900, 20, 1000, 100), "", desc="Chevron", cls="android.widget.ImageView")
    seen = screen(window(node((0, 0, 1080, 180), "", text, image, clickable=True, cls="android.view.View")))
    assert touch_point(find_element(seen, "About phone"), seen)


def test_a_text_among_several_actions_is_not_tapped_by_way_of_their_container():
    card = node(
        (0, 0, 1080, 1200),
        "",
        node((20, 20, 900, 100), "Anna's picture"),
        button((20, 1000, 300, 1100), "Like"),
        button((320, 1000, 600, 1100), "Share"),
        cls="android.view.ViewGroup",
        clickable=True,
    )
    seen = screen(window(card))
    texts = [element for element in seen.elements if element.name == "Anna's picture" and not element.node.is_clickable]
    for element in texts:
        with pytest.raises(RetryDifferently, match="only a text beside: 'Like', 'Share'"):
            touch_point(element, seen)
    assert texts


def test_a_reference_names_its_element_while_the_look_lasts():
    seen, book = named("Send", "Cancel"), References()
    cancel = find_element(seen, "Cancel")
    assert book.in_names({"target": reference_to(cancel, seen)}, seen) == {"target": "Cancel"}
    assert book.in_names({"target": "#2", "seconds": 3}, seen) == {"target": "Cancel", "seconds": 3}
    assert book.in_names({"target": "Cancel"}, seen) == {"target": "Cancel"}


def test_a_reference_dies_with_its_look_and_the_error_names_the_replacement():
    before, after, book = named("Send", "Cancel"), named("Attach", "Send"), References()
    dead = reference_to(find_element(before, "Send"), before)
    gone = reference_to(find_element(before, "Cancel"), before)
    book.note(before)
    with pytest.raises(RetryDifferently, match=f"it is {reference_to(find_element(after, 'Send'), after)} now"):
        book.in_names({"target": dead}, after)
    with pytest.raises(RetryDifferently, match="'Cancel' on a screen that is gone; it is not on this one"):
        book.in_names({"target": gone}, after)
    with pytest.raises(RetryDifferently, match="Look again"):
        book.in_names({"target": "0bad#1"}, after)
    with pytest.raises(RetryDifferently, match="it has 2 elements"):
        book.in_names({"target": "#9"}, after)


def test_a_renamed_thing_is_known_again_by_its_id():
    book = References()
    before = screen(window(button(row(0), "Play", id="app:id/player")))
    after = screen(window(button(row(0), "Pause", id="app:id/player")))
    dead = reference_to(before.elements[0], before)
    book.note(before)
    with pytest.raises(RetryDifferently, match=f"it is {reference_to(after.elements[0], after)} now"):
        book.in_names({"target": dead}, after)
