"""Gestures, panels, links, permissions and the lock, judged by what the phone saw."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from genie_host.core.errors import PhoneRejected, UsageError
from genie_host.core.geometry import Bounds, Point
from genie_host.core.screen import Element, Observation
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.hit_test import spot_for
from genie_host.phone.permission import answers_to, permission_question
from genie_host.phone.scrolling import scroll_until
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World
from tests.phone.conftest import Hurry

FORM = Path(__file__).parent / "data" / "form.yaml"
Kinds = Callable[..., list[str]]


@pytest.fixture
def sim_phone() -> SimPhone:
    rows = {"form": {"rows": [{"number": number} for number in range(1, 61)]}}
    return SimPhone(World.from_bundled_apps(extra_apps=[FORM], state=rows))


def entries(sim: SimServer, kind: str) -> list[dict[str, Any]]:
    return sim.call(lambda phone: phone.world.log.of_kind(kind))


def named(name: str) -> Callable[[Observation], Element | None]:
    return lambda observation: observation.element_named(name)


def test_a_double_tap_is_two_taps_of_one_place(sim: SimServer, phone: AdbPhone) -> None:
    phone.double_tap(Point(x=540, y=300))
    assert [(tap["x"], tap["y"]) for tap in entries(sim, "tap")] == [(540, 300), (540, 300)]


def test_a_drag_holds_before_it_moves(sim: SimServer, phone: AdbPhone) -> None:
    phone.drag(Point(x=540, y=1800), Point(x=540, y=900))
    assert [(each["start"], each["end"]) for each in entries(sim, "swipe")] == [([540, 1800], [540, 900])]


@pytest.mark.parametrize("is_open", [True, False])
def test_a_pinch_is_two_fingers_that_part_or_meet(sim: SimServer, phone: AdbPhone, is_open: bool) -> None:
    phone.pinch(Bounds(0, 0, 1080, 2400), is_open=is_open)
    (gesture,) = entries(sim, "gesture")
    spread = [abs(left[0] - right[0]) for left, right in zip(*gesture["fingers"], strict=True)]
    assert (spread[0] < spread[1]) is is_open


def test_two_fingers_do_not_fit_on_something_small(phone: AdbPhone) -> None:
    with pytest.raises(PhoneRejected, match="too small"):
        phone.pinch(Bounds(0, 0, 100, 100), is_open=True)


def test_a_fling_is_quicker_than_a_scroll(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("form", "list"))
    before = phone.observe().elements[3].name
    phone.fling("down")
    assert phone.observe().elements[3].name != before


@pytest.mark.parametrize(("panel", "shade"), [("notifications", "notifications"), ("quick_settings", "quick_settings")])
def test_the_shade_is_opened(sim: SimServer, phone: AdbPhone, panel: Any, shade: str) -> None:
    phone.open_panel(panel)
    assert sim.call(lambda phone: phone.world.system.shade) != "closed"
    assert phone.observe().package_name == "com.android.systemui"


def test_the_overview_of_open_apps_is_opened(sim: SimServer, phone: AdbPhone) -> None:
    phone.open_panel("recents")
    assert sim.call(lambda phone: phone.world.system.shows_recents)


def test_the_screen_is_turned_held_and_let_go(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("form", "list"))
    phone.rotate("left")
    assert phone.observe().rotation == 1
    phone.rotate("portrait")
    assert phone.observe().rotation == 0
    phone.rotate("auto")
    assert sim.call(lambda phone: phone.world.state["settings"]["auto_rotate"]) is True


def test_the_volume_keys_are_pressed(sim: SimServer, phone: AdbPhone) -> None:
    phone.change_volume("down", 3)
    phone.change_volume("mute", 3)
    assert [key["code"] for key in entries(sim, "key")] == [25, 25, 25, 164]


def test_the_clipboard_is_read_and_written(sim: SimServer, phone: AdbPhone) -> None:
    assert phone.read_clipboard() == ""
    phone.write_clipboard("你好")
    assert sim.call(lambda phone: phone.world.clipboard) == "你好"
    assert phone.read_clipboard() == "你好"
    sim.call(lambda phone: setattr(phone.faults, "clipboard_denied", True))
    with pytest.raises(PhoneRejected, match="clipboard"):
        phone.read_clipboard()


def test_a_deep_link_opens_its_page_whatever_it_holds(sim: SimServer, phone: AdbPhone) -> None:
    phone.open_link("form://page/Two%20&%20'three'")
    assert phone.observe().package_name == "com.example.form"
    assert sim.call(lambda phone: phone.world.visit.screen) == "page"


def test_a_link_that_nobody_opens_is_said_so(phone: AdbPhone) -> None:
    with pytest.raises(PhoneRejected, match="No app on the phone opens that"):
        phone.open_link("nosuch://thing")
    with pytest.raises(UsageError, match="no link"):
        phone.open_link("just words")
    with pytest.raises(UsageError, match="no intent"):
        phone.start_intent("android.intent.action.VIEW; reboot")


def test_an_intent_starts_what_answers_it(phone: AdbPhone) -> None:
    phone.start_intent("android.intent.action.VIEW", data="form://page/One", package="com.example.form")
    assert phone.observe().package_name == "com.example.form"
    with pytest.raises(PhoneRejected, match="No app"):
        phone.start_intent("com.example.NOTHING", extras={"a key": "a 'value'"})


@pytest.mark.parametrize(("answer", "toast"), [("while_using", "Thank you"), ("once", "Thank you"), ("deny", "Pity")])
@pytest.mark.parametrize("locale", ["en", "ja"])
def test_a_permission_prompt_is_answered_by_the_ids_of_its_buttons(
    sim: SimServer, phone: AdbPhone, answer: Any, toast: str, locale: str
) -> None:
    sim.call(lambda phone: phone.world.set_locale(locale))
    sim.call(lambda phone: phone.world.show("form", "page"))
    asking = phone.observe()
    assert permission_question(asking) is None
    phone.tap(next(each for each in asking.elements if each.name == "Ask").node.bounds.center)
    prompt = phone.observe()
    assert permission_question(prompt)
    assert set(answers_to(prompt)) == {"while_using", "once", "deny"}
    point = spot_for(prompt, answers_to(prompt)[answer]).point
    assert point is not None
    phone.take_toast()
    phone.tap(point)
    assert phone.take_toast() == toast
    assert phone.take_toast() == ""


def test_something_far_down_is_scrolled_to(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("form", "list"))
    found = scroll_until(phone, named("Row 37"), phone.observe())
    assert found.element is not None
    assert spot_for(found.observation, found.element.node).point is not None
    assert {"Row 1", "Row 20", "Row 37"} <= set(found.seen)


def test_a_list_that_does_not_hold_it_ends_the_search_at_its_end(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("form", "list"))
    found = scroll_until(phone, named("Row 99"), phone.observe())
    assert found.element is None
    assert found.is_at_end
    assert found.swipes < 30
    assert {f"Row {number}" for number in range(1, 61)} <= set(found.seen)


def test_a_search_turns_back_at_the_end(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("form", "list"))
    low = scroll_until(phone, named("Row 50"), phone.observe()).observation
    assert scroll_until(phone, named("Row 2"), low, turns_back=True).element is not None


def test_a_search_ends_when_its_swipes_are_used_up(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("form", "list"))
    found = scroll_until(phone, named("Row 60"), phone.observe(), most_swipes=1)
    assert (found.element, found.swipes, found.is_at_end) == (None, 1, False)


def test_a_list_without_end_is_given_up(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("social", "home"))
    found = scroll_until(phone, named("No such post"), phone.observe(), most_swipes=4)
    assert (found.swipes, found.is_at_end) == (4, False)


def test_a_dark_screen_is_woken(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.sleep())
    phone.wake()
    assert phone.observe().is_screen_on


def test_a_phone_without_a_pin_is_unlocked(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: (phone.world.set_lock("swipe"), phone.world.sleep()))
    phone.unlock()
    assert not phone.observe().is_locked


def test_the_pin_is_waited_for_and_never_typed(sim: SimServer, phone: AdbPhone, hurry: Hurry) -> None:
    hurry(focus_seconds=0.1)
    sim.call(lambda phone: (phone.world.set_lock("pin", "1234"), phone.world.sleep()))
    asked: list[str] = []

    def person_types(what: str) -> None:
        asked.append(what)
        threading.Thread(target=lambda: sim.call(lambda phone: phone.world.unlock("1234"))).start()

    phone.unlock(person_types, seconds=20)
    assert not phone.observe().is_locked
    assert "never types a PIN" in asked[0]
    assert entries(sim, "pin_wrong") == []


def test_a_phone_that_stays_locked_is_said_so(sim: SimServer, phone: AdbPhone, hurry: Hurry) -> None:
    hurry(focus_seconds=0.1)
    sim.call(lambda phone: (phone.world.set_lock("pin", "1234"), phone.world.sleep()))
    with pytest.raises(PhoneRejected, match="still locked"):
        phone.unlock(seconds=0.1)
    assert entries(sim, "key") == []


def test_all_of_unlocking_is_over_after_the_seconds_given(sim: SimServer, phone: AdbPhone, hurry: Hurry) -> None:
    """Also the time in which a phone without a PIN would open."""
    hurry(focus_seconds=3600)
    sim.call(lambda phone: (phone.world.set_lock("pin", "1234"), phone.world.sleep()))
    with pytest.raises(PhoneRejected, match="still locked"):
        phone.unlock(seconds=0.5)
