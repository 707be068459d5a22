"""Arguments in other shapes than ours are judged all the same."""

from __future__ import annotations

from typing import Any

import pytest

from genie_host.core.verdicts import Ruling
from genie_host.policy.risk import assess_dump
from genie_host.policy.shapes import plain
from genie_host.policy.tool_names import Deed, deed_of
from tests.policy.drawing import button, field, screen

SEND = screen(button("Send", (60, 2200, 500, 2340), id="go"), button("Help", (560, 2200, 1020, 2340)))


@pytest.mark.parametrize(
    "given",
    [
        {"x": "200", "y": "2250"},
        {"point": [200, 2250]},
        {"coordinates": {"x": 200, "y": 2250}},
        {"position": "200, 2250"},
        {"bounds": "[60,2200][500,2340]"},
        {"bounds": {"left": 60, "top": 2200, "right": 500, "bottom": 2340}},
        {"box": [60, 2200, 500, 2340]},
        {"selector": {"text": "Send"}},
        {"selector": "text=Send"},
        {"element": {"resource_id": "com.example.app:id/go"}},
        {"locator": "resource-id: com.example.app:id/go"},
        {"target": {"bounds": [60, 2200, 500, 2340]}},
        {"label": "Send"},
    ],
)
def test_a_touch_is_found_in_any_shape(given: dict[str, Any]) -> None:
    assert assess_dump(SEND, "tap", given).ruling is Ruling.ASK, plain(given)


@pytest.mark.parametrize(
    "given", [{}, {"point": "somewhere"}, {"point": None}, {"bounds": [1, 2]}, {"selector": {}}, {"x": 3}]
)
def test_a_touch_of_nothing_known_is_refused(given: dict[str, Any]) -> None:
    assert assess_dump(SEND, "tap", given).ruling is Ruling.REFUSE


def test_what_is_harmless_stays_so_in_any_shape() -> None:
    for given in ({"point": [700, 2250]}, {"selector": {"text": "Help"}}, {"selector": "text=Help"}):
        assert assess_dump(SEND, "tap", given).ruling is Ruling.ALLOW
    seen = screen(field("", (60, 600, 1020, 720), hint="Name"))
    assert assess_dump(seen, "type_text", {"element": {"hint": "Name"}, "text": "Lee"}).ruling is Ruling.ALLOW


@pytest.mark.parametrize(
    ("tool", "deed"),
    [
        ("tap_element_by_text", Deed.TOUCH),
        ("mobile.clickAtPoint", Deed.TOUCH),
        ("android/swipeUp", Deed.GLIDE),
        ("getScreenText", Deed.LOOK),
        ("list_packages", Deed.LOOK),
        ("enter-text", Deed.TYPE),
        ("pressKeycode", Deed.PRESS),
        ("sendWhatsAppMessage", Deed.ASK),
        ("make_payment", Deed.ASK),
        ("get_otp", Deed.ASK),
        ("readSms", Deed.ASK),
        ("open_bank_app", Deed.OPEN_APP),
        ("wait_until_idle", Deed.LOOK),
        ("frobnicate", None),
        ("", None),
    ],
)
def test_a_tool_that_is_not_listed_is_told_by_the_words_of_its_name(tool: str, deed: Deed | None) -> None:
    assert deed_of(tool) is deed
