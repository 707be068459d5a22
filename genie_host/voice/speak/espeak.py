"""espeak-ng: a hundred languages, the first sound within 40 ms, its speech streamed from its standard output."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Generator, Mapping

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import SpeechUnavailable
from genie_host.voice.speak.player import Player, SoundOut
from genie_host.voice.speak.programs import SpeechProgram
from genie_host.voice.speak.speaker import Speech, SynthesisedSpeaker
from genie_host.voice.speak.voices import is_voice_name, tags_of, voice_for
from genie_host.voice.speak.wav_stream import NotSpeech, read_head

PROGRAM = "espeak-ng"
WORDS_PER_MINUTE = 165
_LIST_SECONDS = 20.0


class Espeak:
    """Implements ``Synthesiser``; one short child process for each sentence."""

    def __init__(
        self,
        *,
        voices: Mapping[str, str] | None = None,
        words_per_minute: int = WORDS_PER_MINUTE,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        """``voices`` are the user's own choices, by language. Raises SpeechUnavailable when there is no espeak-ng."""
        found = shutil.which(PROGRAM)
        if found is None:
            raise SpeechUnavailable(
                "espeak-ng is not installed, so nothing can be spoken. On Debian and Ubuntu: apt-get install espeak-ng."
            )
        self._program = found
        self._chosen = {language.lower(): voice for language, voice in (voices or {}).items()}
        self._words_per_minute = max(80, min(450, words_per_minute))
        self._clock = clock
        self.languages = _languages(found)
        """The tags it has voices for."""

    def voice(self, language: str) -> str:
        """The name of the voice for a language. Raises SpeechUnavailable when there is none."""
        tags = frozenset(self._chosen)
        name = self._chosen[tag] if (tag := voice_for(language, tags)) else voice_for(language, self.languages)
        if not name or not is_voice_name(name):
            raise SpeechUnavailable("espeak-ng has no voice for this language.")
        return name

    def speech(self, parts: list[str], language: str, cancel: CancelToken) -> Speech:
        """Begin. Raises SpeechUnavailable when it has no voice for the language."""
        voice = self.voice(language)
        first = self._sentence(parts[0], voice, cancel)
        return Speech(first.rate_hz, self._all(first, parts[1:], voice, cancel))

    def prepare(self) -> None:
        """There is nothing to load."""

    def close(self) -> None:
        """Nothing is kept between sentences."""

    def _all(self, first: Speech, rest: list[str], voice: str, cancel: CancelToken) -> Generator[bytes]:
        yield from first.samples
        for part in rest:
            yield from self._sentence(part, voice, cancel).samples

    def _sentence(self, text: str, voice: str, cancel: CancelToken) -> Speech:
        argv = [self._program, "-v", voice, "-s", str(self._words_per_minute), "-b", "1", "--stdin", "--stdout"]
        pieces = SpeechProgram(PROGRAM, argv, clock=self._clock).speak(text, cancel)
        data = b""
        try:
            for piece in pieces:
                data += piece
                if (head := read_head(data)) is not None:
                    return Speech(head.rate_hz, _joined(data[head.starts_at :], pieces))
        except NotSpeech as exc:
            pieces.close()
            raise SpeechUnavailable("espeak-ng gave something else than speech.") from exc
        raise SpeechUnavailable("espeak-ng said nothing.")


class EspeakSpeaker(SynthesisedSpeaker):
    """The voice of espeak-ng on the system's speaker."""

    def __init__(
        self,
        *,
        voices: Mapping[str, str] | None = None,
        words_per_minute: int = WORDS_PER_MINUTE,
        out: SoundOut | None = None,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        """Raises SpeechUnavailable when there is no espeak-ng; whether there is a speaker shows when it speaks."""
        super().__init__(
            Espeak(voices=voices, words_per_minute=words_per_minute, clock=clock), out or Player(clock=clock)
        )


def _joined(first: bytes, rest: Generator[bytes]) -> Generator[bytes]:
    yield first
    yield from rest


def _languages(program: str) -> frozenset[str]:
    try:
        listing = subprocess.run(
            [program, "--voices"], stdin=subprocess.DEVNULL, capture_output=True, timeout=_LIST_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError) as exc:
        raise SpeechUnavailable("espeak-ng does not run.") from exc
    return tags_of(listing.stdout.decode("utf-8", "replace"))
