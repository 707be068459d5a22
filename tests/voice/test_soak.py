"""Half an hour of listening, being spoken to and answering: what it costs in memory, and what is lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.hearing.room import COMMAND, GOAL, VOICE, WAKE, Room, room_with_sound
from benchmarks.hearing.sentences import sentences
from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.voice.hearing import EarsLost
from genie_host.voice.machine.situation import State
from tests.voice import rig as rig_module
from tests.voice.figures import Figures

pytestmark = [pytest.mark.sound, pytest.mark.marathon]

MINUTES = float(os.environ.get("GENIE_SOAK_MINUTES", "30"))
MOST_MEGABYTES_AN_HOUR = 60.0
"""What this process may add; caches that fill in the first third are not counted."""
MOST_MEGABYTES_OF_EARS = 1000.0
"""Vosk keeps what it composed of its graph for free speech, so the ears go on growing for a while, and then stop."""


def megabytes(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def slope_an_hour(samples: list[tuple[float, float]]) -> float:
    """Megabytes an hour, by least squares over what came after the first third."""
    kept = samples[len(samples) // 3 :]
    mean_at = sum(at for at, _ in kept) / len(kept)
    mean = sum(size for _, size in kept) / len(kept)
    spread = sum((at - mean_at) ** 2 for at, _ in kept)
    return 3600 * sum((at - mean_at) * (size - mean) for at, size in kept) / spread if spread else 0.0


def a_minute_of_life(folder: Path, number: int) -> Path:
    """Talk that is none of its business, then the wake phrase and a command."""
    texts = sentences("ko", number)
    parts: list[str | float] = []
    for _ in range(8):
        parts += [next(texts), 1.5]
    return rig_module.spoken(folder / "life.wav", 0.5, *parts, 2.0, WAKE, 0.3, COMMAND, 1.0, voice=VOICE)


@pytest.fixture
def room(tmp_path: Path):
    with room_with_sound(tmp_path / "cache") as room:
        yield room


def test_half_an_hour_of_listening_keeps_its_memory_and_loses_nothing(
    room: Room, tmp_path: Path, figures: Figures
) -> None:
    room.echo.reply = "와이파이를 켰습니다"
    ears = room.ears.process_id
    until = SYSTEM_CLOCK.now() + 60 * MINUTES
    own_memory: list[tuple[float, float]] = []
    ears_memory: list[tuple[float, float]] = []
    lags: list[float] = []
    asked = 0
    while SYSTEM_CLOCK.now() < until:
        asked += 1
        player = room.rig.start_playing(a_minute_of_life(tmp_path, asked))
        while player.is_playing:
            lags.append(max(room.microphone.lag_seconds, room.ears.lag_seconds))
            SYSTEM_CLOCK.sleep(0.5)
        room.wait_for_state(State.IDLE, 120.0)
        own_memory.append((SYSTEM_CLOCK.now(), megabytes(os.getpid())))
        if room.ears.is_ready:
            if room.ears.process_id != ears:
                ears, ears_memory = room.ears.process_id, []
            ears_memory.append((SYSTEM_CLOCK.now(), megabytes(ears)))
    lags.sort()
    figures("soak: this process grows by", slope_an_hour(own_memory), "MiB an hour")
    figures("soak: this process has", own_memory[-1][1], "MiB")
    figures("soak: the ears grow by", slope_an_hour(ears_memory), "MiB an hour")
    figures("soak: the ears have", ears_memory[-1][1], "MiB")
    figures("soak: lag at most", lags[-1])
    figures("soak: lag in half of the looks below", lags[len(lags) // 2])
    figures("soak: blocks dropped by the microphone", room.microphone.dropped_blocks, "")
    figures("soak: blocks dropped before the ears", room.ears.dropped_blocks, "")
    figures("soak: openings of the microphone besides the first", room.microphone.reopened, "")
    losses = [each.reason for _, each in room.log if isinstance(each, EarsLost)]
    figures(f"soak: new ears {losses or ''}", room.ears.restarts, "")
    figures(f"soak: commands done of {asked}", room.echo.goals.count(GOAL), "")
    assert SYSTEM_CLOCK.now() - room.last_block_at < 5.0
    assert room.ears.is_ready
    assert room.echo.goals
    assert set(room.echo.goals) == {GOAL}
    if MINUTES >= 20:
        assert slope_an_hour(own_memory) < MOST_MEGABYTES_AN_HOUR
        assert ears_memory[-1][1] < MOST_MEGABYTES_OF_EARS
