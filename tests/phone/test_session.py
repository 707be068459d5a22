"""A run holds its phone alone, and gives it back as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import AutomationBusy, DeniedByPhone, PhoneRejected, PhoneUnavailable
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.journal import Journal
from genie_host.phone.session import STILL_RUNS, lasting_name, phone_session
from genie_host.phone.shell import Shell
from genie_host.phone.u2_server import STARTED
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.profiles import profile
from genie_host.simphone.server import SimServer
from genie_host.simphone.wire.stream import Stream
from genie_host.simphone.world.engine import World
from tests.conftest import PrivateAdb, put_u2_jar
from tests.phone.conftest import PATIENT, commands, noting_commands

STAY = ("global", "stay_on_while_plugged_in")
SERVICES = ("secure", "enabled_accessibility_services")
TALKBACK = "com.google.android.marvin.talkback/com.google.android.marvin.talkback.TalkBackService"


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def session(sim: SimServer, adb: AdbServer, tmp_path: Path, notices: list[str]):
    """Opens a session on the phone, as often as a test likes."""
    sim.call(put_u2_jar)

    @contextmanager
    def opened(what: str = "genie run") -> Iterator[AdbPhone]:
        with phone_session(
            sim.serial,
            adb=adb,
            what=what,
            cancel=CancelToken(),
            patience=PATIENT,
            on_notice=notices.append,
            folder=tmp_path,
        ) as phone:
            yield phone

    return opened


def setting(sim: SimServer, key: tuple[str, str]) -> str | None:
    return sim.call(lambda phone: phone.world.settings.get(key))


def test_a_run_leaves_the_phone_as_it_was(sim: SimServer, session, notices: list[str], tmp_path: Path) -> None:
    with session() as phone:
        assert phone.observe().elements
        assert setting(sim, STAY) == "15"
        assert sim.call(lambda phone: phone.automation is not None)
    assert setting(sim, STAY) == "0"
    assert sim.call(lambda phone: phone.automation is None)
    assert notices == []
    assert list((tmp_path / "journals").iterdir()) == []


def test_a_second_run_is_refused_with_the_name_of_the_first(session) -> None:
    with session("genie eval"), pytest.raises(AutomationBusy, match="in use by genie eval"), session():
        pass
    with session():
        pass


def test_what_an_earlier_run_left_is_put_right_first(
    sim: SimServer, session, notices: list[str], tmp_path: Path
) -> None:
    with session() as phone:
        phone.observe()
        left = Journal.of_phone(sim.serial, folder=tmp_path).pending
    for change in left:
        Journal.of_phone(sim.serial, folder=tmp_path).note(change)
    sim.call(lambda phone: phone.world.settings.update({STAY: "15"}))
    with session():
        assert "stay on while plugged in" in notices[0]
    assert setting(sim, STAY) == "0"


def started_servers(sim: SimServer) -> int:
    return sum("app_process" in command for command in commands(sim))


def test_one_server_serves_run_after_run_and_ends_with_the_session(sim: SimServer, session) -> None:
    noting_commands(sim)
    with session() as phone:
        for app in ("Settings", "Clock"):
            assert phone.open_app(app)
            assert phone.observe().elements
        assert started_servers(sim) == 1
    assert sim.call(lambda phone: phone.automation is None)
    with session() as phone:
        assert phone.observe().elements
    assert started_servers(sim) == 2


def test_a_server_whose_end_cannot_be_made_sure_of_is_told_and_left_to_the_next_run(
    sim: SimServer, session, notices: list[str], tmp_path: Path
) -> None:
    with session() as phone:
        phone._link.patience = replace(phone._link.patience, ping_seconds=0.3)
        sim.kill_u2()
        # Whatever is there now, it holds the port and is no process that could be ended.
        sim.call(lambda phone: phone.sockets.update({"tcp:9008": deaf}))
    assert notices == [STILL_RUNS]
    assert Journal.of_phone(sim.serial, folder=tmp_path).pending == (STARTED,)


async def deaf(stream: Stream) -> None:
    """A port that takes everything and answers nothing."""
    while await stream.read():
        pass


def test_a_wedged_server_is_ended_on_its_own_phone_alone(sim: SimServer, session, adb: AdbServer) -> None:
    with SimServer(SimPhone(World.from_bundled_apps(), serial="SIMOTHER")) as other:
        other.call(put_u2_jar)
        noting_commands(other)
        adb.connect(other.serial)
        neighbour = AdbPhone.connect(other.serial, adb=adb, patience=PATIENT)
        with session() as phone:
            noting_commands(sim)
            # It is told to stop, says so and goes on, also without its shell.
            sim.call(lambda phone: setattr(phone.faults, "u2_survives", True))
            phone._link.patience = replace(phone._link.patience, ping_seconds=0.5)
            phone._server.restart()
            phone._link.patience = PATIENT
            assert phone.observe().elements
            sim.call(lambda phone: setattr(phone.faults, "u2_survives", False))
        assert any("pkill" in command for command in commands(sim))
        assert neighbour.observe().elements
        assert started_servers(other) == 1
        assert not any("pkill" in command for command in commands(other))
        neighbour.close()
        adb.disconnect(other.serial)


def test_a_server_that_a_crashed_run_left_is_used_and_ended(
    sim: SimServer, session, adb: AdbServer, tmp_path: Path
) -> None:
    journal = Journal.of_phone(sim.serial, folder=tmp_path)
    crashed = AdbPhone.connect(sim.serial, adb=adb, patience=PATIENT)
    journal.note(STARTED)
    with session() as phone:
        assert phone._server.is_ours
        assert phone.observe().elements
    assert sim.call(lambda phone: phone.automation is None)
    crashed.close()


def test_services_that_pause_are_named_and_come_back_when_they_were_lost(
    sim: SimServer, session, notices: list[str]
) -> None:
    sim.call(lambda phone: phone.world.settings.update({SERVICES: TALKBACK}))
    with session():
        assert any("TalkBack may pause" in words for words in notices)
        sim.call(lambda phone: phone.world.settings.update({SERVICES: ""}))
    assert setting(sim, SERVICES) == TALKBACK
    assert "on again" in notices[-1]


def test_services_that_a_crash_lost_are_put_back_by_the_next_run(
    sim: SimServer, session, notices: list[str], tmp_path: Path
) -> None:
    sim.call(lambda phone: phone.world.settings.update({SERVICES: TALKBACK}))
    with session():
        (noted,) = [
            change
            for change in Journal.of_phone(sim.serial, folder=tmp_path).pending
            if change.name.endswith("accessibility_services")
        ]
    Journal.of_phone(sim.serial, folder=tmp_path).note(noted)
    sim.call(lambda phone: phone.world.settings.update({SERVICES: ""}))
    with session():
        assert setting(sim, SERVICES) == TALKBACK


def test_the_other_holder_of_the_slot_is_named(sim: SimServer, session) -> None:
    sim.call(lambda phone: setattr(phone.faults, "u2_busy", True))
    with pytest.raises(AutomationBusy, match="automated by Appium"), session():
        pass
    sim.call(lambda phone: setattr(phone.faults, "u2_busy", False))
    assert setting(sim, STAY) == "0"


def test_a_phone_that_refuses_touches_is_refused_with_the_switch(
    adb: AdbServer, adb_server: PrivateAdb, tmp_path: Path
) -> None:
    phone = SimPhone(World.from_bundled_apps(profile=profile("xiaomi-33")))
    with SimServer(phone) as server:
        server.call(put_u2_jar)
        with (
            pytest.raises(DeniedByPhone, match="Security settings"),
            phone_session(
                server.serial, adb=adb, what="genie run", cancel=CancelToken(), patience=PATIENT, folder=tmp_path
            ),
        ):
            pass
        adb.disconnect(server.serial)


def test_a_dark_phone_is_woken_before_a_run(sim: SimServer, session, notices: list[str]) -> None:
    sim.call(lambda phone: phone.world.sleep())
    with session() as phone:
        assert phone.observe().is_screen_on
    assert notices == []


def test_the_user_is_told_to_unlock_the_phone_and_waited_for(
    sim: SimServer, adb: AdbServer, tmp_path: Path, notices: list[str]
) -> None:
    sim.call(put_u2_jar)
    sim.call(lambda phone: (phone.world.set_lock("pin", "1234"), phone.world.lock()))

    def hear(words: str) -> None:
        notices.append(words)
        sim.call(lambda phone: phone.world.unlock("1234"))

    patience = replace(PATIENT, focus_seconds=0.2)
    opened = phone_session(
        sim.serial,
        adb=adb,
        what="genie run",
        cancel=CancelToken(),
        patience=patience,
        on_notice=hear,
        folder=tmp_path,
    )
    with opened as phone:
        assert not phone.observe().is_locked
    assert notices == ["Unlock the phone: Genie waits, and never types a PIN."]


def test_a_phone_that_nobody_unlocks_is_given_back_with_the_reason(
    sim: SimServer, adb: AdbServer, tmp_path: Path
) -> None:
    sim.call(put_u2_jar)
    sim.call(lambda phone: (phone.world.set_lock("pin", "1234"), phone.world.lock()))
    patience = replace(PATIENT, focus_seconds=0.2, unlock_seconds=0.5)
    opened = phone_session(
        sim.serial, adb=adb, what="genie run", cancel=CancelToken(), patience=patience, folder=tmp_path
    )
    with pytest.raises(PhoneUnavailable, match="still locked"), opened:
        pass
    assert sim.call(lambda phone: phone.automation is None)
    assert setting(sim, STAY) == "0"


def test_a_phone_without_room_is_refused_before_anything_is_copied(sim: SimServer, session) -> None:
    sim.call(lambda phone: phone.answers.update({"df -k /data": "Filesystem 1K Used Available\n/data 9000 8990 10\n"}))
    with pytest.raises(PhoneRejected, match="storage is full"), session():
        pass


def test_a_stopped_run_still_gives_the_phone_back(sim: SimServer, adb: AdbServer, tmp_path: Path) -> None:
    sim.call(put_u2_jar)
    cancel = CancelToken()
    with phone_session(sim.serial, adb=adb, what="genie run", cancel=cancel, patience=PATIENT, folder=tmp_path):
        cancel.cancel()
    assert setting(sim, STAY) == "0"
    assert sim.call(lambda phone: phone.automation is None)


def test_a_phone_in_this_computer_is_known_by_its_port(sim: SimServer, shell: Shell) -> None:
    assert lasting_name(sim.serial, shell) == sim.serial
    assert lasting_name("192.168.1.5:37123", shell) == "SIM0001"
    sim.call(lambda phone: phone.properties.update({"ro.serialno": "0123456789ABCDEF"}))
    assert lasting_name("192.168.1.5:37123", shell) == "192.168.1.5:37123"
