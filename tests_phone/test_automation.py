"""What the driver takes for granted of the automation server on the phone."""

from __future__ import annotations

import itertools
import re
import statistics

import pytest

from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.errors import PhoneRejected
from genie_host.phone.device_info import parse_device_info
from genie_host.phone.hierarchy import parse_hierarchy
from genie_host.phone.selector import selector
from tests_phone.differences import Differences
from tests_phone.kit import Kit

DEPTH = 50


def dump(kit: Kit) -> str:
    return str(kit.rpc.call("dumpWindowHierarchy", [False, DEPTH], seconds=15.0))


def test_automation_server_answers(differences: Differences) -> None:
    assert differences.fact("pong", lambda kit: kit.server.is_answering())


def test_device_info_has_the_fields_that_are_used(differences: Differences) -> None:
    fields = differences.fact("fields of deviceInfo", lambda kit: frozenset(kit.rpc.call("deviceInfo")))
    assert {"currentPackageName", "displayWidth", "displayHeight", "displayRotation", "screenOn"} <= fields


def test_screen_is_on(differences: Differences) -> None:
    assert differences.fact("screen on", lambda kit: parse_device_info(kit.rpc.call("deviceInfo")).is_screen_on)


def test_dump_is_whole(differences: Differences) -> None:
    assert differences.fact("cut off", lambda kit: parse_hierarchy(dump(kit)).is_truncated) is False


def test_dump_has_windows_and_nodes(differences: Differences) -> None:
    windows = differences.fact("windows in the dump", lambda kit: len(parse_hierarchy(dump(kit)).roots))
    assert windows >= 1
    assert differences.fact("nodes in the dump", lambda kit: dump(kit).count("<node")) > 1


def test_attributes_of_nodes_are_the_known_ones(differences: Differences) -> None:
    names = differences.fact("attributes", lambda kit: frozenset(re.findall(r' ([a-z-]+)="', dump(kit))))
    assert {"bounds", "class", "package", "text", "content-desc", "resource-id", "clickable"} <= names


def test_screen_at_rest_gives_the_same_nodes_twice(kit: Kit) -> None:
    seen = [sorted(dump(kit).split("<node")) for _ in range(6)]
    assert any(one == other for one, other in itertools.pairwise(seen))


def test_rotation_of_dump_and_device_agree(differences: Differences) -> None:
    def agree(kit: Kit) -> bool:
        return parse_hierarchy(dump(kit)).rotation == parse_device_info(kit.rpc.call("deviceInfo")).rotation

    assert differences.fact("rotations agree", agree)


def test_absent_element_is_an_orderly_no(differences: Differences) -> None:
    nowhere = selector(resourceId="no.such.app:id/8f3a")
    assert differences.fact("exist", lambda kit: kit.rpc.call("exist", [nowhere])) is False


def test_error_of_an_absent_element_is_translated(kit: Kit) -> None:
    with pytest.raises(PhoneRejected):
        kit.rpc.call("getText", [selector(resourceId="no.such.app:id/8f3a")])


def test_toasts_can_be_asked_for(differences: Differences) -> None:
    toast = differences.fact("last toast", lambda kit: kit.rpc.call("getLastToast"))
    assert toast is None or isinstance(toast, str)


def test_stream_is_kept_alive_between_calls(kit: Kit) -> None:
    kit.rpc.call("deviceInfo")
    stream = kit.rpc._stream
    kit.rpc.call("deviceInfo")
    assert stream is not None
    assert kit.rpc._stream is stream


def test_speed_of_the_wire_is_told(differences: Differences) -> None:
    def median_ms(kit: Kit) -> int:
        taken = []
        for _ in range(5):
            start = SYSTEM_CLOCK.now()
            kit.rpc.call("deviceInfo")
            taken.append(SYSTEM_CLOCK.now() - start)
        return round(statistics.median(taken) * 1000)

    assert differences.fact("milliseconds for device info", median_ms) >= 0
