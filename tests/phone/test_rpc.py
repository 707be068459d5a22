"""The RPC transport against a simulated phone that misbehaves."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import (
    Cancelled,
    DeniedByPhone,
    OutcomeUnknown,
    PhoneError,
    PhoneGone,
    PhoneRejected,
    PhoneTimeout,
    PhoneUnavailable,
    ServerDead,
)
from genie_host.phone.link import DeviceLink
from genie_host.phone.rpc import RpcClient
from genie_host.phone.u2_server import AutomationServer
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.events import EventLog
from tests.phone.conftest import Hurry

FOR_EVER = 3600.0
TAP = ("click", [540, 1200])
DUMP = ("dumpWindowHierarchy", [False, 50])
Kinds = Callable[..., list[str]]


def set_fault(sim: SimServer, **faults: Any) -> None:
    def apply(phone: Any) -> None:
        for name, value in faults.items():
            setattr(phone.faults, name, value)

    sim.call(apply)


def wait_for_end_of_stream(rpc: RpcClient) -> None:
    """Until adb has noticed a loss, a tap would go into a dead stream and its outcome be unknown."""
    assert rpc._stream is not None
    rpc._stream.renew(5.0, CancelToken())
    assert rpc._stream.receive_into(bytearray(1)) == 0


def test_a_call_returns_the_decoded_result(rpc: RpcClient) -> None:
    assert rpc.call("deviceInfo")["displayWidth"] == 1080


def test_calls_share_one_stream(rpc: RpcClient) -> None:
    rpc.call("deviceInfo")
    stream = rpc._stream
    rpc.call(*DUMP)
    assert rpc._stream is stream


def test_a_tap_is_not_sent_again_when_the_server_crashes_in_it(sim: SimServer, rpc: RpcClient, kinds: Kinds) -> None:
    set_fault(sim, u2_crash_on="click")
    with pytest.raises(OutcomeUnknown):
        rpc.call(*TAP)
    assert kinds("tap") == []
    rpc.call(*TAP)
    assert kinds("tap") == ["tap"]


def test_a_tap_whose_answer_is_lost_happens_once(sim: SimServer, rpc: RpcClient, kinds: Kinds) -> None:
    def die_after_the_tap(phone: Any) -> None:
        phone.world.log = EventLog(sink=lambda entry: phone.kill_u2())

    sim.call(die_after_the_tap)
    with pytest.raises(OutcomeUnknown):
        rpc.call(*TAP)
    assert kinds("tap") == ["tap"]


@pytest.mark.slow
def test_a_tap_that_hangs_happens_once_and_its_outcome_is_unknown(sim: SimServer, rpc: RpcClient, kinds: Kinds) -> None:
    set_fault(sim, u2_hang_on="click", u2_hang_seconds=0.5)
    with pytest.raises(OutcomeUnknown):
        rpc.call(*TAP, seconds=0.2)
    set_fault(sim, u2_hang_on=None)
    rpc.call("waitForExists", [{"mask": 1, "text": "nothing is called this"}, 600], seconds=5.0)
    assert kinds("tap") == ["tap"]


def test_a_dump_survives_a_crash_of_the_server(sim: SimServer, rpc: RpcClient) -> None:
    before = rpc.call(*DUMP)
    set_fault(sim, u2_crash_on="dumpWindowHierarchy")
    assert rpc.call(*DUMP) == before


def test_a_tap_after_the_server_was_killed_is_sent_once_to_a_new_one(
    sim: SimServer, rpc: RpcClient, kinds: Kinds
) -> None:
    rpc.call("deviceInfo")
    sim.kill_u2()
    wait_for_end_of_stream(rpc)
    rpc.call(*TAP)
    assert kinds("tap") == ["tap"]


@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_a_question_that_hangs_ends_at_its_deadline(sim: SimServer, rpc: RpcClient, seconds: float) -> None:
    set_fault(sim, u2_hang_on="dumpWindowHierarchy", u2_hang_seconds=FOR_EVER)
    with pytest.raises(PhoneTimeout):
        rpc.call(*DUMP, seconds=seconds)


def test_the_call_after_a_hang_works(sim: SimServer, rpc: RpcClient) -> None:
    set_fault(sim, u2_hang_on="dumpWindowHierarchy", u2_hang_seconds=FOR_EVER)
    with pytest.raises(PhoneTimeout):
        rpc.call(*DUMP, seconds=0.1)
    set_fault(sim, u2_hang_on=None)
    assert rpc.call(*DUMP).startswith("<?xml")


def test_stop_is_obeyed_in_the_middle_of_a_call(sim: SimServer, link: DeviceLink, rpc: RpcClient) -> None:
    set_fault(sim, u2_hang_on="dumpWindowHierarchy", u2_hang_seconds=FOR_EVER)
    cancel = CancelToken()
    threading.Timer(0.05, cancel.cancel).start()
    with link.obeying(cancel), pytest.raises(Cancelled):
        rpc.call(*DUMP, seconds=FOR_EVER)


def test_stop_keeps_a_tap_from_being_sent(sim: SimServer, link: DeviceLink, rpc: RpcClient, kinds: Kinds) -> None:
    rpc.call("deviceInfo")
    cancel = CancelToken()
    cancel.cancel()
    with link.obeying(cancel), pytest.raises(Cancelled):
        rpc.call(*TAP)
    assert kinds("tap") == []


@pytest.mark.slow
def test_a_frozen_phone_ends_a_question_with_a_timeout(sim: SimServer, rpc: RpcClient, hurry: Hurry) -> None:
    rpc.call("deviceInfo")
    hurry(call_seconds=0.2, ping_seconds=0.2)
    set_fault(sim, freeze=True)
    with pytest.raises(PhoneTimeout):
        rpc.call("deviceInfo")
    with pytest.raises(PhoneTimeout):
        rpc.call("deviceInfo")


@pytest.mark.slow
def test_a_frozen_phone_leaves_the_outcome_of_a_tap_unknown(sim: SimServer, rpc: RpcClient, hurry: Hurry) -> None:
    rpc.call("deviceInfo")
    hurry(call_seconds=0.2, ping_seconds=0.2)
    set_fault(sim, freeze=True)
    with pytest.raises(OutcomeUnknown):
        rpc.call(*TAP)


@pytest.mark.slow
def test_a_question_survives_a_dropped_connection(sim: SimServer, rpc: RpcClient) -> None:
    before = rpc.call(*DUMP)
    sim.drop()
    assert rpc.call(*DUMP) == before


@pytest.mark.slow
def test_a_tap_after_a_dropped_connection_happens_once(sim: SimServer, rpc: RpcClient, kinds: Kinds) -> None:
    rpc.call("deviceInfo")
    sim.drop()
    wait_for_end_of_stream(rpc)
    rpc.call(*TAP)
    assert kinds("tap") == ["tap"]


@pytest.mark.slow
def test_a_phone_that_stays_away_is_reported(sim: SimServer, rpc: RpcClient, hurry: Hurry) -> None:
    hurry(reconnect_seconds=0.2)
    rpc.call("deviceInfo")
    sim.stop()
    with pytest.raises(PhoneUnavailable):
        rpc.call("deviceInfo")


def test_a_dead_automation_service_is_restarted_for_a_question(sim: SimServer, rpc: RpcClient) -> None:
    set_fault(sim, u2_error_on=("deviceInfo", "java.lang.IllegalStateException", "UiAutomation not connected!", 1))
    assert rpc.call("deviceInfo")["displayHeight"] == 2400


def test_a_dead_automation_service_is_reported_when_a_restart_does_not_help(sim: SimServer, rpc: RpcClient) -> None:
    set_fault(sim, u2_error_on=("deviceInfo", "java.lang.IllegalStateException", "UiAutomation not connected!", -1))
    with pytest.raises(ServerDead):
        rpc.call("deviceInfo")


def test_a_tap_into_a_dead_binder_is_not_repeated(sim: SimServer, rpc: RpcClient, kinds: Kinds) -> None:
    set_fault(sim, u2_error_on=("click", "android.os.DeadObjectException", "", 1))
    with pytest.raises(OutcomeUnknown):
        rpc.call(*TAP)
    assert kinds("tap") == []


def test_restarts_are_limited(sim: SimServer, rpc: RpcClient) -> None:
    set_fault(sim, u2_error_on=("*", "android.os.DeadObjectException", "", -1))
    for _ in range(6):
        with pytest.raises(PhoneError):
            rpc.call("deviceInfo")
    with pytest.raises(ServerDead, match="keeps dying"):
        rpc.call("deviceInfo")


def test_refused_touches_are_told_apart(sim: SimServer, rpc: RpcClient) -> None:
    set_fault(sim, inject_denied=True)
    with pytest.raises(DeniedByPhone, match="Security settings"):
        rpc.call(*TAP)


def test_a_refusal_leaves_the_stream_open(sim: SimServer, rpc: RpcClient) -> None:
    rpc.call("deviceInfo")
    stream = rpc._stream
    with pytest.raises(PhoneRejected):
        rpc.call("objInfo", [{"mask": 1, "text": "nothing is called this"}])
    rpc.call("deviceInfo")
    assert rpc._stream is stream


def test_an_unknown_method_is_rejected(rpc: RpcClient) -> None:
    with pytest.raises(PhoneRejected):
        rpc.call("makeToast", ["hello", 1])


def test_messages_hold_no_path_and_no_trace(sim: SimServer, rpc: RpcClient) -> None:
    set_fault(sim, u2_error_on=("deviceInfo", "java.lang.Boom", "at com.android.Boom(Boom.java:12)\n\tat x", 1))
    with pytest.raises(PhoneRejected) as caught:
        rpc.call("deviceInfo")
    assert ".java" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_a_disconnected_phone_is_gone(
    sim: SimServer, rpc: RpcClient, adb_server: Any, server: AutomationServer, hurry: Hurry
) -> None:
    hurry(reconnect_seconds=0.2)
    rpc.call("deviceInfo")
    sim.stop()
    adb_server.disconnect(sim.serial)
    with pytest.raises(PhoneGone):
        rpc.call("deviceInfo")
