"""What genie doctor says about hearing and speaking."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled
from genie_host.voice.audio import BLOCK_BYTES
from genie_host.voice.capture.none import NullSource
from genie_host.voice.capture.recording import WavSource
from genie_host.voice.checkup import CHECKS, State, VoiceFinding, check_microphone, check_model, check_speech, checkup
from genie_host.voice.settings import FILE_NAME, VoiceSettings
from tests.voice import rig as rig_module
from tests.voice.capture.sounds import tone
from tests.voice.rig import SoundRig


def of_sound(path: Path, pcm: bytes) -> VoiceFinding:
    source = WavSource(rig_module.write_wav(path, pcm), is_paced=True)
    try:
        return check_microphone(source, CancelToken())
    finally:
        source.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pcm", "state", "words"),
    [
        (tone(1.0), State.READY, "is heard, at -12 dBFS"),
        (bytes(10 * BLOCK_BYTES), State.ODD, "muted"),
        (tone(1.0, amplitude=32_767), State.ODD, "overdriven"),
    ],
)
def test_level_decides_what_is_said(tmp_path: Path, pcm: bytes, state: State, words: str) -> None:
    found = of_sound(tmp_path / "room.wav", pcm)
    assert (found.state, words in found.summary) == (state, True), found


def test_no_microphone_is_said_in_its_own_words() -> None:
    found = check_microphone(NullSource("There is no microphone."), CancelToken())
    assert (found.state, found.summary) == (State.ABSENT, "There is no microphone.")


def test_stop_ends_the_check() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        check_microphone(NullSource(""), token)


def test_missing_model_says_how_to_get_it(tmp_path: Path) -> None:
    found = check_model(VoiceSettings(), tmp_path)
    assert found.state is State.ABSENT
    assert "genie voice models pull" in found.summary


def test_missing_voice_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = check_speech(VoiceSettings(speaker="espeak"))
    assert found.state is State.ABSENT
    assert "espeak-ng" in found.summary


def by_check(findings: Iterable[VoiceFinding]) -> dict[str, VoiceFinding]:
    return {found.check: found for found in findings}


@pytest.mark.sound
def test_all_is_well_where_all_is_there(rig: SoundRig, korean_model: Path, tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text(f'model = "{korean_model}"\nlanguage = "ko"\n', encoding="utf-8")
    player = rig.start_playing(rig_module.write_wav(tmp_path / "tone.wav", tone(30.0)))
    found = by_check(checkup(tmp_path, CancelToken()))
    player.stop()
    assert tuple(found) == CHECKS
    assert {finding.state for finding in found.values()} == {State.READY}, found


@pytest.mark.sound
def test_unplugged_microphone_and_damaged_settings_are_found(rig: SoundRig, tmp_path: Path) -> None:
    rig.unload_source()
    (tmp_path / FILE_NAME).write_text("model = 7\n", encoding="utf-8")
    found = by_check(checkup(tmp_path, CancelToken()))
    assert found["voice.microphone"].state is State.ABSENT
    assert found["voice.model"].state is State.ODD
