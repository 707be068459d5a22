"""A line of Genie's own on the phone."""

from __future__ import annotations

from genie_host.phone.adb import AdbServer
from genie_host.phone.notify import TITLE, post_line
from genie_host.simphone.server import SimServer
from tests.conftest import PrivateAdb


def test_a_line_is_a_notification_and_the_next_one_takes_its_place(sim: SimServer, adb_server: PrivateAdb) -> None:
    adb = AdbServer.bundled(port=adb_server.port, environment=adb_server.environment)
    for line in ("Listening…", "it's on; reboot $(id) 'x'"):
        post_line(sim.serial, adb, line)
    posted = sim.call(lambda phone: [(each.title, each.text) for each in phone.world.system.notifications])
    assert [text for title, text in posted if title == TITLE] == ["it's on; reboot $(id) 'x'"]
