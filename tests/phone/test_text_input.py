"""Text into fields: setText, the clipboard, and what the field shows in the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from genie_host.core.errors import OutcomeUnknown, PhoneRejected
from genie_host.core.screen import AccessibilityNode
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.typed import compared
from genie_host.simphone.server import SimServer
from tests.phone.conftest import Hurry

Kinds = Callable[..., list[str]]
ANY_SCRIPT = "Grüße, 你好 مرحبا 👋🏽 'a' \"b\" \\ $HOME `x`\nsecond line"


def set_fault(sim: SimServer, **faults: Any) -> None:
    def apply(phone: Any) -> None:
        for name, value in faults.items():
            setattr(phone.faults, name, value)

    sim.call(apply)


def draft(sim: SimServer, **state: Any) -> str:
    return sim.call(lambda phone: str(phone.world.state["notes"]["body"]))


@pytest.fixture
def field(sim: SimServer, phone: AdbPhone) -> AccessibilityNode:
    """The second of two fields of the note editor; neither has the focus."""
    sim.call(lambda phone: phone.world.show("notes", "edit"))
    found = phone.observe().element_named("Note")
    assert found is not None
    return found.node


@pytest.mark.parametrize("text", ["hello", ANY_SCRIPT])
def test_a_field_takes_text_of_any_script_and_it_is_read_back(
    sim: SimServer, phone: AdbPhone, field: AccessibilityNode, text: str
) -> None:
    assert phone.type_text(text, field) == text
    assert draft(sim) == text
    assert sim.call(lambda phone: phone.world.state["notes"]["title"]) == ""


def test_what_was_in_the_field_is_replaced(sim: SimServer, phone: AdbPhone, field: AccessibilityNode) -> None:
    phone.type_text("first", field)
    phone.type_text("second", field)
    assert draft(sim) == "second"


def test_empty_text_empties_the_field(sim: SimServer, phone: AdbPhone, field: AccessibilityNode) -> None:
    phone.type_text("first", field)
    assert phone.type_text("", field) == ""
    assert draft(sim) == ""


def test_without_a_field_the_focused_one_is_written(sim: SimServer, phone: AdbPhone, field: AccessibilityNode) -> None:
    phone.tap(field.bounds.center)
    assert phone.type_text("hello") == "hello"
    assert draft(sim) == "hello"


def test_without_any_focus_nothing_is_written(sim: SimServer, phone: AdbPhone, field: AccessibilityNode) -> None:
    with pytest.raises(PhoneRejected, match="Tap the field"):
        phone.type_text("hello")
    assert draft(sim) == ""


def test_something_that_is_no_field_is_rejected(
    phone: AdbPhone, field: AccessibilityNode, kinds: Kinds, hurry: Hurry
) -> None:
    hurry(focus_seconds=0.2)
    title = phone.observe().element_named("New note")
    assert title is not None
    with pytest.raises(PhoneRejected, match="not a text field"):
        phone.type_text("hello", title.node)
    assert kinds("text_entered") == []


def test_a_field_that_refuses_set_text_is_pasted_into_and_the_clipboard_is_put_back(
    sim: SimServer, phone: AdbPhone, field: AccessibilityNode
) -> None:
    sim.call(lambda phone: setattr(phone.world, "clipboard", "the user's own"))
    set_fault(sim, u2_error_on=("setText", "java.lang.IllegalStateException", "no", -1))
    assert phone.type_text(ANY_SCRIPT, field) == ANY_SCRIPT
    assert draft(sim) == ANY_SCRIPT
    assert sim.call(lambda phone: phone.world.clipboard) == "the user's own"


def test_the_clipboard_is_put_back_when_pasting_fails(
    sim: SimServer, phone: AdbPhone, field: AccessibilityNode
) -> None:
    sim.call(lambda phone: setattr(phone.world, "clipboard", "the user's own"))
    phone.tap(field.bounds.center)
    set_fault(
        sim,
        u2_error_on=("setText", "java.lang.IllegalStateException", "no", -1),
        u2_crash_on="pasteClipboard",
    )
    with pytest.raises(OutcomeUnknown):
        phone.type_text("hello", field)
    assert sim.call(lambda phone: phone.world.clipboard) == "the user's own"


def test_an_unused_clipboard_is_left_empty(sim: SimServer, phone: AdbPhone, field: AccessibilityNode) -> None:
    set_fault(sim, u2_error_on=("setText", "java.lang.IllegalStateException", "no", -1))
    phone.type_text("secret", field)
    assert not sim.call(lambda phone: phone.world.clipboard)


def test_a_closed_clipboard_ends_the_ladder_with_a_sentence(
    sim: SimServer, phone: AdbPhone, field: AccessibilityNode
) -> None:
    set_fault(
        sim,
        u2_error_on=("setText", "java.lang.IllegalStateException", "no", -1),
        clipboard_denied=True,
    )
    with pytest.raises(PhoneRejected, match="clipboard"):
        phone.type_text("hello", field)
    assert draft(sim) == ""


@pytest.mark.parametrize(
    ("shown", "text", "is_the_text"),
    [
        ("0176 123-45", "017612345", True),
        ("Hello", "hello", True),
        ("••••", "1234", True),
        ("•••", "1234", False),
        ("Hello wor", "Hello world", False),
        ("", "hello", False),
        ("👋", "👋", True),
        ("🙂", "👋", False),
    ],
)
def test_what_a_field_shows_is_compared_as_a_person_would(shown: str, text: str, is_the_text: bool) -> None:
    assert compared(shown, text).is_taken is is_the_text


def test_a_crash_while_typing_is_not_typed_again(
    sim: SimServer, phone: AdbPhone, field: AccessibilityNode, kinds: Kinds
) -> None:
    set_fault(sim, u2_crash_on="setText")
    with pytest.raises(OutcomeUnknown):
        phone.type_text("hello", field)
    assert kinds("text_entered") == []


def test_no_input_method_is_ever_installed_or_chosen(sim: SimServer, phone: AdbPhone, field: AccessibilityNode) -> None:
    before = sim.call(lambda phone: dict(phone.world.settings))
    set_fault(sim, u2_error_on=("setText", "java.lang.IllegalStateException", "no", -1))
    phone.type_text(ANY_SCRIPT, field)
    assert sim.call(lambda phone: dict(phone.world.settings)) == before
    assert sim.call(lambda phone: phone.unknown_commands) == []
