"""Starting, stopping and restarting the automation server."""

from __future__ import annotations

import pytest

from genie_host.core.errors import AutomationBusy, PhoneTimeout
from genie_host.phone.link import DeviceLink
from genie_host.phone.shell import Shell
from genie_host.phone.u2_server import AutomationServer, jar
from genie_host.simphone.server import SimServer
from tests.conftest import U2_JAR
from tests.phone.conftest import Hurry


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
