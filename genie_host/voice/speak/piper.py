"""Piper: nicer voices for those who install it. Its licence is the GPL: it runs as a program and is never imported."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import SpeechUnavailable
from genie_host.voice.speak.programs import SpeechProgram
from genie_host.voice.speak.speaker import Speech
from genie_host.voice.speak.voices import primary, voice_for

PROGRAM = "piper"
_MOST_VOICES = 200
_LONGEST_CONFIG = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class PiperVoice:
    """One voice: a model, and what its configuration says of it."""

    name: str
    language: str
    rate_hz: int
    model: Path


class Piper:
    """Implements ``Synthesiser``. A program for each text, the next one loaded in advance: that takes a second."""

    def __init__(
        self,
        folder: Path,
        *,
        chosen: Mapping[str, str] | None = None,
        program: Path | None = None,
        warm_language: str | None = None,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        """``chosen`` are names of voices by language; ``warm_language`` is that of the first text to come, None when
        nothing is to be kept loaded. Raises SpeechUnavailable without Piper or without a voice.
        """
        self._program = program or piper_program()
        if self._program is None:
            raise SpeechUnavailable("Piper is not installed: pip install piper-tts.")
        found = piper_voices(folder)
        if not found:
            raise SpeechUnavailable("There is no Piper voice in the folder of Piper voices.")
        by_name = {voice.name: voice for voice in found}
        self._voices = {voice.language.lower(): voice for voice in reversed(found)}
        for language, name in (chosen or {}).items():
            if name in by_name:
                self._voices[language.lower()] = by_name[name]
        self._clock = clock
        self._is_kept_warm = warm_language is not None
        self._spare: tuple[PiperVoice, SpeechProgram] | None = None
        self._last: PiperVoice | None = self._voices.get(voice_for(warm_language or "", self._voices))
        self.prepare()

    @property
    def languages(self) -> frozenset[str]:
        return frozenset(self._voices)

    def speech(self, parts: list[str], language: str, cancel: CancelToken) -> Speech:
        """Begin. Raises SpeechUnavailable when it has no voice for the language."""
        tag = voice_for(language, self._voices)
        if not tag:
            raise SpeechUnavailable("There is no Piper voice for this language.")
        voice = self._voices[tag]
        return Speech(voice.rate_hz, self._samples(voice, parts, cancel))

    def prepare(self) -> None:
        """Start the program that speaks next, in the voice that spoke last."""
        if self._is_kept_warm and self._spare is None and self._last is not None:
            self._spare = (self._last, self._started(self._last))

    def close(self) -> None:
        if self._spare is not None:
            self._spare[1].close()
            self._spare = None

    def _samples(self, voice: PiperVoice, parts: list[str], cancel: CancelToken) -> Generator[bytes]:
        program = self._loaded(voice)
        try:
            yield from program.speak("".join(f"{part}\n" for part in parts), cancel)
        finally:
            program.close()
            self._last = voice

    def _loaded(self, voice: PiperVoice) -> SpeechProgram:
        spare, self._spare = self._spare, None
        if spare is not None:
            if spare[0] == voice and spare[1].is_alive:
                return spare[1]
            spare[1].close()
        return self._started(voice)

    def _started(self, voice: PiperVoice) -> SpeechProgram:
        argv = [str(self._program), "--model", str(voice.model), "--output-raw", "--sentence-silence", "0.2"]
        return SpeechProgram(PROGRAM, argv, clock=self._clock, environment={**os.environ, "PYTHONUTF8": "1"})


def piper_program() -> Path | None:
    """``piper`` beside this Python, or else on the path."""
    name = f"{PROGRAM}.exe" if sys.platform == "win32" else PROGRAM
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.is_file() else shutil.which(PROGRAM)
    return Path(found) if found else None


def piper_voices(folder: Path) -> list[PiperVoice]:
    """The voices in a folder, by name; a file whose configuration cannot be read is none."""
    try:
        models = sorted(folder.expanduser().glob("*.onnx"))[:_MOST_VOICES]
    except OSError:
        return []
    return [voice for model in models if (voice := _voice_at(model.absolute())) is not None]


def _voice_at(model: Path) -> PiperVoice | None:
    config = Path(f"{model}.json")
    try:
        if config.stat().st_size > _LONGEST_CONFIG:
            return None
        told = json.loads(config.read_text(encoding="utf-8"))
        rate_hz = int(told["audio"]["sample_rate"])
        language = str(told.get("language", {}).get("code") or told["espeak"]["voice"]).replace("_", "-")
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    if not 8_000 <= rate_hz <= 48_000 or not primary(language).isalpha():
        return None
    return PiperVoice(name=model.stem, language=language, rate_hz=rate_hz, model=model)
