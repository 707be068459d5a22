"""Dumps as phones and shells make them."""

import pytest

from genie_host.core.geometry import Bounds
from genie_host.phone.hierarchy import MAX_DEPTH, decode_dump, parse_hierarchy
from tests.phone.dumps import dump, node, screen

ONE = dump(screen(node("Button", (10, 20, 110, 70), text="Send", clickable=True)), rotation=1)


def only(text):
    parsed = parse_hierarchy(text)
    return parsed.roots[0].children[0]


def test_attributes_become_fields():
    parsed = parse_hierarchy(ONE)
    button = parsed.roots[0].children[0]
    assert (parsed.rotation, parsed.is_truncated) == (1, False)
    assert (button.path, button.text, button.class_name) == ("0/0", "Send", "android.widget.Button")
    assert button.bounds == Bounds(left=10, top=20, right=110, bottom=70)
    assert button.is_clickable
    assert not button.is_checked


def test_negative_bounds_are_kept():
    assert only(dump(screen(node("View", (-40, -3, 100, 50))))).bounds.left == -40


@pytest.mark.parametrize("bounds", ["", "[0,0]", "[a,b][c,d]", "[0,0][1,1] "])
def test_bounds_that_are_none_make_a_node_without_area(bounds):
    text = f'<hierarchy rotation="0"><node bounds="[0,0][9,9]"><node bounds="{bounds}" text="x"/></node></hierarchy>'
    assert only(text).bounds.area == 0


def test_a_dump_cut_off_gives_what_there_was_and_says_so():
    parsed = parse_hierarchy(ONE[: ONE.index("</node>")])
    assert parsed.is_truncated
    assert parsed.roots[0].children[0].text == "Send"


@pytest.mark.parametrize("text", ["", "Killed", "ERROR: could not get idle state.", "<html></html>"])
def test_text_without_a_dump_has_no_roots(text):
    assert parse_hierarchy(text).roots == ()


def test_an_empty_hierarchy_is_whole_and_empty():
    parsed = parse_hierarchy('<?xml version="1.0"?>\r\n<hierarchy rotation="3" />')
    assert (parsed.roots, parsed.rotation, parsed.is_truncated) == ((), 3, False)


@pytest.mark.parametrize(
    "text",
    [
        ONE + "\nUI hierchary dumped to: /dev/tty",
        "WARNING: linker\n" + ONE,
        ONE + ONE,
        ONE.replace("Send", "Se\x00\x07nd"),
        ONE.replace("Send", "&#11;Send&#x1;"),
    ],
)
def test_what_shells_add_is_dropped(text):
    parsed = parse_hierarchy(text)
    assert len(parsed.roots) == 1
    assert not parsed.is_truncated


def test_an_emoji_written_as_two_references_is_joined():
    assert only(ONE.replace("Send", "&#55357;&#56832;")).text == "\U0001f600"


def test_half_an_emoji_does_no_harm():
    assert only(ONE.replace("Send", "a&#55357;b")).text.startswith("a")


def test_utf16_files_are_read():
    assert only(decode_dump(ONE.encode("utf-16"))).text == "Send"
    assert only(decode_dump(b"\xef\xbb\xbf" + ONE.encode())).text == "Send"


def test_entities_are_not_expanded():
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>' + ONE.replace("Send", "&b;")
    assert "aaaaaaaaaa" not in only(bomb).text


def test_the_appium_form_is_read():
    text = (
        '<hierarchy rotation="0"><android.widget.FrameLayout class="android.widget.FrameLayout" bounds="[0,0][10,10]">'
        '<android.widget.Button class="android.widget.Button" text="Go" displayed="false" bounds="[0,0][5,5]"/>'
        "</android.widget.FrameLayout></hierarchy>"
    )
    assert (only(text).text, only(text).is_visible) == ("Go", False)


def test_depth_without_end_is_cut_and_does_not_crash():
    text = '<node bounds="[0,0][9,9]">' * 3000 + "</node>" * 3000
    parsed = parse_hierarchy(f'<hierarchy rotation="0">{text}</hierarchy>')
    assert len(list(parsed.roots[0].walk())) <= MAX_DEPTH + 1
