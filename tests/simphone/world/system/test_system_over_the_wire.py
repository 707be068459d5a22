"""The system around the apps as an unmodified client meets it."""

from __future__ import annotations

import json

import pytest

SETTINGS, CONTROLLER = "com.android.settings", "com.android.permissioncontroller"

pytestmark = pytest.mark.slow


def test_a_permission_prompt_is_answered_by_its_button(u2_device, sim):
    answers = []
    sim.call(lambda phone: phone.world.start_app(SETTINGS))
    sim.call(
        lambda phone: phone.world.ask_permission("camera", lambda: answers.append("yes"), lambda: answers.append("no"))
    )
    assert u2_device.app_current()["package"] == CONTROLLER
    u2_device(resourceId=f"{CONTROLLER}:id/permission_allow_one_time_button").click()
    assert answers == ["yes"]
    assert u2_device.app_current()["package"] == SETTINGS


def test_the_shade_is_pulled_read_and_left(u2_device, sim):
    sim.call(lambda phone: phone.world.warn_of_low_storage())
    assert u2_device.open_notification()
    assert u2_device(text="Storage space running out").exists
    u2_device.press("back")
    assert sim.call(lambda phone: phone.world.system.shade) == "closed"


def test_a_pin_is_entered_by_shell_commands(device, sim):
    sim.call(lambda phone: phone.world.set_lock("pin", "2580"))
    for command in ("input keyevent 26", "input keyevent 224", "input keyevent 82"):
        device.shell(command)
    assert sim.call(lambda phone: phone.world.is_locked)
    device.shell("input text 2580")
    device.shell("input keyevent 66")
    assert not sim.call(lambda phone: phone.world.is_locked)


def test_a_toast_is_told_and_not_dumped(u2_device, sim):
    sim.call(lambda phone: phone.world.show_toast("Saved to Gallery"))
    assert u2_device.last_toast == "Saved to Gallery"
    assert "Saved to Gallery" not in u2_device.dump_hierarchy()


def test_keys_of_the_keyboard_write(u2_device, sim):
    sim.call(lambda phone: phone.world.show("notes", "edit"))
    u2_device(text="Note").click()
    for name in "hey":
        u2_device(description=name, packageName="com.android.inputmethod.latin").click()
    assert sim.call(lambda phone: phone.world.state["notes"]["body"]) == "hey"


def test_a_restored_phone_looks_the_same_to_the_client(u2_device, sim):
    sim.call(lambda phone: phone.world.show("settings", "network"))
    before = u2_device.dump_hierarchy()
    kept = json.dumps(sim.call(lambda phone: phone.world.snapshot()))
    u2_device(text="Wi-Fi").click()
    u2_device.press("home")
    sim.call(lambda phone: phone.world.restore(json.loads(kept)))
    assert u2_device.dump_hierarchy() == before
