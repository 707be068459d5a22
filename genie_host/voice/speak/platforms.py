"""The voices that macOS and Windows come with. Text goes in by standard input; the sound is played by Genie, so that it
ends as fast as any other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping
from functools import cached_property
from importlib.resources import as_file, files
from pathlib import Path

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import SpeechUnavailable
from genie_host.voice.speak.programs import SpeechProgram
from genie_host.voice.speak.speaker import Speech
from genie_host.voice.speak.voices import is_voice_name, primary, voice_for
from genie_host.voice.speak.wav_stream import NotSpeech, read_head

RATE_HZ = 22_050
_LIST_SECONDS = 20.0
_WINDOWS_MIDDLE = 180
"""Words a minute at which the voices of Windows speak by themselves; their rate goes from -10 to 10."""


class MacVoices:
    """Implements ``Synthesiser`` with ``say``, which writes each sentence to a file of ours."""

    def __init__(
        self,
        *,
        chosen: Mapping[str, str] | None = None,
        words_per_minute: int = _WINDOWS_MIDDLE,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        """``chosen`` are names of voices by language. Raises SpeechUnavailable where there is no ``say``."""
        found = shutil.which("say")
        if found is None:
            raise SpeechUnavailable("There is no program say on this machine.")
        self._program = found
        self._chosen = {language.lower(): name for language, name in (chosen or {}).items()}
        self._words_per_minute = words_per_minute
        self._clock = clock

    @cached_property
    def voices(self) -> dict[str, str]:
        """Names by language, the first of each language; the user's own choices before all."""
        try:
            listing = subprocess.run(
                [self._program, "-v", "?"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_LIST_SECONDS,
                check=True,
            )
        except (OSError, subprocess.SubprocessError) as exc:
            raise SpeechUnavailable("The voices of this machine cannot be listed.") from exc
        return {**voices_of_mac(listing.stdout.decode("utf-8", "replace")), **self._chosen}

    def speech(self, parts: list[str], language: str, cancel: CancelToken) -> Speech:
        """Begin. Raises SpeechUnavailable when it has no voice for the language."""
        tag = voice_for(language, self.voices)
        if not tag or self.voices[tag].startswith("-"):
            raise SpeechUnavailable("This machine has no voice for this language.")
        return Speech(RATE_HZ, self._samples(parts, self.voices[tag], cancel))

    def prepare(self) -> None:
        """There is nothing to load."""

    def close(self) -> None:
        """Nothing is kept between sentences."""

    def _samples(self, parts: list[str], voice: str, cancel: CancelToken) -> Generator[bytes]:
        with tempfile.TemporaryDirectory(prefix="genie-speech-") as folder:
            for number, part in enumerate(parts):
                path = Path(folder) / f"{number}.wav"
                argv = [self._program, "-v", voice, "-r", str(self._words_per_minute), "-f", "-", "-o", str(path)]
                argv += ["--file-format=WAVE", f"--data-format=LEI16@{RATE_HZ}"]
                yield from SpeechProgram("say", argv, clock=self._clock).speak(part, cancel)
                yield _samples_in(path)


class WindowsVoices:
    """Implements ``Synthesiser`` with SAPI, through a PowerShell that speaks line by line."""

    def __init__(
        self,
        *,
        chosen: Mapping[str, str] | None = None,
        words_per_minute: int = _WINDOWS_MIDDLE,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        """``chosen`` are names of voices by language. Raises SpeechUnavailable where there is no PowerShell."""
        found = shutil.which("powershell") or shutil.which("pwsh")
        if found is None:
            raise SpeechUnavailable("There is no PowerShell on this machine to speak through.")
        self._program = found
        self._chosen = {language.lower(): name for language, name in (chosen or {}).items()}
        self._rate = max(-10, min(10, round((words_per_minute - _WINDOWS_MIDDLE) / 18)))
        self._clock = clock

    def speech(self, parts: list[str], language: str, cancel: CancelToken) -> Speech:
        """Begin. A language without a voice shows when the program ends: SpeechUnavailable."""
        return Speech(RATE_HZ, self._samples(parts, language, cancel))

    def prepare(self) -> None:
        """There is nothing to load."""

    def close(self) -> None:
        """Nothing is kept between texts."""

    def _samples(self, parts: list[str], language: str, cancel: CancelToken) -> Generator[bytes]:
        tag = voice_for(language, frozenset(self._chosen))
        environment = {
            **os.environ,
            "GENIE_SPEECH_LANGUAGE": primary(language) if is_voice_name(language) else "",
            "GENIE_SPEECH_VOICE": self._chosen[tag] if tag else "",
            "GENIE_SPEECH_RATE": str(self._rate),
        }
        with as_file(files(__package__) / "windows_voice.ps1") as script:
            argv = [self._program, "-NoLogo", "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass"]
            argv += ["-File", str(script)]
            program = SpeechProgram("PowerShell", argv, clock=self._clock, environment=environment)
            yield from program.speak("".join(f"{part}\n" for part in parts), cancel)


def has_own_voices() -> bool:
    """Is this a system that comes with voices which Genie knows?"""
    return sys.platform in ("darwin", "win32")


def voices_of_mac(listing: str) -> dict[str, str]:
    """Names by lower-case tag, of lines such as ``Anna   de_DE    # Hallo! Ich heiße Anna.``"""
    voices: dict[str, str] = {}
    for line in listing.splitlines():
        name, _, tag = line.partition("#")[0].strip().rpartition(" ")
        if name.strip() and tag.replace("_", "").replace("-", "").isalnum():
            voices.setdefault(tag.replace("_", "-").lower(), name.strip())
    return voices


def _samples_in(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        head = read_head(data)
    except (OSError, NotSpeech) as exc:
        raise SpeechUnavailable("The voice of this machine gave something else than speech.") from exc
    if head is None or head.rate_hz != RATE_HZ:
        raise SpeechUnavailable("The voice of this machine said nothing.")
    return data[head.starts_at :]
