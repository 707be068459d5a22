"""``genie voice calibrate``: say the wake phrase a few times, and what the model hears becomes its aliases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE, ERRORS, shown
from genie_host.cli.voice_parts import cache_folder
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.errors import MicrophoneUnavailable, RecogniserUnavailable, UsageError
from genie_host.phone.state_folder import state_folder
from genie_host.voice.audio import BLOCK_BYTES, BLOCK_SECONDS, AudioSource, Block, EndOfSound
from genie_host.voice.calibration import judge
from genie_host.voice.capture.live import SoundDeviceSource
from genie_host.voice.capture.recording import WavSource
from genie_host.voice.hearing import CommandHeard, EarsLost, Mode
from genie_host.voice.models import model_folder
from genie_host.voice.recognise.child_ears import ChildEars
from genie_host.voice.recognise.spec import spec_of
from genie_host.voice.recognise.words import steering_words
from genie_host.voice.settings import VoiceSettings, load_settings, save_settings

_LOAD_SECONDS = 120.0
_TAKE_SECONDS = 8.0
_WAV_SECONDS = 60.0
_LEADING_BLOCKS = 5
"""A recording may begin in the midst of the first sound, and the recogniser needs a moment before it."""
_SILENT_BLOCKS = 15
"""1.5 s after a recording: more than the silence that ends a command."""


def calibrate(
    wavs: Annotated[
        list[Path] | None, typer.Option("--wav", metavar="FILE", help="A recording of it; again for each one.")
    ] = None,
    phrase: Annotated[str | None, typer.Option("--phrase", help="Another wake phrase, kept from now on.")] = None,
    speech_model: Annotated[
        str | None, typer.Option("--speech-model", metavar="NAME", help="Another speech model, kept from now on.")
    ] = None,
    language: Annotated[str | None, typer.Option("--language", help="Its language, as in `en`.")] = None,
    microphone: Annotated[str, typer.Option("--microphone", metavar="NAME", help="Which one.")] = "",
    takes: Annotated[int, typer.Option("--takes", min=1, max=20, help="How often you say it.")] = 5,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what was heard.")] = False,
) -> None:
    """Say the wake phrase five times. What the model hears instead becomes other names for it."""
    changes = {"phrase": phrase, "model": speech_model, "language": language}
    kept = {name: value for name, value in changes.items() if value is not None}
    settings = _changed(load_settings(state_folder()), kept)
    with StopButton().held() as cancel:
        heard = _heard(settings, wavs or [], microphone, takes, cancel)
    hearings = judge(heard, settings.phrase, list(steering_words(settings.language).phrases), takes=len(heard))
    for hearing in hearings:
        verdict = hearing.refusal or "is another name from now on"
        CONSOLE.print(f"{hearing.times} x “{shown(hearing.text)}” {verdict}", markup=False, soft_wrap=True)
    aliases = tuple(hearing.text for hearing in hearings if not hearing.refusal)
    if not dry_run:
        save_settings(settings.model_copy(update={"aliases": aliases}), state_folder())
    names = ", ".join(f"“{shown(name)}”" for name in (settings.phrase, *aliases))
    CONSOLE.print(f"the wake phrase is heard as {names}", markup=False, soft_wrap=True)


def _changed(before: VoiceSettings, changes: dict[str, str]) -> VoiceSettings:
    try:
        return VoiceSettings.model_validate({**before.model_dump(), **changes})
    except ValidationError as exc:
        problem = exc.errors()[0]
        name = str(problem["loc"][0])
        option = "--speech-model" if name == "model" else f"--{name}"
        raise UsageError(f"{option} is not right: {problem['msg']}.") from exc


def _heard(settings: VoiceSettings, wavs: list[Path], microphone: str, takes: int, cancel: CancelToken) -> list[str]:
    """What free recognition makes of each take; empty where nothing was recognised."""
    folder = model_folder(settings, state_folder())
    spec = spec_of(settings, model_folder=str(folder), cache_folder=str(cache_folder()))
    # The phrase may well be one that the model does not know: that is what this is for.
    ears = ChildEars(replace(spec, wake_phrases=(), shortcuts={}, command_engine="vosk", wake_engine="vosk"))
    try:
        ERRORS.print("loading the speech model", markup=False)
        ears.wait_until_ready(Deadline.after(_LOAD_SECONDS), cancel)
        if wavs:
            return [_take(ears, WavSource(wav, is_paced=True), _WAV_SECONDS, cancel) for wav in wavs]
        return list(_said(ears, settings.phrase, microphone, takes, cancel))
    finally:
        ears.close()


def _said(ears: ChildEars, phrase: str, microphone: str, takes: int, cancel: CancelToken) -> Iterator[str]:
    source = SoundDeviceSource(microphone)
    try:
        for number in range(1, takes + 1):
            ERRORS.print(f"say “{shown(phrase)}” ({number} of {takes})", markup=False)
            source.skip_to_newest(0.0)
            yield _take(ears, source, _TAKE_SECONDS, cancel, is_live=True)
    finally:
        source.close()


def _take(ears: ChildEars, source: AudioSource, seconds: float, cancel: CancelToken, *, is_live: bool = False) -> str:
    """One utterance as text."""
    ears.listen(Mode.COMMAND)
    for _ in range(0 if is_live else _LEADING_BLOCKS):
        ears.feed(Block(pcm=bytes(BLOCK_BYTES), ended_at=0.0))
    deadline = Deadline.after(seconds)
    silence = _SILENT_BLOCKS
    while not deadline.is_over:
        cancel.check()
        try:
            block = source.read(BLOCK_SECONDS * 2)
        except EndOfSound:
            block = Block(pcm=bytes(BLOCK_BYTES), ended_at=0.0) if silence else None
            silence -= 1
            cancel.wait(BLOCK_SECONDS)
        if block is not None:
            ears.feed(block)
        elif is_live and source.health.trouble:
            raise MicrophoneUnavailable(source.health.trouble)
        for event in ears.poll():
            if isinstance(event, CommandHeard):
                return event.text
            if isinstance(event, EarsLost) and not event.comes_back:
                raise RecogniserUnavailable(event.reason)
        if silence < -_SILENT_BLOCKS:
            return ""
    return ""
