"""Shell commands: quoting, and what a lost answer means."""

from __future__ import annotations

import threading

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, OutcomeUnknown, PhoneRejected, PhoneTimeout
from genie_host.phone.link import DeviceLink
from genie_host.phone.push import push
from genie_host.phone.shell import Shell, quoted
from genie_host.simphone.server import SimServer

NASTY = "a b; rm -rf $HOME `id` 'x' \"y\" \\ & | > < * 你好\n"


def test_arguments_reach_the_command_as_they_are(shell: Shell) -> None:
    assert shell.ask("echo", "-n", NASTY).text == NASTY


def test_quoting_leaves_plain_words_readable() -> None:
    assert quoted(["am", "start", "-n", "com.x/.Main"]) == "am start -n com.x/.Main"


def test_quoting_puts_the_environment_first() -> None:
    assert quoted(["app_process", "/"], {"CLASSPATH": "/data/a b.jar"}) == "CLASSPATH='/data/a b.jar' app_process /"


@pytest.mark.unknown_commands
def test_output_errors_and_exit_code_are_kept_apart(shell: Shell) -> None:
    result = shell.ask("no-such-command")
    assert result.exit_code == 127
    assert result.output == b""
    assert b"not found" in result.errors


def test_a_command_that_hangs_ends_at_its_deadline(sim: SimServer, shell: Shell) -> None:
    sim.call(lambda phone: setattr(phone.faults, "hang_shell", "dumpsys"))
    with pytest.raises(PhoneTimeout):
        shell.ask("dumpsys", "window", seconds=1.0)


def test_an_order_that_hangs_has_an_unknown_outcome(sim: SimServer, shell: Shell) -> None:
    sim.call(lambda phone: setattr(phone.faults, "hang_shell", "am start"))
    with pytest.raises(OutcomeUnknown):
        shell.do("am", "start", "-n", "com.android.settings/.Settings", seconds=1.0)


def test_stop_is_obeyed_in_the_middle_of_a_command(sim: SimServer, link: DeviceLink, shell: Shell) -> None:
    sim.call(lambda phone: setattr(phone.faults, "hang_shell", "dumpsys"))
    cancel = CancelToken()
    threading.Timer(0.05, cancel.cancel).start()
    with link.obeying(cancel), pytest.raises(Cancelled):
        shell.ask("dumpsys", "window", seconds=3600.0)


@pytest.mark.slow
def test_a_question_survives_a_dropped_connection(sim: SimServer, shell: Shell) -> None:
    sim.drop()
    assert shell.ask("echo", "here").text == "here\n"


@pytest.mark.parametrize("size", [0, 1, 64 * 1024, 200_001])
def test_a_pushed_file_arrives_whole(sim: SimServer, link: DeviceLink, size: int) -> None:
    content = bytes(number % 251 for number in range(size))
    push(link, content, "/data/local/tmp/x.bin", seconds=5.0)
    assert sim.call(lambda phone: phone.files.read("/data/local/tmp/x.bin")) == content


def test_a_push_onto_a_folder_is_rejected(link: DeviceLink) -> None:
    with pytest.raises(PhoneRejected, match="server"):
        push(link, b"x", "/data/local/tmp", seconds=5.0)
