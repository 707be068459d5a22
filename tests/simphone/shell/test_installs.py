"""Installing and removing packages, in all the ways that adb does it, with the real adb."""

from __future__ import annotations

import importlib.resources
from pathlib import Path

import pytest
from apk_writer import apk, manifest
from shell_runner import run

from genie_host.simphone.packages import install_options
from genie_host.simphone.server import SimServer

LAMP = "com.example.lamp"
APP_FILE = """
app_id: lamp
package: com.example.lamp
label: Lamp
state: {light: false}
screens:
  home: {title: Lamp, body: [{kind: switch, text: Light, bind: light}]}
"""
LAMP_APK = apk(manifest(LAMP, version_code=3, version_name="0.3"), app_file=APP_FILE, padding=200_000)


@pytest.fixture
def lamp(tmp_path: Path) -> Path:
    path = tmp_path / "lamp.apk"
    path.write_bytes(LAMP_APK)
    return path


def put(phone, path: str, data: bytes = LAMP_APK) -> None:
    phone.files.write(path, data)


@pytest.mark.parametrize(
    "options", [[], ["-r", "-t", "-g"], ["--no-streaming"], ["--streaming", "-d"], ["--no-incremental"]]
)
def test_adb_installs(adb_server, sim, lamp, options):
    done = adb_server.run("-s", sim.serial, "install", *options, str(lamp))
    assert b"Success" in done.stdout
    found = sim.call(lambda phone: phone.packages.get(LAMP))
    assert (found.version_code, found.version_name) == (3, "0.3")
    assert sim.call(lambda phone: phone.files.read(found.paths[0])) == LAMP_APK
    assert sim.call(lambda phone: phone.world.start_app(LAMP))
    assert sim.call(lambda phone: phone.world.app.screens["home"].title) == "Lamp"


@pytest.mark.parametrize("features", [(), ("cmd",), ("shell_v2", "cmd", "stat_v2", "ls_v2")])
def test_adb_installs_on_phones_with_fewer_features(adb_server, sim_phone, lamp, features):
    sim_phone.features = features
    with SimServer(sim_phone) as server:
        adb_server.connect(server.serial)
        try:
            done = adb_server.run("-s", server.serial, "install", str(lamp))
            assert b"Success" in done.stdout
            assert server.call(lambda phone: phone.packages.get(LAMP)) is not None
            assert b"Success" in adb_server.run("-s", server.serial, "uninstall", LAMP).stdout
            assert server.call(lambda phone: phone.packages.get(LAMP)) is None
        finally:
            adb_server.disconnect(server.serial)


def test_adb_installs_a_base_with_splits(adb_server, sim, lamp, tmp_path):
    split = tmp_path / "split_config.en.apk"
    split.write_bytes(apk(manifest(LAMP, split="config.en")))
    done = adb_server.run("-s", sim.serial, "install-multiple", str(lamp), str(split))
    assert b"Success" in done.stdout
    listed = adb_server.run("-s", sim.serial, "shell", "pm", "path", LAMP).stdout.decode().split()
    assert listed == [f"package:/data/app/{LAMP}/base.apk", f"package:/data/app/{LAMP}/split_config.en.apk"]


def test_adb_says_why_an_install_failed(adb_server, sim, tmp_path):
    path = tmp_path / "new.apk"
    path.write_bytes(apk(manifest(LAMP, min_sdk=99)))
    done = adb_server.run("-s", sim.serial, "install", str(path), check=False)
    assert done.returncode != 0
    assert b"INSTALL_FAILED_OLDER_SDK: Requires newer sdk version #99" in done.stdout + done.stderr
    assert sim.call(lambda phone: phone.packages.get(LAMP)) is None


def test_adbutils_installs_and_removes(device, sim, lamp):
    device.install(str(lamp), nolaunch=True, silent=True)
    info = device.app_info(LAMP)
    assert (info.version_name, info.version_code, info.signature) == ("0.3", 3, "51eb1e], past signatures:[")
    assert LAMP in device.list_packages(["-3"])
    device.uninstall(LAMP)
    assert device.app_info(LAMP) is None


