"""Touches, keys and scrolling, judged by what the phone saw and shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from genie_host.core.errors import DeniedByPhone, OutcomeUnknown, PhoneRejected, UsageError
from genie_host.core.geometry import Bounds, Point, Size
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.gestures import scroll_path
from genie_host.phone.keys import KEY_CODES, key_code
from genie_host.phone.phone import ScrollDirection
from genie_host.simphone.server import SimServer

Kinds = Callable[..., list[str]]
SCREEN = Size(width=1080, height=2400)


def entries(sim: SimServer, kind: str) -> list[dict[str, Any]]:
    return sim.call(lambda phone: phone.world.log.of_kind(kind))


def names_on(phone: AdbPhone) -> list[str]:
    return [element.name for element in phone.observe().elements]


def test_a_tap_hits_the_pixel(sim: SimServer, phone: AdbPhone) -> None:
    phone.tap(Point(x=123, y=1456))
    (tap,) = entries(sim, "tap")
    assert (tap["x"], tap["y"]) == (123, 1456)


def test_a_long_press_is_no_tap(phone: AdbPhone, kinds: Kinds) -> None:
    phone.long_press(Point(x=540, y=1200))
    assert kinds("tap", "long_press") == ["long_press"]


def test_a_swipe_goes_from_start_to_end(sim: SimServer, phone: AdbPhone) -> None:
    phone.swipe(Point(x=540, y=1800), Point(x=540, y=600))
    (swipe,) = entries(sim, "swipe")
    assert (swipe["start"], swipe["end"]) == ([540, 1800], [540, 600])


def test_scrolling_down_shows_what_is_below_and_up_what_is_above(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("settings", "home"))
    top = names_on(phone)
    phone.scroll("down")
    middle = names_on(phone)
    assert "Network & internet" in top
    assert "Network & internet" not in middle
    assert set(middle) - set(top)
    phone.scroll("up")
    assert names_on(phone) == top


def test_a_scroll_keeps_some_of_what_was_seen(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("settings", "home"))
    top = names_on(phone)
    phone.scroll("down")
    assert set(top) & set(names_on(phone))


def test_a_scroll_may_be_kept_to_an_area(sim: SimServer, phone: AdbPhone) -> None:
    area = Bounds(left=0, top=1000, right=1080, bottom=2000)
    phone.scroll("down", area)
    (swipe,) = entries(sim, "swipe")
    assert all(area.contains(Point(x=x, y=y)) for x, y in (swipe["start"], swipe["end"]))


@pytest.mark.parametrize(("direction", "dx", "dy"), [("down", 0, -1), ("up", 0, 1), ("right", -1, 0), ("left", 1, 0)])
def test_the_finger_moves_against_the_direction(direction: ScrollDirection, dx: int, dy: int) -> None:
    start, end = scroll_path(direction, None, SCREEN)
    assert ((end.x > start.x) - (end.x < start.x), (end.y > start.y) - (end.y < start.y)) == (dx, dy)


def test_a_scroll_keeps_off_the_edges_of_the_screen() -> None:
    start, end = scroll_path("left", Bounds(left=-500, top=-500, right=5000, bottom=5000), SCREEN)
    assert min(start.x, end.x) > 80
    assert max(start.x, end.x) < 1000


def test_an_area_off_the_screen_cannot_be_scrolled() -> None:
    with pytest.raises(PhoneRejected):
        scroll_path("down", Bounds(left=0, top=2400, right=1080, bottom=3000), SCREEN)


def test_keys_are_sent_by_their_android_codes(sim: SimServer, phone: AdbPhone) -> None:
    phone.press_key("Volume up")
    phone.press_key("enter")
    assert [entry["code"] for entry in entries(sim, "key")] == [24, 66]


def test_back_leaves_a_screen_and_home_leaves_the_app(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("settings", "network"))
    phone.go_back()
    assert phone.observe().title == "Settings"
    phone.go_home()
    assert phone.observe().package_name == "com.android.launcher3"


def test_a_key_that_does_not_exist_is_answered_with_those_that_do() -> None:
    with pytest.raises(UsageError, match="volume_up"):
        key_code("any key")


def test_no_two_keys_share_a_code() -> None:
    assert len(set(KEY_CODES.values())) == len(KEY_CODES)


@pytest.mark.parametrize("action", ["tap", "key", "swipe"])
def test_a_phone_that_forbids_touches_says_what_to_switch_on(sim: SimServer, phone: AdbPhone, action: str) -> None:
    sim.call(lambda phone: setattr(phone.faults, "inject_denied", True))
    acts: dict[str, Callable[[], None]] = {
        "tap": lambda: phone.tap(Point(x=1, y=1)),
        "key": phone.go_back,
        "swipe": lambda: phone.swipe(Point(x=1, y=900), Point(x=1, y=100)),
    }
    with pytest.raises(DeniedByPhone, match="USB debugging"):
        acts[action]()


def test_a_touch_on_a_dark_screen_is_rejected(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.sleep())
    with pytest.raises(PhoneRejected, match="screen"):
        phone.tap(Point(x=540, y=1200))


@pytest.mark.parametrize(
    ("method", "kind"), [("click", "tap"), ("swipe", "swipe"), ("pressKeyCode", "key")], ids=["tap", "swipe", "key"]
)
def test_a_crash_in_an_action_is_reported_and_the_action_is_not_repeated(
    sim: SimServer, phone: AdbPhone, kinds: Kinds, method: str, kind: str
) -> None:
    sim.call(lambda phone: setattr(phone.faults, "u2_crash_on", method))
    acts: dict[str, Callable[[], None]] = {
        "tap": lambda: phone.tap(Point(x=540, y=1200)),
        "swipe": lambda: phone.swipe(Point(x=540, y=1800), Point(x=540, y=600)),
        "key": phone.go_back,
    }
    with pytest.raises(OutcomeUnknown, match="Look at the screen"):
        acts[kind]()
    assert kinds(kind) == []
    with pytest.raises(OutcomeUnknown, match="Look at the screen"):
        acts[kind]()
    phone.observe()
    acts[kind]()
    assert kinds(kind) == [kind]
