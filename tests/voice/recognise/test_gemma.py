"""The language model as ears: which bundles are refused, by the real library, and what becomes of its answers."""

from __future__ import annotations

import io
import wave
from pathlib import Path

import pytest

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.recognise.gemma import GemmaTranscriber, as_wav, transcript_of

NANO = Path(__file__).parents[3] / "models" / "genie-nano.litertlm"


def test_a_bundle_without_an_audio_part_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecogniserUnavailable, match="genie-nano has no audio part"):
        GemmaTranscriber(NANO, tmp_path)


@pytest.mark.parametrize("content", [b"", b"no bundle at all" * 100, NANO.read_bytes()[:4096]])
def test_a_file_that_is_no_bundle_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.litertlm"
    path.write_bytes(content)
    with pytest.raises(RecogniserUnavailable):
        GemmaTranscriber(path, tmp_path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecogniserUnavailable, match="names no file"):
        GemmaTranscriber(tmp_path / "none.litertlm", tmp_path)
    with pytest.raises(RecogniserUnavailable, match="names no file"):
        GemmaTranscriber(Path(), tmp_path)


@pytest.mark.parametrize(
    ("answer", "text"),
    [("Turn on Wi-Fi.", "Turn on Wi-Fi."), (' "call Mum"\n', "call Mum"), (".", ""), ("", ""), ("  …\n", "")],
)
def test_what_it_wrote_is_what_was_said(answer: str, text: str) -> None:
    transcript = transcript_of(answer)
    assert transcript.text == text
    assert transcript.confidence == (1.0 if text else 0.0)


def test_a_recording_travels_as_a_file() -> None:
    pcm = bytes(range(200))
    with wave.open(io.BytesIO(as_wav(pcm))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 16_000)
        assert file.readframes(1_000) == pcm
