"""What the driver takes for granted of the phone's shell."""

from __future__ import annotations

import re
from functools import partial

from genie_host.phone.foreground import parse_foreground
from tests_phone.differences import Differences
from tests_phone.kit import Kit


def test_adb_lists_the_phone_as_ready(differences: Differences) -> None:
    assert differences.fact("state", lambda kit: kit.adb.state_of(kit.serial)) == "device"


def test_adb_tells_model_and_transport(kit: Kit) -> None:
    entry = next(entry for entry in kit.adb.devices() if entry.serial == kit.serial)
    assert entry.is_ready
    assert entry.transport_id > 0
    assert entry.model


def test_shell_gives_exit_codes(differences: Differences) -> None:
    assert differences.fact("exit code", lambda kit: kit.shell.ask("sh", "-c", "exit 37").exit_code) == 37


def test_shell_keeps_errors_apart_from_output(differences: Differences) -> None:
    def both(kit: Kit) -> tuple[bytes, bool]:
        result = kit.shell.ask("sh", "-c", "echo out; ls /no/such/thing")
        return result.output, b"No such file" in result.errors

    assert differences.fact("streams", both) == (b"out\n", True)


def test_arguments_arrive_as_they_are(differences: Differences) -> None:
    hostile = "a b'c\"d$HOME`id`;é漢😀\\"
    assert differences.fact("argument", lambda kit: kit.shell.ask("printf", "%s", hostile).text) == hostile


def test_md5_of_a_file_can_be_asked(differences: Differences) -> None:
    def digest(kit: Kit) -> bool:
        return re.search(r"\b[0-9a-f]{32}\b", kit.ask("toybox", "md5sum", "/data/local/tmp/u2.jar")) is not None

    assert differences.fact("toybox md5sum", digest)


def test_android_is_one_that_the_driver_knows(differences: Differences) -> None:
    sdk = int(differences.fact("API level", lambda kit: kit.ask("getprop", "ro.build.version.sdk")))
    assert 24 <= sdk <= 40


def test_makers_properties_are_there(differences: Differences) -> None:
    for name in ("ro.product.manufacturer", "ro.product.model", "ro.build.fingerprint", "ro.serialno"):
        assert differences.fact(name, partial(Kit.ask_property, name=name))


def test_window_manager_tells_what_is_in_front(differences: Differences) -> None:
    front = differences.fact("in front", lambda kit: parse_foreground(kit.ask("dumpsys", "window")))
    assert front.package


def test_launchable_apps_are_listed(differences: Differences) -> None:
    def components(kit: Kit) -> int:
        listing = kit.ask(
            *("cmd", "package", "query-activities", "--brief"),
            *("-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER"),
        )
        return len(re.findall(r"^\s*[\w.]+/[\w.$]+\s*$", listing, re.MULTILINE))

    assert differences.fact("launchable apps", components) > 0


def test_keyboard_in_use_is_known(differences: Differences) -> None:
    assert differences.fact("keyboard", lambda kit: kit.setting("secure", "default_input_method"))


def test_other_accessibility_services_are_known(differences: Differences) -> None:
    name = "enabled_accessibility_services"
    assert differences.fact(name, lambda kit: kit.setting("secure", name)) is not None


def test_settings_that_keep_the_screen_on_can_be_read(differences: Differences) -> None:
    for space, name in (("global", "stay_on_while_plugged_in"), ("system", "screen_off_timeout")):
        value = differences.fact(name, partial(Kit.setting, namespace=space, name=name))
        assert value == "null" or value.isdecimal()


def test_battery_tells_of_its_charger(differences: Differences) -> None:
    def lines(kit: Kit) -> set[str]:
        text = kit.ask("dumpsys", "battery")
        return {line.strip().partition(":")[0] for line in text.splitlines() if "powered:" in line}

    assert {"AC powered", "USB powered"} <= differences.fact("chargers", lines)


def test_storage_can_be_measured(differences: Differences) -> None:
    def columns(kit: Kit) -> bool:
        return re.search(r"\d+\s+\d+\s+\d+\s+\d+%", kit.ask("df", "/data")) is not None

    assert differences.fact("df /data", columns)


def test_lock_screen_state_is_told(differences: Differences) -> None:
    assert differences.fact("locked", lambda kit: parse_foreground(kit.ask("dumpsys", "window")).is_locked) is False


def test_touch_screen_can_be_watched(differences: Differences) -> None:
    def devices(kit: Kit) -> bool:
        # 0035 is ABS_MT_POSITION_X.
        return re.search(r"\b0035\b", kit.ask("getevent", "-p")) is not None

    assert differences.fact("a touch screen in getevent", devices)
