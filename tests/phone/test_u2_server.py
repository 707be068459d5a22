"""Starting, stopping and restarting the automation server."""

from __future__ import annotations

from pathlib import Path

import pytest

from genie_host.core.errors import AutomationBusy, PhoneTimeout
from genie_host.phone.journal import Journal
from genie_host.phone.link import DeviceLink
from genie_host.phone.shell import Shell
from genie_host.phone.u2_server import STARTED, AutomationServer, jar
from genie_host.simphone.server import SimServer
from tests.conftest import U2_JAR
from tests.phone.conftest import Hurry, commands, noting_commands


def is_running(sim: SimServer) -> bool:
    return sim.call(lambda phone: phone.automation is not None)


def test_the_jar_is_copied_when_the_phone_has_none(sim: SimServer, link: DeviceLink, shell: Shell) -> None:
    server = AutomationServer(link, shell)
    server.ensure_running()
    assert sim.call(lambda phone: phone.files.read(U2_JAR)) == jar()
    server.close()


def test_another_version_of_the_jar_is_replaced(sim: SimServer, link: DeviceLink, shell: Shell) -> None:
    sim.call(lambda phone: phone.files.write(U2_JAR, b"an older one"))
    server = AutomationServer(link, shell)
    server.ensure_running()
    assert sim.call(lambda phone: phone.files.read(U2_JAR)) == jar()
    server.close()


def test_it_is_ended_on_close_when_we_started_it(sim: SimServer, server: AutomationServer) -> None:
    assert server.is_ours
    server.close()
    assert not is_running(sim)


def test_it_is_left_alone_on_close_when_it_ran_before(
    sim: SimServer, server: AutomationServer, link: DeviceLink
) -> None:
    second = AutomationServer(link, Shell(link))
    second.ensure_running()
    assert not second.is_ours
    second.close()
    assert is_running(sim)


def test_its_end_is_noticed(sim: SimServer, server: AutomationServer) -> None:
    sim.kill_u2()
    assert not server.is_answering()
    server.ensure_running()
    assert server.is_answering()


def test_a_phone_that_another_tool_automates_is_busy(sim: SimServer, link: DeviceLink, shell: Shell) -> None:
    sim.call(lambda phone: setattr(phone.faults, "u2_busy", True))
    with pytest.raises(AutomationBusy, match="Close it"):
        AutomationServer(link, shell).ensure_running()


def test_the_holder_of_the_slot_is_named_and_left_alone(sim: SimServer, link: DeviceLink, shell: Shell) -> None:
    noting_commands(sim)
    sim.call(lambda phone: setattr(phone.faults, "u2_busy", True))
    with pytest.raises(AutomationBusy, match=r"Appium \(process 9050 on the phone\)"):
        AutomationServer(link, shell).ensure_running()
    assert any("app_process" in command for command in commands(sim))
    assert not any("kill" in command for command in commands(sim))


@pytest.mark.slow
def test_a_leftover_of_our_own_that_hangs_is_ended_and_replaced(
    sim: SimServer, server: AutomationServer, link: DeviceLink, hurry: Hurry
) -> None:
    hurry(ping_seconds=0.5)
    # It holds the slot, but its port is deaf.
    deaf = sim.call(lambda phone: phone.sockets.pop("tcp:9008"))
    assert deaf is not None
    second = AutomationServer(link, Shell(link))
    second.ensure_running()
    assert second.is_answering()
    second.close()
    assert not is_running(sim)


def test_its_end_is_verified_also_when_it_outlives_its_shell(sim: SimServer, server: AutomationServer, kinds) -> None:
    sim.call(lambda phone: setattr(phone.faults, "u2_survives", True))
    assert server.stop()
    assert not is_running(sim)


def test_an_end_that_does_not_come_is_told(sim: SimServer, server: AutomationServer, hurry: Hurry) -> None:
    async def immortal(stream) -> None:
        while data := await stream.read():
            body = b"pong" if b"/ping" in data else b"no"
            await stream.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))

    hurry(ping_seconds=0.5)
    sim.kill_u2()
    sim.call(lambda phone: phone.sockets.update({"tcp:9008": immortal}))
    assert not server.stop()


def test_a_server_noted_in_the_journal_is_ours_in_the_next_run(
    sim: SimServer, server: AutomationServer, link: DeviceLink, tmp_path: Path
) -> None:
    journal = Journal.of_phone("X", folder=tmp_path)
    journal.note(STARTED)
    after = AutomationServer(link, Shell(link), journal)
    after.ensure_running()
    assert after.is_ours
    assert after.close()
    assert not is_running(sim)
    assert journal.pending == ()


def test_a_server_that_starts_is_noted_before_it_runs(link: DeviceLink, shell: Shell, tmp_path: Path) -> None:
    journal = Journal.of_phone("X", folder=tmp_path)
    server = AutomationServer(link, shell, journal)
    server.ensure_running()
    assert journal.pending == (STARTED,)
    server.close()
    assert journal.pending == ()


def test_a_phone_whose_shell_hangs_ends_the_start_at_its_deadline(
    sim: SimServer, link: DeviceLink, shell: Shell, hurry: Hurry
) -> None:
    hurry(shell_seconds=0.2)
    sim.call(lambda phone: setattr(phone.faults, "hang_shell", "md5sum"))
    with pytest.raises(PhoneTimeout):
        AutomationServer(link, shell).ensure_running()


def test_close_does_not_complain_about_a_phone_that_is_away(
    sim: SimServer, server: AutomationServer, hurry: Hurry
) -> None:
    hurry(reconnect_seconds=0.2)
    sim.stop()
    server.close()
    assert not server.is_ours
