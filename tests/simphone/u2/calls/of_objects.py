"""Calls on objects that a selector or an XPath names."""

from __future__ import annotations

import pytest
from uiautomator2 import Device
from uiautomator2.exceptions import UiObjectNotFoundError

from genie_host.simphone.server import SimServer
from tests.simphone.u2.calls import INFO, NOTES, SETTINGS, call, last, open_note

FIELD = {"className": "android.widget.EditText"}


def open_settings(sim: SimServer) -> None:
    sim.call(lambda phone: phone.world.start_app(SETTINGS))


@call("d(selector).exists")
def exists(d: Device, sim: SimServer) -> None:
    assert d.jsonrpc.exist(d(text="Settings").selector) is True
    assert d(text="Settings").exists
    assert not d(text="Nothing of the kind").exists


@call("d(selector).count")
def count(d: Device, sim: SimServer) -> None:
    assert d(resourceIdMatches=".*icon", text="Settings").count == 1
    assert d(text="Nothing of the kind").count == 0
    assert d(resourceIdMatches=".*icon").count > 3


@call("d(selector).info")
def info(d: Device, sim: SimServer) -> None:
    found = d(text="Settings").info
    assert set(found) == INFO
    assert set(found["bounds"]) == set(found["visibleBounds"]) == {"left", "top", "right", "bottom"}
    assert (found["text"], found["packageName"]) == ("Settings", "com.android.launcher3")
    assert found["clickable"] is True


@call("d(selector).info_list()")
def info_list(d: Device, sim: SimServer) -> None:
    icons = d(resourceIdMatches=".*icon")
    infos = icons.info_list()
    assert len(infos) == icons.count
    assert all(set(each) == INFO for each in infos)
    assert len({each["text"] for each in infos}) == len(infos)


@call("d(selector).click()")
def click(d: Device, sim: SimServer) -> None:
    d(text="Settings").click()
    assert sim.call(lambda phone: phone.world.foreground.package) == SETTINGS
    with pytest.raises(UiObjectNotFoundError):
        d(text="Nothing of the kind").click(timeout=0)


@call("d(selector).set_text()")
def set_text(d: Device, sim: SimServer) -> None:
    open_note(sim)
    assert d(**FIELD).set_text("Tea") is True
    assert last(sim, "text_entered")["text"] == "Tea"


@call("d(selector).get_text()")
def get_text(d: Device, sim: SimServer) -> None:
    open_note(sim)
    d(**FIELD).set_text("Tea")
    assert d(**FIELD).get_text() == "Tea"


@call("d(selector).clear_text()")
def clear_text(d: Device, sim: SimServer) -> None:
    open_note(sim)
    d(**FIELD).set_text("Tea")
    assert d(**FIELD).clear_text() is None
    assert last(sim, "text_entered")["text"] == ""


@call("d(selector).scroll.forward()")
def scroll_forward(d: Device, sim: SimServer) -> None:
    open_settings(sim)
    has_more = d(scrollable=True).scroll.forward(steps=10)
    assert has_more is sim.call(lambda phone: phone.world.visit.scroll < phone.world.visit.last_scroll)
    assert not d(text="Network & internet").exists


@call("d(selector).scroll.backward()")
def scroll_backward(d: Device, sim: SimServer) -> None:
    open_settings(sim)
    assert d(scrollable=True).scroll.backward() is False


@call("d(selector).scroll.to()")
def scroll_to(d: Device, sim: SimServer) -> None:
    open_settings(sim)
    assert d(scrollable=True).scroll.to(text="About phone") is True
    assert d(text="About phone").exists
    assert d(scrollable=True).scroll.to(text="Nothing of the kind") is False


@call("d(selector).scroll.toBeginning()")
def scroll_to_beginning(d: Device, sim: SimServer) -> None:
    open_settings(sim)
    d(scrollable=True).scroll.toEnd()
    assert d(scrollable=True).scroll.toBeginning() is True
    assert d(text="Network & internet").exists


@call("d(selector).scroll.toEnd()")
def scroll_to_end(d: Device, sim: SimServer) -> None:
    open_settings(sim)
    assert d(scrollable=True).scroll.toEnd() is True
    assert d(scrollable=True).scroll.toEnd(max_swipes=0) is False


@call("d(selector).fling.forward()")
def fling_forward(d: Device, sim: SimServer) -> None:
    open_settings(sim)
    has_more = d(scrollable=True).fling.forward()
    assert has_more is sim.call(lambda phone: phone.world.visit.scroll < phone.world.visit.last_scroll)
    assert not d(text="Network & internet").exists


@call("d(selector).fling.backward()")
def fling_backward(d: Device, sim: SimServer) -> None:
    open_settings(sim)
    assert d(scrollable=True).fling.backward() is False


@call("d(selector).fling.toBeginning()")
def fling_to_beginning(d: Device, sim: SimServer) -> None:
    open_settings(sim)
    assert d(scrollable=True).fling.toBeginning() is True


@call("d(selector).fling.toEnd()")
def fling_to_end(d: Device, sim: SimServer) -> None:
    open_settings(sim)
    assert d(scrollable=True).fling.toEnd() is True
    assert d(text="About phone").exists


@call("d.xpath().exists")
def xpath_exists(d: Device, sim: SimServer) -> None:
    assert d.xpath("Settings").exists
    assert not d.xpath('//*[@text="Nothing of the kind"]').exists


@call("d.xpath().get()")
def xpath_get(d: Device, sim: SimServer) -> None:
    found = d.xpath('//*[@text="Settings"]').get()
    info = d(text="Settings").info["bounds"]
    assert (found.text, found.bounds) == ("Settings", (info["left"], info["top"], info["right"], info["bottom"]))


@call("d.xpath().click()")
def xpath_click(d: Device, sim: SimServer) -> None:
    d.xpath('//*[@text="Settings"]').click()
    assert sim.call(lambda phone: phone.world.foreground.package) == SETTINGS


@call("d.xpath().set_text()")
def xpath_set_text(d: Device, sim: SimServer) -> None:
    open_note(sim)
    d.xpath("//android.widget.EditText").set_text("Tea")
    assert last(sim, "text_entered")["text"] == "Tea"


@call("d.watcher.run()")
def watcher_run(d: Device, sim: SimServer) -> None:
    d.watcher("notes").when("Notes").click()
    d.watcher("none").when("Nothing of the kind").press("home")
    try:
        assert d.watcher.run() is True
        assert sim.call(lambda phone: phone.world.foreground.package) == NOTES
        d.watcher.remove("notes")
        assert d.watcher.run() is False
    finally:
        d.watcher.remove()


@call("d.watcher.start()")
def watcher_start(d: Device, sim: SimServer) -> None:
    d.watcher("settings").when("Settings").click()
    try:
        d.watcher.start(0.05)
        assert d(text="Network & internet").wait(timeout=20)
        assert d.watcher.running()
    finally:
        d.watcher.stop()
        d.watcher.remove()
