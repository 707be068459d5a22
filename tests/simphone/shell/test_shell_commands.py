"""The shell's commands: what they print and what they do to the sim_phone."""

from __future__ import annotations

import io
import re
import struct

import pytest
from PIL import Image
from shell_runner import run

from genie_host.simphone.phone import SimPhone

SETTINGS, NOTES = "com.android.settings", "com.example.notes"


def kinds(sim_phone: SimPhone) -> list[str]:
    return [entry["kind"] for entry in sim_phone.world.log.entries if entry["kind"] != "screen_opened"]


@pytest.mark.parametrize(
    ("script", "output"),
    [
        ("getprop ro.build.version.sdk", "34\n"),
        ("getprop nothing", "\n"),
        ("getprop nothing fallback", "fallback\n"),
        ("setprop debug.x 1; getprop debug.x", "1\n"),
        ("wm size", "Physical size: 1080x2400\n"),
        ("head -1 /proc/meminfo", "MemTotal:        7864320 kB\n"),
        ("grep -c processor /proc/cpuinfo", "8\n"),
        ("wm density", "Physical density: 420\n"),
        ("settings get secure default_input_method", "com.android.inputmethod.latin/.LatinIME\n"),
        ("settings get global nothing", "null\n"),
        ("ime list -s -a", "com.android.inputmethod.latin/.LatinIME\n"),
        ("pm list packages notes", "package:com.example.notes\n"),
        ("pm list packages -3 notes", "package:com.example.notes\n"),
        ("pm path com.example.notes", "package:/data/app/com.example.notes/base.apk\n"),
        ("pm path com.example.none", ""),
        ("am get-current-user", "0\n"),
        ("pidof com.example.notes", ""),
        ("which echo", "/system/bin/echo\n"),
        ("id -u", "2000\n"),
        ("md5sum /sdcard/Download/readme.txt", "845a57f7dace01f1b2f5a9cfff3e3dce  /sdcard/Download/readme.txt\n"),
        ("mkdir -p /sdcard/a/b; ls /sdcard/a", "b\n"),
        (
            "echo x > /sdcard/a; cp /sdcard/a /sdcard/b; mv /sdcard/b /sdcard/c; ls /sdcard",
            "DCIM\nDownload\nPictures\na\nc\n",
        ),
        ("sleep 100; echo awake", "awake\n"),
        ("cmd package list packages notes", "package:com.example.notes\n"),
        ("cmd -l | grep package", "  package\n"),
    ],
)
def test_command_prints(sim_phone, script, output):
    assert run(sim_phone, script).output == output


def test_monkey_opens_an_app(sim_phone):
    assert run(sim_phone, f"monkey -p {NOTES} -c android.intent.category.LAUNCHER 1").status == 0
    assert sim_phone.world.foreground.package == NOTES
    assert kinds(sim_phone) == ["app_started"]


def test_monkey_says_when_there_is_no_such_app(sim_phone):
    assert run(sim_phone, "monkey -p com.example.none 1").status == 252
    assert kinds(sim_phone) == []


def test_am_start_opens_an_app_by_its_component(sim_phone):
    result = run(sim_phone, f"am start -a android.intent.action.MAIN -n {NOTES}/.MainActivity")
    assert (result.status, result.errors) == (0, "")
    assert sim_phone.world.foreground.package == NOTES


def test_am_start_refuses_a_component_that_does_not_exist(sim_phone):
    result = run(sim_phone, f"am start -n {NOTES}/.Other")
    assert result.status == 1
    assert "does not exist" in result.errors
    assert kinds(sim_phone) == []


def test_am_start_records_a_link_that_no_app_takes(sim_phone):
    result = run(sim_phone, "am start -a android.intent.action.VIEW -d 'none://example.com'")
    assert result.status == 1
    assert "Error: Activity not started, unable to resolve Intent" in result.errors
    entry = sim_phone.world.log.entries[-1]
    assert (entry["kind"], entry["data"], entry["apps"]) == ("intent", "none://example.com", [])


