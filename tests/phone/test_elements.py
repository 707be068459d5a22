"""What a person could act on or read, and what it is called."""

import pytest

from genie_host.core.screen import Role
from genie_host.phone.observation import build_observation
from tests.phone.dumps import dump, node, screen

ROW = (0, 400, 1080, 560)
LEFT, RIGHT = (40, 420, 800, 480), (860, 430, 1040, 530)


def elements(*children):
    return build_observation(dump(screen(*children))).elements


def names(*children):
    return [(element.name, element.role) for element in elements(*children)]


def test_a_row_is_named_by_its_first_text_and_valued_by_the_rest():
    row = node(
        "LinearLayout",
        ROW,
        node("TextView", LEFT, text="Battery"),
        node("TextView", (40, 490, 800, 540), text="83%"),
        clickable=True,
    )
    (element,) = elements(row)
    assert (element.name, element.value, element.role, element.reading) == ("Battery", "83%", Role.ITEM, "Battery: 83%")


def test_a_switch_in_a_row_that_takes_the_touch_is_one_element_hit_at_the_switch():
    switch = node("Switch", RIGHT, checkable=True, checked=True)
    (element,) = elements(node("LinearLayout", ROW, node("TextView", LEFT, text="Wi-Fi"), switch, clickable=True))
    assert (element.name, element.role, element.is_checked) == ("Wi-Fi", Role.SWITCH, True)
    assert element.node.class_name == "android.widget.Switch"
    assert element.reading == "Wi-Fi: on"


def test_a_switch_with_a_touch_of_its_own_is_named_after_its_row():
    switch = node("Switch", RIGHT, checkable=True, clickable=True)
    found = elements(node("LinearLayout", ROW, node("TextView", LEFT, text="Hotspot"), switch, clickable=True))
    assert [(element.name, element.is_name_guessed) for element in found] == [
        ("Hotspot", False),
        ("Hotspot switch", True),
    ]


def test_a_switch_in_a_disabled_row_is_disabled():
    switch = node("Switch", RIGHT, checkable=True)
    row = node("LinearLayout", ROW, node("TextView", LEFT, text="NFC"), switch, clickable=True, enabled=False)
    assert not elements(row)[0].is_actionable


def test_a_field_is_named_by_its_hint_and_valued_by_its_content():
    empty = node("EditText", ROW, text="Message", hint="Message", clickable=True)
    filled = node("EditText", ROW, text="hi", hint="Message", clickable=True)
    assert [(e.name, e.value, e.role) for e in elements(empty)] == [("Message", "", Role.FIELD)]
    assert [(e.name, e.value) for e in elements(filled)] == [("Message", "hi")]


def test_an_icon_without_words_is_named_by_its_id_and_said_to_be_guessed():
    icon = node("ImageButton", ROW, id="com.example.app:id/send_message_button", clickable=True)
    (element,) = elements(icon)
    assert (element.name, element.is_name_guessed) == ("send message button", True)


def test_what_has_no_name_at_all_is_said_to_have_none():
    assert names(node("ImageView", ROW, id="com.example.app:id/icon", clickable=True)) == [
        ("unnamed image", Role.IMAGE)
    ]


def test_a_description_speaks_for_the_texts_below_it():
    bubble = node("LinearLayout", ROW, node("TextView", LEFT, text="hi"), desc="Mum: hi")
    assert names(bubble) == [("Mum: hi", Role.TEXT)]


def test_a_page_that_can_be_clicked_as_a_whole_is_not_named_by_its_children():
    page = node("FrameLayout", (0, 100, 1080, 2300), node("Button", ROW, text="Buy", clickable=True), clickable=True)
    assert names(page) == [("Buy", Role.BUTTON)]


def test_things_of_one_name_are_told_apart_and_what_can_be_acted_on_keeps_it():
    text = node("TextView", (0, 100, 1080, 160), text="Alarm")
    tab = node("Button", (0, 2200, 500, 2300), text="Alarm", clickable=True)
    other = node("Button", (500, 2200, 1080, 2300), text="Alarm", clickable=True)
    found = elements(text, tab, other)
    assert [(e.name, e.role) for e in found] == [
        ("Alarm (3)", Role.TEXT),
        ("Alarm", Role.BUTTON),
        ("Alarm (2)", Role.BUTTON),
    ]


def test_reading_order_is_by_row_then_from_the_left():
    boxes = {"c": (0, 300, 500, 380), "b": (600, 104, 900, 180), "a": (0, 110, 500, 170)}
    found = elements(*(node("Button", box, text=name, clickable=True) for name, box in boxes.items()))
    assert [(element.name, element.ref) for element in found] == [("a", 1), ("b", 2), ("c", 3)]


