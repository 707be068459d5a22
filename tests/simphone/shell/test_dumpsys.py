"""``dumpsys`` in the formats that adbutils, uiautomator2, appium-adb and mobile-mcp parse."""

from __future__ import annotations

import re

import pytest
from shell_runner import run

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.profiles import profile, profile_names
from genie_host.simphone.shell.dumps import SERVICES
from genie_host.simphone.world.engine import World

NOTES = "com.example.notes"
FOCUS = re.compile(r"mCurrentFocus=Window\{\w+ u0 (\S+)\}")


@pytest.mark.parametrize("service", sorted(SERVICES))
def test_every_service_says_something(sim_phone, service):
    result = run(sim_phone, f"dumpsys {service}")
    assert result.status == 0
    assert result.output.endswith("\n") or service == "deviceidle"
    assert f"  {service}\n" in run(sim_phone, "dumpsys -l").output


def test_the_keyguard_is_told(sim_phone):
    assert "mDreamingLockscreen=false" in run(sim_phone, "dumpsys window").output
    sim_phone.world.set_lock("pin", "1234")
    sim_phone.world.sleep()
    off = run(sim_phone, "dumpsys window").output
    assert "screenState=SCREEN_STATE_OFF" in off
    assert "mScreenOnFully=false" in off
    sim_phone.world.wake()
    locked = run(sim_phone, "dumpsys window").output
    assert "mDreamingLockscreen=true" in locked
    assert re.search(r"KeyguardStateMonitor[\n\s]+mIsShowing=true", locked)
    assert FOCUS.search(locked)[1] == "NotificationShade"
    assert "deviceLocked=1" in run(sim_phone, "dumpsys trust").output


def test_the_shade_has_the_focus_while_it_is_open(sim_phone):
    run(sim_phone, "cmd statusbar expand-notifications")
    assert FOCUS.search(run(sim_phone, "dumpsys window windows").output)[1] == "NotificationShade"
    run(sim_phone, "cmd statusbar collapse")
    assert "launcher3" in FOCUS.search(run(sim_phone, "dumpsys window windows").output)[1]


def test_a_secure_screen_says_so(sim_phone):
    app = next(app for app in sim_phone.world.apps.values() if any(s.secure for s in app.screens.values()))
    name = next(name for name, screen in app.screens.items() if screen.secure)
    assert "fl=SECURE" not in run(sim_phone, "dumpsys window").output
    sim_phone.world.show(app.app_id, name)
    assert "fl=SECURE" in run(sim_phone, "dumpsys window").output


def test_the_keyboard_is_told(sim_phone):
    assert "mInputShown=false" in run(sim_phone, "dumpsys input_method").output
    sim_phone.world.show("messages", "conversation", name="Mum")
    field = next(n for r in sim_phone.world.roots() for n in r.walk() if n.class_name.endswith("EditText"))
    sim_phone.world.tap(field.bounds.center.x, field.bounds.center.y)
    shown = run(sim_phone, "dumpsys input_method").output
    assert "mInputShown=true" in shown
    assert "mIsInputViewShown=true" in shown
    assert "mInputMethodWindow=Window{" in run(sim_phone, "dumpsys window").output


def test_notifications_are_listed(sim_phone):
    run(sim_phone, "cmd notification post -t 'Good news' tag1 'It rains'")
    hidden = run(sim_phone, "dumpsys notification").output
    assert "NotificationRecord(" in hidden
    assert "android.title=String ([length=9])" in hidden
    shown = run(sim_phone, "dumpsys notification --noredact").output
    assert "android.title=String (Good news)" in shown
    assert "android.text=String (It rains)" in shown
    key = run(sim_phone, "cmd notification list").output.strip()
    assert "Good news" in run(sim_phone, f"cmd notification get '{key}'").output


def test_the_battery_may_lie(sim_phone):
    run(sim_phone, "dumpsys battery set level 7; dumpsys battery unplug")
    told = run(sim_phone, "dumpsys battery").output
    assert "  level: 7\n" in told
    assert "  USB powered: false\n" in told
    assert "  status: 3\n" in told
    run(sim_phone, "cmd battery reset")
    assert "  level: 83\n" in run(sim_phone, "dumpsys battery").output


def test_packages_tell_versions_and_permissions(sim_phone):
    told = run(sim_phone, "dumpsys package com.android.contacts").output
    assert re.search(r"^\s*Package\s+\[com\.android\.contacts\][^:]+:$", told, re.MULTILINE)
    assert "versionName=4.2" in told
    assert "android.permission.READ_CONTACTS: granted=false" in told
    assert re.search(r"android.intent.action.MAIN:\n\s+\w+ com.android.contacts/\S+ filter", told)
    assert run(sim_phone, "dumpsys package com.example.none").output == "Unable to find package: com.example.none\n"


def test_activities_and_processes(sim_phone):
    sim_phone.world.start_app(NOTES)
    pid = sim_phone.world.pid_of(NOTES)
    assert re.search(
        rf"mResumedActivity: ActivityRecord\{{.*?\s+{NOTES}/.MainActivity\s.*?\}}",
        run(sim_phone, "dumpsys activity activities").output,
    )
    assert f"ACTIVITY {NOTES}/.MainActivity 1a2b3c pid={pid}" in run(sim_phone, "dumpsys activity top").output
    assert re.search(rf"ProcessRecord\{{\w+\s+{pid}:{NOTES}/", run(sim_phone, "dumpsys activity processes").output)
    assert NOTES in run(sim_phone, "dumpsys activity recents").output


def test_doze_exemptions(sim_phone):
    run(sim_phone, f"dumpsys deviceidle whitelist +{NOTES}")
    assert NOTES in run(sim_phone, "dumpsys deviceidle whitelist").output
    run(sim_phone, f"dumpsys deviceidle whitelist -{NOTES}")
    assert run(sim_phone, "dumpsys deviceidle whitelist").output == ""


@pytest.mark.parametrize("name", profile_names())
def test_displays_of_every_kind_of_phone(bundled_apps, name):
    kind = profile(name)
    phone = SimPhone(World(bundled_apps, profile=kind))
    assert run(phone, "wm size").output == f"Physical size: {kind.width}x{kind.height}\n"
    assert run(phone, "wm density").output == f"Physical density: {kind.density}\n"
    assert f"init={kind.width}x{kind.height} {kind.density}dpi" in run(phone, "dumpsys window displays").output
    display = run(phone, "cmd display get-displays").output
    number = re.search(r'Display id 0.*, state ON,.*uniqueId "local:(\d+)"', display)[1]
    assert run(phone, f"screencap -p -d {number} /sdcard/a.png").status == 0
    assert number in run(phone, "dumpsys SurfaceFlinger --display-id").output


def test_sizes_may_be_overridden(sim_phone):
    run(sim_phone, "wm size 720x1280; wm density 320")
    assert run(sim_phone, "wm size").output == "Physical size: 1080x2400\nOverride size: 720x1280\n"
    assert "Override density: 320" in run(sim_phone, "wm density").output
    run(sim_phone, "wm size reset; wm density reset")
    assert "Override" not in run(sim_phone, "wm size; wm density").output
