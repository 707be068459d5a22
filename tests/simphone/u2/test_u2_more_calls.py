"""What uiautomator2 can do beyond its documented table, and what only the server's own methods can."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
import uiautomator2
from PIL import Image
from uiautomator2.exceptions import RPCUnknownError, SessionBrokenError, UiObjectNotFoundError

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.schema import App
from tests.conftest import PrivateAdb, put_u2_jar

SETTINGS, NOTES = "com.android.settings", "com.example.notes"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shared(
    adb_server: PrivateAdb, bundled_apps: tuple[App, ...]
) -> Iterator[tuple[uiautomator2.Device, SimServer, dict]]:
    phone = SimPhone(World(bundled_apps))
    put_u2_jar(phone)
    with SimServer(phone) as server:
        adb_server.connect(server.serial)
        device = uiautomator2.connect(adb_server.client.device(server.serial))
        yield device, server, server.call(lambda phone: phone.world.snapshot())
        device.stop_uiautomator(wait=False)
        adb_server.disconnect(server.serial)


@pytest.fixture
def sim(shared) -> SimServer:
    shared[1].call(lambda phone: phone.world.restore(shared[2]))
    return shared[1]


@pytest.fixture
def d(shared, sim) -> uiautomator2.Device:
    device = shared[0]
    device.jsonrpc.setConfigurator({"actionAcknowledgmentTimeout": 500})
    for name in device.jsonrpc.getWatchers():
        device.jsonrpc.removeWatcher(name)
    device.jsonrpc.resetWatcherTriggers()
    return device


def log(sim: SimServer, kind: str) -> list[dict]:
    entries = sim.call(lambda phone: phone.world.log.entries)
    since = max(position for position, entry in enumerate(entries) if entry["kind"] == "restored")
    return [entry for entry in entries[since:] if entry["kind"] == kind]


def package(sim: SimServer) -> str:
    return sim.call(lambda phone: phone.world.foreground.package)


def test_pinch_is_a_gesture_of_two_fingers(d, sim):
    assert d(text="Settings").pinch_in(percent=50, steps=10) is True
    assert d(text="Settings").pinch_out() is True
    inward, outward = (entry["fingers"] for entry in log(sim, "gesture"))
    (start1, end1), (start2, end2) = inward
    assert end2[0] - end1[0] == 40
    assert start2[0] - start1[0] > 40
    assert outward[0][0] == end1
    with pytest.raises(RPCUnknownError, match="IllegalArgumentException"):
        d(text="Settings").pinch_in(percent=101)
    with pytest.raises(UiObjectNotFoundError):
        d(text="Nothing of the kind").pinch_in()


def test_gesture_goes_where_it_is_told(d, sim):
    assert d(text="Settings").gesture((100, 200), (300, 400), (150, 250), (250, 350), steps=5) is True
    assert log(sim, "gesture")[-1]["fingers"] == [[[100, 200], [150, 250]], [[300, 400], [250, 350]]]


def test_object_is_dragged_to_a_place_and_to_another(d, sim):
    assert d(text="Settings").drag_to(540, 2000) is True
    assert d(text="Settings").drag_to(text="Notes") is True
    first, second = log(sim, "swipe")
    assert first["end"] == [540, 2000]
    assert second["start"] == first["start"]
    assert second["end"] != first["end"]


def test_object_is_swiped_to_each_side(d, sim):
    d.app_start(SETTINGS)
    selector = d(text="Network & internet").selector
    assert d.jsonrpc.swipe(selector, "sideways", 10) is False
    assert d.jsonrpc.swipe(selector, "left", 0.5, 1000) is True
    assert all(d.jsonrpc.swipe(selector, direction, 10) is True for direction in ("l", "RIGHT", "down", "u"))
    half, left, right, down, up = ((entry["start"], entry["end"]) for entry in log(sim, "swipe"))
    assert left == right[::-1]
    assert down == up[::-1]
    assert half[0] == left[0]
    assert left[1][0] < half[1][0] < half[0][0]
    assert down[0][1] < down[1][1]


def test_swipe_by_more_than_all_is_an_exception(d, sim):
    selector = d(text="Settings").selector
    with pytest.raises(RPCUnknownError, match="IllegalArgumentException"):
        d.jsonrpc.swipe(selector, "left", 1.5, 1000)


def test_corners_are_touched(d, sim):
    selector = d(text="Notes").selector
    box = d(text="Notes").info["bounds"]
    assert d.jsonrpc.longClick(selector, "tl") in (True, False)
    assert (log(sim, "long_press")[-1]["x"], log(sim, "long_press")[-1]["y"]) == (box["left"] + 5, box["top"] + 5)
    assert d.jsonrpc.click(selector, "nowhere") is False
    assert log(sim, "tap") == []
    assert d.jsonrpc.click(selector, "br") is True
    assert (log(sim, "tap")[-1]["x"], log(sim, "tap")[-1]["y"]) == (box["right"] - 5, box["bottom"] - 5)
    assert package(sim) == NOTES


def test_click_of_an_object_by_instance_tells_whether_the_screen_changed(d, sim):
    assert d.jsonrpc.click(d(text="Settings", instance=0).selector) is True
    assert package(sim) == SETTINGS
    assert d.jsonrpc.click(d(resourceId="com.android.settings:id/title", instance=0).selector) is False


def test_click_waits_for_another_window(d, sim):
    assert d.jsonrpc.clickAndWaitForNewWindow(d(text="Notes").selector, 100) is True
    assert package(sim) == NOTES
    nothing = d(resourceId="com.example.notes:id/title").selector
    assert d.jsonrpc.clickAndWaitForNewWindow(nothing, 30) is False


def test_child_is_found_by_text_in_a_list_that_is_scrolled(d, sim):
    d.app_start(SETTINGS)
    rows = {"className": "android.widget.LinearLayout"}
    found = d(scrollable=True).child_by_text("About phone", **rows)
    assert found.info["className"] == "android.widget.LinearLayout"
    found.click()
    assert sim.call(lambda phone: phone.world.foreground.screen) == "about"
    with pytest.raises(UiObjectNotFoundError):
        d(scrollable=True).child_by_text("Nothing of the kind", allow_scroll_search=False, **rows)


def test_child_is_found_by_description_and_by_instance(d, sim):
    pages = d(packageName="com.android.launcher3", instance=0)
    found = pages.child_by_description("Settings", className="android.widget.TextView")
    assert found.get_text() == "Settings"
    second = pages.child_by_instance(1, resourceIdMatches=".*icon")
    assert second.exists
    assert second.get_text() != pages.child_by_instance(0, resourceIdMatches=".*icon").get_text()
    assert not pages.child_by_instance(99, resourceIdMatches=".*icon").exists


def test_remembered_objects_have_children_and_siblings(d, sim):
    d.app_start(SETTINGS)
    name = d.jsonrpc.getUiObject(d(scrollable=True).selector)
    child = d.jsonrpc.getChild(name, d(text="Apps").selector)
    beside = d.jsonrpc.getFromParent(child, d(resourceId="android:id/title").selector)
    assert d.jsonrpc.getText(child) == d.jsonrpc.getText(beside) == "Apps"
    assert d.jsonrpc.objInfo(child)["text"] == "Apps"
    assert d.jsonrpc.getChild("no such name", d(text="Apps").selector) is None
    assert {name, child, beside} <= set(d.jsonrpc.getUiObjects())


def test_path_that_ends_where_it_began_moves_nothing(d, sim):
    assert d.swipe_points([(100, 900), (500, 900), (100, 900)]) is True
    d.touch.down(100, 900).move(500, 900).up(105, 900)
    assert [entry["fingers"] for entry in log(sim, "gesture")] == [[[[100, 900], [500, 900]]]] * 2
    assert log(sim, "tap") == log(sim, "swipe") == []


def test_denied_injection_is_told_when_the_finger_goes_down(d, sim):
    sim.call(lambda phone: setattr(phone.faults, "inject_denied", True))
    try:
        with pytest.raises(RPCUnknownError, match="SecurityException"):
            d.touch.down(100, 900)
        with pytest.raises(RPCUnknownError, match="INJECT_EVENTS"):
            d.jsonrpc.clearInputText()
    finally:
        sim.call(lambda phone: setattr(phone.faults, "inject_denied", False))


def test_text_is_set_after_a_touch(d, sim):
    sim.call(lambda phone: phone.world.show("notes", "edit"))
    assert d(className="android.widget.EditText").set_text("Tea") is True
    assert [entry["node_class"] for entry in log(sim, "tap")] == ["android.widget.EditText"]


def test_text_set_on_what_opens_another_screen_is_not_found(d, sim):
    with pytest.raises(UiObjectNotFoundError):
        d(text="Settings", className="android.widget.TextView", clickable=True).set_text("Tea")
    assert package(sim) == SETTINGS


def test_watcher_clicks_what_is_in_the_way_when_something_is_not_found(d, sim):
    d.jsonrpc.registerClickUiObjectWatcher("open", [d(text="Settings").selector], d(text="Settings").selector)
    d.jsonrpc.registerPressKeyskWatcher("keys", [d(text="Nothing of the kind").selector], ["back"])
    assert set(d.jsonrpc.getWatchers()) == {"open", "keys"}
    assert d.jsonrpc.hasAnyWatcherTriggered() is False
    assert d(text="Network & internet").wait(timeout=3)
    assert package(sim) == SETTINGS
    assert d.jsonrpc.hasWatcherTriggered("open") is True
    assert d.jsonrpc.hasWatcherTriggered("keys") is False
    d.jsonrpc.resetWatcherTriggers()
    assert d.jsonrpc.hasAnyWatcherTriggered() is False


def test_watcher_that_finds_nothing_to_touch_does_no_harm(d, sim):
    d.jsonrpc.registerClickUiObjectWatcher(
        "vain", [d(text="Settings").selector], d(text="Nothing of the kind").selector
    )
    d.jsonrpc.runWatchers()
    assert d.jsonrpc.hasWatcherTriggered("vain") is True
    assert log(sim, "tap") == []


def test_swipe_over_what_a_by_selector_does_not_find_is_one_of_steps(d, sim):
    d.app_start(SETTINGS)
    assert d.jsonrpc.swipe(d(textContains="NETWORK").selector, "left", 0.5, 10) is True
    assert d.jsonrpc.swipe(d(text="Network & internet").selector, "sideways", 0.5, 10) is True
    assert len(log(sim, "swipe")) == 1
    with pytest.raises(RPCUnknownError, match="IllegalArgumentException"):
        d.jsonrpc.swipe(d(text="Network & internet").selector, "left", 0.5, -1)


def test_one_child_is_counted_when_its_instance_is_given(d, sim):
    icons = d(packageName="com.android.launcher3").child(resourceIdMatches=".*icon", instance=1)
    assert icons.count == 1
    assert d(resourceIdMatches=".*icon", instance=99).count == 0


def test_matches_are_picked_by_number_and_gone_through(d, sim):
    icons = d(resourceIdMatches=".*icon")
    texts = [icon.get_text() for icon in icons]
    assert len(texts) == len(icons) == len(set(texts)) > 3
    assert icons[1].get_text() == texts[1]
    assert icons[-1].get_text() == texts[-1]
    assert not icons[len(texts)].exists or icons[len(texts)].count == 0


def test_neighbours_are_found_by_their_place(d, sim):
    d.app_start(SETTINGS)
    title = d(text="Network & internet")
    below = title.down(resourceId="android:id/title")
    assert below.info["bounds"]["top"] > title.info["bounds"]["top"]
    assert below.up(text="Network & internet").get_text() == "Network & internet"
    assert title.left(text="Nothing of the kind") is None


def test_session_breaks_when_its_app_ends(d, sim):
    session = d.session(NOTES)
    sim.call(lambda phone: phone.world.stop_app(NOTES))
    with pytest.raises(SessionBrokenError):
        session.click(5, 5)


def test_click_goes_on_until_the_thing_is_gone(d, sim):
    assert d(text="Notes", packageName="com.android.launcher3").click_gone(maxretry=3, interval=0.01) is True
    assert package(sim) == NOTES
    assert d(text="Nothing of the kind").click_exists() is False


def test_no_picture_is_null(d, sim):
    sim.call(lambda phone: setattr(phone.faults, "screenshot_none", True))
    try:
        assert d.jsonrpc.takeScreenshot(1, 80) is None
        assert d.jsonrpc.takeScreenshot("shot.jpg", 1, 80) is None
    finally:
        sim.call(lambda phone: setattr(phone.faults, "screenshot_none", False))


def test_other_pages_are_scrolled_to_sideways(d, sim):
    pages = d(packageName="com.android.launcher3", className="androidx.viewpager.widget.ViewPager")
    selector = pages.selector if pages.exists else d(packageName="com.android.launcher3", instance=0).selector
    assert d.jsonrpc.scrollForward(selector, False, 20) is False
    assert sim.call(lambda phone: phone.world.visit.page) == 1
    assert d.jsonrpc.scrollToBeginning(selector, False, 5, 20) is True
    assert sim.call(lambda phone: phone.world.visit.page) == 0


def test_nulls_are_null_pointers(d, sim):
    for method, params in (("pressKey", [None]), ("setOrientation", [None]), ("executeShellCommand", [None, 1])):
        with pytest.raises(RPCUnknownError, match="NullPointerException"):
            d.jsonrpc_call(method, params)
    with pytest.raises(RPCUnknownError, match="IllegalArgumentException"):
        d.jsonrpc.executeShellCommand("  ", 1)
    assert d.jsonrpc_call("hasWatcherTriggered", [None]) is False


def test_watcher_presses_keys_when_it_is_run(d, sim):
    d.app_start(SETTINGS)
    d.jsonrpc.registerPressKeyskWatcher("keys", [d(text="Network & internet").selector], ["back", "recent"])
    d.jsonrpc.runWatchers()
    assert [entry["code"] for entry in log(sim, "key")] == [4, 187]
    assert d.jsonrpc.hasWatcherTriggered("keys") is True


def test_configuration_is_read_and_changed(d, sim):
    configuration = d.jsonrpc.getConfigurator()
    assert configuration == {
        "actionAcknowledgmentTimeout": 500,
        "keyInjectionDelay": 0,
        "scrollAcknowledgmentTimeout": 0,
        "uiAutomationFlags": 0,
        "waitForIdleTimeout": 0,
        "waitForSelectorTimeout": 0,
    }
    changed = d.jsonrpc.setConfigurator({**configuration, "waitForSelectorTimeout": 50})
    assert changed["waitForSelectorTimeout"] == 50
    with pytest.raises(UiObjectNotFoundError):
        d.jsonrpc.getText(d(text="Nothing of the kind", instance=0).selector)


def test_waits_end_when_the_screen_changes(d, sim):
    assert d.jsonrpc.waitForIdle(10) is None
    assert d.jsonrpc.waitForWindowUpdate("com.example.none", 5000) is False
    assert d.jsonrpc.waitForWindowUpdate(None, 20) is False
    sim.call(lambda phone: phone.world.after(150, lambda: phone.world.start_app(NOTES)))
    assert d(packageName=NOTES).wait(timeout=10) is True


@pytest.mark.unknown_commands
def test_shell_command_is_run_without_a_shell(d, sim):
    assert d.jsonrpc.executeShellCommand("echo a  ; b", 5000) == {"stdout": "a ; b\n", "stderr": "", "returnCode": 0}
    failed = d.jsonrpc.executeShellCommand("ls /no/such/place", 5000)
    assert failed["returnCode"] == 1
    assert "No such file" in failed["stderr"]
    missing = d.jsonrpc.executeShellCommand("nosuchprogram -x", 5000)
    assert missing["returnCode"] == -1
    assert 'Cannot run program "nosuchprogram"' in missing["stderr"]
    assert d.jsonrpc.executeShellCommand("logcat", 50)["returnCode"] == -1


def test_screenshot_goes_to_a_file_and_comes_in_parts(d, sim):
    path = d.jsonrpc.takeScreenshot("shot.jpg", 0.25, 50)
    picture = Image.open(io.BytesIO(sim.call(lambda phone: phone.files.read(path))))
    assert (picture.format, picture.size) == ("JPEG", (270, 600))


def test_compression_holds_for_searches_too(d, sim):
    d.app_start(SETTINGS)
    every = d(className="android.widget.FrameLayout").count
    d.dump_hierarchy(compressed=True)
    assert d(className="android.widget.FrameLayout").count < every or every == 1
    d.dump_hierarchy()
    assert d(className="android.widget.FrameLayout").count == every


def test_app_is_launched_when_it_is_there(d, sim):
    assert d.jsonrpc.launchApp(NOTES) is True
    assert package(sim) == NOTES
    assert d.jsonrpc.launchApp("com.example.none") is False


def test_screen_is_on_until_it_is_off(d, sim):
    assert d.jsonrpc.isScreenOn() is True
    d.screen_off()
    assert d.jsonrpc.isScreenOn() is False
    assert d.info["currentPackageName"] is None
    assert not d(text="Settings").exists


def test_status_bar_is_found_but_not_counted(d, sim):
    clock = d(resourceId="com.android.systemui:id/clock")
    assert clock.exists
    assert clock.info["packageName"] == "com.android.systemui"
    assert clock.count == 0


def test_info_of_an_instance_has_no_resource_name(d, sim):
    assert d(text="Settings").info["resourceName"].endswith(":id/icon")
    assert d(text="Settings", instance=0).info["resourceName"] is None


def test_infos_of_children_hold_a_null_for_each_parent_that_is_not_there(d, sim):
    d.app_start(SETTINGS)
    infos = d(scrollable=True).child(className="android.widget.LinearLayout").info_list()
    assert infos[0]["className"] == "android.widget.LinearLayout"
    assert set(map(type, infos[1:])) == {type(None)}


def test_text_that_was_traversed_is_none(d, sim):
    assert d.last_traversed_text is None
    assert d.clear_traversed_text() is None
