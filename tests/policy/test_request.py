"""What the person who decides is shown: read off the screen by code."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from genie_host.core.calls import ToolCall
from genie_host.core.errors import MessageMalformed
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.core.verdicts import ApprovalRequest
from genie_host.policy.gate.drafting import draft_of
from genie_host.policy.request import build_request
from genie_host.policy.risk import assess_dump
from tests.policy.drawing import button, field, find, label, node, screen
from tests.policy.scenes import chat, dialog, pay_form


def request(
    seen: Observation, tool: str, arguments: dict[str, Any], target: AccessibilityNode | None = None
) -> ApprovalRequest:
    call = ToolCall(call_id="1", tool_name=tool, arguments=arguments)
    return build_request(call, target, seen, assess_dump(seen, tool, arguments))


def test_a_message_is_shown_with_recipient_and_text() -> None:
    seen = chat("see you at six")
    asked = request(seen, "tap", {"x": 1000, "y": 2300}, find(seen, "send"))
    assert asked.details == (("recipient", "Dana"), ("text", "see you at six"))
    assert asked.app_label == "com.whatsapp"


@pytest.mark.parametrize("length", [3_000, 50_000])
def test_a_long_text_has_its_end(length: int) -> None:
    text = "word " * (length // 5) + "and 900 euros to DE00 1234"
    seen = chat(text)
    assert dict(request(seen, "tap", {"x": 1000, "y": 2300}, find(seen, "send")).details)["text"] == text
    link = f"https://example.org/{'a' * 1_000}?to=mallory"
    assert dict(request(seen, "open_link", {"url": link}).details)["link"] == link


def test_what_is_too_long_for_the_phone_is_not_asked_there() -> None:
    seen = chat("word " * 1_000)
    with pytest.raises(MessageMalformed):
        draft_of(request(seen, "tap", {"x": 1000, "y": 2300}, find(seen, "send")))


def test_the_to_field_names_the_recipient_of_a_mail() -> None:
    seen = screen(
        button("Send", (860, 90, 1060, 200)),
        label("To", (40, 400, 100, 460)),
        field("lee@example.com", (140, 380, 900, 480)),
        field("Attached is the invoice.", (40, 660, 1040, 1400), hint="Compose email"),
        title="Compose",
    )
    details = dict(request(seen, "tap", {"text": "Send"}).details)
    assert details == {"recipient": "lee@example.com", "text": "Attached is the invoice."}


def test_a_recipient_that_is_nowhere_is_said_to_be_missing() -> None:
    seen = screen(field("hello", (60, 2200, 800, 2340), hint="Message"), button("Send", (820, 2200, 1060, 2340)))
    assert dict(request(seen, "tap", {"text": "Send"}).details)["recipient"] == "(not shown on this screen)"


def test_a_question_is_shown_whole() -> None:
    seen = dialog("Delete photo?", "This cannot be undone.", "OK")
    assert dict(request(seen, "tap", {"text": "OK"}).details)["question"] == "Delete photo? This cannot be undone."


def test_a_payment_is_shown_with_its_amount() -> None:
    assert dict(request(pay_form(yes="Pay"), "tap", {"text": "Pay"}).details)["amount"] == "250.00"


def test_a_secret_is_not_shown() -> None:
    seen = screen(field("", (60, 600, 1020, 720), hint="Password"))
    asked = request(seen, "type_text", {"field": "Password", "text": "hunter2"})
    assert asked.details == (("text", "(7 characters, not shown)"),)
    assert asked.target == "password" or asked.target == ""


def test_a_call_past_the_screen_shows_its_arguments() -> None:
    asked = request(chat(), "install_apk", {"path": "/sdcard/x.apk"})
    assert (asked.target, asked.details) == ("", (("file", "/sdcard/x.apk"),))


def test_a_window_of_another_app_is_named_as_such() -> None:
    seen = dialog("Allow?", "Allow access to your photos?", "Allow", package="com.android.permissioncontroller")
    assert request(seen, "tap", {"text": "Allow"}).app_label == "com.android.permissioncontroller"


def test_the_request_names_the_node_and_the_app_that_are_hit() -> None:
    seen = chat("see you at six")
    call = ToolCall(call_id="1", tool_name="tap", arguments={"x": 1000.0, "y": 2300.5})
    node = find(seen, "send")
    asked = build_request(
        call, node, seen, assess_dump(seen, "tap", call.arguments), identity=lambda package: (41, f"{package}!")
    )
    assert asked.subject is not None
    assert (asked.subject.package, asked.subject.version_code) == ("com.whatsapp", 41)
    assert asked.subject.signer_sha256 == "com.whatsapp!"
    assert asked.subject.node_path == node.path
    assert asked.subject.bounds == (node.bounds.left, node.bounds.top, node.bounds.right, node.bounds.bottom)
    assert asked.arguments == '{"x":1000,"y":"2300.5"}'


@pytest.mark.parametrize(
    ("field_name", "text"), [("Password", "hunter2"), ("Message", "4111 1111 1111 1111"), ("One-time code", "123456")]
)
def test_a_secret_is_in_the_arguments_as_a_salted_digest_alone(field_name: str, text: str) -> None:
    seen = screen(field("", (60, 600, 1020, 720), hint=field_name))
    call = ToolCall(call_id="1", tool_name="type_text", arguments={"field": field_name, "text": text})
    verdict = assess_dump(seen, "type_text", call.arguments)
    first, again, other = (build_request(call, None, seen, verdict, salt=salt) for salt in (b"a", b"a", b"b"))
    assert text not in repr(first)
    assert json.loads(first.arguments)["text"].startswith("sha256:")
    assert first == again
    assert first.arguments != other.arguments


def test_the_screen_digest_is_of_the_target_and_of_what_is_shown_alone() -> None:
    seen = chat("see you at six")
    digests = [
        request(each, "tap", {"x": 1000, "y": 2300}, find(each, "send")).screen_digest
        for each in (seen, chat("see you at six"), chat("see you at ten"))
    ]
    assert digests[0] == digests[1] != digests[2]
    beside = replace(seen, roots=(*seen.roots, label("12:01", (0, 0, 100, 60))))
    assert request(beside, "tap", {"x": 1000, "y": 2300}, find(beside, "send")).screen_digest == digests[0]


def row_of(name: str, top: int) -> AccessibilityNode:
    return node(
        "LinearLayout",
        "",
        (0, top, 1080, top + 200),
        label(name, (40, top + 40, 600, top + 160)),
        button("Pay", (700, top + 40, 1040, top + 160)),
    )


def test_the_row_of_a_target_is_part_of_what_is_approved() -> None:
    """Two rows that change places after the approval: the button is the same, what it pays is not."""
    digests = []
    for names in (("Ann", "Eve"), ("Eve", "Ann")):
        seen = screen(*(row_of(name, 300 + 220 * index) for index, name in enumerate(names)))
        digests.append(request(seen, "tap", {"x": 870, "y": 400}, find(seen, "Pay")).screen_digest)
    assert digests[0] != digests[1]


def test_a_key_goes_to_the_field_that_holds_something() -> None:
    seen = screen(
        label("Dana", (200, 60, 600, 160)),
        field("see you", (60, 2200, 800, 2340), hint="Message"),
        button("Send", (820, 2200, 1060, 2340)),
    )
    asked = request(seen, "press_key", {"key": "enter"})
    assert dict(asked.details)["text"] == "see you"


def test_a_call_that_hits_no_node_is_for_all_that_the_app_shows() -> None:
    digests = [
        request(screen(label(text, (60, 600, 1020, 700))), "swipe", {"direction": "right"}).screen_digest
        for text in ("Slide to pay 5", "Slide to pay 500", "Slide to pay 5")
    ]
    assert digests[0] == digests[2] != digests[1]


def test_details_are_kinds_that_the_phone_knows_how_to_show() -> None:
    seen = screen(label("x", (0, 0, 9, 9)))
    given = {"url": "https://example.org", "package": "com.example", "text": "4111 1111 1111 1111"}
    assert request(seen, "launch_intent", given).details == (
        ("link", "https://example.org"),
        ("field", "package: com.example"),
        ("text", "(19 characters, not shown)"),
    )
