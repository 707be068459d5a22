"""A frozen connection is found while it is waited for, and made anew; nothing that changes the phone is repeated."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import OutcomeUnknown, PhoneOffline, PhoneUnavailable
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.heartbeat import FROZEN, Heartbeat
from genie_host.phone.link import DeviceLink
from genie_host.phone.patience import DEFAULT_PATIENCE
from genie_host.phone.shell import Shell
from genie_host.simphone.faults.plan import FaultPlan
from genie_host.simphone.faults.rules import parse_rules
from genie_host.simphone.server import SimServer
from tests.conftest import put_u2_jar
from tests.phone.conftest import PATIENT

QUICK = replace(PATIENT, silent_seconds=0.3, beat_seconds=1.5)


@pytest.fixture
def quick(sim: SimServer, adb: AdbServer) -> Iterator[AdbPhone]:
    """A driver that feels the pulse early."""
    sim.call(put_u2_jar)
    phone = AdbPhone.connect(sim.serial, adb=adb, patience=QUICK)
    yield phone
    phone.close()


@pytest.fixture
def quick_shell(sim: SimServer, adb: AdbServer) -> Shell:
    return Shell(DeviceLink(sim.serial, adb, cancel=CancelToken(), patience=QUICK))


def lay(sim: SimServer, *rules: dict[str, object]) -> None:
    sim.call(lambda phone: FaultPlan.lay(phone, parse_rules(list(rules)), seed=1))


def test_a_frozen_connection_is_to_be_found_in_less_than_three_seconds() -> None:
    """Also while nothing is asked: the last beat that was answered may have been just before the connection froze."""
    slice_seconds = 0.2  # how often the silence is looked at
    assert DEFAULT_PATIENCE.silent_seconds + slice_seconds + DEFAULT_PATIENCE.beat_seconds < 3.0


def test_a_phone_that_answers_has_a_pulse(sim: SimServer, adb: AdbServer) -> None:
    link = DeviceLink(sim.serial, adb, cancel=CancelToken(), patience=QUICK)
    link._heartbeat.beat()
    assert not link._heartbeat.is_frozen


@pytest.mark.slow
def test_a_look_at_a_frozen_phone_goes_on_when_the_connection_was_made_anew(sim: SimServer, quick: AdbPhone) -> None:
    lay(sim, {"on": "dump#1", "do": "freeze", "for": 3})
    assert quick.observe().elements


@pytest.mark.slow
def test_a_connection_that_freezes_while_nothing_is_asked_is_found_and_told_once(
    sim: SimServer, adb: AdbServer
) -> None:
    sim.call(put_u2_jar)
    told: list[str] = []
    is_told = threading.Event()

    def hear(words: str) -> None:
        told.append(words)
        is_told.set()

    link = DeviceLink(sim.serial, adb, cancel=CancelToken(), patience=QUICK)
    phone = AdbPhone(link, on_frozen=hear)
    phone.start()
    assert phone.observe().elements
    lay(sim, {"do": "freeze", "for": 6})
    # Whoever drives the phone is busy elsewhere: a model thinks, a person is asked.
    assert is_told.wait(30)
    assert told == [FROZEN]
    assert link.is_frozen
    assert phone.observe().elements
    assert not link.is_frozen
    assert told == [FROZEN]
    phone.close()


@pytest.mark.slow
def test_a_connection_that_thaws_is_not_made_anew(sim: SimServer, adb: AdbServer) -> None:
    link = DeviceLink(sim.serial, adb, cancel=CancelToken(), patience=replace(QUICK, beat_seconds=0.5))
    with link.open("shell:cat", 30):
        lay(sim, {"do": "freeze", "for": 1})
        with pytest.raises(PhoneOffline):
            link._heartbeat.beat()
        assert link.is_frozen
        while link.is_frozen:
            with suppress(PhoneOffline):
                link._heartbeat.beat()
        assert link._recovered_at == deque()


def test_a_phone_that_is_flooded_with_data_is_not_called_frozen(sim: SimServer, adb: AdbServer) -> None:
    """A beat would have to queue behind them."""
    told: list[str] = []
    link = DeviceLink(
        sim.serial, adb, cancel=CancelToken(), patience=replace(QUICK, silent_seconds=0.0, beat_seconds=0.05)
    )
    vigil = link.vigil(told.append)
    with link.flood("sync:", 30) as stream:
        assert stream.pulse is None
        lay(sim, {"do": "freeze", "for": 1})
        vigil.begin()
        assert link._heartbeat.due_in_seconds > 0
        CancelToken().wait(0.5)
        assert not link.is_frozen
    vigil.end()
    assert told == []


def test_the_watch_over_a_phone_ends_with_it(sim: SimServer, adb: AdbServer) -> None:
    vigil = DeviceLink(sim.serial, adb, cancel=CancelToken(), patience=QUICK).vigil()
    vigil.begin()
    vigil.begin()
    vigil.end()
    assert vigil._thread is not None
    vigil._thread.join(30)
    assert not vigil._thread.is_alive()


@pytest.mark.slow
def test_a_tap_on_a_frozen_phone_is_not_repeated(
    sim: SimServer, quick: AdbPhone, kinds: Callable[..., list[str]]
) -> None:
    assert quick.observe().elements
    lay(sim, {"do": "freeze", "for": 3})
    with pytest.raises(OutcomeUnknown):
        quick._rpc.call("click", [540, 1200])
    assert quick.observe().elements
    assert len(kinds("tap")) <= 1


@pytest.mark.slow
def test_a_slow_phone_is_not_called_frozen(sim: SimServer, quick_shell: Shell) -> None:
    sim.call(lambda phone: setattr(phone.faults, "shell_delay_seconds", 1.5))
    assert quick_shell.ask("echo", "slow").text == "slow\n"


@pytest.mark.slow
def test_a_phone_that_stays_frozen_is_given_up_with_a_reason(sim: SimServer, adb: AdbServer) -> None:
    patience = replace(QUICK, beat_seconds=0.5, reconnect_seconds=0.5)
    shell = Shell(DeviceLink(sim.serial, adb, cancel=CancelToken(), patience=patience))
    assert shell.ask("echo", "1").text == "1\n"
    lay(sim, {"do": "freeze", "for": 60})
    with pytest.raises(PhoneUnavailable):
        shell.ask("echo", "2")


def test_a_connection_that_breaks_again_and_again_is_given_up(sim: SimServer, adb: AdbServer) -> None:
    patience = replace(QUICK, recoveries_per_minute=2)
    link = DeviceLink(sim.serial, adb, cancel=CancelToken(), patience=patience)
    link.recover()
    link.recover()
    with pytest.raises(PhoneOffline, match="again and again"):
        link.recover()


def test_a_heartbeat_that_is_refused_is_no_sign_of_a_freeze(adb: AdbServer) -> None:
    link = DeviceLink("emulator-9998", adb, cancel=CancelToken(), patience=QUICK)
    heartbeat = Heartbeat(link._open_bare, 0.0, 1.0)
    heartbeat.beat()
    assert not heartbeat.is_frozen
