"""The apps of the simulated phone, looked at through real dumps: what asks and what does not."""

from __future__ import annotations

import pytest

from genie_host.core.calls import ToolCall
from genie_host.core.geometry import Point
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.core.verdicts import RiskClass, Ruling, Verdict
from genie_host.phone.observation import build_observation
from genie_host.policy.request import build_request
from genie_host.policy.risk import assess
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.xml import hierarchy_xml

MESSAGES, NOTES, SETTINGS, CLOCK = (
    "com.android.messaging",
    "com.example.notes",
    "com.android.settings",
    "com.android.deskclock",
)


class Hand:
    """Uses the simulated phone as the agent does: looks, names an element, taps its middle."""

    def __init__(self, package: str) -> None:
        self.world = World.from_bundled_apps()
        self.world.start_app(package)

    def look(self) -> Observation:
        seen = self.world.foreground
        return build_observation(hierarchy_xml(self.world), foreground=(seen.package, seen.activity))

    def node(self, name: str) -> AccessibilityNode:
        element = self.look().element_named(name)
        assert element is not None, [each.name for each in self.look().elements]
        return element.node

    def tap(self, *names: str) -> Hand:
        for name in names:
            middle = self.node(name).bounds.center
            assert self.world.tap(middle.x, middle.y)
        return self

    def write(self, field: str, text: str) -> Hand:
        middle = self.node(field).bounds.center
        self.world.tap(middle.x, middle.y)
        assert self.world.type_text(text)
        return self

    def verdict(self, name: str, goal: str = "") -> Verdict:
        call = ToolCall(call_id="1", tool_name="click", arguments={"target": name})
        return assess(call, self.node(name), self.look(), RiskClass.TOUCH, goal)


def test_send_asks_with_recipient_and_text() -> None:
    hand = Hand(MESSAGES).tap("Mum").write("Text message", "hi")
    verdict = hand.verdict("Send", "send hi to Mum")
    call = ToolCall(call_id="1", tool_name="click", arguments={"target": "Send"})
    request = build_request(call, hand.node("Send"), hand.look(), verdict)
    assert verdict.ruling is Ruling.ASK
    assert request.target == "Send"
    assert dict(request.details) == {"recipient": "Mum", "text": "hi"}
    assert request.reasons == ("“Send” sends or publishes something",)


def test_send_says_so_when_the_goal_does_not_name_the_recipient() -> None:
    hand = Hand(MESSAGES).tap("Sam").write("Text message", "hi")
    assert "the goal does not name “Sam”, who would get it" in hand.verdict("Send", "send hi to Mum").reasons


def test_send_is_allowed_while_it_is_disabled() -> None:
    assert Hand(MESSAGES).tap("Mum").verdict("Send").ruling is Ruling.ALLOW


def test_enter_asks_in_a_filled_composer_and_not_in_an_empty_one() -> None:
    hand = Hand(MESSAGES).tap("Mum")
    call = ToolCall(call_id="1", tool_name="press_key", arguments={"key": "enter"})
    assert assess(call, None, hand.look(), RiskClass.TOUCH).ruling is Ruling.ALLOW
    hand.write("Text message", "hi")
    verdict = assess(call, None, hand.look(), RiskClass.TOUCH)
    assert verdict.ruling is Ruling.ASK
    assert dict(build_request(call, None, hand.look(), verdict).details) == {"recipient": "Mum", "text": "hi"}


@pytest.mark.parametrize(
    ("package", "path", "name"),
    [
        (MESSAGES, ["Mum"], "Call"),
        (NOTES, ["Shopping"], "Delete"),
        (NOTES, ["Shopping", "Delete"], "Delete"),
    ],
)
def test_calling_and_deleting_ask(package: str, path: list[str], name: str) -> None:
    assert Hand(package).tap(*path).verdict(name).ruling is Ruling.ASK


def test_the_delete_dialog_shows_what_is_deleted_and_lets_go() -> None:
    hand = Hand(NOTES).tap("Shopping", "Delete")
    call = ToolCall(call_id="1", tool_name="click", arguments={"target": "Delete"})
    request = build_request(call, hand.node("Delete"), hand.look(), hand.verdict("Delete"))
    assert dict(request.details)["question"] == "Delete this note? Shopping"
    assert hand.verdict("Cancel").ruling is Ruling.ALLOW


