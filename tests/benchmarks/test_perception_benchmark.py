"""The benchmark of perception runs on any folder of dumps and counts what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.phone.dumps import dump, node, screen

ROOT = Path(__file__).parent.parent.parent


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "benchmarks" / "perception.py"), "--dumps", str(folder), *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    row = node(
        "LinearLayout", (0, 600, 1080, 700), node("TextView", (0, 610, 500, 690), text="Battery"), clickable=True
    )
    area = node("ScrollView", (0, 300, 1080, 2300), row, scrollable=True)
    text = dump(screen(area, node("Button", (0, 100, 1080, 200), text="Go", clickable=True)))
    (tmp_path / "one.xml").write_text(text, encoding="utf-8")
    (tmp_path / "two.xml").write_bytes(f"{text}\nUI hierchary dumped to: /dev/tty".encode("utf-16"))
    return tmp_path


@pytest.mark.slow
def test_each_dump_is_measured_for_ours_u2cli_and_the_xml(folder: Path) -> None:
    done = run(folder, "--json", "--rounds", "1")
    report = json.loads(done.stdout)
    assert [row["dump"] for row in report["dumps"]] == ["one.xml", "two.xml"]
    for row in report["dumps"]:
        assert (row["actionable"], row["ours_kept"], row["leaves"], row["leaves_kept"]) == (3, 3, 2, 2)
        assert 0 < row["ours_tokens"] < row["u2cli_tokens"] < row["xml_tokens"]
        assert min(row["ours_ms"], row["u2cli_ms"], row["lxml_ms"]) > 0
        assert row["lost"] == []
    assert report["total"]["lost"] == 0


@pytest.mark.slow
def test_the_table_has_a_line_for_each_dump(folder: Path) -> None:
    done = run(folder, "--rounds", "1")
    assert "one.xml" in done.stdout
    assert "The goal is" in done.stdout


@pytest.mark.slow
def test_a_folder_without_dumps_is_refused(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == 2
    assert "there is no dump" in done.stderr
