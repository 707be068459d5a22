"""Settings that are borrowed for a run are given back, by the next run when this one could not."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from genie_host.phone.awake import keep_awake
from genie_host.phone.journal import Journal
from genie_host.phone.settings import BorrowedSettings, read_setting
from genie_host.phone.shell import Shell
from genie_host.simphone.packages import InstallOptions
from genie_host.simphone.server import SimServer

STAY = ("global", "stay_on_while_plugged_in")
TIMEOUT = ("system", "screen_off_timeout")


@pytest.fixture
def settings(shell: Shell, tmp_path: Path) -> BorrowedSettings:
    return BorrowedSettings(shell, Journal.of_phone("X", folder=tmp_path))


def value(sim: SimServer, key: tuple[str, str]) -> str | None:
    return sim.call(lambda phone: phone.world.settings.get(key))


def test_a_phone_on_a_charger_stays_on_and_has_its_setting_back(
    sim: SimServer, shell: Shell, settings: BorrowedSettings
) -> None:
    keep_awake(shell, settings)
    assert value(sim, STAY) == "15"
    assert value(sim, TIMEOUT) == "60000"
    assert settings.restore() == ("global/stay_on_while_plugged_in",)
    assert value(sim, STAY) == "0"
    assert settings.restore() == ()


def test_a_phone_on_its_battery_gets_a_long_time_out(sim: SimServer, shell: Shell, settings: BorrowedSettings) -> None:
    sim.call(lambda phone: phone.battery.unplug())
    keep_awake(shell, settings)
    assert value(sim, STAY) == "0"
    assert value(sim, TIMEOUT) == "1800000"
    settings.restore()
    assert value(sim, TIMEOUT) == "60000"


def test_the_next_run_puts_back_what_a_crash_left(
    sim: SimServer, shell: Shell, settings: BorrowedSettings, tmp_path: Path
) -> None:
    keep_awake(shell, settings)
    del settings  # as after a crash: nothing but the file is left
    after = BorrowedSettings(shell, Journal.of_phone("X", folder=tmp_path))
    assert after.restore() == ("global/stay_on_while_plugged_in",)
    assert value(sim, STAY) == "0"


def test_what_the_user_changed_meanwhile_is_left_alone(
    sim: SimServer, shell: Shell, settings: BorrowedSettings
) -> None:
    keep_awake(shell, settings)
    sim.call(lambda phone: phone.world.settings.update({STAY: "3"}))
    assert settings.restore() == ()
    assert value(sim, STAY) == "3"


def test_a_setting_that_was_not_there_is_deleted_again(sim: SimServer, settings: BorrowedSettings) -> None:
    settings.put("secure", "never_heard_of", "1")
    settings.restore()
    assert value(sim, ("secure", "never_heard_of")) is None


def test_the_users_keyboard_comes_back(sim: SimServer, shell: Shell, settings: BorrowedSettings) -> None:
    apk = (files("uiautomator2") / "assets" / "app-uiautomator.apk").read_bytes()
    sim.call(lambda phone: phone.packages.install([apk], InstallOptions()))
    before = read_setting(shell, "secure", "default_input_method")
    other = "com.github.uiautomator/.AdbKeyboard"
    settings.use_keyboard(other)
    assert read_setting(shell, "secure", "default_input_method") == other
    settings.restore()
    assert read_setting(shell, "secure", "default_input_method") == before
