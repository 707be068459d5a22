"""The new tools through the one door: what they do, what they are asked about, what they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from genie_host.agent.doing import Executed
from genie_host.agent.executor import Executor
from genie_host.core.calls import Tier, ToolCall
from genie_host.core.cancel import CancelToken
from genie_host.core.events import EventList
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.patience import SIMULATED_PATIENCE
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World
from genie_host.tools.toolset import Toolset
from tests.agent.conftest import Person
from tests.conftest import PrivateAdb, put_u2_jar

FORM = Path(__file__).parent.parent / "phone" / "data" / "form.yaml"


class Door:
    """The executor on a phone, with a person who says yes unless told otherwise."""

    def __init__(self, phone: AdbPhone, server: SimServer) -> None:
        self.phone, self.server, self.person = phone, server, Person(says=True)

    def call(self, name: str, **arguments: object) -> Executed:
        call = ToolCall(call_id="call-1", tool_name=name, arguments=arguments)
        executor = Executor(
            phone=self.phone,
            toolset=Toolset.default(),
            approver=self.person,
            sink=EventList(),
            cancel=CancelToken(),
        )
        return executor.execute(call, self.phone.observe(), "do it")

    def said(self, name: str, **arguments: object) -> str:
        executed = self.call(name, **arguments)
        assert executed.outcome.tier is Tier.OK, executed.outcome
        return executed.outcome.message


@pytest.fixture
def sim_phone() -> SimPhone:
    rows = {"form": {"rows": [{"number": number} for number in range(1, 61)]}}
    return SimPhone(World.from_bundled_apps(extra_apps=[FORM], state=rows))


@pytest.fixture
def door(sim: SimServer, adb_server: PrivateAdb) -> Iterator[Door]:
    sim.call(put_u2_jar)
    adb = AdbServer.bundled(port=adb_server.port, environment=adb_server.environment)
    phone = AdbPhone.connect(sim.serial, adb=adb, patience=SIMULATED_PATIENCE)
    yield Door(phone, sim)
    phone.close()


def show(door: Door, screen: str) -> None:
    door.server.call(lambda phone: phone.world.show("form", screen))


def test_something_far_down_is_scrolled_to_and_what_is_not_there_is_said_with_what_was_seen(door: Door) -> None:
    show(door, "list")
    assert door.said("scroll_to", target="row 37").startswith("'Row 37' is in sight.")
    executed = door.call("scroll_to", target="Warp drive")
    assert (executed.outcome.tier, executed.outcome.code) == (Tier.LOGIC, "failed")
    assert "the whole list was seen" in executed.outcome.message
    assert "'Row 1'" in executed.outcome.message or "'List'" in executed.outcome.message


def test_panels_are_opened_and_what_came_is_told(door: Door) -> None:
    assert "Opened the notifications." in door.said("open_notifications")
    door.said("go_home")
    assert "Opened the quick settings." in door.said("open_quick_settings")
    door.said("go_home")
    door.said("recents")
    assert door.person.asked == []


def test_the_screen_is_turned_and_that_is_told(door: Door) -> None:
    show(door, "list")
    assert "The screen turned." in door.said("rotate", rotation="left")


def test_a_link_opens_its_page_and_nonsense_is_answered(door: Door) -> None:
    executed = door.call("open_link", url="form://page/One")
    assert [request.tool_name for request in door.person.asked] in ([], ["open_link"])
    assert executed.effect is not None
    assert executed.effect.app == "Form"
    assert door.call("open_link", url="no link at all").outcome.tier is not Tier.OK


def test_a_permission_is_granted_only_when_the_person_agrees(door: Door) -> None:
    show(door, "page")
    assert door.call("answer_permission", answer="allow").outcome.message == (
        "No permission prompt of the system is in front."
    )
    door.said("click", target="Ask")
    assert "can be answered with: while_using, once, deny" in (
        door.call("answer_permission", answer="allow").outcome.message
    )
    door.person.says = False
    assert door.call("answer_permission", answer="while_using").outcome.code == "denied"
    door.person.says = True
    assert "The phone said: 'Thank you'." in door.said("answer_permission", answer="while_using")


def test_denying_a_permission_needs_nobody(door: Door) -> None:
    show(door, "page")
    door.said("click", target="Ask")
    door.person.asked.clear()
    assert "The phone said: 'Pity'." in door.said("answer_permission", answer="deny")
    assert door.person.asked == []


def test_reading_the_clipboard_is_asked_about_and_writing_is_not(door: Door) -> None:
    assert door.said("set_clipboard", text="أهلا") == "Copied to the clipboard."
    assert door.person.asked == []
    assert door.said("get_clipboard") == "On the clipboard is: أهلا"
    assert [request.tool_name for request in door.person.asked] == ["get_clipboard"]


def test_text_is_added_and_taken_away(door: Door) -> None:
    show(door, "home")
    door.said("type_text", field="Free text", text="milk")
    assert "'Free text: milk, eggs'" in door.said("append_text", field="Free text", text=", eggs")
    assert "'Free text' is empty." in door.said("clear_field", field="Free text")
    assert door.server.call(lambda phone: phone.world.state["form"]["free"]) == ""


def test_a_field_that_keeps_something_else_makes_the_call_fail(door: Door) -> None:
    show(door, "rules")
    executed = door.call("type_text", field="Short", text="far longer than twenty letters")
    assert (executed.outcome.tier, executed.outcome.code) == (Tier.LOGIC, "rejected")
    assert "only the first 20 of 30" in executed.outcome.message
    assert "'4111 1111 1111 1111'" in door.said("type_text", field="Card number", text="4111111111111111")


def test_a_click_by_a_name_that_is_only_alike_says_what_it_took(door: Door) -> None:
    show(door, "list")
    assert "Tapped 'Row 3'." in door.said("click", target="Row 3")
    door.phone.go_home()
    assert "It was taken for 'setings'." in door.said("click", target="setings")


def test_a_dead_reference_is_answered_with_its_replacement(door: Door) -> None:
    show(door, "list")
    before = door.phone.observe()
    row = before.element_named("Row 4")
    assert row is not None
    executor = Executor(
        phone=door.phone, toolset=Toolset.default(), approver=door.person, sink=EventList(), cancel=CancelToken()
    )
    dead = f"{before.fingerprint[:4]}#{row.ref}"
    executor.references.note(before)
    door.phone.scroll("down")
    now = door.phone.observe()
    call = ToolCall(call_id="call-1", tool_name="click", arguments={"target": dead})
    executed = executor.execute(call, now, "do it")
    assert (executed.outcome.tier, executed.outcome.code) == (Tier.LOGIC, "invalid")
    assert f"{dead} was 'Row 4' on a screen that is gone" in executed.outcome.message
    assert door.server.call(lambda phone: phone.world.state["form"]["sent"]) is False


def test_a_dark_phone_is_woken_and_unlocking_is_asked_about(door: Door) -> None:
    door.server.call(lambda phone: phone.world.sleep())
    assert "The screen is on" in door.said("wake")
    door.server.call(lambda phone: (phone.world.set_lock("swipe"), phone.world.sleep()))
    assert "The phone is unlocked." in door.said("unlock")
    assert [request.tool_name for request in door.person.asked] == ["unlock"]


def test_gestures_reach_the_glass(door: Door) -> None:
    show(door, "list")
    door.said("double_tap", target="Row 2")
    door.said("drag", start="Row 5", end="Row 2")
    door.said("pinch", zoom="in")
    door.said("fling", direction="down")
    assert door.said("set_volume", change="up", steps=2) == "Turned the volume up."
    assert door.call("press_key", key="recent").outcome.tier is Tier.OK


def test_tools_that_cannot_be_of_use_are_not_offered(door: Door) -> None:
    show(door, "list")
    offered = {tool.name for tool in Toolset.default().fitting(door.phone.observe())}
    assert not {"answer_permission", "unlock", "wake", "append_text", "clear_field", "launch_intent"} & offered
    show(door, "home")
    assert "append_text" in {tool.name for tool in Toolset.default().fitting(door.phone.observe())}


def test_the_keys_of_the_lock_screen_are_not_pressed(door: Door) -> None:
    def lock(phone: SimPhone) -> None:
        phone.world.set_lock("pin", "1234")
        phone.world.lock()
        phone.world.dismiss_keyguard()

    door.server.call(lock)
    seen = door.phone.observe()
    key = next(node for root in seen.roots for node in root.walk() if node.resource_id.endswith("key1"))
    x, y = key.bounds.center
    for name, arguments in (
        ("click", {"target": "1"}),
        ("tap_at", {"x": 1000 * x / seen.size.width, "y": 1000 * y / seen.size.height}),
    ):
        executed = door.call(name, **arguments)
        assert executed.outcome.code == "invalid"
        assert "Only its user enters the PIN" in executed.outcome.message
    assert door.server.call(lambda phone: phone.world.system.lock.entered) == ""
