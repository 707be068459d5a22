"""Commands heard by the language model itself, where its bundle has a part for audio; in the process of the ears alone.

Gemma 4 has one. It is the slowest of the three, and the only one that knows the names in a command.
"""

from __future__ import annotations

import importlib
import io
import wave
from pathlib import Path
from typing import Any

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.audio import SAMPLE_BYTES, SAMPLE_RATE_HZ
from genie_host.voice.recognise.segments import Transcript

_ORDER = (
    "Write down word for word what is said in this recording, in the language that it is said in, and nothing else. "
    "If nobody speaks, answer with a full stop."
)


class GemmaTranscriber:
    """A Transcriber on a LiteRT-LM bundle."""

    def __init__(self, bundle: Path, cache: Path) -> None:
        """Raises RecogniserUnavailable when the file is missing or damaged, or has no part that hears."""
        if not bundle.is_file():
            raise RecogniserUnavailable("gemma_model names no file: set it to a .litertlm bundle that hears.")
        library: Any = importlib.import_module("litert_lm")
        library.set_min_log_severity(library.LogSeverity.ERROR)
        try:
            with library.ModelInfo(str(bundle)) as info:
                can_hear = bool(info.input_modalities.audio)
        except (RuntimeError, ValueError, OSError) as exc:
            raise RecogniserUnavailable("The file that gemma_model names is no LiteRT-LM bundle.") from exc
        if not can_hear:
            raise RecogniserUnavailable(
                f"The model {bundle.stem} has no audio part to hear with: name one that has as gemma_model, or set "
                "command_engine to vosk or whisper."
            )
        cache.mkdir(parents=True, exist_ok=True)
        processor = library.Backend.CPU()
        try:
            self._engine: Any = library.Engine(
                str(bundle), backend=processor, audio_backend=processor, cache_dir=str(cache)
            )
        except RuntimeError as exc:
            raise RecogniserUnavailable("The model that gemma_model names cannot be loaded.") from exc
        self._audio: Any = library.Content.AudioBytes

    def transcribe(self, pcm: bytes) -> Transcript:
        content = [{"type": "text", "text": _ORDER}, self._audio(as_wav(pcm)).to_json()]
        with self._engine.create_conversation() as conversation:
            answer = conversation.send_message({"role": "user", "content": content})
        return transcript_of(str(answer))


def transcript_of(answer: str) -> Transcript:
    """The model gives no confidence: what it wrote is what was said, and a mere full stop is nothing."""
    text = answer.strip().strip('"“”')
    is_said = any(letter.isalnum() for letter in text)
    return Transcript(text=text if is_said else "", confidence=1.0 if is_said else 0.0)


def as_wav(pcm: bytes) -> bytes:
    """A recording as a file, which is what the library takes."""
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(SAMPLE_BYTES)
        writer.setframerate(SAMPLE_RATE_HZ)
        writer.writeframes(pcm)
    return file.getvalue()
