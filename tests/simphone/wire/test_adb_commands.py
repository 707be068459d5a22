"""What adb is seldom told, by both versions of it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from bench import KINDS, PATIENCE_SECONDS, Bench, attached

from genie_host.core.clock import Deadline


@pytest.fixture(scope="module", params=["wheel-today", "path-today"])
def bench(request, tmp_path_factory, bundled_apps) -> Iterator[Bench]:
    with attached(KINDS[request.param], tmp_path_factory.mktemp("home"), bundled_apps) as pair:
        yield pair


@pytest.mark.parametrize(
    ("arguments", "returncode", "said"),
    [
        (["jdwp"], 0, b""),
        (["unroot"], 0, b"adbd not running as root\n"),
        (["remount"], 0, b'Not running as root. Try "adb root" first.\n'),
        (["shell", "-n", "echo hi"], 0, b"hi\n"),
        (["shell", "-T", "echo hi"], 0, b"hi\n"),
        (["shell", "-t", "-t", "echo hi"], 0, b"hi\r\n"),
        (["exec-in", "cat"], 0, b""),
        (["abb", "settings", "get", "global", "adb_enabled"], 0, b"1\n"),
        (["disable-verity"], 1, b"closed"),
        (["sideload", "/nowhere"], 1, b""),
        (["backup", "-f", os.devnull, "-all"], 1, b"closed"),
        (["emu", "kill"], 1, b""),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_adb_is_answered_as_by_a_phone_from_the_shop(bench, arguments, returncode, said):
    done = bench.adb(*arguments, check=False)
    assert done.returncode == returncode
    assert said in done.stdout + done.stderr


def test_bug_report_is_made_and_fetched(bench, tmp_path):
    bench.adb("bugreport", str(tmp_path / "report.zip"))
    assert (tmp_path / "report.zip").read_bytes() != b""


@pytest.mark.parametrize(
    "arguments", [["reboot"], ["reboot", "recovery"], ["tcpip", "5600"], ["usb"], ["reconnect", "device"]]
)
def test_phone_comes_back_after_adb_has_sent_it_away(bench, arguments):
    bench.adb(*arguments)
    deadline = Deadline.after(PATIENCE_SECONDS)
    while bench.adb("shell", "echo back", check=False).stdout != b"back\n":  # cut off in the middle, or not back yet
        assert not deadline.is_over
        bench.server.disconnect(bench.sim.serial)
        bench.server.connect(bench.sim.serial)
