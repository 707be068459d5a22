"""``logcat`` and ``log``: what is in the log, in which form, and how it goes on."""

from __future__ import annotations

import asyncio
import re
import subprocess

import pytest
from shell_runner import run

from genie_host.simphone.shell.commands import COMMANDS
from genie_host.simphone.shell.interpreter import Shell, Streams
from genie_host.simphone.shell.streams import NoInput, into

NOTES = "com.example.notes"


@pytest.mark.parametrize(
    ("form", "pattern"),
    [
        ("threadtime", r"\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ W Tag +: hello"),
        ("time", r"\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} W/Tag +\( *\d+\): hello"),
        ("brief", r"W/Tag +\( *\d+\): hello"),
        ("tag", r"W/Tag +: hello"),
        ("raw", r"hello"),
        ("process", r"W\( *\d+\) hello  \(Tag\)"),
    ],
)
def test_lines_have_their_form(sim_phone, form, pattern):
    run(sim_phone, "logcat -c; log -p w -t Tag hello")
    lines = run(sim_phone, f"logcat -d -v {form} Tag:V *:S").output.splitlines()
    assert lines[0].startswith("--------- beginning of main")
    assert re.fullmatch(pattern, lines[1])


def test_lines_are_chosen_by_tag_level_text_and_process(sim_phone):
    run(sim_phone, "logcat -c; log -t A one; log -p e -t B two; log -p d -t A three")
    assert run(sim_phone, "logcat -d -v raw -s A").output.splitlines()[1:] == ["one", "three"]
    assert run(sim_phone, "logcat -d -v raw '*:E'").output.splitlines()[1:] == ["two"]
    assert run(sim_phone, "logcat -d -v raw -e '^t'").output.splitlines()[1:] == ["two", "three"]
    assert run(sim_phone, "logcat -t 1 -v raw").output.splitlines()[1:] == ["three"]
    assert run(sim_phone, "logcat -d -v raw -m 1").output.splitlines()[1:] == ["one"]
    assert run(sim_phone, "logcat -d --pid=1 -v raw").output.splitlines()[1:] == []
    assert run(sim_phone, "logcat -d -v nonsense").status == 1


def test_the_log_tells_what_apps_do(sim_phone):
    run(sim_phone, f"monkey -p {NOTES} 1")
    sim_phone.world.crash("java.lang.IllegalStateException: bad")
    log = run(sim_phone, "logcat -d").output
    assert f"START u0 {{cmp={NOTES}/.MainActivity}}" in log
    assert re.search(rf"Start proc \d+:{NOTES}/u0a\d+ for ", log)
    assert "FATAL EXCEPTION: main" in log
    assert "java.lang.IllegalStateException: bad" in log
    run(sim_phone, "logcat --clear")
    assert "FATAL" not in run(sim_phone, "logcat -d").output


def test_following_ends_with_its_reader(sim_phone):
    assert run(sim_phone, "logcat -v raw | grep -m1 boot; log x | true; logcat | head -n 1").status == 0


def test_following_tells_what_comes(sim_phone):
    output = bytearray()

    async def follow() -> None:
        shell = Shell(sim_phone, COMMANDS)
        streams = Streams(stdin=NoInput(), stdout=into(output), stderr=into(bytearray()))
        task = asyncio.create_task(shell.run("logcat -v raw -s Later | grep --line-buffered more", streams))
        for _ in range(200):
            await asyncio.sleep(0.01)
            sim_phone.logcat.write("I", "Later", "more of it")
            if output:
                break
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(follow())
    assert output.startswith(b"more of it\n")


def test_the_log_forgets_the_oldest(sim_phone):
    for number in range(5000):
        sim_phone.logcat.write("I", "Many", f"line {number}")
    lines = run(sim_phone, "logcat -d -v raw -s Many").output.splitlines()
    assert lines[-1] == "line 4999"
    assert "line 0" not in lines


def test_adb_follows_the_log(adb_server, sim):
    command = [str(adb_server.adb), "-s", sim.serial, "logcat", "-v", "raw", "-s", "Later"]
    with subprocess.Popen(command, env=adb_server.environment, stdout=subprocess.PIPE) as follower:
        try:
            sim.call(lambda phone: phone.logcat.write("I", "Later", "and on it goes"))
            assert follower.stdout is not None
            first = follower.stdout.readline() + follower.stdout.readline()
            assert b"and on it goes" in first
        finally:
            follower.terminate()
