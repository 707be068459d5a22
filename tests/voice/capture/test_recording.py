"""WAV files of every kind, and things that are none."""

from __future__ import annotations

import array
import struct
import wave
from pathlib import Path

import pytest

from genie_host.core.errors import UsageError
from genie_host.voice.audio import BLOCK_BYTES, BLOCK_SECONDS, Block, EndOfSound
from genie_host.voice.capture.recording import WavSource
from genie_host.voice.level import level_of
from tests.voice.capture.sounds import tone
from tests.voice.rig import silence, write_wav


class SteppedClock:
    """Moves only when somebody sleeps."""

    def __init__(self) -> None:
        self.at = 100.0

    def now(self) -> float:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.at += seconds


def everything(source: WavSource) -> list[Block]:
    blocks = []
    try:
        while True:
            block = source.read(1.0)
            if block is not None:
                blocks.append(block)
    except EndOfSound:
        return blocks
    finally:
        source.close()


def wav_of(path: Path, *, width: int, rate_hz: int, channels: int) -> Path:
    frames = bytearray()
    for sample in array.array("h", tone(0.5, rate_hz=rate_hz)):
        if width == 1:
            one = bytes([(sample >> 8) + 128])
        else:
            one = (sample << 8 * (width - 2)).to_bytes(width, "little", signed=True)
        frames += one * channels
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate_hz)
        file.writeframes(bytes(frames))
    return path


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("rate_hz", [8_000, 16_000, 44_100])
@pytest.mark.parametrize("channels", [1, 2, 6])
def test_any_width_rate_and_number_of_channels(tmp_path: Path, width: int, rate_hz: int, channels: int) -> None:
    path = wav_of(tmp_path / "sound.wav", width=width, rate_hz=rate_hz, channels=channels)
    blocks = everything(WavSource(path))
    assert len(blocks) in (5, 6)
    level = level_of(b"".join(block.pcm for block in blocks[1:4])).rms_dbfs
    assert level == pytest.approx(level_of(tone(0.5)).rms_dbfs, abs=0.4)


def test_blocks_are_whole_and_100_ms_apart_in_the_time_of_the_recording(tmp_path: Path) -> None:
    clock = SteppedClock()
    blocks = everything(WavSource(write_wav(tmp_path / "sound.wav", tone(0.33)), clock=clock))
    assert [len(block.pcm) for block in blocks] == [BLOCK_BYTES] * 4
    assert [block.ended_at for block in blocks] == pytest.approx([100.1, 100.2, 100.3, 100.4])
    assert clock.at == 100.0


def test_paced_recording_takes_as_long_as_it_is(tmp_path: Path) -> None:
    clock = SteppedClock()
    blocks = everything(WavSource(write_wav(tmp_path / "sound.wav", silence(3.0)), is_paced=True, clock=clock))
    assert len(blocks) == 30
    assert clock.at == pytest.approx(103.0)


def test_paced_recording_gives_nothing_before_its_time(tmp_path: Path) -> None:
    source = WavSource(write_wav(tmp_path / "sound.wav", silence(1.0)), is_paced=True, clock=SteppedClock())
    assert source.read(BLOCK_SECONDS / 4) is None
    assert source.read(BLOCK_SECONDS / 4) is None
    assert source.read(BLOCK_SECONDS) is not None
    source.close()


def test_end_of_sound_is_said_again_and_again(tmp_path: Path) -> None:
    source = WavSource(write_wav(tmp_path / "sound.wav", b""))
    for _ in range(3):
        with pytest.raises(EndOfSound):
            source.read(0.0)
    source.close()


def test_health_names_the_file_and_not_its_folder(tmp_path: Path) -> None:
    source = WavSource(write_wav(tmp_path / "sound.wav", silence(0.1)))
    assert (source.health.device, source.health.is_open, source.health.trouble) == ("sound.wav", True, "")
    source.close()
    source.close()
    assert not source.health.is_open


def test_closed_recording_is_over(tmp_path: Path) -> None:
    source = WavSource(write_wav(tmp_path / "sound.wav", silence(1.0)))
    source.close()
    with pytest.raises(EndOfSound):
        source.read(0.0)


def test_header_of_a_stream_that_knows_no_length_is_taken(tmp_path: Path) -> None:
    path = write_wav(tmp_path / "sound.wav", silence(0.5))
    data = bytearray(path.read_bytes())
    data[4:8] = data[40:44] = struct.pack("<I", 0x7FFF_FFFF)
    path.write_bytes(data)
    assert len(everything(WavSource(path))) == 5


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"RIFF",
        b"ID3\x03 an mp3",
        b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x03\0\x01\0\x80>\0\0\0\xfa\0\0\x04\0\x20\0data\0\0\0\0",  # floats
        b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\0\0\0\0\0\xfa\0\0\x02\0\x10\0data\0\0\0\0",  # 0 Hz
        b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\0\0\x80>\0\0\0\xfa\0\0\x02\0\x10\0data\0\0\0\0",  # no channels
        b"RIFF\xff\xff\xff\xffWAVE" + b"\xff" * 50,
    ],
)
def test_what_is_no_plain_wav_is_refused_in_words(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "sound.wav"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"^sound\.wav "):
        WavSource(path)


def test_missing_file_and_folder_are_refused_without_their_place(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.wav", tmp_path):
        with pytest.raises(UsageError) as refusal:
            WavSource(path)
        assert str(tmp_path.parent) not in str(refusal.value)


def test_damaged_recording_ends_early_and_does_no_harm(tmp_path: Path) -> None:
    path = write_wav(tmp_path / "sound.wav", tone(1.0))
    path.write_bytes(path.read_bytes()[:20_001])
    assert len(everything(WavSource(path))) == 7
