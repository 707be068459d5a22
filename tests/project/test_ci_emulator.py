"""The workflow in docs/ci-emulator.md cannot run here; what can be known of it without an emulator is checked."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from genie_host.cli.main import app

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ci-emulator.md").read_text(encoding="utf-8")


def workflow() -> dict[str, Any]:
    block = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    loaded: dict[str, Any] = yaml.safe_load(block[1])
    return loaded


def scripts() -> list[str]:
    return [step["run"] for step in workflow()["jobs"]["emulator"]["steps"] if "run" in step]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("number", range(len(scripts())))
def test_script_of_the_workflow_is_valid_shell(number: int) -> None:
    read = subprocess.run(["bash", "-n"], input=scripts()[number], text=True, capture_output=True, check=False)
    assert (read.returncode, read.stderr) == (0, "")


def test_every_genie_command_in_the_workflow_exists() -> None:
    used = {word for script in scripts() for word in re.findall(r"\.venv/bin/genie ([a-z]+)", script)}
    known = {command.name for command in app.registered_commands} | {group.name for group in app.registered_groups}
    assert used
    assert used <= known


def test_every_make_target_in_the_workflow_exists() -> None:
    targets = {word for script in scripts() for word in re.findall(r"\bmake ([a-z-]+)", script)}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets == {"test-phone"}
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_workflow_boots_waits_checks_and_runs_a_goal_in_that_order() -> None:
    text = "\n".join(scripts())
    places = [text.index(word) for word in ("emulator -avd", "sys.boot_completed", "make test-phone", "genie run")]
    assert places == sorted(places)


def test_workflow_has_no_secret_and_no_address() -> None:
    assert "secrets." not in PAGE
    assert not re.search(r"https?://|\b[\w-]+\.(com|io|org|net)\b", PAGE)


def test_page_says_that_it_was_never_run() -> None:
    assert "has not been run" in PAGE
