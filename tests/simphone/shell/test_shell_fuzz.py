"""Scripts and arguments that make no sense: the shell answers with a status, whatever it is given."""

from __future__ import annotations

import asyncio
import random

import pytest

from genie_host.simphone.shell.commands import COMMANDS
from genie_host.simphone.shell.interpreter import Shell, Streams
from genie_host.simphone.shell.streams import BytesInput, into

_ENDLESS = {"app_process", "getevent", "logcat", "yes"}
_WORDS = (
    "-n -c -e -l -f -d -r -i -a -p -S -t -v -k -s -E -I -m -w --user --old --uri --bind --where -maxdepth "
    "x 0 1 -1 99999999999 1.5 abc a=b a:b:c /sdcard /none . .. * [ ] ( % %d %s %z \\ \\x '' - -- "
    "list get put set start query size install display package com.example.notes com.android.settings "
    "com.example.notes/.MainActivity content://sms content://settings/system user_rotation name='x "
    "tap swipe text keyevent 10 20 1,2 2- s/a/b/g s/(/x/ /x/p $p {print $1} NR==x android.intent.action.VIEW"
).split()
_PIECES = [
    *"echo a;|&& || | ( ) { } if then fi for in do done case esac $( ) ` > < >> << & ! $ ${ } ${x:- $(( ))".split(),
    *("'", '"', "\n", "#", "\\"),
]


async def finish(phone, script: str) -> int:
    """Run one script, cutting it off when it waits for ever."""
    output = bytearray()
    streams = Streams(stdin=BytesInput(b"one two\nthree\n"), stdout=into(output), stderr=into(output))
    try:
        async with asyncio.timeout(10):
            return await Shell(phone, COMMANDS).run(script, streams)
    except TimeoutError:
        return -1


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.unknown_commands
def test_arguments_that_make_no_sense_give_a_status(sim_phone, seed):
    chance = random.Random(seed)
    names = sorted(set(COMMANDS) - _ENDLESS - {"screencap", "monkey", "timeout", "xargs"})

    async def run_all() -> None:
        for name in names * 6:
            words = [chance.choice(_WORDS) for _ in range(chance.randint(0, 5))]
            streams = Streams(stdin=BytesInput(b"one two\nthree\n"), stdout=into(bytearray()), stderr=into(bytearray()))
            status = await Shell(sim_phone, COMMANDS).execute([name, *words], streams)
            assert 0 <= status <= 255, (name, words)

    asyncio.run(run_all())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.unknown_commands
def test_scripts_that_make_no_sense_give_a_status(sim_phone, seed):
    chance = random.Random(seed)

    async def run_all() -> None:
        for _ in range(800):
            script = " ".join(chance.choice(_PIECES) for _ in range(chance.randint(1, 9)))
            assert 0 <= await finish(sim_phone, script) <= 255, script

    asyncio.run(run_all())
