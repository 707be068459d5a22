"""A conversation whose microphone hears its loudspeaker: it does not obey itself, and still obeys somebody else.

A machine that is busy with other things breaks sound up between loudspeaker and microphone, and what is broken counts
as somebody's: each test may try again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.hearing.room import Room
from benchmarks.hearing.sentences import sentences
from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.voice.hearing import Word, WordHeard
from genie_host.voice.machine.effects import Say, Silence
from genie_host.voice.machine.happenings import SpeechEnded, Typed
from genie_host.voice.machine.situation import State
from tests.voice.figures import Figures
from tests.voice.rig import SoundRig, espeak, silence, write_wav

pytestmark = pytest.mark.sound

STOP = "멈춰"
VOICE = "ko+f2"
"""Of espeak-ng's: another than the one that speaks, and understood by the model."""
ENDING = {Word.STOP, Word.CANCEL}
"""They come to the same, and this model mistakes one for the other now and then."""
PATIENCE = 300.0
"""Seconds; the machine may be busy with anything."""
TRIES = 4


@pytest.fixture(scope="module")
def room(sound_server: SoundRig, korean_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    room = Room(sound_server, tmp_path_factory.mktemp("cache"))
    room.wait_until_ready()
    yield room
    room.close()


@pytest.fixture
def echoing(rig: SoundRig) -> Iterator[None]:
    """The microphone hears the loudspeaker."""
    module = rig.loop_back()
    yield
    rig.unload(module)


def talk(room: Room, count: int) -> int:
    """Have it say so many sentences; the place in the log from which on it does."""
    since = len(room.log)
    room.echo.reply = ". ".join(islice(sentences("ko", 11), count))
    room.conversation.post(Typed(text="talk"))
    room.wait_for(lambda: bool(room.times_of(Say, since)), PATIENCE)
    return since


def words(room: Room, since: int) -> list[Word]:
    return [each.word for _, each in room.log[since:] if isinstance(each, WordHeard)]


def has_spoken(room: Room, since: int) -> bool:
    """The answer is over, whatever became of it; other things that it says do not count."""
    said = {each.id for _, each in room.log[since:] if isinstance(each, Say) and each.text == room.echo.reply}
    return any(isinstance(each, SpeechEnded) and each.id in said for _, each in room.log[since:])


@pytest.mark.usefixtures("echoing")
def test_what_it_says_itself_stops_nothing(room: Room, figures: Figures) -> None:
    taken: list[list[Word]] = []
    while [] not in taken:
        assert len(taken) < TRIES, taken
        since, began = talk(room, 8), SYSTEM_CLOCK.now()
        room.wait_for(lambda: has_spoken(room, since), PATIENCE)  # noqa: B023
        heard_seconds = room.last_loud_at - began
        room.wait_for_state(State.IDLE, PATIENCE)
        if heard_seconds > 10.0 or words(room, since):
            taken.append(words(room, since))
    figures("its own voice in the microphone, without a word taken", heard_seconds)
    figures("answers that it stopped itself", len(taken) - 1, "")


@pytest.mark.usefixtures("echoing")
def test_somebody_who_says_stop_over_it_is_obeyed(rig: SoundRig, room: Room, tmp_path: Path, figures: Figures) -> None:
    pcm, rate_hz = espeak(STOP, VOICE)
    wav = write_wav(tmp_path / "stop.wav", (pcm + silence(0.7, rate_hz)) * 60, rate_hz)
    for _ in range(TRIES):
        since, began = talk(room, 40), SYSTEM_CLOCK.now()
        room.wait_for(lambda: room.last_loud_at > began or has_spoken(room, since), PATIENCE)  # noqa: B023
        player, asked = rig.start_playing(wav), SYSTEM_CLOCK.now()
        room.wait_for(lambda: bool(words(room, since)) or has_spoken(room, since), PATIENCE)  # noqa: B023
        player.stop()
        room.wait_for_state(State.IDLE, PATIENCE)
        if ENDING & set(words(room, since)):
            break
    assert ENDING & set(words(room, since))
    assert room.times_of(Silence, since)
    figures("first stop over its voice to being obeyed", room.times_of(WordHeard, since)[0] - asked)
