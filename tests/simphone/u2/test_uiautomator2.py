"""Unmodified uiautomator2 drives the simulated phone; what counts is the phone's log and state."""

from __future__ import annotations

import io

import pytest
import uiautomator2
from lxml import etree
from PIL import Image

SETTINGS, MESSAGES, NOTES = "com.android.settings", "com.android.messaging", "com.example.notes"


def kinds(sim):
    entries = sim.call(lambda phone: phone.world.log.entries)
    return [entry["kind"] for entry in entries if entry["kind"] != "screen_opened"]


def effects(sim):
    entries = sim.call(lambda phone: phone.world.log.effects)
    return [{key: value for key, value in entry.items() if key not in ("seq", "t", "effect")} for entry in entries]


def foreground(sim):
    return sim.call(lambda phone: phone.world.foreground)


@pytest.mark.slow
def test_connecting_pushes_the_jar_and_starts_the_server(device, sim):
    with pytest.raises(Exception, match="closed"):
        device.create_connection("tcp", 9008)
    connected = uiautomator2.connect(device)
    assert sim.call(lambda phone: len(phone.files.read("/data/local/tmp/u2.jar"))) > 3_000_000
    assert connected.info["currentPackageName"] == "com.android.launcher3"
    assert sim.call(lambda phone: phone.automation) is not None
    connected.stop_uiautomator()
    assert sim.call(lambda phone: phone.automation) is None


def test_device_information_agrees_with_the_world(u2_device):
    info = u2_device.info
    assert (info["displayWidth"], info["displayHeight"], info["displayRotation"]) == (1080, 2400, 0)
    assert (info["screenOn"], info["sdkInt"], info["naturalOrientation"]) == (True, 34, True)
    assert u2_device.window_size() == (1080, 2400)
    assert u2_device.device_info == {
        "serial": "SIM0001",
        "sdk": 34,
        "brand": "sim",
        "model": "SimPhone_1",
        "arch": "arm64-v8a",
        "version": 14,
    }


def test_dump_is_the_worlds_tree(u2_device, sim):
    dump = u2_device.dump_hierarchy()
    assert dump == sim.call(lambda phone: phone.snapshots.hierarchy("u2"))
    texts = etree.fromstring(dump.encode()).xpath("//node/@text")
    assert {"Settings", "Messages", "Clock", "Notes"} <= set(texts)


def test_dump_of_the_active_window_has_one_root(u2_device):
    everything = etree.fromstring(u2_device.dump_hierarchy().encode())
    active = etree.fromstring(u2_device.dump_hierarchy(root_in_active=True).encode())
    assert len(everything) > len(active) == 1


def test_dump_goes_as_deep_as_it_is_asked_to(u2_device):
    roots = etree.fromstring(u2_device.jsonrpc.dumpWindowHierarchy(False, 0).encode())
    shallow = etree.fromstring(u2_device.dump_hierarchy(max_depth=1).encode())
    assert roots.xpath("//node/node") == []
    assert shallow.xpath("//node/node") != []
    assert shallow.xpath("//node/node/node") == []


def test_a_switch_is_found_by_text_and_tapped(u2_device, sim):
    u2_device.app_start(SETTINGS)
    u2_device(text="Network & internet").click()
    u2_device.xpath('//*[@text="Wi-Fi"]').click()
    assert sim.call(lambda phone: phone.world.state["settings"]["wifi"]) is True
    assert [effect["kind"] for effect in effects(sim)] == ["switch_changed"]
    assert kinds(sim) == ["app_started", "tap", "tap", "switch_changed"]


def test_a_message_is_written_with_the_clipboard_and_sent(u2_device, sim):
    sim.call(lambda phone: phone.world.show("messages", "conversation", name="Mum"))
    u2_device(className="android.widget.EditText").click()
    u2_device.send_keys("hé 你好")
    u2_device(text="Send").click()
    sent = {"kind": "message_sent", "app": "messages", "to": "Mum", "text": "hé 你好"}
    assert effects(sim) == [sent]


def test_a_field_is_set_read_and_cleared(u2_device, sim):
    sim.call(lambda phone: phone.world.show("notes", "edit"))
    title = u2_device(resourceId="com.example.notes:id/note_title")
    title.set_text("Shopping")
    assert sim.call(lambda phone: phone.world.state["notes"]["title"]) == "Shopping"
    assert title.get_text() == "Shopping"
    title.clear_text()
    assert sim.call(lambda phone: phone.world.state["notes"]["title"]) == ""
    u2_device.send_keys("more", clear=True)
    assert sim.call(lambda phone: phone.world.state["notes"]["title"]) == "more"


