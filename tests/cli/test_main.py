"""The command line as a whole: what it says of mistakes, and that a bug is not dressed up as anything else."""

from __future__ import annotations

import json

import pytest


@pytest.mark.parametrize(
    "arguments",
    [["nonsense"], ["screen", "nonsense"], ["screen", "render"], ["version", "--nonsense"], ["models", "pull"]],
)
def test_command_that_does_not_exist_is_a_usage_error(genie, arguments) -> None:
    ran = genie(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert "Traceback" not in ran.err


def test_help_is_printed_and_is_no_error(genie) -> None:
    ran = genie("--help")
    assert ran.code == 0
    assert "devices" in ran.out


def test_version_names_what_genie_stands_on(genie) -> None:
    ran = genie("version", "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["uiautomator2"] == "3.7.1"
    assert "adbutils" in genie("version").out
