"""What of a text is spoken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genie_host.voice.speak.speakable import LONGEST, speakable


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Wi-Fi is on.", "Wi-Fi is on."),
        ("# Done\n\nWi-Fi is **on** now.", "Done.\nWi-Fi is on now."),
        ("- milk\n- [x] bread\n* eggs", "milk.\nbread.\neggs"),
        ("1. first\n2. second", "1. first.\n2. second"),
        ("> quoted", "quoted"),
        ("See [the page](https://example.com/a?b=c).", "See the page."),
        ("![a cat](cat.png)", "a cat"),
        ("Go to https://user:word@www.example.com:8080/a/b?token=abc#x.", "Go to example.com."),
        ("Go to www.example.org/a_b_c, then wait", "Go to example.org, then wait"),
        ("Run `genie run` now", "Run genie run now"),
        ("Before\n```py\nimport os\n```\nafter", "Before.\nafter"),
        ("Before ```unclosed import os", "Before"),
        ("| name | size |\n|---|---|\n| a | 3 |", "name, size.\na, 3"),
        ("<b>bold</b> and <script>alert(1)</script>", "bold and alert(1)"),
        ("Tom &amp; Jerry", "Tom & Jerry"),
        ("a < b and c > d", "a b and c d"),
        ("*stressed* and _more_ and ~~gone~~", "stressed and more and gone"),
        ("2 * 3 * 4", "2 3 4"),
        ("snake_case_name", "snake case name"),
        ("Yes!!!!!! Really???", "Yes! Really?"),
        ("sooooooooo good", "sooo good"),
        ("=====\nTitle\n=====", "Title"),
        ("Great 😀🎉 work", "Great work"),
        ("21 °C outside", "21 °C outside"),
        ("one → two", "one, two"),
        ("Call 5551234567", "Call 5 5 5 1 2 3 4 5 6 7"),
        ("Call 1111111111", "Call 1 1 1 1 1 1 1 1 1 1"),
        ("It costs 1,234,567.89", "It costs 1,234,567.89"),
        ("key sk4f9abcdefghijklmnopqrstuvwxyz0123456789", "key …"),
        ("https://", ""),
        ("***", ""),
        ("", ""),
        ("와이파이를 켰어요。", "와이파이를 켰어요。"),
        ("می‌خواهم", "می‌خواهم"),
    ],
)
def test_text_is_spoken_without_what_is_for_eyes(text, spoken) -> None:
    assert speakable(text) == spoken


@pytest.mark.parametrize(
    "order", ["[[slnc 5000]]", "[[h@'loU]]", "[ [inpt PHON] ]", "&#91;&#91;volm 9&#93;&#93;", "[[[[x]]]]"]
)
def test_no_order_to_a_speech_engine_is_left(order) -> None:
    spoken = speakable(f"Hello {order} there")
    assert "[" not in spoken
    assert "]" not in spoken


def test_hidden_and_reordering_characters_are_gone() -> None:
    assert speakable("pass\u200bword \u202eabc\u202c\x00\x1b[31mred\ufeff") == "password abc 31mred"


def test_long_text_ends_with_a_sentence() -> None:
    text = "This is a sentence. " * 200
    spoken = speakable(text)
    assert len(spoken) <= LONGEST
    assert spoken.endswith("This is a sentence.")


def test_long_text_without_sentences_ends_with_a_word() -> None:
    spoken = speakable("word " * 1000)
    assert len(spoken) <= LONGEST + 2
    assert spoken.endswith("word …")


@given(st.text(max_size=400))
def test_whatever_comes_what_is_left_can_be_said_and_is_stable(text) -> None:
    spoken = speakable(text)
    assert len(spoken) <= LONGEST + 2
    assert not set("[]{}<>|`\\\x00\x1b") & set(spoken)
    for line in spoken.splitlines():
        assert any(letter.isalnum() for letter in line)


@pytest.mark.parametrize(
    "text", ["[" * 20_000, "*a" * 10_000, "<a" * 10_000, "`" * 20_000, "_ " * 10_000, "|-" * 10_000, "[a](" * 5_000]
)
def test_hostile_repetition_takes_no_time_to_speak_of(text) -> None:
    assert len(speakable(text)) <= LONGEST + 2
