"""Commands with Whisper by faster-whisper, an extra; the only module that loads it. Slower and far better than Vosk."""

from __future__ import annotations

import importlib
import math
from pathlib import Path
from typing import Any

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.recognise.segments import Transcript

_DOUBTFUL_SILENCE = 0.6
"""Above this the model itself thinks that nobody spoke; it then likes to invent thanks for watching."""


class WhisperTranscriber:
    """A Transcriber on a model folder; nothing is ever downloaded."""

    def __init__(self, folder: Path, language: str) -> None:
        """Raises RecogniserUnavailable."""
        try:
            library: Any = importlib.import_module("faster_whisper")
            self._numpy: Any = importlib.import_module("numpy")
        except (ImportError, OSError) as exc:
            raise RecogniserUnavailable(
                "faster-whisper is not installed: pip install 'genie-host[whisper]', or set command_engine to vosk."
            ) from exc
        if not (folder / "model.bin").is_file():
            raise RecogniserUnavailable("whisper_model names no folder of a faster-whisper model.")
        try:
            self._model: Any = library.WhisperModel(
                str(folder), device="cpu", compute_type="int8", local_files_only=True
            )
        except Exception as exc:  # the library raises nothing more exact
            raise RecogniserUnavailable("The Whisper model cannot be loaded: its folder is damaged.") from exc
        self._language = language.split("-")[0].lower()

    def transcribe(self, pcm: bytes) -> Transcript:
        samples = self._numpy.frombuffer(pcm, dtype="<i2").astype("float32") / 32_768.0
        segments, _ = self._model.transcribe(
            samples, language=self._language, beam_size=1, condition_on_previous_text=False
        )
        said = [segment for segment in segments if segment.no_speech_prob < _DOUBTFUL_SILENCE]
        text = " ".join(str(segment.text).strip() for segment in said)
        likelihood = sum(float(segment.avg_logprob) for segment in said) / len(said) if said else -math.inf
        return Transcript(text=text, confidence=min(1.0, math.exp(likelihood)))
