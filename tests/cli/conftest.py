"""Runs the command line as a user's shell would, in this process or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from genie_host.cli.main import main

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def state_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What Genie remembers of phones is the test's own."""
    monkeypatch.setenv("GENIE_STATE_DIR", str(tmp_path / "state"))


@pytest.fixture
def genie(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """``genie("screen", "render", ...)`` in this process, through the same entry as the real command."""

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(int(end.value.code or 0), captured.out, captured.err)

    return run


@pytest.fixture
def start_genie() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """The real command in a process of its own, its streams in our hands; ended with the test."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: object, **environment: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "cli.py"), *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env={**os.environ, **environment},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        if not process.stdout.closed:
            process.communicate()
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()
        process.wait()