def test_current_app_is_the_worlds_foreground(u2_device, sim):
    u2_device.app_start(NOTES, ".MainActivity")
    current = u2_device.app_current()
    assert (current["package"], current["activity"]) == (NOTES, "com.example.notes.MainActivity")
    u2_device.app_stop(NOTES)
    assert u2_device.app_current()["package"] == "com.android.launcher3"
    assert NOTES not in u2_device.app_list_running()


def test_waiting_for_an_app_gives_its_process(u2_device, sim):
    u2_device.app_start(SETTINGS, wait=True)
    assert u2_device.app_wait(SETTINGS, front=True) == sim.call(lambda phone: phone.world.pid_of(SETTINGS))


def test_swipe_scrolls_the_list(u2_device, sim):
    u2_device.app_start(SETTINGS)
    assert not u2_device(text="Tips & support").exists
    u2_device.swipe(540, 2000, 540, 600)
    u2_device.swipe(0.5, 0.8, 0.5, 0.2)
    assert u2_device(text="Tips & support").exists
    assert kinds(sim) == ["app_started", "swipe", "swipe"]


def test_scrolling_to_a_text_finds_it(u2_device, sim):
    u2_device.app_start(SETTINGS)
    assert u2_device(scrollable=True).scroll.to(text="About phone")
    u2_device(text="About phone").click()
    assert foreground(sim).screen == "about"


def test_list_scrolls_to_its_ends(u2_device):
    u2_device.app_start(SETTINGS)
    whole = u2_device(scrollable=True)
    assert whole.scroll.toEnd()
    assert u2_device(text="Tips & support").exists
    assert not whole.scroll.forward()
    assert whole.fling.toBeginning()
    assert not u2_device(text="Tips & support").exists
    assert not whole.fling.backward()
    assert not whole.scroll.toEnd(max_swipes=0)


def test_scroll_tells_whether_there_is_more(u2_device, sim):
    sim.call(
        lambda phone: phone.world.state["notes"]["notes"].extend([{"title": f"{n}", "text": ""} for n in range(60)])
    )
    u2_device.app_start(NOTES)
    whole = u2_device(scrollable=True)
    assert whole.scroll.forward()
    assert whole.fling.forward()
    assert whole.scroll.toEnd()
    assert whole.scroll.backward()
    assert not whole.scroll.horiz.forward()


def test_keys_are_pressed_by_name_and_by_code(u2_device, sim):
    u2_device.app_start(SETTINGS)
    assert u2_device.press("home")
    assert u2_device.press(4)
    assert not u2_device.press("no such key")
    u2_device.keyevent("volume_up")
    codes = [entry["code"] for entry in sim.call(lambda phone: phone.world.log.of_kind("key"))]
    assert codes == [3, 4, 24]


def test_long_click_is_a_long_press(u2_device, sim):
    u2_device.long_click(945, 420)
    u2_device(text="Clock").long_click(duration=0.6)
    assert kinds(sim) == ["long_press", "long_press"]


def test_touches_by_hand_are_taps_and_swipes(u2_device, sim):
    u2_device.touch.down(945, 420).up(945, 420)
    u2_device.touch.down(540, 1800).move(540, 1200).up(540, 900)
    assert kinds(sim) == ["tap", "app_started", "swipe"]


def test_drag_and_path_are_swipes(u2_device, sim):
    u2_device.drag(100, 1500, 100, 900)
    u2_device.swipe_points([(100, 1500), (200, 1200), (100, 900)])
    assert kinds(sim) == ["swipe", "swipe"]


def test_screenshot_is_the_size_of_the_screen(u2_device, sim):
    assert u2_device.screenshot().size == (1080, 2400)
    sim.call(lambda phone: phone.world.set_rotation(1))
    assert u2_device.screenshot().size == (2400, 1080)


def test_screenshot_by_the_shell_is_a_png(device, sim):
    taken = device.shell("screencap -p", encoding=None)
    assert Image.open(io.BytesIO(taken)).format == "PNG"
    assert device.screenshot().size == (1080, 2400)


