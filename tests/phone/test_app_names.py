"""Apps by what people call them, in their language or in the phone's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from genie_host.core.errors import PhoneRejected
from genie_host.core.spoken import normalised
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.app_labels import KINDS, SeveralApps, find_app, label_of
from genie_host.phone.phone import InstalledApp
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World

FORM = Path(__file__).parent / "data" / "form.yaml"
Kinds = Callable[..., list[str]]


def app(package: str) -> InstalledApp:
    return InstalledApp(package=package, label=label_of(package))


APPS = tuple(
    app(package)
    for package in (
        "com.android.settings",
        "com.google.android.deskclock",
        "com.google.android.apps.maps",
        "com.waze",
        "com.google.android.apps.messaging",
        "com.google.android.gm",
        "com.android.chrome",
        "org.mozilla.firefox",
        "com.example.calendar",
    )
)


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("Ajustes", "com.android.settings"),
        ("configuracion", "com.android.settings"),
        ("Einstellungen", "com.android.settings"),
        ("सेटिंग्स", "com.android.settings"),
        ("الإعدادات", "com.android.settings"),
        ("设置", "com.android.settings"),
        ("設定", "com.android.settings"),
        ("설정", "com.android.settings"),
        ("Настройки", "com.android.settings"),
        ("réveil", "com.google.android.deskclock"),
        ("REVEIL", "com.google.android.deskclock"),
        ("будильник", "com.google.android.deskclock"),
        ("alarm", "com.google.android.deskclock"),
        ("Karten", "com.google.android.apps.maps"),
        ("短信", "com.google.android.apps.messaging"),
        ("correo", "com.google.android.gm"),
        ("browser", "com.android.chrome"),
        ("Kalender", "com.example.calendar"),
        ("the settings app", "com.android.settings"),
        ("fire fox", "org.mozilla.firefox"),
        ("crome", "com.android.chrome"),
    ],
)
def test_an_app_is_found_by_what_its_kind_is_called(name: str, package: str) -> None:
    assert find_app(name, APPS).package == package


def test_the_best_app_of_a_kind_is_meant_and_the_next_when_it_is_missing() -> None:
    assert find_app("maps", APPS).package == "com.google.android.apps.maps"
    without = [each for each in APPS if "maps" not in each.package and each.package != "com.android.chrome"]
    assert find_app("mapas", without).package == "com.waze"


def test_two_apps_that_are_equally_alike_are_both_named() -> None:
    alike = (InstalledApp(package="a.one", label="Bank Nord"), InstalledApp(package="a.two", label="Bank Sord"))
    with pytest.raises(PhoneRejected, match="Bank Nord, Bank Sord"):
        find_app("Bank Tord", alike)


def test_a_name_that_could_mean_two_apps_is_not_looked_up_in_the_launcher(
    sim: SimServer, phone: AdbPhone, kinds: Kinds
) -> None:
    sim.call(lambda phone: phone.world.show("form", "home"))
    with pytest.raises(SeveralApps, match="More than one app"):
        phone.open_app("m")
    assert kinds("swipe") == []
    assert sim.call(lambda phone: phone.world.foreground.package) == "com.example.form"


def test_no_name_of_a_kind_stands_for_two_kinds() -> None:
    seen: dict[str, int] = {}
    for number, kind in enumerate(KINDS):
        for name in kind.names:
            assert seen.setdefault(name, number) == number, name
    assert all(name == normalised(name) != "" for kind in KINDS for name in kind.names)


@pytest.fixture
def sim_phone() -> SimPhone:
    return SimPhone(World.from_bundled_apps(extra_apps=[FORM], locale="es"))


@pytest.mark.parametrize(
    ("name", "package"),
    [("Reloj", "com.android.deskclock"), ("Ajustes", "com.android.settings"), ("時計", "com.android.deskclock")],
)
def test_an_app_is_opened_by_its_spoken_name_in_any_language(
    sim: SimServer, phone: AdbPhone, name: str, package: str
) -> None:
    assert phone.open_app(name) == package
    assert sim.call(lambda phone: phone.world.foreground.package) == package


def test_a_name_that_only_the_launcher_knows_is_read_there(sim: SimServer, phone: AdbPhone, kinds: Kinds) -> None:
    def rename(phone: SimPhone) -> None:
        found = phone.world.apps["com.example.form"]
        phone.world.apps["com.example.form"] = found.model_copy(update={"label": "Zusammenfassung"})

    sim.call(rename)
    assert phone.open_app("zusammenfassung") == "com.example.form"
    # From now on it is known, and the launcher need not be looked through.
    sim.call(lambda phone: phone.world.go_home())
    swipes = len(kinds("swipe"))
    assert phone.open_app("zusammenfassung") == "com.example.form"
    assert len(kinds("swipe")) == swipes


def test_a_name_that_nobody_knows_is_said_so_after_the_launcher_was_read(sim: SimServer, phone: AdbPhone) -> None:
    with pytest.raises(PhoneRejected, match="No app of that name"):
        phone.open_app("Tetris")
    assert sim.call(lambda phone: phone.world.foreground.package) == "com.android.launcher3"
