"""What unmodified uiautomator2 sees when apps and system get in the way."""

from __future__ import annotations

import pytest
from seen import fired, foreground, lay, planned

NOTES, SETTINGS, LAUNCHER = "com.example.notes", "com.android.settings", "com.android.launcher3"


def test_popup_covers_the_app_until_its_button_is_tapped(sim, u2_device):
    u2_device.app_start(NOTES)
    lay(sim, {"at": "step 2", "do": "popup", "title": "Rate Notes", "button": "Later"})
    u2_device.click(540, 150)
    assert not u2_device(text="Rate Notes").exists
    u2_device.click(540, 150)
    assert u2_device(text="Rate Notes", packageName=NOTES).exists
    u2_device(text="Later").click()
    assert not u2_device(text="Rate Notes").exists
    assert foreground(sim) == NOTES
    assert fired(sim) == ["popup"]


def test_popup_comes_at_its_time_and_goes_with_back(sim, u2_device):
    u2_device.app_start(NOTES)
    lay(sim, {"t": 0.1, "do": "popup"})
    assert u2_device(text="Not now").wait(timeout=30)
    u2_device.press("back")
    assert not u2_device(text="Not now").exists
    assert planned(sim) == [("popup", "t 0.1")]


def test_permission_dialog_belongs_to_the_permission_controller(sim, u2_device):
    u2_device.app_start(NOTES)
    lay(sim, {"do": "permission.dialog", "permission": "camera"})
    assert u2_device.app_current()["package"].endswith("permissioncontroller")
    u2_device(textMatches="(?i)don.t allow").click()
    assert u2_device.app_current()["package"] == NOTES
    assert fired(sim) == ["permission_dialog"]


def test_crashed_app_has_stopped(sim, device, u2_device):
    u2_device.app_start(NOTES)
    lay(sim, {"do": "app.crash"})
    assert u2_device(textContains="has stopped").exists
    assert device.shell("pidof com.example.notes") == ""
    assert fired(sim) == ["app_crash"]


def test_hung_app_takes_no_touch(sim, u2_device):
    u2_device.app_start(NOTES)
    lay(sim, {"do": "app.anr"})
    assert u2_device(textContains="isn't responding").exists
    u2_device(text="Close app").click()
    assert u2_device.app_current()["package"] == LAUNCHER
    assert fired(sim) == ["app_anr"]


def test_incoming_call_covers_the_screen(sim, u2_device):
    u2_device.app_start(NOTES)
    lay(sim, {"do": "call.incoming", "number": "+49 30 5550100"})
    assert "+49 30 5550100" in u2_device.dump_hierarchy()
    assert fired(sim) == ["call_incoming"]


def test_low_storage_is_warned_of(sim, u2_device):
    lay(sim, {"do": "storage.low"})
    u2_device.open_notification()
    assert u2_device(textContains="torage").exists


def test_locked_screen_hides_the_app(sim, u2_device):
    u2_device.app_start(NOTES)
    lay(sim, {"do": "screen.lock", "pin": "1234"})
    u2_device.screen_on()
    assert NOTES not in u2_device.dump_hierarchy()
    assert fired(sim) == ["screen_locked"]


@pytest.mark.parametrize(
    "fault", ["app.crash", "app.anr", "call.incoming", "popup", "permission.dialog", "screen.lock"]
)
def test_what_gets_in_the_way_gives_dumps_and_pictures(sim, device, u2_device, fault):
    u2_device.app_start(SETTINGS)
    lay(sim, {"do": fault})
    assert u2_device.dump_hierarchy().endswith("</hierarchy>")
    assert device.shell("screencap -p", encoding=None)[:4] == b"\x89PNG"
