"""Calls that look at the phone, and those that turn it on, off and round."""

from __future__ import annotations

from lxml import etree
from uiautomator2 import Device

from genie_host.simphone.server import SimServer
from tests.simphone.u2.calls import call, last


@call("d.info")
def info(d: Device, sim: SimServer) -> None:
    types = {name: type(value) for name, value in d.info.items()}
    numbers = dict.fromkeys(
        ("displayWidth", "displayHeight", "displayRotation", "displaySizeDpX", "displaySizeDpY"), int
    )
    texts = dict.fromkeys(("currentPackageName", "productName"), str)
    assert types == {**numbers, **texts, "sdkInt": int, "screenOn": bool, "naturalOrientation": bool}


@call("d.device_info")
def device_info(d: Device, sim: SimServer) -> None:
    assert d.device_info == {
        "serial": "SIM0001",
        "sdk": 34,
        "brand": sim.call(lambda phone: phone.properties["ro.product.brand"]),
        "model": sim.call(lambda phone: phone.properties["ro.product.model"]),
        "arch": "arm64-v8a",
        "version": 14,
    }


@call("d.window_size()")
def window_size(d: Device, sim: SimServer) -> None:
    assert d.window_size() == (1080, 2400)
    sim.call(lambda phone: phone.world.set_rotation(1))
    assert d.window_size() == (2400, 1080)


@call("d.dump_hierarchy()")
def dump_hierarchy(d: Device, sim: SimServer) -> None:
    root = etree.fromstring(d.dump_hierarchy().encode())
    assert (root.tag, root.get("rotation")) == ("hierarchy", "0")
    assert list(root[0].attrib)[:6] == ["index", "text", "resource-id", "class", "package", "content-desc"]
    assert list(root[0].attrib)[-4:] == ["bounds", "drawing-order", "hint", "display-id"]


@call("d.dump_hierarchy(compressed)")
def dump_compressed(d: Device, sim: SimServer) -> None:
    whole = etree.fromstring(d.dump_hierarchy().encode())
    small = etree.fromstring(d.dump_hierarchy(compressed=True).encode())
    assert len(small.xpath("//node")) < len(whole.xpath("//node"))
    assert sorted(small.xpath("//node/@text[. != '']")) == sorted(whole.xpath("//node/@text[. != '']"))
    again = etree.fromstring(d.dump_hierarchy().encode())
    assert len(again.xpath("//node")) == len(whole.xpath("//node"))


@call("d.dump_hierarchy(pretty)")
def dump_pretty(d: Device, sim: SimServer) -> None:
    assert d.dump_hierarchy(pretty=True).startswith("<?xml version='1.0' encoding='UTF-8'?>\n<hierarchy")


@call("d.dump_hierarchy(max_depth)")
def dump_shallow(d: Device, sim: SimServer) -> None:
    shallow = etree.fromstring(d.dump_hierarchy(max_depth=1).encode())
    assert shallow.xpath("//node/node")
    assert not shallow.xpath("//node/node/node")


@call("d.dump_hierarchy(root_in_active)")
def dump_active(d: Device, sim: SimServer) -> None:
    everything = etree.fromstring(d.dump_hierarchy().encode())
    assert len(everything) > len(etree.fromstring(d.dump_hierarchy(root_in_active=True).encode())) == 1


@call("d.screenshot()")
def screenshot(d: Device, sim: SimServer) -> None:
    picture = d.screenshot()
    assert (picture.format, picture.size) == ("JPEG", (1080, 2400))


@call("d.screenshot(display_id)")
def screenshot_of_display(d: Device, sim: SimServer) -> None:
    picture = d.screenshot(display_id=0)
    assert (picture.mode, picture.size) == ("RGB", (1080, 2400))


@call("d.open_notification()")
def open_notification(d: Device, sim: SimServer) -> None:
    assert d.open_notification() is True
    assert sim.call(lambda phone: phone.world.system.shade) == "notifications"


@call("d.open_quick_settings()")
def open_quick_settings(d: Device, sim: SimServer) -> None:
    assert d.open_quick_settings() is True
    assert sim.call(lambda phone: phone.world.system.shade) == "quick"


@call("d.orientation")
def orientation(d: Device, sim: SimServer) -> None:
    assert d.orientation == "natural"
    sim.call(lambda phone: phone.world.set_rotation(3))
    assert d.orientation == "right"


@call("d.orientation = left")
def set_orientation(d: Device, sim: SimServer) -> None:
    d.orientation = "left"
    assert sim.call(lambda phone: phone.world.rotation) == 1


@call("d.orientation = upsidedown")
def set_upside_down(d: Device, sim: SimServer) -> None:
    d.orientation = "upsidedown"
    assert sim.call(lambda phone: phone.world.rotation) == 0


@call("d.freeze_rotation()")
def freeze_rotation(d: Device, sim: SimServer) -> None:
    d.freeze_rotation(False)
    sim.call(lambda phone: phone.world.turn(1))
    assert d.orientation == "left"
    d.freeze_rotation()
    sim.call(lambda phone: phone.world.turn(0))
    assert d.orientation == "left"


@call("d.toast.get_message()")
def toast_message(d: Device, sim: SimServer) -> None:
    assert d.toast.get_message(wait_timeout=0, default="none") == "none"
    sim.call(lambda phone: phone.world.show_toast("Saved"))
    assert d.toast.get_message(wait_timeout=0) == "Saved"


@call("d.toast.reset()")
def toast_reset(d: Device, sim: SimServer) -> None:
    sim.call(lambda phone: phone.world.show_toast("Saved"))
    assert d.toast.reset() is None
    assert d.toast.get_message(wait_timeout=0) is None


@call("d.last_toast")
def last_toast(d: Device, sim: SimServer) -> None:
    assert d.last_toast is None
    sim.call(lambda phone: phone.world.show_toast("Saved"))
    assert d.last_toast == "Saved"


@call("d.screen_on()")
def screen_on(d: Device, sim: SimServer) -> None:
    sim.call(lambda phone: phone.world.sleep())
    assert d.screen_on() is None
    assert sim.call(lambda phone: phone.world.is_screen_on)


@call("d.screen_off()")
def screen_off(d: Device, sim: SimServer) -> None:
    assert d.screen_off() is None
    assert not sim.call(lambda phone: phone.world.is_screen_on)


@call("d.press(name)")
def press(d: Device, sim: SimServer) -> None:
    names = "home back left right up down center menu search enter delete del recent volume_up volume_down".split()
    assert all(d.press(name) is True for name in (*names, "volume_mute", "camera"))
    assert d.press("no such key") is False


@call("d.press(code)")
def press_code(d: Device, sim: SimServer) -> None:
    assert d.press(66) is True
    assert last(sim, "key")["code"] == 66


@call("d.press(code, meta)")
def press_with_meta(d: Device, sim: SimServer) -> None:
    sim.call(lambda phone: phone.world.show("notes", "edit"))
    d(className="android.widget.EditText").click()
    sim.call(lambda phone: phone.world.copy("pasted"))
    assert d.press(50, 0x1000) is True
    assert d.press(29, 1) is True
    assert last(sim, "text_entered")["text"] == "pastedA"


@call("d.keyevent()")
def keyevent(d: Device, sim: SimServer) -> None:
    d.keyevent("HOME")
    assert last(sim, "key")["code"] == 3


@call("d.long_press(key)")
def long_press_key(d: Device, sim: SimServer) -> None:
    d.long_press("home")
    assert last(sim, "key")["code"] == 3
