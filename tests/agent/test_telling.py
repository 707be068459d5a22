"""No secret is written down."""

from __future__ import annotations

import json

from genie_host.agent.telling import MASK, told_arguments
from genie_host.core.calls import ToolCall
from tests.tools.screens import node, screen, window

ROW = (0, 300, 1080, 480)


def field(hint, **attributes):
    return node(ROW, "", cls="android.widget.EditText", clickable=True, focused=True, hint=hint, **attributes)


def told(hint, text, tool="type_text", **attributes):
    call = ToolCall(call_id="call-1", tool_name=tool, arguments={"field": hint, "text": text})
    return told_arguments(call, screen(window(field(hint, **attributes))))["text"]


def test_a_text_for_a_field_that_hides_it_is_masked():
    assert told("Login", "hunter2", password=True) == MASK
    assert told("Login", "hunter2", tool="append_text", password=True) == MASK


def test_a_text_for_a_field_that_is_called_a_secret_is_masked():
    assert told("Password", "hunter2") == MASK


def test_a_card_number_is_masked_wherever_it_goes():
    assert told("Note", "4111 1111 1111 1111") == MASK
    assert told("Note", "4111 1111 1111 1111", tool="set_clipboard") == MASK


def test_other_texts_are_written_down():
    assert told("Note", "buy milk") == "buy milk"
    call = ToolCall(call_id="call-1", tool_name="click", arguments={"target": "Password"})
    assert told_arguments(call, screen(window(field("Password")))) == {"target": "Password"}


def test_a_secret_typed_in_a_run_is_in_none_of_its_events(stage):
    stage.person.says = True
    stage.show("browser", "login")
    seen = stage.phone.observe()
    fields = [each.name for each in seen.elements if each.node.is_password]
    assert fields
    stage.run(("type_text", {"field": fields[0], "text": "927364"}), ("tasks", {"plan": "done"}))
    written = json.dumps([event.as_json() for event in stage.sink.events])
    assert "927364" not in written
    assert stage.outcomes() == ["done"]
