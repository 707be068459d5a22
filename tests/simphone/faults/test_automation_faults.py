"""What unmodified uiautomator2 sees of faults of its server, its dumps and its pictures."""

from __future__ import annotations

import http.client
import io

import lxml.etree
import pytest
import uiautomator2
from PIL import Image
from seen import fired, foreground, lay, planned, request, rpc, wait_for_fault

NOTES, SETTINGS, LAUNCHER = "com.example.notes", "com.android.settings", "com.android.launcher3"


def test_crash_in_the_second_click_breaks_it_and_the_next_call_starts_the_server_again(sim, device, u2_device):
    lay(sim, {"on": "rpc.click#2", "do": "u2.crash"})
    assert u2_device.jsonrpc.click(5, 5)
    with pytest.raises(http.client.RemoteDisconnected):
        rpc(device, "click", 5, 5)
    assert u2_device.info["screenOn"]
    assert fired(sim) == ["u2_crash_on"]
    assert planned(sim) == [("u2.crash", "on rpc.click#2")]


def test_killed_server_is_started_again(sim, u2_device):
    lay(sim, {"do": "u2.kill"})
    assert u2_device.info["screenOn"]
    assert fired(sim) == ["u2_killed"]


def test_hang_comes_late_and_whole(sim, device, u2_device):
    lay(sim, {"do": "u2.hang", "method": "deviceInfo", "seconds": 0.05})
    assert rpc(device, "deviceInfo")["result"]["screenOn"]
    assert fired(sim) == ["u2_hang_on"]


def test_not_connected_once_is_cured_by_uiautomator2_itself(sim, u2_device):
    lay(sim, {"do": "u2.error", "method": "deviceInfo"})
    assert u2_device.info["screenOn"]
    assert fired(sim) == ["u2_error_on"]


def test_not_connected_for_ever_is_an_error(sim, u2_device):
    lay(sim, {"do": "u2.error", "method": "deviceInfo", "count": -1})
    with pytest.raises(uiautomator2.exceptions.UiAutomationNotConnectedError):
        _ = u2_device.info


def test_stack_overflow_is_an_error_of_its_own(sim, u2_device):
    lay(sim, {"do": "u2.error", "class": "java.lang.StackOverflowError", "message": "deep"})
    with pytest.raises(uiautomator2.exceptions.RPCStackOverflowError):
        u2_device.dump_hierarchy()


def test_http_500_is_answered_as_often_as_asked(sim, device, u2_device):
    lay(sim, {"do": "u2.http", "count": 2})
    body = {"id": 1, "method": "ping", "params": []}
    assert [request(device, "POST", "/jsonrpc/0", body)[0] for _ in range(3)] == [500, 500, 200]
    assert fired(sim) == ["u2_http_errors"] * 2


@pytest.mark.marathon
def test_http_500_for_ever_is_a_server_that_is_not_ready(sim, u2_device):
    lay(sim, {"do": "u2.http", "count": -1})
    with pytest.raises(uiautomator2.exceptions.LaunchUiAutomationError, match="server not ready"):
        _ = u2_device.info
    sim.call(lambda phone: phone.faults.clear())


@pytest.mark.marathon
def test_server_that_survives_is_waited_for_and_left(sim, device, u2_device):
    lay(sim, {"do": "u2.survive_shell"})
    u2_device.stop_uiautomator()
    assert request(device, "GET", "/ping") == (200, b"pong")
    sim.call(lambda phone: phone.faults.clear())


@pytest.mark.parametrize("fault", ["u2.already_registered", "automation.taken"])
def test_slot_that_another_client_holds_lets_no_server_start(sim, device, u2_device, fault):
    lay(sim, {"do": fault}, {"do": "u2.kill"})
    with pytest.raises(uiautomator2.exceptions.AccessibilityServiceAlreadyRegisteredError):
        _ = u2_device.info
    assert "Killed" in device.shell("uiautomator dump")
    assert "u2_busy" in fired(sim)


def test_slow_start_is_waited_for(sim, u2_device):
    lay(sim, {"do": "u2.start_delay", "seconds": 0.2}, {"do": "u2.kill"})
    assert u2_device.info["screenOn"]
    assert "u2_start_delay" in fired(sim)


def test_server_that_survives_is_still_there_after_stop(sim, device, u2_device):
    lay(sim, {"do": "u2.survive_shell"})
    assert request(device, "GET", "/stop")[0] == 200
    assert request(device, "GET", "/ping") == (200, b"pong")
    sim.call(lambda phone: setattr(phone.faults, "u2_survives", False))


def test_empty_dump_is_asked_for_again(sim, u2_device):
    lay(sim, {"do": "dump.empty"})
    assert "<node" in u2_device.dump_hierarchy()
    assert fired(sim) == ["dump_empty"]


def test_empty_dumps_for_ever_are_a_success_without_nodes(sim, u2_device):
    lay(sim, {"do": "dump.empty", "count": -1})
    assert "<node" not in u2_device.dump_hierarchy()


def test_truncated_dump_breaks_the_xml(sim, u2_device):
    lay(sim, {"do": "dump.truncate", "fraction": 0.5})
    with pytest.raises(lxml.etree.XMLSyntaxError):
        u2_device.xpath("//*").all()
    assert "dump_truncate" in fired(sim)


