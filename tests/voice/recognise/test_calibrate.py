"""``genie voice calibrate`` as a user runs it, with recordings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from genie_host.voice.settings import load_settings

pytestmark = [pytest.mark.sound, pytest.mark.slow]

ROOT = Path(__file__).parents[3]


def test_what_the_model_hears_becomes_an_alias(korean_model: Path, tmp_path: Path) -> None:
    """The model has no 젬마, so it hears something else, which from then on wakes."""
    wav, state = tmp_path / "take.wav", tmp_path / "state"
    subprocess.run(["espeak-ng", "-v", "ko+f1", "-s", "155", "-w", str(wav), "하모니카"], check=True, timeout=60)

    takes = ("--wav", str(wav), "--wav", str(wav))

    def calibrate(*options: str) -> str:
        model = ("--speech-model", str(korean_model), "--language", "ko")
        return subprocess.run(
            [sys.executable, str(ROOT / "cli.py"), "voice", "calibrate", *model, "--phrase", "젬마", *takes, *options],
            env={**os.environ, "GENIE_STATE_DIR": str(state)},
            check=True,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            timeout=600,
        ).stdout

    assert "is another name from now on" in calibrate("--dry-run")
    assert not (state / "voice.toml").exists()

    calibrate()
    settings = load_settings(state)
    assert settings.phrase == "젬마"
    assert settings.aliases
    assert settings.wake_phrases == ("젬마", *settings.aliases)
    assert settings.language == "ko"
