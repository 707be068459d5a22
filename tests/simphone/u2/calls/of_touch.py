"""Calls that touch the glass at coordinates."""

from __future__ import annotations

from uiautomator2 import Device

from genie_host.simphone.server import SimServer
from tests.simphone.u2.calls import SETTINGS, call, last


def touches(sim: SimServer) -> list[str]:
    entries = sim.call(lambda phone: phone.world.log.entries)
    since = max(position for position, entry in enumerate(entries) if entry["kind"] == "restored")
    return [entry["kind"] for entry in entries[since:] if entry["kind"] in ("tap", "long_press", "swipe", "gesture")]


def spot(sim: SimServer, kind: str) -> tuple[int, int]:
    entry = last(sim, kind)
    return entry["x"], entry["y"]


@call("d.click(x, y)")
def click(d: Device, sim: SimServer) -> None:
    d.click(540, 1000)
    assert d.jsonrpc.click(540.0, 1000.9) is True
    assert touches(sim) == ["tap", "tap"]
    assert spot(sim, "tap") == (540, 1000)


@call("d.click(part, part)")
def click_relative(d: Device, sim: SimServer) -> None:
    d.click(0.5, 0.25)
    assert spot(sim, "tap") == (540, 600)


@call("d.long_click(x, y)")
def long_click(d: Device, sim: SimServer) -> None:
    d.long_click(540, 1000)
    assert touches(sim) == ["long_press"]


@call("d.double_click(x, y)")
def double_click(d: Device, sim: SimServer) -> None:
    d.double_click(540, 1000, duration=0.01)
    assert touches(sim) == ["tap", "tap"]


@call("d.touch.down()")
def touch_down(d: Device, sim: SimServer) -> None:
    assert d.jsonrpc.injectInputEvent(0, 540, 1000, 0) is True
    assert touches(sim) == []
    d.touch.down(540, 1200).up(540, 1200)
    assert touches(sim) == ["tap"]


@call("d.touch.move()")
def touch_move(d: Device, sim: SimServer) -> None:
    d.touch.down(540, 1600).move(540, 1200).up(540, 900)
    assert d.jsonrpc.injectInputEvent(2, 540, 1000, 0) is False
    assert touches(sim) == ["swipe"]


@call("d.touch.up()")
def touch_up(d: Device, sim: SimServer) -> None:
    assert d.jsonrpc.injectInputEvent(1, 540, 1000, 0) is False
    d.touch.down(540, 1000).sleep(0.6).up(540, 1000)
    assert touches(sim) == ["long_press"]


@call("d.swipe()")
def swipe(d: Device, sim: SimServer) -> None:
    assert d.swipe(540, 1600, 540, 800) is True
    assert d.swipe(0.5, 0.7, 0.5, 0.3, steps=10) is True
    assert last(sim, "swipe")["start"] == [540, 1680]
    assert touches(sim) == ["swipe", "swipe"]


@call("d.swipe_ext()")
def swipe_ext(d: Device, sim: SimServer) -> None:
    d.app_start(SETTINGS)
    d.swipe_ext("up")
    assert last(sim, "swipe")["start"][1] > last(sim, "swipe")["end"][1]


@call("d.swipe_points()")
def swipe_points(d: Device, sim: SimServer) -> None:
    assert d.swipe_points([(540, 1600), (600, 1200), (540, 800)]) is True
    assert (last(sim, "swipe")["start"], last(sim, "swipe")["end"]) == ([540, 1600], [540, 800])
    assert d.jsonrpc.swipePoints([], 10) is False


@call("d.drag()")
def drag(d: Device, sim: SimServer) -> None:
    assert d.drag(540, 1600, 540, 800) is True
    assert touches(sim) == ["swipe"]