def test_uiautomator2_types_with_the_keyboard_that_it_installs(u2_device, sim):
    sim.call(lambda phone: phone.world.show("messages", "conversation", name="Mum"))
    u2_device(className="android.widget.EditText").click()
    u2_device.set_input_ime()
    assert u2_device.current_ime() == "com.github.uiautomator/.AdbKeyboard"
    u2_device._must_broadcast("ADB_KEYBOARD_INPUT_TEXT", {"text": "R3LDvMOfZSDwn5iA"})
    assert sim.call(lambda phone: phone.world.state["messages"]["draft"]) == "Grüße 😀"
    u2_device.set_input_ime(False)
    assert u2_device.current_ime() == "com.android.inputmethod.latin/.LatinIME"


def test_a_file_on_the_phone_is_installed(sim_phone):
    put(sim_phone, "/data/local/tmp/lamp.apk")
    assert run(sim_phone, "cd /data/local/tmp; pm install -r -t lamp.apk").output == "Success\n"
    assert [entry["package"] for entry in sim_phone.world.log.of_kind("app_installed")] == [LAMP]
    assert run(sim_phone, f"pm list packages -f {LAMP}").output == f"package:/data/app/{LAMP}/base.apk={LAMP}\n"


def test_a_stream_is_installed(sim_phone):
    result = run(sim_phone, f"cmd package 'install' -r -S {len(LAMP_APK)}", stdin=LAMP_APK)
    assert result.output == "Success\n"
    assert run(sim_phone, f"monkey -p {LAMP} 1").status == 0


def test_a_session_takes_several_steps(sim_phone):
    created = run(sim_phone, "pm install-create -r").output
    number = created[created.index("[") + 1 : created.index("]")]
    put(sim_phone, "/sdcard/base.apk")
    assert run(sim_phone, f"pm install-write {number} base /sdcard/base.apk").output.startswith("Success: streamed")
    split = apk(manifest(LAMP, split="x"))
    run(sim_phone, f"pm install-write -S {len(split)} {number} x -", stdin=split)
    assert run(sim_phone, f"pm install-commit {number}").output == "Success\n"
    assert run(sim_phone, f"pm install-commit {number}").status == 255


def test_a_session_without_a_base_fails(sim_phone):
    number = sim_phone.packages.open_session(install_options({}))
    sim_phone.packages.sessions[number].apks["x"] = apk(manifest(LAMP, split="x"))
    assert "INSTALL_FAILED_INVALID_APK" in run(sim_phone, f"pm install-commit {number}").output
    other = sim_phone.packages.open_session(install_options({}))
    assert run(sim_phone, f"pm install-abandon {other}").output == "Success\n"
    assert sim_phone.packages.sessions == {}


@pytest.mark.parametrize(
    ("data", "options", "reason"),
    [
        (b"nothing", "", "INSTALL_PARSE_FAILED_NOT_APK"),
        (apk(manifest(LAMP, test_only=True)), "-r", "INSTALL_FAILED_TEST_ONLY"),
        (apk(manifest(LAMP, version_code=2)), "-r", "INSTALL_FAILED_VERSION_DOWNGRADE"),
        (LAMP_APK, "-R", "INSTALL_FAILED_ALREADY_EXISTS"),
    ],
)
def test_an_install_that_is_refused_changes_nothing(sim_phone, data, options, reason):
    put(sim_phone, "/sdcard/lamp.apk")
    run(sim_phone, "pm install /sdcard/lamp.apk")
    put(sim_phone, "/sdcard/new.apk", data)
    result = run(sim_phone, f"pm install {options} /sdcard/new.apk")
    assert (result.status, result.output.startswith(f"Failure [{reason}")) == (1, True)
    assert sim_phone.packages.get(LAMP).version_code == 3


def test_an_update_keeps_what_the_user_did(sim_phone):
    put(sim_phone, "/sdcard/lamp.apk")
    run(sim_phone, "pm install /sdcard/lamp.apk")
    sim_phone.world.state["lamp"]["light"] = True
    first = sim_phone.packages.get(LAMP).first_installed
    run(sim_phone, "pm install -r /sdcard/lamp.apk")
    assert sim_phone.world.state["lamp"]["light"] is True
    assert sim_phone.packages.get(LAMP).first_installed == first
    assert run(sim_phone, f"pm clear {LAMP}").output == "Success\n"
    assert sim_phone.world.state["lamp"]["light"] is False


