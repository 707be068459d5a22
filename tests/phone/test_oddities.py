"""Screens with the oddities that real dumps have, written anew: each must be read as a person would see it."""

import pytest

from genie_host.core.geometry import Size
from genie_host.core.screen import Role
from genie_host.phone.coverage import covered_nodes
from genie_host.phone.describe import describe
from genie_host.phone.hierarchy import decode_dump
from genie_host.phone.marks import place_marks
from genie_host.phone.observation import build_observation
from tests.phone.dumps import APP, dump, node, screen


def look(*windows, size=None, **facts):
    return build_observation(dump(*windows), size=size, **facts)


def names(*children):
    return [(element.name, element.role.value) for element in look(screen(*children)).elements]


def test_a_toolkit_that_puts_every_label_into_the_description():
    """Flutter: plain views, no ids, two lines in one description, fields without any words."""
    card = node("android.view.View", (0, 300, 1080, 500), desc="Groceries\n€ 12.40", clickable=True)
    field = node("EditText", (40, 700, 1040, 800), clickable=True)
    label = node("android.view.View", (40, 640, 300, 690), desc="Amount")
    assert names(card, field, label) == [
        ("Groceries € 12.40", "item"),
        ("Amount", "text"),
        ("Amount (2)", "field"),
    ] or (names(card, field, label) == [("Groceries € 12.40", "item"), ("Amount (2)", "text"), ("Amount", "field")])


def test_a_toolkit_without_ids_whose_texts_lie_beside_what_is_clicked():
    """Compose: the clickable view has no text, its child has."""
    row = node(
        "android.view.View",
        (0, 300, 1080, 420),
        node("TextView", (40, 320, 500, 400), text="Dark theme"),
        node("android.view.View", (900, 320, 1040, 400), checkable=True, checked=True),
        clickable=True,
    )
    (element,) = look(screen(row)).elements
    assert (element.name, element.role, element.is_checked) == ("Dark theme", Role.CHECKBOX, True)


def test_an_address_of_two_thousand_letters_is_cut_in_the_text_and_whole_in_the_element():
    field = node("EditText", (0, 300, 1080, 420), text="https://example.com/" + "a" * 1980, hint="Link", clickable=True)
    observation = look(screen(field))
    assert len(observation.elements[0].value) == 2000
    assert len(describe(observation)) < 100


def test_a_paragraph_in_a_description_is_one_line():
    observation = look(screen(node("TextView", (0, 300, 1080, 900), desc="Dear all,\n\n\tsee you.\r\nBob")))
    assert describe(observation).splitlines() == ["app: App", "| Dear all, see you. Bob"]


def test_ids_that_say_nothing_name_nothing():
    icon = node("ImageView", (0, 300, 100, 400), id=f"{APP}:id/a1", clickable=True, NAF="true")
    (element,) = look(screen(icon)).elements
    assert (element.name, element.is_unnamed) == ("unnamed image", True)


def test_a_television_lies_on_its_side():
    tile = node("Button", (1700, 900, 1900, 1060), text="Play", clickable=True)
    observation = look(node("FrameLayout", (0, 0, 1920, 1080), tile))
    assert observation.size == Size(width=1920, height=1080)
    assert [element.name for element in observation.elements] == ["Play"]


def test_the_second_page_of_a_pager_is_off_the_screen_and_named():
    first = node("TextView", (0, 300, 1080, 400), text="Today", clickable=True)
    second = node("TextView", (1080, 300, 2160, 400), text="Tomorrow", clickable=True)
    pager = node("androidx.viewpager.widget.ViewPager", (0, 200, 1080, 2300), first, second, scrollable=True)
    observation = look(screen(pager))
    assert [element.name for element in observation.elements] == ["Today"]
    assert "(off the screen to the right: 1 more)" in describe(observation)


def test_a_chip_in_a_chip_is_one_thing():
    inner = node("CompoundButton", (100, 300, 400, 400), text="Vegan", checkable=True, clickable=False)
    chip = node("CompoundButton", (100, 300, 400, 400), inner, clickable=True)
    assert names(chip) == [("Vegan", "checkbox")]


def test_icons_of_one_name_are_told_apart():
    icons = [node("TextView", (left, 300, left + 200, 500), text="Mail", clickable=True) for left in (0, 300)]
    assert names(*icons) == [("Mail", "item"), ("Mail (2)", "item")]


def test_a_button_of_the_system_is_reported_with_its_keys():
    bar = node(
        "FrameLayout",
        (0, 2280, 1080, 2400),
        node("ImageView", (200, 2280, 400, 2400), desc="Back", clickable=True, package="com.android.systemui"),
        package="com.android.systemui",
    )
    app = node("FrameLayout", (0, 0, 1080, 2280), node("Button", (0, 300, 500, 400), text="Go", clickable=True))
    observation = look(app, bar)
    assert [element.name for element in observation.elements] == ["Go"]
    assert "(keys: Back)" in describe(observation)


def test_the_tree_of_an_app_that_is_no_longer_in_front_says_so():
    old = screen(node("Button", (0, 300, 500, 400), text="Go", clickable=True))
    assert not look(old, foreground=("com.new", ".Main")).is_foreground_seen
    assert "(not of the app in front: look again)" in describe(look(old, foreground=("com.new", ".Main")))
    assert look(old, foreground=(APP, ".Main")).is_foreground_seen


GOOD = dump(screen(node("Button", (0, 300, 500, 400), text="Go", clickable=True)))


@pytest.mark.parametrize(
    "data",
    [
        GOOD.encode("utf-16"),
        b"\xef\xbb\xbf" + GOOD.encode(),
        (GOOD + "\r\nUI hierchary dumped to: /dev/tty\r\n").encode("utf-16"),
        (GOOD + "Killed").encode(),
        (GOOD + "\n" + GOOD).encode(),
        ("WARNING: linker: unused DT entry\n" + GOOD).encode(),
        GOOD.replace("><", ">\n   <").encode(),
        GOOD.replace("Go", "&#0;Go&#8;").encode(),
        GOOD.replace("Go", "G\x00o").replace("G o", "Go").encode(),
    ],
)
def test_what_shells_and_editors_make_of_a_dump_is_read_whole(data):
    observation = build_observation(decode_dump(data))
    assert [element.name.replace(" ", "") for element in observation.elements] == ["Go"]
    assert not observation.is_truncated


@pytest.mark.parametrize("data", [b"Killed", b"", b"ERROR: null root node returned by UiTestAutomationBridge."])
def test_no_dump_at_all_is_not_an_empty_screen(data):
    observation = build_observation(decode_dump(data))
    assert observation.empty_reason is not None
    assert observation.elements == ()


@pytest.mark.slow
def test_a_screen_made_to_take_for_ever_does_not():
    """Thousands of fields, lists and equal names: work grows with their number and not with its square."""
    buttons = [node("Button", (0, n % 2000, 500, n % 2000 + 100), text="same", clickable=True) for n in range(3000)]
    fields = [node("EditText", (0, n % 2000, 500, n % 2000 + 100), clickable=True) for n in range(3000)]
    lists = [node("View", (0, n % 2000, 500, n % 2000 + 100), text=f"t{n}", scrollable=True) for n in range(3000)]
    observation = look(screen(*buttons, *fields, *lists))
    assert observation.elements[-1].ref == 9000
    assert len({element.name for element in observation.elements}) == 9000
    assert describe(observation, max_lines=20).count("\n") < 40
    assert len(covered_nodes(observation)) == 0
    assert len(place_marks(observation.elements, observation.size)) <= 300
