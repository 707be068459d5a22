"""What counts as a call that fits."""

import pytest

from genie_host.core.errors import ModelReplyInvalid
from genie_host.llm.model import Argument, CallShape
from genie_host.llm.replies import calls_in_text, checked_calls, fits

CLICK = CallShape("click", (Argument("target", ("Wi-Fi", "Bluetooth")),))
TYPE = CallShape("type_text", (Argument("field", ("Message",)), Argument("text", pattern="[a-z ]{1,9}")))
TAP_AT = CallShape("tap_at", (Argument("x", kind="integer"), Argument("y", kind="integer", choices=("1", "2"))))


def test_calls_in_text_finds_calls_between_other_words():
    text = 'Sure! {"a": {"b": 1}} <call>{"name":"click","arguments":{"target":"Wi-Fi"}}</call> {"name":"go_back"} {oops'
    assert calls_in_text(text) == (("click", {"target": "Wi-Fi"}), ("go_back", {}))
    assert calls_in_text("{" * 5000) == ()


@pytest.mark.parametrize(
    ("call", "shape", "is_fitting"),
    [
        (("click", {"target": "Wi-Fi"}), CLICK, True),
        (("click", {"target": "wi-fi"}), CLICK, False),
        (("click", {}), CLICK, False),
        (("click", {"target": "Wi-Fi", "times": 2}), CLICK, False),
        (("click", {"target": 3}), CLICK, False),
        (("type_text", {"field": "Message", "text": "hi mum"}), TYPE, True),
        (("type_text", {"field": "Message", "text": "HI"}), TYPE, False),
        (("tap_at", {"x": 400, "y": 2}), TAP_AT, True),
        (("tap_at", {"x": 400, "y": 3}), TAP_AT, False),
        (("tap_at", {"x": 4.5, "y": 2}), TAP_AT, False),
        (("tap_at", {"x": True, "y": 2}), TAP_AT, False),
    ],
)
def test_fits_judges_names_kinds_and_values(call, shape, is_fitting):
    assert fits(*call, shape) is is_fitting


@pytest.mark.parametrize(
    ("calls", "text", "sentence"),
    [
        ((), "I would rather not.", "answered without a call"),
        ((), '<call>{"name":"cli', "cut off"),
        ((("format_disk", {}),), "", "not one of the tools"),
        ((("click", {"index": 3}),), "", "other arguments than target"),
        ((("click", {"target": "Battery"}),), "", "not on the screen or not allowed"),
    ],
)
def test_checked_calls_says_what_is_wrong(calls, text, sentence):
    with pytest.raises(ModelReplyInvalid, match=sentence):
        checked_calls(calls, text, [CLICK, TYPE])


def test_checked_calls_reads_the_text_when_the_engine_found_no_call():
    text = '{"name":"click","arguments":{"target":"Wi-Fi"}}'
    assert checked_calls((), text, [CLICK]) == (("click", {"target": "Wi-Fi"}),)