def test_late_dump_is_whole(sim, u2_device):
    lay(sim, {"do": "dump.delay", "seconds": 0.05})
    assert u2_device.dump_hierarchy().endswith("</hierarchy>")
    assert fired(sim) == ["dump_delay"]


def test_stale_dump_is_the_former_one(sim, u2_device):
    before = u2_device.dump_hierarchy()
    u2_device.app_start(NOTES)
    lay(sim, {"do": "dump.stale"})
    assert u2_device.dump_hierarchy() == before
    assert NOTES in u2_device.dump_hierarchy()
    assert fired(sim) == ["dump_stale"]


def test_lagging_tree_shows_the_screen_that_was_left(sim, u2_device):
    lay(sim, {"do": "tree.lag", "count": 2})
    before = u2_device.dump_hierarchy()
    assert u2_device.dump_hierarchy() == before
    assert fired(sim) == []
    u2_device.app_start(NOTES)
    assert [NOTES in u2_device.dump_hierarchy() for _ in range(3)] == [False, False, True]
    assert fired(sim) == ["dump_lag"] * 2


def test_screen_that_changes_after_the_dump_makes_the_tap_land_elsewhere(sim, u2_device):
    lay(sim, {"do": "dump.mutate_after", "package": NOTES})
    assert LAUNCHER in u2_device.dump_hierarchy()
    assert foreground(sim) == NOTES
    assert fired(sim) == ["after_dump"]


def test_screen_that_changes_between_look_and_click_still_reports_success(sim, u2_device):
    lay(sim, {"on": "rpc.click", "do": "app.start", "package": NOTES})
    u2_device(text="Settings").click()
    assert foreground(sim) == NOTES
    assert fired(sim) == ["app_start"]


def test_screen_that_changes_before_the_finger_takes_the_tap(sim, u2_device):
    lay(sim, {"do": "tap.screen_changes", "package": NOTES})
    u2_device(text="Settings").click()
    assert foreground(sim) == NOTES
    assert fired(sim) == ["before_tap"]


def test_app_that_goes_away_leaves_the_launcher(sim, u2_device):
    u2_device.app_start(NOTES)
    lay(sim, {"at": "step 1", "do": "app.stop"})
    u2_device.click(5, 5)
    assert u2_device.app_current()["package"] == LAUNCHER


def test_screen_that_goes_off_has_no_windows(sim, u2_device):
    lay(sim, {"do": "screen.off"})
    assert u2_device.info["screenOn"] is False


def test_null_screenshot_falls_back_to_the_shell(sim, u2_device):
    lay(sim, {"do": "screenshot.none"})
    assert u2_device.screenshot().size == (1080, 2400)
    assert fired(sim) == ["screenshot_none"]


def test_null_screenshot_may_be_planned_for_the_very_first(sim, device, u2_device):
    lay(sim, {"on": "screenshot#1", "do": "screenshot.none"})
    assert rpc(device, "takeScreenshot", 1, 80)["result"] is None


def test_black_screenshot_is_black_everywhere(sim, device, u2_device):
    lay(sim, {"do": "screenshot.black"})
    assert u2_device.screenshot().getextrema() == ((0, 0),) * 3
    assert Image.open(io.BytesIO(device.shell("screencap -p", encoding=None))).convert("L").getextrema() == (0, 0)
    assert fired(sim) == ["screenshot_black"] * 2


def test_sideways_screenshot_is_the_upright_one_turned(sim, device, u2_device):
    upright = Image.open(io.BytesIO(device.shell("screencap -p", encoding=None))).convert("RGB")
    lay(sim, {"do": "screenshot.sideways"})
    sideways = Image.open(io.BytesIO(device.shell("screencap -p", encoding=None))).convert("RGB")
    assert sideways.size == (upright.height, upright.width)
    assert sideways == upright.transpose(Image.Transpose.ROTATE_90)
    assert u2_device.screenshot().size == (2400, 1080)
    assert (u2_device.info["displayWidth"], u2_device.info["displayHeight"]) == (1080, 2400)


def test_late_screenshot_is_whole(sim, u2_device):
    lay(sim, {"do": "screenshot.delay", "seconds": 0.05})
    assert u2_device.screenshot().size == (1080, 2400)
    assert fired(sim) == ["screenshot_delay"]


def test_denied_injection_is_an_unknown_error_to_uiautomator2(sim, u2_device):
    lay(sim, {"do": "input.denied"})
    with pytest.raises(uiautomator2.exceptions.RPCUnknownError, match="SecurityException"):
        u2_device.click(5, 5)
    assert fired(sim) == ["inject_denied"]


def test_denied_clipboard_is_a_security_exception(sim, u2_device):
    lay(sim, {"do": "clipboard.denied"})
    with pytest.raises(uiautomator2.exceptions.RPCUnknownError, match="SecurityException"):
        u2_device.set_clipboard("x")
    wait_for_fault(sim, "clipboard_denied")


def test_keyboard_that_may_not_be_installed_is_an_error(sim, device, u2_device):
    lay(sim, {"do": "install.denied"})
    with pytest.raises(Exception, match="INSTALL_FAILED_USER_RESTRICTED"):
        u2_device.set_input_ime(True)