def test_an_app_without_screens_shows_its_name(sim_phone):
    put(sim_phone, "/sdcard/a.apk", apk(manifest("com.example.plain", label="Plain thing")))
    run(sim_phone, "pm install /sdcard/a.apk; am start -n com.example.plain/.MainActivity")
    assert sim_phone.world.foreground.package == "com.example.plain"
    assert 'text="Plain thing"' in sim_phone.snapshots.hierarchy("u2")


def test_permissions_are_granted_and_revoked(sim_phone):
    camera = "android.permission.CAMERA"
    put(sim_phone, "/sdcard/a.apk", apk(manifest(LAMP, permissions=[camera, "android.permission.INTERNET"])))
    run(sim_phone, "pm install /sdcard/a.apk")
    assert f"{camera}: granted=false" in run(sim_phone, f"dumpsys package {LAMP}").output
    assert run(sim_phone, f"pm grant {LAMP} {camera}").status == 0
    assert sim_phone.world.has_permission("camera", LAMP)
    assert f"{camera}: granted=true" in run(sim_phone, f"dumpsys package {LAMP}").output
    run(sim_phone, f"pm revoke {LAMP} {camera}")
    assert not sim_phone.world.has_permission("camera", LAMP)
    assert "not a changeable" in run(sim_phone, f"pm grant {LAMP} android.permission.INTERNET").errors
    assert "has not requested" in run(sim_phone, f"pm grant {LAMP} android.permission.SEND_SMS").errors
    run(sim_phone, "pm install -r -g /sdcard/a.apk")
    assert sim_phone.world.has_permission("camera", LAMP)


def test_what_a_person_removes_is_gone_for_the_shell_too(sim_phone):
    put(sim_phone, "/sdcard/lamp.apk")
    run(sim_phone, "pm install /sdcard/lamp.apk")
    path = sim_phone.packages.get(LAMP).paths[0]
    assert sim_phone.world.uninstall(LAMP)
    assert sim_phone.packages.get(LAMP) is None
    assert sim_phone.files.read(path) is None
    sim_phone.world.install(LAMP)
    assert sim_phone.packages.get(LAMP).version_code == 1


def test_what_came_with_the_phone_stays(sim_phone):
    result = run(sim_phone, "pm uninstall com.android.settings")
    assert (result.status, result.output) == (1, "Failure [DELETE_FAILED_INTERNAL_ERROR]\n")
    assert run(sim_phone, "pm uninstall com.example.none").output == "Failure [not installed for 0]\n"


def test_a_package_that_is_off_does_not_start(sim_phone):
    assert "disabled-user" in run(sim_phone, "pm disable-user com.example.notes").output
    assert run(sim_phone, "monkey -p com.example.notes 1").status == 252
    assert run(sim_phone, "am start -n com.example.notes/.MainActivity").status == 1
    assert run(sim_phone, "pm list packages -d").output == "package:com.example.notes\n"
    run(sim_phone, "pm enable com.example.notes")
    assert run(sim_phone, "monkey -p com.example.notes 1").status == 0


def test_the_real_keyboard_apk_brings_a_keyboard(sim_phone):
    path = importlib.resources.files("uiautomator2") / "assets" / "app-uiautomator.apk"
    put(sim_phone, "/data/local/tmp/k.apk", path.read_bytes())
    keyboard = "com.github.uiautomator/.AdbKeyboard"
    run(sim_phone, "pm install -r -t /data/local/tmp/k.apk")
    assert keyboard in run(sim_phone, "ime list -s -a").output
    assert keyboard not in run(sim_phone, "ime list -s").output
    assert run(sim_phone, f"ime set {keyboard}").status == 1
    assert run(sim_phone, f"ime enable {keyboard}").output.endswith("now enabled for user #0\n")
    assert run(sim_phone, f"ime set {keyboard}").output == f"Input method {keyboard} selected for user #0\n"
    run(sim_phone, "pm uninstall com.github.uiautomator")
    assert keyboard not in run(sim_phone, "ime list -s -a").output