@pytest.mark.parametrize(
    "hidden",
    [
        node("Button", ROW, text="x", clickable=True, visible_to_user=False),
        node("Button", (0, 2500, 1080, 2600), text="x", clickable=True),
        node("Button", (5, 5, 5, 5), text="x", clickable=True),
    ],
)
def test_what_cannot_be_seen_is_no_element(hidden):
    assert [element.name for element in elements(hidden, node("TextView", LEFT, text="seen"))] == ["seen"]


def test_a_field_without_words_is_named_by_the_label_above_it_and_said_to_be_guessed():
    label = node("TextView", (40, 300, 400, 350), text="Amount")
    far = node("TextView", (40, 1500, 400, 1550), text="Total")
    field = node("EditText", (40, 360, 1040, 460), clickable=True)
    found = {element.role: element for element in elements(label, far, field)}
    assert (found[Role.FIELD].name, found[Role.FIELD].is_name_guessed) == ("Amount", True)
    assert not found[Role.FIELD].is_unnamed


def test_a_checkbox_without_words_is_named_by_the_text_beside_it():
    box = node("CheckBox", (40, 400, 120, 480), checkable=True, clickable=True)
    found = elements(box, node("TextView", (140, 410, 700, 470), text="I agree"))
    assert [(e.name, e.role) for e in found] == [("I agree", Role.CHECKBOX), ("I agree (2)", Role.TEXT)]


def test_a_field_with_nothing_near_it_is_flagged_as_having_no_name():
    field = node("EditText", (40, 360, 1040, 460), clickable=True)
    (element,) = elements(field)
    assert (element.name, element.is_unnamed, element.is_name_guessed) == ("unnamed field", True, True)


def test_an_icon_is_not_named_by_what_happens_to_stand_beside_it():
    icon = node("ImageView", (40, 400, 120, 480), clickable=True)
    found = elements(icon, node("TextView", (140, 410, 700, 470), text="Title"))
    assert [(e.name, e.is_unnamed) for e in found] == [("unnamed image", True), ("Title", False)]


def test_a_password_shows_its_length_and_nothing_else():
    field = node("EditText", ROW, text="hunter2", hint="Password", password=True, clickable=True)
    assert [(e.name, e.value) for e in elements(field)] == [("Password", "•••••••")]


def test_what_a_web_page_draws_is_said_to_be_of_a_web_page():
    link = node("android.view.View", (0, 400, 1080, 480), text="Imprint", clickable=True)
    page = node("android.webkit.WebView", (0, 200, 1080, 2000), link)
    found = elements(page, node("Button", (0, 2100, 1080, 2200), text="Back", clickable=True))
    assert [(e.name, e.is_web, e.package_name, e.window) for e in found] == [
        ("Imprint", True, "com.example.app", 0),
        ("Back", False, "com.example.app", 0),
    ]


def test_what_is_seen_under_a_parent_said_to_be_hidden_is_kept():
    link = node("android.view.View", (0, 400, 1080, 480), text="Imprint", clickable=True)
    assert names(node("android.webkit.WebView", (0, 200, 1080, 2000), link, visible_to_user=False)) == [
        ("Imprint", Role.ITEM)
    ]


def test_a_line_of_pixels_is_no_text_to_read():
    assert names(node("TextView", (0, 400, 1080, 402), text="cut off"), node("TextView", LEFT, text="seen")) == [
        ("seen", Role.TEXT)
    ]


def test_bounds_beyond_the_left_edge_are_kept():
    (element,) = elements(node("Button", (-120, 400, 300, 480), text="Half", clickable=True))
    assert element.node.bounds.left == -120
    assert element.is_actionable


def test_a_large_field_is_a_field_and_no_page():
    paste = node("Button", (800, 500, 1000, 600), text="Paste", clickable=True)
    field = node("EditText", (0, 300, 1080, 1500), paste, text="notes", hint="Body", clickable=True)
    assert [(e.name, e.role) for e in elements(field)] == [("Body", Role.FIELD), ("Paste", Role.BUTTON)]


def test_the_title_of_a_web_page_does_not_speak_for_what_is_on_the_page():
    page = node(
        "WebView",
        (0, 260, 1080, 2400),
        node("TextView", (0, 300, 1080, 400), text="Night ferry is back"),
        node("TextView", (0, 400, 1080, 900), text="It sails again from Friday."),
        text="news.example",
    )
    assert [element.name for element in elements(page)] == [
        "news.example",
        "Night ferry is back",
        "It sails again from Friday.",
    ]