def test_screen_goes_off_and_on(u2_device, sim):
    u2_device.screen_off()
    assert not sim.call(lambda phone: phone.world.is_screen_on)
    assert not u2_device.info["screenOn"]
    u2_device.screen_on()
    assert sim.call(lambda phone: phone.world.is_screen_on)


def test_orientation_is_read_and_set(u2_device, sim):
    u2_device.orientation = "left"
    assert sim.call(lambda phone: phone.world.rotation) == 1
    assert u2_device.orientation == "left"
    assert u2_device.window_size() == (2400, 1080)
    u2_device.freeze_rotation()


def test_toast_is_read_and_forgotten(u2_device, sim):
    sim.call(lambda phone: setattr(phone.world, "toast", "Saved"))
    assert u2_device.last_toast == "Saved"
    u2_device.clear_toast()
    assert sim.call(lambda phone: phone.world.toast) is None


def test_selectors_reach_children_siblings_and_instances(u2_device, sim):
    u2_device.app_start(SETTINGS)
    rows = u2_device(resourceId="android:id/title")
    assert rows.count > 5
    assert rows[1].get_text() == "Connected devices"
    assert u2_device(scrollable=True).child(text="Apps").exists
    assert u2_device(text="Apps").sibling(textContains="default").get_text() == "Default apps"
    assert u2_device(textMatches="Bluet[a-z]*|Batt.*").get_text() == "Battery"
    assert not u2_device(text="Nothing of the kind").exists


def test_missing_element_is_an_error_of_uiautomator2s_own(u2_device):
    with pytest.raises(uiautomator2.exceptions.UiObjectNotFoundError):
        u2_device(text="Nothing of the kind").click(timeout=0)
    with pytest.raises(uiautomator2.exceptions.UiObjectNotFoundError):
        u2_device(text="Nothing of the kind").get_text(timeout=0)
    with pytest.raises(uiautomator2.exceptions.UiObjectNotFoundError):
        assert u2_device(text="Nothing of the kind").info


def test_wait_ends_when_the_element_is_gone(u2_device):
    assert u2_device(text="Notes").wait(timeout=1)
    assert not u2_device(text="Notes").wait_gone(timeout=0.05)
    u2_device.app_start(SETTINGS)
    assert u2_device(text="Notes").wait_gone(timeout=1)


def test_method_that_the_jar_does_not_have_fails(u2_device):
    with pytest.raises(uiautomator2.exceptions.RPCUnknownError, match="-32601"):
        u2_device.toast.show("hello")


def test_wrong_number_of_parameters_fails(u2_device):
    with pytest.raises(uiautomator2.exceptions.RPCUnknownError, match="-32602"):
        u2_device.jsonrpc.pressKey("home", "back", "enter")


def test_second_automation_is_refused_while_the_first_runs(u2_device, device):
    output = device.shell("CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9010")
    assert "already registered" in output
    assert "Killed" in device.shell2("uiautomator dump", v2=True).stderr


def test_unmodified_adbutils_reads_the_phone(device, sim):
    assert device.prop.model == "SimPhone_1"
    assert device.window_size() == (1080, 2400)
    assert device.rotation() == 0
    assert device.is_screen_on()
    assert device.battery().level == 83
    assert device.wlan_ip() == "192.168.1.77"
    assert NOTES in device.list_packages()
    assert device.app_info(NOTES).version_name == sim.call(lambda phone: phone.world.apps[NOTES].version)
    assert device.app_info("com.example.none") is None
    assert device.shell2("exit 3", v2=True).returncode == 3
    assert device.dump_hierarchy().startswith("<?xml")


def test_unmodified_adbutils_pushes_lists_and_pulls(device, tmp_path):
    content = bytes(range(256)) * 1000
    device.sync.push(io.BytesIO(content), "/sdcard/x.bin", check=True)
    assert [entry.path for entry in device.sync.list("/sdcard") if entry.size == len(content)] == ["x.bin"]
    assert device.sync.read_bytes("/sdcard/x.bin") == content
    assert not device.sync.exists("/sdcard/none")
    with pytest.raises(Exception, match="No such file"):
        device.sync.read_bytes("/sdcard/none")


def test_the_automation_server_is_ended_by_its_command_line(u2_device, sim):
    u2_device.shell(["pkill", "-f", "something else"])
    assert sim.call(lambda phone: phone.automation is not None)
    u2_device.shell(["pkill", "-f", "[c]om.wetest.uia2.Main"])
    assert sim.call(lambda phone: phone.automation is None)
