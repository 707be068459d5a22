"""``genie say`` as a user's shell runs it: in a process of its own, heard at the speaker."""

from __future__ import annotations

import signal
import subprocess
import sys
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.voice.speak.test_heard import LONG, PATIENCE, loud_spans, wait_for_more, wait_until_heard

pytestmark = [pytest.mark.sound, pytest.mark.slow]

ROOT = Path(__file__).parents[3]


@pytest.fixture
def start_say(rig, tmp_path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: object) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "cli.py"), "say", *map(str, arguments)],
            env={**rig.environment, "GENIE_STATE_DIR": str(tmp_path / "state")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_say_is_heard(rig, start_say) -> None:
    recording = rig.record()
    process = start_say("Hello **there**.")
    out, err = process.communicate(timeout=PATIENCE)
    wait_for_more(recording, 0.2)
    assert loud_spans(recording.stop())
    assert (process.returncode, out, err) == (0, "", "")


def test_say_reads_standard_input(rig, start_say, tmp_path) -> None:
    process = start_say("--wav", tmp_path / "a.wav")
    out, _ = process.communicate("Das WLAN ist jetzt an.\n", timeout=PATIENCE)
    assert process.returncode == 0
    assert "of de in a.wav" in out


def test_say_writes_a_wav_file_instead(rig, start_say, tmp_path) -> None:
    recording, path = rig.record(), tmp_path / "a.wav"
    process = start_say("Hello. This is a file.", "--wav", path, "--language", "en-GB", "--voice", "en-gb-x-rp")
    process.communicate(timeout=PATIENCE)
    wait_for_more(recording, 0.2)
    assert process.returncode == 0
    assert loud_spans(recording.stop()) == []
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22_050)
        assert file.getnframes() > 22_050


def test_interrupt_silences_it(rig, start_say) -> None:
    recording = rig.record()
    process = start_say(LONG)
    wait_until_heard(recording, 0.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    recording.stop()
    assert process.returncode == 130
    assert "stopped" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("Hello", "--language", "xx"), "no voice for this language"),
        (("Hello", "--voice", "--stdout"), "no voice for this language"),
    ],
)
def test_voice_that_is_not_there_is_told_in_a_sentence(start_say, arguments, words) -> None:
    process = start_say(*arguments)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err.count("\n")) == (8, "", 1)
    assert words in err


def test_without_a_sound_server_it_says_so_in_one_sentence(rig, start_say) -> None:
    rig.kill_server()
    process = start_say("Hello")
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (8, "", "genie: There is no speaker to be heard with.\n")
