"""The enter key where no button beside the field says what it does."""

from __future__ import annotations

import pytest

from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.core.verdicts import Ruling, Stake
from genie_host.policy.risk import assess_dump
from tests.policy.drawing import button, field, icon, node, screen

KEYS = ("enter", "go", "send", "done")


def written(text: str, hint: str) -> AccessibilityNode:
    return field(text, (60, 600, 800, 700), hint=hint, is_focused=True)


def form(text: str, hint: str, does: str) -> Observation:
    page = node(
        "android.webkit.WebView", "", (0, 200, 1080, 2300), written(text, hint), button(does, (60, 800, 1000, 900))
    )
    return screen(page, package="com.android.chrome")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("package", ["com.android.systemui", "com.whatsapp"])
def test_a_lone_field_of_a_chat_or_a_notification_is_sent_by_the_keyboard(package: str, key: str) -> None:
    for text, ruling in (("hi", Ruling.ASK), ("", Ruling.ALLOW)):
        assert assess_dump(screen(written(text, "Reply"), package=package), "press_key", {"key": key}).ruling is ruling


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "hint", "does", "stake"),
    [
        ("50", "Amount", "Pay now", Stake.PAY),
        ("DELETE", "Type DELETE", "Delete account", Stake.ACCOUNT),
        ("a@example.org", "Email address", "Send", Stake.SEND),
    ],
)
def test_enter_presses_the_button_of_a_form(text: str, hint: str, does: str, stake: Stake, key: str) -> None:
    verdict = assess_dump(form(text, hint, does), "press_key", {"key": key})
    assert (verdict.ruling, verdict.stake) == (Ruling.ASK, stake)


@pytest.mark.parametrize(
    ("text", "hint", "does"),
    [("shoes", "Search", "Buy now"), ("example.org", "Search or type web address", "Pay"), ("Kim", "Name", "Next")],
)
def test_enter_that_searches_or_goes_on_is_free(text: str, hint: str, does: str) -> None:
    assert assess_dump(form(text, hint, does), "press_key", {"key": "enter"}).ruling is Ruling.ALLOW


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n  ", "\n\u200b", "\u2028", "\u0085", "\n\n\t"])
def test_a_text_with_an_empty_last_line_ends_in_enter(end: str) -> None:
    chat = screen(written("", "Message"), icon("Send", (880, 600, 1040, 700)), package="com.example.chat")
    for tool in ("type_text", "append_text"):
        assert assess_dump(chat, tool, {"field": "Message", "text": f"hi{end}"}).ruling is Ruling.ASK
        assert assess_dump(chat, tool, {"field": "Message", "text": "hi\nthere"}).ruling is Ruling.ALLOW
