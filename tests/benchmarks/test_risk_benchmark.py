"""The benchmark of the gate runs on any table and folder of dumps, and counts what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.phone.dumps import dump, node, screen

ROOT = Path(__file__).parent.parent.parent
HEAD = "file\ttool\targs\tlabel\treason"


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    script = str(ROOT / "benchmarks" / "risk.py")
    command = [sys.executable, script, "--rows", str(folder / "rows.tsv"), "--dumps", str(folder), *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two apps, five rows: one grave one is labelled wrongly, so that a miss and a false gate can be seen."""
    for name, package in (("a.xml", "com.example.pay"), ("b.xml", "com.example.notes")):
        buttons = [
            node("Button", (0, 400, 1080, 500), text="Pay now", clickable=True, package=package),
            node("Button", (0, 600, 1080, 700), text="Help", clickable=True, package=package),
        ]
        (tmp_path / name).write_text(dump(screen(*buttons)), encoding="utf-8")
    rows = [
        HEAD,
        'a.xml\ttap\t{"text": "Pay now"}\tyes\tpays',
        'a.xml\ttap\t{"text": "Help"}\tno\thelp',
        'b.xml\ttap\t{"text": "Help"}\tyes\twrong label',
        'b.xml\ttap\t{"text": "Pay now"}\tno\twrong label',
        'b.xml\tadb_shell\t{"cmd": "pm clear com.a"}\tyes\twipes',
    ]
    (tmp_path / "rows.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (tmp_path / "index.tsv").write_text("file\tapp_package\na.xml\tone\nb.xml\ttwo\n", encoding="utf-8")
    return tmp_path


def test_the_figures_of_both_rules_and_of_five_folds_are_told(folder: Path) -> None:
    ran = run(folder, "--json")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["ours"] == {"rows": 5, "yes": 3, "recall": 0.6667, "no_gated": 0.5}
    assert told["two_signals"]["recall"] == 0
    assert [fold["apps"] for fold in told["folds"]] == [["two"], ["one"], [], [], []]
    assert ("wrong label" in told["missed"][0], len(told["missed"]), len(told["gated"])) == (True, 1, 1)
    assert told["verdict_ms"]["first"] > 0


def test_a_bar_that_is_missed_ends_in_failure(folder: Path) -> None:
    assert run(folder, "--least-recall", "0.6").returncode == 0
    ran = run(folder, "--least-recall", "0.9")
    assert (ran.returncode, "recall 0.667" in ran.stdout) == (1, True)
    assert run(folder, "--most-gated", "0.1").returncode == 1


def test_no_rows_is_an_error(folder: Path) -> None:
    (folder / "rows.tsv").write_text(HEAD + "\n", encoding="utf-8")
    assert run(folder).returncode == 2
