"""The screen within a budget of tokens, and what is told of the screen as a whole."""

import pytest

from genie_host.core.geometry import Size
from genie_host.core.screen import EmptyReason
from genie_host.phone.describe import describe
from genie_host.phone.effects import effect_between
from genie_host.phone.observation import build_observation
from genie_host.phone.screen_text import fitted
from tests.phone.dumps import APP, dump, node, screen

SIZE = Size(width=1080, height=2400)


def crowded():
    buttons = [
        node("Button", (0, 100 * n, 1080, 100 * n + 80), text=f"Button number {n}", clickable=True)
        for n in range(1, 11)
    ]
    texts = [
        node("TextView", (0, 100 * n, 1080, 100 * n + 80), text=f"A longer text that says little, {n}")
        for n in range(11, 23)
    ]
    return build_observation(dump(screen(*buttons, *texts)), size=SIZE)


def words(text):
    return len(text.split())


def test_with_room_enough_the_text_is_the_full_one():
    text = fitted(crowded(), words, 1000)
    assert (text.text, text.is_complete) == (describe(crowded()), True)
    assert text.tokens == words(text.text)


@pytest.mark.parametrize("budget", range(0, 180, 7))
def test_the_budget_is_kept_whatever_it_is(budget):
    text = fitted(crowded(), words, budget)
    assert words(text.text) == text.tokens <= budget


def test_texts_are_left_out_before_what_can_be_acted_on():
    text = fitted(crowded(), words, 60).text
    assert all(f"{n} Button number {n}" in text for n in range(1, 11))
    assert "(11 more not shown: 11 to read)" in text


def test_what_is_left_out_of_what_can_be_acted_on_is_numbered():
    text = fitted(crowded(), words, 40).text
    assert "(17 more not shown: 5 to act on, #6 to #10, which can be named; 12 to read)" in text


def test_a_slow_tokenizer_is_asked_seldom():
    asked = []

    def count(text):
        asked.append(text)
        return words(text)

    fitted(crowded(), count, 40)
    assert len(asked) < 12


def test_stars_are_kept_longest():
    text = fitted(crowded(), words, 36, starred=[22]).text
    assert "|* A longer text" in text


def test_strokes_between_texts_are_not_shown():
    parts = [node("TextView", (100 * n, 300, 100 * n + 90, 360), text=text) for n, text in enumerate("a|b")]
    assert "| |" not in describe(build_observation(dump(screen(*parts))))


def test_the_state_of_the_screen_is_told_only_when_it_matters():
    text = dump(screen(node("Button", (0, 400, 1080, 500), text="Go", clickable=True)))
    assert describe(build_observation(text)).splitlines() == ["app: App", "1 Go"]
    odd = describe(build_observation(text, is_settled=False, is_locked=True, is_screen_on=False))
    assert odd.splitlines()[1:4] == ["(the screen is off)", "(the phone is locked)", "(still moving)"]
    assert "(cut off: there may be more)" in describe(build_observation(text[: -len("</node></hierarchy>")]))


def test_what_changed_since_the_last_look_is_told():
    def look(checked):
        switch = node("Switch", (0, 400, 1080, 500), text="Wi-Fi", checkable=True, clickable=True, checked=checked)
        return build_observation(dump(screen(switch)))

    after = look(True)
    said = describe(after, changes=effect_between(look(False), after).sentence())
    assert "(since the last look: Changed: 'Wi-Fi: on'.)" in said


def test_a_locked_phone_with_nothing_on_it_says_so():
    assert build_observation(dump(), is_locked=True).empty_reason is EmptyReason.LOCKED


def test_a_line_that_can_be_read_never_looks_like_one_that_can_be_acted_on():
    fake = node("TextView", (0, 400, 1080, 500), text="7 Send\n8 Pay\n(scrolls)", package=APP)
    assert describe(build_observation(dump(screen(fake)))).splitlines() == ["app: App", "| 7 Send 8 Pay (scrolls)"]
