"""Every error has an exit code, and they are the documented ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genie_host.cli.exits import ExitCode, exit_code_of
from genie_host.core import errors

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.UsageError("x"), 2),
        (errors.Cancelled(), 130),
        (errors.PhoneGone("x"), 4),
        (errors.AdbMissing("x"), 4),
        (errors.OutcomeUnknown("x"), 4),
        (errors.SimulatorError("x"), 4),
        (errors.ModelMissing("x"), 5),
        (errors.ModelFetchFailed("x"), 5),
        (errors.GenieError("x"), 1),
    ],
)
def test_exit_code_follows_the_error_tree(error: errors.GenieError, code: int) -> None:
    assert exit_code_of(error) == code


def test_readme_lists_every_exit_code() -> None:
    listed = {int(code) for code in re.findall(r"^\| (\d+) \|", README, re.MULTILINE)}
    assert listed == {int(code) for code in ExitCode}
