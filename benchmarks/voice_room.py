"""The spoken conversation as a whole, through a sound server of its own: how soon it acts, how soon it is silent.

    python benchmarks/voice_room.py [goal] [stop] [loop-back] [--times N] [--minutes M] [--json]

goal: from the end of a spoken command to the beginning of its run. stop: from the end of a spoken stop word, while an
answer is being spoken, to silence on the loudspeaker. loop-back: the microphone hears the loudspeaker while the
conversation speaks for so many minutes, its own wake phrase among what it says, and must neither wake nor stop.

Real PipeWire, PortAudio, Vosk with the Korean model and a stand-in for the wake phrase, espeak-ng; docs/voice.md says
what to install. Exits with 1 when it woke itself, or when nothing was heard at all.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.hearing.room import COMMAND, SPEECH_DB, STOP, VOICE, WAKE, Room, room_with_sound
from benchmarks.hearing.scoring import percentile
from benchmarks.hearing.sentences import sentences
from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.voice.hearing import WakeHeard, Word, WordHeard
from genie_host.voice.level import level_of
from genie_host.voice.machine.effects import Say, Silence, StartGoal
from genie_host.voice.machine.happenings import SpeechEnded, Typed
from genie_host.voice.machine.situation import State
from tests.voice.rig import RATE_HZ, Recording, spoken

STOP_VOICE = "ko+f2"
"""The one whose short words the model hears best."""
ENDING = (Word.STOP, Word.CANCEL)
"""They come to the same, and this model mistakes one for the other."""
_STEP_BYTES = 2 * RATE_HZ // 100
_QUIET_SECONDS = 1.5
_PATIENCE_SECONDS = 30.0


def to_goal(room: Room, folder: Path, times: int) -> dict[str, Any]:
    """Wake phrase, time for the tone, and a command, as often as is asked."""
    wav = spoken(folder / "command.wav", 0.5, WAKE, 2.5, COMMAND, 1.5, voice=VOICE)
    from_speech: list[float] = []
    room.echo.reply = ""
    for _ in range(times):
        since = len(room.log)
        room.rig.play(wav)
        try:
            room.wait_for(lambda: bool(room.times_of(StartGoal, since)), _PATIENCE_SECONDS)  # noqa: B023
            from_speech.append(room.times_of(StartGoal, since)[0] - room.last_loud_at)
        except TimeoutError:
            print(f"not heard: {[each for _, each in room.log[since:]]}", file=sys.stderr)
        room.wait_for_state(State.IDLE)
        SYSTEM_CLOCK.sleep(2.5)  # the refractory time
    return {"said": times, "heard": len(from_speech), "seconds": sorted(from_speech)}


def to_silence(room: Room, folder: Path, times: int) -> dict[str, Any]:
    """A long answer, and a stop word in the midst of it."""
    wav = spoken(folder / "stop.wav", STOP, 0.5, voice=STOP_VOICE)
    room.echo.reply = ". ".join(islice(sentences("ko", 3), 20))
    from_speech: list[float] = []
    from_word: list[float] = []
    for _ in range(times):
        since = len(room.log)
        recording = room.rig.record()
        ear = LoudUntil(recording)
        room.conversation.post(Typed(text="answer me"))
        room.wait_for(lambda: ear.look() > 0.0, _PATIENCE_SECONDS)  # noqa: B023
        SYSTEM_CLOCK.sleep(1.5)
        room.rig.play(wav)
        deadline = Deadline.after(_PATIENCE_SECONDS)
        while SYSTEM_CLOCK.now() - ear.look() < _QUIET_SECONDS and not deadline.is_over:
            SYSTEM_CLOCK.sleep(0.01)
        heard = [at for at, each in room.log[since:] if isinstance(each, WordHeard) and each.word in ENDING]
        if heard and not deadline.is_over:
            from_speech.append(ear.look() - room.last_loud_at)
            from_word.append(room.times_of(Silence, since)[-1] - heard[0])
        else:
            print(f"not heard: {[each for _, each in room.log[since:]]}", file=sys.stderr)
            room.conversation.post(Typed(text="stop"))
        recording.stop()
        room.wait_for_state(State.IDLE, 120.0)
    return {
        "said": times,
        "heard": len(from_speech),
        "seconds": sorted(from_speech),
        "seconds_from_word_to_order": sorted(from_word),
    }


class LoudUntil:
    """When a recording was loud last."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._seen = 0
        self._at = 0.0

    def look(self) -> float:
        """Monotonic seconds; 0.0 when it never was."""
        pcm = self._recording.pcm
        now = SYSTEM_CLOCK.now()
        for start in range(self._seen, len(pcm) - _STEP_BYTES + 1, _STEP_BYTES):
            if level_of(pcm[start : start + _STEP_BYTES]).rms_dbfs > SPEECH_DB:
                # What came last is as old as its place from the end.
                self._at = now - (len(pcm) - start - _STEP_BYTES) / (2 * RATE_HZ)
            self._seen = start + _STEP_BYTES
        return self._at