def test_am_force_stop_ends_an_app(sim_phone):
    run(sim_phone, f"monkey -p {NOTES} 1")
    assert run(sim_phone, f"pidof {NOTES}").output.strip().isdigit()
    assert NOTES in run(sim_phone, "ps -A").output
    run(sim_phone, f"am force-stop {NOTES}")
    assert not sim_phone.world.is_running(NOTES)
    assert NOTES not in run(sim_phone, "ps -A").output


def test_input_taps_the_node_under_the_point(sim_phone):
    run(sim_phone, "input tap 945 420")
    assert sim_phone.world.foreground.package == SETTINGS
    assert sim_phone.world.log.entries[0]["node_text"] == "Settings"


def test_input_swipe_that_stays_is_a_long_press(sim_phone):
    run(sim_phone, "input swipe 945 420 945 420 800")
    assert kinds(sim_phone)[0] == "long_press"


def test_input_swipe_scrolls(sim_phone):
    sim_phone.world.start_app(SETTINGS)
    before = sim_phone.snapshots.hierarchy("u2")
    run(sim_phone, "input touchscreen swipe 540 1800 540 800 300")
    assert sim_phone.snapshots.hierarchy("u2") != before
    assert kinds(sim_phone)[-1] == "swipe"


def test_input_text_types_into_the_focused_field(sim_phone):
    sim_phone.world.show("messages", "conversation", name="Mum")
    field = next(n for r in sim_phone.world.roots() for n in r.walk() if n.class_name.endswith("EditText"))
    run(sim_phone, f"input tap {field.bounds.center.x} {field.bounds.center.y}; input text hi%sMum")
    assert sim_phone.world.state["messages"]["draft"] == "hi Mum"
    run(sim_phone, "input keyevent DEL")
    assert sim_phone.world.state["messages"]["draft"] == "hi Mu"


def test_input_moves_a_finger_step_by_step(sim_phone):
    run(sim_phone, "input motionevent DOWN 945 420; input motionevent UP 945 420")
    assert kinds(sim_phone)[0] == "tap"
    sim_phone.world.start_app(SETTINGS)
    before = sim_phone.snapshots.hierarchy("u2")
    run(sim_phone, "input motionevent DOWN 540 1800; input motionevent MOVE 540 900; input motionevent UP 540 800")
    assert sim_phone.snapshots.hierarchy("u2") != before
    run(sim_phone, "input motionevent DOWN 5 5; input motionevent CANCEL 5 5; input motionevent UP 5 5")
    assert kinds(sim_phone)[-1] == "swipe"


def test_input_copies_and_pastes(sim_phone):
    sim_phone.world.show("messages", "conversation", name="Mum")
    field = next(n for r in sim_phone.world.roots() for n in r.walk() if n.class_name.endswith("EditText"))
    run(sim_phone, f"input tap {field.bounds.center.x} {field.bounds.center.y}; input text ab")
    run(sim_phone, "input keycombination CTRL_LEFT C; input keyevent KEYCODE_PASTE")
    assert sim_phone.world.state["messages"]["draft"] == "abab"


def test_input_text_beyond_ascii_fails_as_on_a_phone(sim_phone):
    result = run(sim_phone, "input text 你好")
    assert result.status == 255
    assert "NullPointerException" in result.errors


@pytest.mark.parametrize("script", ["input keyevent NOPE", "input wave", "input tap x y"])
def test_input_that_makes_no_sense_does_nothing(sim_phone, script):
    assert run(sim_phone, script).status == 255
    assert kinds(sim_phone) == []


def test_input_is_denied_when_the_fault_is_on(sim_phone):
    sim_phone.faults.inject_denied = True
    result = run(sim_phone, "input tap 945 420")
    assert "java.lang.SecurityException" in result.errors
    assert kinds(sim_phone) == ["fault"]


