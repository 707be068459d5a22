"""The scripts that make vectors: the kept files are what they make, and requests by chance are read again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from genie_host.core.gap.requests import Request
from tests.protocol.phone_side import KnownHost, lines_for, received
from tests.protocol.vectors import FOLDER, HOST_NAME, KEYS

ROOT = Path(__file__).parents[2]


def run(script: str, *arguments: str) -> None:
    command = [sys.executable, str(ROOT / "scripts" / script), *arguments]
    subprocess.run(command, check=True, timeout=300, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE)


@pytest.mark.slow
def test_kept_vectors_are_what_their_script_makes(tmp_path) -> None:
    run("protocol_golden.py", str(tmp_path))
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in FOLDER.glob("*.json")}


@pytest.mark.slow
def test_requests_by_chance_are_read_again_and_are_the_same_for_the_same_seed(tmp_path) -> None:
    for name in ("a", "b"):
        run("protocol_vectors.py", "--count", "40", "--seed", "11", "--out", str(tmp_path / name))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    made = json.loads((tmp_path / "a").read_text(encoding="ascii"))
    assert len(made["requests"]) == 40
    known = KnownHost(key=KEYS["host"], name=HOST_NAME, key_id=KEYS["phone"].id)
    for case in made["requests"]:
        request = received(case["envelope"].encode("utf-8"), {KEYS["host"].id: known})
        assert isinstance(request, Request)
        assert list(lines_for(request, known, case["app_label"])) == case["lines"]
        assert all("\n" not in line for line in case["lines"])