def in_loop_back(room: Room, minutes: float) -> dict[str, Any]:
    """It talks, hears itself, and shall do nothing about it."""
    module = room.rig.loop_back()
    began, since, answers = SYSTEM_CLOCK.now(), len(room.log), 0
    loud_blocks = 0
    try:
        texts = sentences("ko", 11)
        while SYSTEM_CLOCK.now() - began < 60 * minutes:
            said = len(room.log)
            answers += 1
            room.echo.reply = ". ".join([*islice(texts, 5), f"{WAKE}라고 말하면 됩니다", WAKE])
            room.conversation.post(Typed(text="talk"))
            room.wait_for(lambda: bool(room.times_of(Say, said)), _PATIENCE_SECONDS)  # noqa: B023
            while not room.times_of(SpeechEnded, said):
                loud_blocks += SYSTEM_CLOCK.now() - room.last_loud_at < 0.2
                SYSTEM_CLOCK.sleep(0.1)
            room.wait_for_state(State.IDLE)
            SYSTEM_CLOCK.sleep(0.5)
    finally:
        room.rig.unload(module)
    return {
        "minutes": (SYSTEM_CLOCK.now() - began) / 60,
        "answers": answers,
        "seconds_of_own_voice_heard": loud_blocks / 10,
        "wakes": len(room.times_of(WakeHeard, since)),
        "words": [each.word.value for _, each in room.log[since:] if isinstance(each, WordHeard)],
    }


def main() -> int:
    """Measure, print, and say by the exit code whether it was good."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="goal|stop|loop-back", default=["goal", "stop", "loop-back"])
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=10.0, help="of loop-back")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report: dict[str, Any] = {"load": list(os.getloadavg()) if hasattr(os, "getloadavg") else []}
    with tempfile.TemporaryDirectory() as folder, room_with_sound(Path(folder) / "cache") as room:
        for what in options.what:
            match what:
                case "goal":
                    report[what] = to_goal(room, Path(folder), options.times)
                case "stop":
                    report[what] = to_silence(room, Path(folder), options.times)
                case "loop-back":
                    report[what] = in_loop_back(room, options.minutes)
                case _:
                    parser.error(f"there is no {what}")
            if not options.json:
                show(what, report[what])
    if options.json:
        print(json.dumps(report))
    is_deaf = any(report.get(what, {}).get("heard") == 0 for what in ("goal", "stop"))
    return 1 if is_deaf or report.get("loop-back", {}).get("wakes") else 0


def show(what: str, found: dict[str, Any]) -> None:
    """One measurement for people."""
    if what == "loop-back":
        print(
            f"loop-back: {found['wakes']} wakes and {len(found['words'])} words in {found['minutes']:.1f} minutes, "
            f"{found['seconds_of_own_voice_heard']:.0f} s of own voice in the microphone"
        )
        return
    seconds = found["seconds"]
    print(
        f"{what}: {found['heard']} of {found['said']} heard; after the last sound "
        f"p50 {percentile(seconds, 0.5) * 1000:.0f} ms, p90 {percentile(seconds, 0.9) * 1000:.0f} ms"
    )


if __name__ == "__main__":
    sys.exit(main())
