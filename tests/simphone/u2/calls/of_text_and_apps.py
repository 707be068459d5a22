"""Calls that type, and those about apps, files and the connection."""

from __future__ import annotations

import io
import tempfile
import warnings
from pathlib import Path

import pytest
import uiautomator2
from uiautomator2 import Device
from uiautomator2.exceptions import AppNotFoundError, RPCUnknownError

from genie_host.simphone.server import SimServer
from tests.simphone.u2.calls import NOTES, SETTINGS, call, last, open_note

FIELD = {"className": "android.widget.EditText"}
IME = "com.github.uiautomator/.AdbKeyboard"


def entered(sim: SimServer) -> str:
    text: str = last(sim, "text_entered")["text"]
    return text


@call("d.send_keys() by the clipboard")
def send_keys(d: Device, sim: SimServer) -> None:
    open_note(sim)
    d(**FIELD).click()
    d.send_keys("hé 你好")
    assert entered(sim) == "hé 你好"
    assert d.clipboard == "hé 你好"


@call("d.send_keys() by AdbKeyboard")
def send_keys_by_keyboard(d: Device, sim: SimServer) -> None:
    open_note(sim)
    d(**FIELD).click()
    d.set_input_ime()
    d.send_keys("hé 你好")
    assert entered(sim) == "hé 你好"


@call("d.clear_text()")
def clear_text(d: Device, sim: SimServer) -> None:
    open_note(sim)
    d(**FIELD).set_text("Tea")
    d.clear_text()
    assert entered(sim) == ""


@call("d.set_input_ime()")
def set_input_ime(d: Device, sim: SimServer) -> None:
    d.set_input_ime()
    assert d.current_ime() == IME
    assert d.is_input_ime_installed()
    d.set_input_ime(False)
    assert d.current_ime() != IME


@call("d.set_fastinput_ime()")
def set_fastinput_ime(d: Device, sim: SimServer) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        d.set_fastinput_ime(True)
    assert d.current_ime() == IME


@call("d.clipboard")
def clipboard(d: Device, sim: SimServer) -> None:
    assert d.clipboard is None
    sim.call(lambda phone: phone.world.copy("Tea"))
    assert d.clipboard == "Tea"


@call("d.set_clipboard()")
def set_clipboard(d: Device, sim: SimServer) -> None:
    d.set_clipboard("Tea", "drinks")
    assert sim.call(lambda phone: phone.world.clipboard) == "Tea"
    d.clipboard = "Milk"
    assert sim.call(lambda phone: phone.world.clipboard) == "Milk"


@call("d.toast.show()")
def toast_show(d: Device, sim: SimServer) -> None:
    with pytest.raises(RPCUnknownError, match="-32601"):
        d.toast.show("hello")


@call("d.app_start(package)")
def app_start(d: Device, sim: SimServer) -> None:
    assert d.app_start(SETTINGS) is None
    assert sim.call(lambda phone: phone.world.foreground.package) == SETTINGS
    assert d.app_start("com.example.none") is None


@call("d.app_start(package, activity)")
def app_start_activity(d: Device, sim: SimServer) -> None:
    d.app_start(NOTES, ".MainActivity")
    assert sim.call(lambda phone: phone.world.foreground.package) == NOTES


@call("d.app_start(wait)")
def app_start_wait(d: Device, sim: SimServer) -> None:
    d.app_start(SETTINGS, wait=True)
    assert d.app_wait(SETTINGS) == sim.call(lambda phone: phone.world.pid_of(SETTINGS)) > 0
    assert d.app_wait("com.example.none", timeout=0) == 0


@call("d.app_stop()")
def app_stop(d: Device, sim: SimServer) -> None:
    d.app_start(NOTES)
    d.app_stop(NOTES)
    assert not sim.call(lambda phone: phone.world.is_running(NOTES))


@call("d.app_clear()")
def app_clear(d: Device, sim: SimServer) -> None:
    sim.call(lambda phone: phone.world.state["notes"].update(notes=[]))
    d.app_clear(NOTES)
    assert sim.call(lambda phone: phone.world.state["notes"]["notes"]) != []


@call("d.app_uninstall()")
def app_uninstall(d: Device, sim: SimServer) -> None:
    assert d.app_uninstall(NOTES) is True
    assert NOTES not in d.app_list()


@call("d.app_current()")
def app_current(d: Device, sim: SimServer) -> None:
    d.app_start(NOTES)
    current = d.app_current()
    assert (current["package"], current["activity"]) == (NOTES, f"{NOTES}.MainActivity")


@call("d.app_list()")
def app_list(d: Device, sim: SimServer) -> None:
    assert {SETTINGS, NOTES} <= set(d.app_list())
    assert SETTINGS not in d.app_list("-3")


@call("d.app_list_running()")
def app_list_running(d: Device, sim: SimServer) -> None:
    assert SETTINGS not in d.app_list_running()
    d.app_start(SETTINGS)
    assert SETTINGS in d.app_list_running()


@call("d.app_info()")
def app_info(d: Device, sim: SimServer) -> None:
    version = sim.call(lambda phone: phone.world.apps[NOTES].version)
    assert d.app_info(NOTES) == {"versionName": version, "versionCode": 1}
    with pytest.raises(AppNotFoundError):
        d.app_info("com.example.none")


@call("d.open_url()")
def open_url(d: Device, sim: SimServer) -> None:
    d.open_url("https://search.example/?q=tea")
    assert (
        d.app_current()["package"] == sim.call(lambda phone: phone.world.foreground.package) != "com.android.launcher3"
    )


@call("d.push()")
def push(d: Device, sim: SimServer) -> None:
    content = bytes(range(256)) * 300
    d.push(io.BytesIO(content), "/sdcard/pushed.bin")
    assert sim.call(lambda phone: phone.files.read("/sdcard/pushed.bin")) == content


@call("d.pull()")
def pull(d: Device, sim: SimServer) -> None:
    sim.call(lambda phone: phone.files.write("/sdcard/pulled.bin", b"tea" * 9999))
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "pulled.bin"
        d.pull("/sdcard/pulled.bin", str(target))
        assert target.read_bytes() == b"tea" * 9999


@call("d.session()")
def session(d: Device, sim: SimServer) -> None:
    with d.session(NOTES) as running:
        assert running.running()
        assert running.pid == sim.call(lambda phone: phone.world.pid_of(NOTES))
        assert running(text="Notes").exists
    assert not sim.call(lambda phone: phone.world.is_running(NOTES))


@call("d.app_auto_grant_permissions()")
def app_auto_grant_permissions(d: Device, sim: SimServer) -> None:
    d.app_auto_grant_permissions("com.android.camera2")
    assert "granted=false" not in d.shell("dumpsys package com.android.camera2").output
    assert "android.permission.CAMERA: granted=true" in d.shell("dumpsys package com.android.camera2").output


@call("uiautomator2.connect()")
def connect(d: Device, sim: SimServer) -> None:
    again = uiautomator2.connect(d.adb_device)
    assert again.info == d.info
