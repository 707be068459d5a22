"""Opening apps by the names people use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from genie_host.core.errors import OutcomeUnknown, PhoneRejected
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.app_labels import APP_LABELS, find_app, label_of
from genie_host.phone.phone import InstalledApp
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.events import EventLog
from tests.phone.conftest import Hurry

Kinds = Callable[..., list[str]]


def app(package: str) -> InstalledApp:
    return InstalledApp(package=package, label=label_of(package))


MAPS = app("com.google.android.apps.maps")
MESSAGES = app("com.google.android.apps.messaging")
MUSIC = app("com.google.android.apps.youtube.music")
YOUTUBE = app("com.google.android.youtube")
NOTES = app("com.example.notes")
APPS = (MAPS, MESSAGES, MUSIC, YOUTUBE, NOTES)


def test_the_apps_in_the_launcher_are_listed_with_their_labels(sim: SimServer, phone: AdbPhone) -> None:
    installed = phone.installed_apps()
    packages = sim.call(lambda phone: {app.package for app in phone.world.apps.values() if app.app_id != "launcher"})
    assert {app.package for app in installed} == packages
    assert {"Clock", "Messages", "Notes", "Settings"} <= {app.label for app in installed}
    assert [app.label for app in installed] == sorted(app.label for app in installed)


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("Settings", "com.android.settings"),
        ("settings app", "com.android.settings"),
        ("  MESSAGES ", "com.android.messaging"),
        ("note", "com.example.notes"),
        ("com.android.deskclock", "com.android.deskclock"),
    ],
)
def test_an_app_is_opened_by_its_name(sim: SimServer, phone: AdbPhone, name: str, package: str) -> None:
    assert phone.open_app(name) == package
    assert sim.call(lambda phone: phone.world.foreground.package) == package
    assert sim.call(lambda phone: phone.unknown_commands) == []


def test_an_app_that_is_not_installed_is_said_so_and_nothing_is_started(sim: SimServer, phone: AdbPhone) -> None:
    with pytest.raises(PhoneRejected, match="Settings"):
        phone.open_app("setings of doom")
    with pytest.raises(PhoneRejected, match=r"Installed are .*Calendar.* and others"):
        phone.open_app("Tetris")
    # The launcher was looked through, and no app.
    started = sim.call(lambda phone: {entry["package"] for entry in phone.world.log.of_kind("app_started")})
    assert started == {"com.android.launcher3"}


@pytest.mark.slow
def test_an_app_that_does_not_come_to_the_front_is_reported_with_what_is_there(
    sim: SimServer, phone: AdbPhone, hurry: Hurry
) -> None:
    hurry(app_start_seconds=0.2)
    phone.installed_apps()

    def close_at_once(simulated: Any) -> None:
        def press_home(entry: dict[str, Any]) -> None:
            if entry["kind"] == "app_started":
                simulated.world.press_key(3)

        simulated.world.log = EventLog(sink=press_home)

    sim.call(close_at_once)
    with pytest.raises(PhoneRejected, match=r"Settings was started .* Launcher is there"):
        phone.open_app("Settings")


def test_an_app_behind_the_lock_screen_is_said_to_be_there(sim: SimServer, phone: AdbPhone, hurry: Hurry) -> None:
    hurry(app_start_seconds=0.2)
    phone.installed_apps()
    sim.call(lambda phone: (phone.world.set_lock("pin", "1234"), phone.world.lock()))
    with pytest.raises(PhoneRejected, match="Clock was started behind the lock screen: the phone is locked"):
        phone.open_app("Clock")


def test_an_app_removed_meanwhile_cannot_be_started(sim: SimServer, phone: AdbPhone) -> None:
    phone.installed_apps()
    sim.call(lambda phone: phone.world.apps.pop("com.example.notes"))
    with pytest.raises(PhoneRejected, match="Notes cannot be started"):
        phone.open_app("Notes")


@pytest.mark.slow
def test_a_start_whose_answer_is_lost_is_judged_by_what_is_in_front(
    sim: SimServer, phone: AdbPhone, hurry: Hurry
) -> None:
    phone.installed_apps()
    hurry(shell_seconds=0.2)
    sim.call(lambda phone: setattr(phone.faults, "hang_shell", "am start"))
    sim.call(lambda phone: phone.world.start_app("com.android.settings"))
    assert phone.open_app("Settings") == "com.android.settings"


@pytest.mark.slow
def test_a_lost_start_that_shows_no_effect_has_an_unknown_outcome(
    sim: SimServer, phone: AdbPhone, hurry: Hurry
) -> None:
    phone.installed_apps()
    hurry(shell_seconds=0.2, app_start_seconds=0.2)
    sim.call(lambda phone: setattr(phone.faults, "hang_shell", "am start"))
    with pytest.raises(OutcomeUnknown):
        phone.open_app("Settings")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("YouTube", YOUTUBE),
        ("youtube music", MUSIC),
        ("map", MAPS),
        ("mess", MESSAGES),
        ("music", MUSIC),
        ("com.google.android.youtube", YOUTUBE),
    ],
)
def test_names_are_matched_exactly_then_by_their_start_then_by_a_part(name: str, found: InstalledApp) -> None:
    assert find_app(name, APPS) is found


def test_a_name_that_could_mean_two_apps_is_asked_about() -> None:
    with pytest.raises(PhoneRejected, match="Maps, Messages"):
        find_app("m", (MAPS, MESSAGES, NOTES))


def test_two_apps_of_one_name_are_listed_with_their_packages() -> None:
    with pytest.raises(PhoneRejected, match=r"com\.android\.mms"):
        find_app("Messages", (MESSAGES, app("com.android.mms")))


@pytest.mark.parametrize("name", ["", "  ", "app"])
def test_an_empty_name_means_no_app(name: str) -> None:
    with pytest.raises(PhoneRejected):
        find_app(name, APPS)


@pytest.mark.parametrize(
    ("package", "label"),
    [
        ("com.android.settings", "Settings"),
        ("com.android.messaging", "Messages"),
        ("com.google.android.deskclock", "Clock"),
        ("com.google.android.keep", "Keep"),
        ("com.example.notes", "Notes"),
        ("org.tasks", "Tasks"),
    ],
)
def test_labels_come_from_the_table_or_from_the_package(package: str, label: str) -> None:
    assert label_of(package) == label


def test_the_table_of_labels_holds_packages_and_words() -> None:
    assert len(APP_LABELS) > 50
    assert all("." in package and " " not in package for package in APP_LABELS)
    assert all(label == label.strip() != "" for label in APP_LABELS.values())