def test_dumpsys_names_the_foreground_activity(sim_phone):
    sim_phone.world.start_app(SETTINGS)
    output = run(sim_phone, "dumpsys window windows").output
    assert re.search(rf"mCurrentFocus=Window\{{\w+ u0 {SETTINGS}/{SETTINGS}.Settings\}}", output)
    assert f"{SETTINGS}/.Settings" in run(sim_phone, "dumpsys activity activities").output


def test_dumpsys_has_no_focus_when_the_screen_is_off(sim_phone):
    sim_phone.world.sleep()
    assert "mCurrentFocus=null" in run(sim_phone, "dumpsys window").output
    assert "mWakefulness=Asleep" in run(sim_phone, "dumpsys power").output


def test_dumpsys_tells_the_rotation(sim_phone):
    run(sim_phone, "settings put system user_rotation 1")
    assert "orientation=1" in run(sim_phone, "dumpsys display").output
    assert run(sim_phone, "wm size").output == "Physical size: 1080x2400\n"


def test_dumpsys_does_not_know_every_service(sim_phone):
    assert run(sim_phone, "dumpsys nonsense").errors == "Can't find service: nonsense\n"


def test_query_activities_lists_what_the_launcher_shows(sim_phone):
    output = run(sim_phone, "cmd package query-activities --brief -a android.intent.action.MAIN").output
    assert f"    {SETTINGS}/{SETTINGS}.Settings\n" in output
    assert "launcher3" not in output
    assert "nonLocalizedLabel=Notes" in run(sim_phone, "cmd package query-activities").output


def test_setting_that_changes_is_an_effect(sim_phone):
    run(sim_phone, "settings put global wifi_on 1; settings put global wifi_on 1; svc bluetooth enable")
    run(sim_phone, "settings put system font_scale 1.3; settings put system font_scale 1.3")
    effects = [(entry["kind"], entry.get("key") or entry["name"]) for entry in sim_phone.world.log.effects]
    assert effects == [("switch_changed", "wifi"), ("switch_changed", "bluetooth"), ("setting_changed", "font_scale")]
    assert sim_phone.world.state["settings"]["wifi"] is True


def test_screencap_gives_a_png_or_raw_pixels(sim_phone):
    run(sim_phone, "screencap /sdcard/s.png; screencap /sdcard/s.raw")
    png = sim_phone.files.read("/sdcard/s.png")
    raw = sim_phone.files.read("/sdcard/s.raw")
    assert png is not None
    assert raw is not None
    assert Image.open(io.BytesIO(png)).size == (1080, 2400)
    assert struct.unpack_from("<4I", raw) == (1080, 2400, 1, 0)
    assert len(raw) == 16 + 1080 * 2400 * 4


def test_uiautomator_dumps_one_window_without_uiautomator2s_extras(sim_phone):
    assert run(sim_phone, "uiautomator dump").output == "UI hierchary dumped to: /sdcard/window_dump.xml\n"
    dump = (sim_phone.files.read("/sdcard/window_dump.xml") or b"").decode()
    assert dump.count('index="0"') >= 1
    assert "drawing-order" not in dump
    assert run(sim_phone, "uiautomator dump /dev/tty").output.startswith("<?xml")


@pytest.mark.parametrize(
    "script",
    [
        "pm frobnicate",
        "am frobnicate",
        "wm frobnicate",
        "settings frobnicate",
        "svc frobnicate",
        "ime frobnicate",
        "ime set com.example/.Other",
        "cmd frobnicate",
        "pm install /sdcard/x.apk",
        "setprop ro.serialno x",
        "chmod x /sdcard",
        "rm /sdcard/none",
        "ls /none",
        "mkdir /sdcard/Download/readme.txt",
        "app_process / com.wetest.uia2.Main",
        "false",
    ],
)
def test_command_fails_and_leaves_nothing_behind(sim_phone, script):
    assert run(sim_phone, script).status != 0
    assert kinds(sim_phone) == []
    assert sim_phone.unknown_commands == []
