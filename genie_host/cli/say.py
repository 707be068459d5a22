"""``genie say``: hear a text in the voice that Genie speaks with, or put it into a WAV file."""

from __future__ import annotations

import io
import sys
import wave
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE, shown
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import SpeechUnavailable, UsageError
from genie_host.phone.state_folder import state_folder
from genie_host.store.secrets import Secrets
from genie_host.voice.settings import VoiceSettings, load_settings
from genie_host.voice.speak.choosing import choose_speaker, choose_synthesiser
from genie_host.voice.speak.language import language_of
from genie_host.voice.speak.sentences import sentences
from genie_host.voice.speak.speakable import speakable
from genie_host.voice.speak.voices import is_voice_name

_LONGEST_READ = 100_000


def say(
    text: Annotated[str | None, typer.Argument(help="What to say; left out: standard input.")] = None,
    language: Annotated[
        str, typer.Option(help="Such as de or pt-BR; left out: found from the text.", show_default=False)
    ] = "",
    voice: Annotated[
        str, typer.Option(help="A voice, by the name that the speech engine has for it.", show_default=False)
    ] = "",
    wav: Annotated[
        Path | None, typer.Option("--wav", metavar="FILE", help="Write a WAV file; nothing is heard then.")
    ] = None,
) -> None:
    """Speak a text, as Genie speaks its answers: without markup, addresses, code and secrets."""
    settings = load_settings(state_folder())
    spoken = words_to_say(sys.stdin.read(_LONGEST_READ) if text is None else text)
    if language and not is_voice_name(language):
        raise UsageError("That is no language; say it as de or pt-BR.")
    language = language or language_of(spoken, settings.language)
    if voice:
        settings = settings.model_copy(update={"voices": {**settings.voices, language: voice}})
    stop = StopButton()
    with stop.held():
        if wav is not None:
            write_speech(wav, spoken, language, settings, stop.token)
            return
        speaker = choose_speaker(settings, is_lasting=False)
        try:
            speaker.say(spoken, language, stop.token)
        finally:
            speaker.close()


def words_to_say(text: str) -> str:
    """What of a text can be spoken, secrets masked; raises UsageError when that is nothing."""
    secrets = Secrets()
    spoken = speakable(secrets.clean_text(speakable(secrets.clean_text(text))))
    if not spoken:
        raise UsageError('There is nothing in it that can be said; try: genie say "Hello"')
    return spoken


def write_speech(path: Path, text: str, language: str, settings: VoiceSettings, cancel: CancelToken) -> None:
    """Mono, 16 bit, at the rate of the voice. Nothing is written unless all of it was spoken."""
    synthesiser = choose_synthesiser(settings, is_lasting=False)
    try:
        speech = synthesiser.speech(sentences(text), language, cancel)
        pcm = b"".join(speech.samples)
    finally:
        synthesiser.close()
    if not pcm:
        raise SpeechUnavailable("The voice said nothing.")
    whole = io.BytesIO()
    with wave.open(whole, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(speech.rate_hz)
        file.writeframes(pcm)
    try:
        path.write_bytes(whole.getvalue())
    except OSError as exc:
        raise UsageError(f"The file cannot be written: {exc.strerror or 'the system says no'}.") from exc
    seconds = len(pcm) / 2 / speech.rate_hz
    CONSOLE.print(Text(f"{seconds:.1f} s of {language} in {shown(path.name)}"), soft_wrap=True)
