"""``genie ask`` with a recording, and start-up errors that are heard as well as seen."""

from __future__ import annotations

import array
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.voice.rig import SoundRig, spoken
from tests.voice.session.listening import ROOT, WIFI, settings

pytestmark = pytest.mark.sound

_SECONDS = 500


def ask(environment: dict[str, str], *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), "ask", *map(str, arguments)],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
    )


def test_a_recording_is_heard_and_nothing_is_done_in_a_dry_run(korean_model: Path, tmp_path: Path) -> None:
    wav = spoken(tmp_path / "said.wav", 0.3, WIFI, 0.3)
    ran = ask(settings(tmp_path / "state", korean_model), "--wav", wav, "--dry-run")
    assert ran.returncode == 0, ran.stderr
    assert "“turn on Wi-Fi”" in ran.stdout
    assert not (tmp_path / "state" / "audit").exists()


def test_a_recording_is_done_on_the_phone_and_kept_where_it_was_asked_for(korean_model: Path, tmp_path: Path) -> None:
    wav = spoken(tmp_path / "said.wav", 0.3, WIFI, 0.3)
    environment = settings(tmp_path / "state", korean_model)
    ran = ask(environment, "--wav", wav, "--quiet", "--device", "sim", "--keep-audio", tmp_path / "kept")
    assert ran.returncode == 0, ran.stderr
    assert "Wi-Fi: on" in ran.stdout
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["heard-0001.wav"]


def test_a_recording_in_which_nothing_is_said_leads_to_nothing(korean_model: Path, tmp_path: Path) -> None:
    wav = spoken(tmp_path / "said.wav", 0.5)
    ran = ask(settings(tmp_path / "state", korean_model), "--wav", wav, "--dry-run")
    assert ran.returncode == 1, (ran.stdout, ran.stderr)


def test_what_keeps_it_from_beginning_is_heard_as_well_as_seen(rig: SoundRig, tmp_path: Path) -> None:
    recording = rig.record()
    wav = spoken(tmp_path / "said.wav", 0.5)
    ran = ask({"GENIE_STATE_DIR": str(tmp_path / "state")}, "--wav", wav, "--device", "sim")
    assert ran.returncode == 8
    assert "genie voice models pull" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert max(array.array("h", recording.stop())) > 1000
