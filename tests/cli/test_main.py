"""The command line as a whole: what it says of mistakes, and that a bug is not dressed up as anything else."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from genie_host.cli.main import run_guarded
from genie_host.core.errors import Cancelled, PhoneGone


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["screen", "nonsense"],
        ["screen", "render", "--nonsense"],
        ["version", "--nonsense"],
        ["models", "pull"],
    ],
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


def fails(error: BaseException) -> Callable[[], None]:
    def command() -> None:
        raise error

    return command


def test_bug_is_called_a_bug_in_one_sentence_and_has_an_exit_code_of_its_own(capsys) -> None:
    assert run_guarded(fails(ValueError("two\nlines"))) == 70
    err = capsys.readouterr().err
    assert err.startswith("genie: this is a bug")
    assert err.count("\n") == 1


def test_bug_shows_itself_whole_to_those_who_ask() -> None:
    with pytest.raises(ValueError, match="why"):
        run_guarded(fails(ValueError("why")), is_debugging=True)


@pytest.mark.parametrize(("error", "code"), [(PhoneGone("Gone."), 4), (Cancelled(), 130), (KeyboardInterrupt(), 130)])
def test_error_becomes_a_sentence_and_an_exit_code(capsys, error, code) -> None:
    assert run_guarded(fails(error)) == code
    assert capsys.readouterr().err in ("genie: Gone.\n", "genie: stopped\n")
