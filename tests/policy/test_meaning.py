"""What a touch amounts to: keys of the on-screen keyboard."""

from __future__ import annotations

import pytest

from genie_host.core.calls import ToolCall
from genie_host.policy.meaning import as_meant
from tests.policy.drawing import icon

CALL = ToolCall(call_id="1", tool_name="click", arguments={"target": "key"})


def key_meant(label: str) -> str:
    key = icon(label, (900, 2200, 1060, 2340), package="com.example.inputmethod.latin")
    return str(as_meant(CALL, key).arguments.get("key", ""))


@pytest.mark.parametrize("label", ["\u23ce", "\u21b5", "\u2192", "\u27a4", "\u2713", "Go", "OK", "\u200b", ""])
def test_a_key_that_shows_what_it_does_is_the_enter_key(label: str) -> None:
    assert key_meant(label) == "enter"


@pytest.mark.parametrize("label", ["q", "7", "+", "\u00e9", "\u0436", "\u3042", "\u00bf"])
def test_a_key_that_shows_what_it_writes_writes_it(label: str) -> None:
    assert key_meant(label) == label
