"""What a person cannot see, or is fooled by, shows as a mark; honest text of any language stays as it is."""

import pytest

from genie_host.phone.observation import build_observation
from genie_host.phone.odd_text import has_odd_text, is_picture, visible_text
from tests.phone.dumps import dump, node, screen


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Se\u200bnd", "Se⟦U+200B⟧nd"),
        ("photo\u202egpj.exe", "photo⟦U+202E⟧gpj.exe"),
        ("Pay \u2067now", "Pay ⟦U+2067⟧now"),
        ("p\u0430yp\u0430l", "p⟦\u0430⟧yp⟦\u0430⟧l"),
        ("\u0421o\u0440y", "⟦\u0421⟧o⟦\u0440⟧y"),
        ("Hi\U000e0073\U000e0065\U000e006e\U000e0064", "Hi⟦4 unseen characters⟧"),
        ("\u3164", "⟦U+3164⟧"),
        ("e" + "\u0301" * 20, "e\u0301\u0301\u0301⟦17 more accents⟧"),
        ("\uf123 Cart", "⟦picture⟧ Cart"),
        ("⟦U+200B⟧", "⟦U+27E6⟧U+200B⟧"),
        ("a\u200db", "a⟦U+200D⟧b"),
    ],
)
def test_what_cannot_be_seen_is_marked(text, seen):
    assert visible_text(text) == seen
    assert has_odd_text(visible_text(text))


@pytest.mark.parametrize(
    "text",
    [
        "Wi‑Fi",
        "Привет, мир",
        "VIPклиент",
        "µm kΩ",
        "שלום",
        "می\u200cخواهم",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "❤\ufe0f",
        "日本語のテキスト",
        "Ångström",
        "नमस्ते",
    ],
)
def test_honest_text_stays_as_it_is(text):
    assert visible_text(text) == text


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\u2068+1 555 0100\u2069", "+1 555 0100"),
        ("\u202a+1 555 0100\u202c", "+1 555 0100"),
        ("שלום \u200f12", "שלום 12"),
        ("Donau\u00addampf", "Donaudampf"),
        ("\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "\U0001f3f4"),
    ],
)
def test_marks_that_change_nothing_are_left_out(text, seen):
    assert visible_text(text) == seen
    assert not has_odd_text(seen)


def test_letters_of_an_icon_font_are_pictures():
    assert is_picture("\uf1f8 \uf123")
    assert not is_picture("\uf1f8 Delete")
    assert not is_picture("")


def test_an_element_shows_the_mark_and_says_that_its_text_is_odd():
    button = node("Button", (0, 400, 1080, 500), text="Se\u200bnd", clickable=True)
    plain = node("Button", (0, 600, 1080, 700), text="Back", clickable=True)
    odd, even = build_observation(dump(screen(button, plain))).elements
    assert (odd.name, odd.is_odd, odd.node.text) == ("Se⟦U+200B⟧nd", True, "Se\u200bnd")
    assert not even.is_odd


def test_a_button_with_an_icon_of_a_font_is_named_by_its_id_and_not_by_the_icon():
    button = node("Button", (0, 400, 1080, 500), text="\uf1f8", id="com.example.app:id/delete_all", clickable=True)
    (element,) = build_observation(dump(screen(button))).elements
    assert (element.name, element.is_name_guessed) == ("delete all", True)
