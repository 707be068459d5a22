"""Looking at the phone: settling, and looks that show nothing or too little."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, PhoneTimeout
from genie_host.core.geometry import Point, Size
from genie_host.core.screen import EmptyReason
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.observer import Dump
from genie_host.simphone.server import SimServer
from tests.phone.conftest import Hurry

Kinds = Callable[..., list[str]]


def set_fault(sim: SimServer, **faults: Any) -> None:
    def apply(phone: Any) -> None:
        for name, value in faults.items():
            setattr(phone.faults, name, value)

    sim.call(apply)


def show(sim: SimServer, app_id: str, screen: str, **arguments: str) -> None:
    sim.call(lambda phone: phone.world.show(app_id, screen, **arguments))


def test_an_observation_names_app_activity_and_elements(sim: SimServer, phone: AdbPhone) -> None:
    show(sim, "settings", "network")
    seen = phone.observe()
    assert (seen.package_name, seen.activity, seen.app_label) == ("com.android.settings", ".Settings", "Settings")
    assert seen.size == Size(width=1080, height=2400)
    assert seen.element_named("Wi-Fi") is not None
    assert seen.is_settled
    assert seen.empty_reason is None


def test_two_looks_at_one_screen_have_the_same_fingerprint(phone: AdbPhone) -> None:
    assert phone.observe().fingerprint == phone.observe().fingerprint


def test_the_window_manager_is_asked_once_per_screen(sim: SimServer, phone: AdbPhone) -> None:
    phone.observe()
    set_fault(sim, hang_shell="dumpsys")
    assert phone.observe().activity != ""


@pytest.mark.slow
def test_a_hanging_window_manager_does_not_stop_the_look(sim: SimServer, phone: AdbPhone, hurry: Hurry) -> None:
    hurry(foreground_seconds=0.2)
    set_fault(sim, hang_shell="dumpsys")
    seen = phone.observe()
    assert seen.package_name == "com.android.launcher3"
    assert seen.activity == ""


def test_an_empty_dump_is_asked_for_again(sim: SimServer, phone: AdbPhone) -> None:
    set_fault(sim, dump_empty=1)
    seen = phone.observe()
    assert seen.empty_reason is None
    assert seen.elements


def test_dumps_that_stay_empty_end_in_an_observation_that_says_so(
    sim: SimServer, phone: AdbPhone, hurry: Hurry
) -> None:
    hurry(settle_seconds=0.2)
    set_fault(sim, dump_empty=-1)
    seen = phone.observe()
    assert seen.elements == ()
    assert seen.empty_reason is EmptyReason.NOT_READY
    assert not seen.is_settled


def test_a_dark_screen_is_told_from_one_that_is_not_ready(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.sleep())
    seen = phone.observe()
    assert not seen.is_screen_on
    assert seen.empty_reason is EmptyReason.SCREEN_OFF


def test_a_truncated_dump_is_kept_and_marked(sim: SimServer, phone: AdbPhone) -> None:
    whole = phone.observe()
    set_fault(sim, dump_truncate=0.7)
    seen = phone.observe()
    assert seen.is_truncated
    assert 0 < len(seen.elements) <= len(whole.elements)


def test_a_crash_of_the_server_goes_unnoticed(sim: SimServer, phone: AdbPhone) -> None:
    before = phone.observe()
    set_fault(sim, u2_crash_on="dumpWindowHierarchy")
    assert phone.observe().fingerprint == before.fingerprint


@pytest.mark.slow
def test_a_screen_that_never_rests_is_returned_as_unsettled(sim: SimServer, phone: AdbPhone, hurry: Hurry) -> None:
    hurry(settle_seconds=0.2, settle_interval_seconds=0.05)
    show(sim, "notes", "edit")
    field = phone.observe().element_named("Title")
    assert field is not None
    phone.tap(field.node.bounds.center)
    stop = threading.Event()

    def type_on() -> None:
        while not stop.is_set():
            sim.call(lambda phone: phone.world.type_text("."))

    typist = threading.Thread(target=type_on)
    typist.start()
    try:
        seen = phone.observe()
    finally:
        stop.set()
        typist.join()
    assert not seen.is_settled
    assert seen.elements


def test_windows_in_another_order_are_the_same_screen() -> None:
    bar, app = '<node text="10:31" />', '<node text="Wi-Fi"><node text="on" /></node>'
    one = Dump.of(f"<hierarchy>\r\n  {bar}\r\n  {app}\r\n</hierarchy>")
    other = Dump.of(f"<hierarchy>\r\n  {bar}\r\n  {app}\r\n</hierarchy>".replace("on", "off"))
    assert one.nodes != other.nodes
    assert one.nodes == Dump.of(f"<hierarchy>\r\n  {app}\r\n  {bar}\r\n</hierarchy>").nodes


@pytest.mark.parametrize("xml", ["", "Killed", '<hierarchy rotation="1" />', "<hierarchy></hierarchy>"])
def test_a_dump_without_nodes_is_empty(xml: str) -> None:
    assert Dump.of(xml).is_empty


def test_a_dump_that_hangs_ends_at_its_deadline(sim: SimServer, phone: AdbPhone, hurry: Hurry) -> None:
    hurry(dump_seconds=0.2)
    set_fault(sim, u2_hang_on="dumpWindowHierarchy", u2_hang_seconds=3600.0)
    with pytest.raises(PhoneTimeout):
        phone.observe()


def test_stop_is_obeyed_while_looking(sim: SimServer, phone: AdbPhone) -> None:
    set_fault(sim, dump_empty=-1)
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        phone.observe(cancel)
    set_fault(sim, u2_hang_on="deviceInfo", u2_hang_seconds=3600.0)
    later = CancelToken()
    threading.Timer(0.05, later.cancel).start()
    with pytest.raises(Cancelled):
        phone.observe(later)


def test_a_turned_phone_is_seen_in_its_new_size(sim: SimServer, phone: AdbPhone) -> None:
    phone.observe()
    sim.call(lambda phone: phone.world.set_rotation(1))
    seen = phone.observe()
    assert seen.size == Size(width=2400, height=1080)
    assert seen.rotation == 1


def test_looking_changes_nothing(phone: AdbPhone, kinds: Kinds) -> None:
    phone.observe()
    phone.screenshot()
    phone.installed_apps()
    assert kinds() == []


def test_what_was_tapped_is_what_was_seen(sim: SimServer, phone: AdbPhone) -> None:
    show(sim, "settings", "network")
    switch = phone.observe().element_named("Wi-Fi")
    assert switch is not None
    assert switch.is_checked is False
    center = switch.node.bounds.center
    phone.tap(Point(x=center.x, y=center.y))
    after = phone.observe().element_named("Wi-Fi")
    assert after is not None
    assert after.is_checked is True
    assert sim.call(lambda phone: phone.world.state["settings"]["wifi"]) is True
