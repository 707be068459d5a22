"""Opens what a conversation hears and speaks with; what cannot be had is said, and the rest goes on without."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from genie_host.core.errors import SpeechUnavailable
from genie_host.phone.state_folder import state_folder
from genie_host.store.secrets import Secrets
from genie_host.voice.audio import AudioSource, Block
from genie_host.voice.capture.live import SoundDeviceSource
from genie_host.voice.capture.none import NullSource
from genie_host.voice.hearing import EarsLost, Heard, Mode, Word
from genie_host.voice.models import model_folder
from genie_host.voice.recognise.child_ears import ChildEars
from genie_host.voice.recognise.phrases import words_of
from genie_host.voice.recognise.spec import spec_of
from genie_host.voice.recognise.words import steering_words
from genie_host.voice.session.mouth import OnEnded, Quiet, SpeechOut
from genie_host.voice.settings import VoiceSettings
from genie_host.voice.speak.choosing import choose_speaker
from genie_host.voice.speak.earcons import Earcon
from genie_host.voice.speak.played import Played
from genie_host.voice.speak.player import Player
from genie_host.voice.speak.queue import SpeechQueue
from genie_host.voice.speaking import Channel, Utterance

_SAY_SECONDS = 20.0


class NoEars:
    """Nothing is recognised, for a reason that is told once."""

    def __init__(self, reason: str) -> None:
        self._untold: list[Heard] = [EarsLost(reason=reason, comes_back=False)] if reason else []

    def listen(self, mode: Mode) -> None:
        """Nothing to open."""

    def feed(self, block: Block) -> None:
        """Nobody hears it."""

    def poll(self) -> list[Heard]:
        told, self._untold = self._untold, []
        return told

    def close(self) -> None:
        """Nothing to let go of."""


def cache_folder() -> Path:
    """For what can be made again."""
    return state_folder() / "voice-cache"


def open_ears(settings: VoiceSettings, *, has_wake: bool = True) -> ChildEars:
    """Ears in a child process, which loads in the background. Raises RecogniserUnavailable."""
    steering_words(settings.language)
    folder = model_folder(settings, state_folder())
    cache = str(cache_folder())
    return ChildEars(spec_of(settings, model_folder=str(folder), cache_folder=cache, has_wake=has_wake))


def open_source(microphone: str, *, is_text_only: bool) -> AudioSource:
    """The microphone of that name, or the system's choice."""
    if is_text_only:
        return NullSource("")
    return SoundDeviceSource(microphone)


def speech_opener(
    settings: VoiceSettings,
    *,
    redact: Callable[[str], str],
    is_quiet: bool,
    on_trouble: Callable[[str], None],
    played: Played | None = None,
) -> Callable[[OnEnded], SpeechOut]:
    """What makes the voice; one that cannot be had is told, and what would be said is only shown."""

    def opened(on_ended: OnEnded) -> SpeechOut:
        if not is_quiet:
            try:
                out = Player(played=played)
                return SpeechQueue(
                    choose_speaker(settings, out=out),
                    redact=redact,
                    out=out,
                    on_ended=on_ended,
                    default_language=settings.language,
                )
            except SpeechUnavailable as error:
                on_trouble(f"Answers are shown and not spoken. {error}")
        return Quiet(on_ended)

    return opened


def say_aloud(settings: VoiceSettings, words: str) -> None:
    """One sentence before there is a conversation: what keeps it from beginning is heard as well as seen."""
    with suppress(SpeechUnavailable):
        out = Player()
        queue = SpeechQueue(choose_speaker(settings, out=out, is_lasting=False), redact=Secrets().clean_text, out=out)
        try:
            queue.play(Earcon.ERROR)
            queue.say(Utterance(text=words, channel=Channel.URGENT))
            queue.wait_until_silent(_SAY_SECONDS)
        finally:
            queue.close()


def steering(settings: VoiceSettings) -> Callable[[str], Word | None]:
    """Finds the word that steers in a whole command: stop, cancel, wait, go on, yes or no."""
    phrases = steering_words(settings.language).phrases

    def steer(text: str) -> Word | None:
        return phrases.get(words_of(text))

    return steer
