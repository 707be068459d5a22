"""Which voice speaks: the one the user set, or the best that this machine has."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import SpeechUnavailable
from genie_host.voice.settings import VoiceSettings
from genie_host.voice.speak.espeak import Espeak
from genie_host.voice.speak.piper import Piper
from genie_host.voice.speak.platforms import MacVoices, WindowsVoices, has_own_voices
from genie_host.voice.speak.player import Player, SoundOut
from genie_host.voice.speak.speaker import SynthesisedSpeaker, Synthesiser


def choose_speaker(
    settings: VoiceSettings, *, out: SoundOut | None = None, is_lasting: bool = True, clock: Clock = SYSTEM_CLOCK
) -> SynthesisedSpeaker:
    """A voice on the system's speaker, or on ``out``. Raises SpeechUnavailable when there is none.

    Whether there is something to hear it with shows when it speaks. ``is_lasting``: more than one text comes, so what
    takes long to load is loaded in advance.
    """
    return SynthesisedSpeaker(
        choose_synthesiser(settings, is_lasting=is_lasting, clock=clock), out or Player(clock=clock)
    )


def choose_synthesiser(settings: VoiceSettings, *, is_lasting: bool = True, clock: Clock = SYSTEM_CLOCK) -> Synthesiser:
    """What makes the sound. Raises SpeechUnavailable, with the reason of the first choice, when nothing does."""
    reasons = []
    for make in _makers(settings, is_lasting, clock):
        try:
            return make()
        except SpeechUnavailable as exc:
            reasons.append(exc)
    raise reasons[0]


def _makers(settings: VoiceSettings, is_lasting: bool, clock: Clock) -> list[Callable[[], Synthesiser]]:
    chosen, rate = settings.voices, settings.words_per_minute

    def espeak() -> Synthesiser:
        return Espeak(voices=chosen, words_per_minute=rate, clock=clock)

    def piper() -> Synthesiser:
        if not settings.piper_voices:
            raise SpeechUnavailable('voice.toml names no folder of Piper voices: piper_voices = "...".')
        warm = settings.language if is_lasting else None
        return Piper(Path(settings.piper_voices), chosen=chosen, warm_language=warm, clock=clock)

    def system() -> Synthesiser:
        if sys.platform == "win32":
            return WindowsVoices(chosen=chosen, words_per_minute=rate, clock=clock)
        return MacVoices(chosen=chosen, words_per_minute=rate, clock=clock)

    match settings.speaker:
        case "espeak":
            return [espeak]
        case "piper":
            return [piper]
        case "system":
            return [system]
        case _:
            return [*([piper] if settings.piper_voices else []), *([system] if has_own_voices() else []), espeak]
