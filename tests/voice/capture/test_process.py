"""The microphone's own process: it may die at any time, and ends when nobody listens any more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.voice.audio import Block
from genie_host.voice.capture.live import SoundDeviceSource
from tests.voice.figures import Figures
from tests.voice.rig import SoundRig

pytestmark = pytest.mark.sound
ROOT = Path(__file__).parents[3]
SOON_SECONDS = 60.0


def programs_of(process_id: int) -> list[int]:
    """The microphone processes that a process has started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
            is_ours = b"capture.program" in (folder / "cmdline").read_bytes()
        except (OSError, ValueError, IndexError):
            continue
        if parent == process_id and is_ours:
            found.append(int(folder.name))
    return found


def next_block(source: SoundDeviceSource) -> Block:
    deadline = Deadline.after(SOON_SECONDS)
    while not deadline.is_over:
        block = source.read(0.2)
        if block is not None:
            return block
    raise AssertionError(source.health)


def test_killed_process_is_replaced(rig: SoundRig, figures: Figures) -> None:
    source = SoundDeviceSource()
    try:
        next_block(source)
        (before,) = programs_of(os.getpid())
        at = SYSTEM_CLOCK.now()
        os.kill(before, signal.SIGKILL)
        while source.health.reopened == 0:
            source.read(0.05)
            assert SYSTEM_CLOCK.now() - at < SOON_SECONDS, source.health
        assert next_block(source).ended_at > at
        figures("killed microphone process: heard again after", SYSTEM_CLOCK.now() - at)
        assert before not in programs_of(os.getpid())
    finally:
        source.close()
    assert programs_of(os.getpid()) == []


def test_stopped_process_is_killed_and_replaced(rig: SoundRig, figures: Figures) -> None:
    source = SoundDeviceSource()
    try:
        next_block(source)
        at = SYSTEM_CLOCK.now()
        os.kill(programs_of(os.getpid())[0], signal.SIGSTOP)  # as a stream that PortAudio lets hang
        while source.health.reopened == 0:
            source.read(0.05)
            assert SYSTEM_CLOCK.now() - at < SOON_SECONDS, source.health
        next_block(source)
        figures("hanging microphone process: heard again after", SYSTEM_CLOCK.now() - at)
        assert len(programs_of(os.getpid())) == 1
    finally:
        source.close()


def test_ctrl_c_is_not_for_the_microphone(rig: SoundRig) -> None:
    source = SoundDeviceSource()
    try:
        next_block(source)
        os.kill(programs_of(os.getpid())[0], signal.SIGINT)
        for _ in range(10):
            next_block(source)
        assert source.health.reopened == 0
    finally:
        source.close()


def test_process_ends_with_whoever_started_it(rig: SoundRig) -> None:
    listening = (
        "from genie_host.voice.capture.live import SoundDeviceSource\n"
        "source = SoundDeviceSource()\n"
        "while source.read(1.0) is None: pass\n"
        "print('heard', flush=True)\n"
        "while True: source.read(1.0)\n"
    )
    command = [sys.executable, "-c", listening]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"heard\n"
        (program,) = programs_of(parent.pid)
        parent.kill()
    deadline = Deadline.after(SOON_SECONDS)
    while Path(f"/proc/{program}").exists():
        assert not deadline.is_over
        SYSTEM_CLOCK.sleep(0.05)
