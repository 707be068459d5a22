"""``genie voice microphones`` in a process of its own, as a user's shell runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.voice.rig import SoundRig

pytestmark = pytest.mark.sound
ROOT = Path(__file__).parents[3]


def genie(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "cli.py"), "voice", "microphones", *arguments]
    return subprocess.run(
        command, env={**os.environ, "COLUMNS": "200"}, capture_output=True, text=True, timeout=120, check=False
    )


def test_microphones_are_listed_for_people_and_for_programs(rig: SoundRig) -> None:
    listed = genie()
    assert listed.returncode == 0, listed.stderr
    line = next(line for line in listed.stdout.splitlines() if line.startswith("vmic "))
    assert "the system's choice" in line
    found = {entry["name"]: entry for entry in json.loads(genie("--json").stdout)}
    assert found["vmic"]["is_default"]
    assert found["spk.monitor"]["is_monitor"]


def test_no_sound_server_is_eight_in_words_and_an_empty_list_for_programs(rig: SoundRig) -> None:
    rig.kill_server()
    refused = genie()
    assert refused.returncode == 8
    assert "There is no microphone." in refused.stdout + refused.stderr
    assert json.loads(genie("--json").stdout) == []