@pytest.mark.parametrize(
    ("package", "path", "name"),
    [
        (SETTINGS, ["Network & internet"], "Wi-Fi"),
        (SETTINGS, ["Network & internet"], "Aeroplane mode"),
        (SETTINGS, ["Network & internet"], "Mobile data"),
        (SETTINGS, ["Network & internet"], "Hotspot"),
        (SETTINGS, ["Connected devices"], "Bluetooth"),
        (SETTINGS, ["Connected devices"], "Pair new device"),
        (SETTINGS, ["Display"], "Dark theme"),
        (SETTINGS, ["Sound & vibration"], "Vibrate for calls"),
        (SETTINGS, [], "Notifications"),
        (SETTINGS, [], "Network & internet"),
        (CLOCK, [], "06:45"),
        (CLOCK, [], "Add alarm"),
        (CLOCK, [], "Timer"),
        (CLOCK, ["Timer"], "Start timer"),
        (NOTES, [], "New note"),
        (NOTES, [], "Shopping"),
        (NOTES, ["Shopping"], "Share"),
        (MESSAGES, [], "Mum"),
        (MESSAGES, [], "Start chat"),
        (MESSAGES, ["Start chat"], "Alice"),
    ],
)
def test_what_can_be_undone_is_allowed(package: str, path: list[str], name: str) -> None:
    assert Hand(package).tap(*path).verdict(name).ruling is Ruling.ALLOW


def test_every_row_of_the_settings_home_is_allowed() -> None:
    hand = Hand(SETTINGS)
    asked = [each.name for each in hand.look().elements if hand.verdict(each.name).ruling is not Ruling.ALLOW]
    assert asked == []


def test_saving_a_note_and_an_alarm_is_allowed() -> None:
    note = Hand(NOTES).tap("New note").write("Title", "Delete").write("Note", "pay the plumber, call Dad")
    alarm = Hand(CLOCK).tap("Add alarm").write("Hour", "7").write("Minute", "30").write("Label", "Send the parcel")
    assert note.verdict("Save").ruling is Ruling.ALLOW
    assert alarm.verdict("Save").ruling is Ruling.ALLOW


def test_a_note_named_after_a_deed_opens_without_asking() -> None:
    for title in ("Call the dentist", "Send Mum a card", "Buy milk", "Delete"):
        hand = Hand(NOTES).tap("New note").write("Title", title).write("Note", "soon").tap("Save")
        expected = Ruling.ASK if title == "Delete" else Ruling.ALLOW
        assert hand.verdict(title).ruling is expected


@pytest.mark.parametrize(
    ("package", "path", "field"), [(MESSAGES, ["Mum"], "Text message"), (NOTES, ["New note"], "Note")]
)
def test_typing_a_draft_is_allowed(package: str, path: list[str], field: str) -> None:
    hand = Hand(package).tap(*path)
    call = ToolCall(call_id="1", tool_name="type_text", arguments={"field": field, "text": "pay and delete"})
    assert assess(call, hand.node(field), hand.look(), RiskClass.TYPE).ruling is Ruling.ALLOW


def test_erasing_the_phone_asks_at_the_row_and_in_its_dialog() -> None:
    hand = Hand(SETTINGS)
    name = "Erase all data (factory reset)"
    while hand.look().element_named("Backup") is None:
        assert hand.world.swipe(540, 1900, 540, 900, duration_ms=300)
    hand.tap("Backup")
    assert hand.verdict(name).ruling is Ruling.ASK
    hand.tap(name)
    assert hand.verdict("Erase").ruling is Ruling.ASK
    assert hand.verdict("Cancel").ruling is Ruling.ALLOW


def test_tapping_a_place_judges_what_lies_there() -> None:
    hand = Hand(MESSAGES).tap("Mum").write("Text message", "hi")
    size, middle = hand.look().size, hand.node("Send").bounds.center
    spot = {"x": middle.x / (size.width - 1) * 1000, "y": middle.y / (size.height - 1) * 1000}
    call = ToolCall(call_id="1", tool_name="tap_at", arguments=spot)
    assert assess(call, None, hand.look(), RiskClass.TOUCH).ruling is Ruling.ASK
    assert hand.look().nodes_at(Point(x=middle.x, y=middle.y))
