"""The shell's language: lists, pipes, quotes, variables, redirections."""

from __future__ import annotations

import pytest
from shell_runner import Result, run

from genie_host.simphone.shell.parser import parse
from genie_host.simphone.shell.scanner import ShellSyntaxError


@pytest.mark.parametrize(
    ("script", "output"),
    [
        ("echo a; echo b", "a\nb\n"),
        ("echo a\necho b", "a\nb\n"),
        ("false; echo X4EXIT:$?", "X4EXIT:1\n"),
        ("false && echo no; echo yes", "yes\n"),
        ("false || echo yes", "yes\n"),
        ("true || echo no", ""),
        ("false && echo no || echo yes", "yes\n"),
        ("true && false || echo yes", "yes\n"),
        ("echo 'a  b' \"c  d\" e\\ f", "a  b c  d e f\n"),
        ("echo 'single $?' \"double $?\"", "single $? double 0\n"),
        ('echo "a\\"b\\n"', 'a"b\\n\n'),
        ("echo a;echo b # not this", "a\nb\n"),
        ("A=1 B='x y'; echo $A-${B}", "1-x y\n"),
        ("export A=7 B=; echo $A$B$C.", "7.\n"),
        ("echo $ 5$", "$ 5$\n"),
        ("echo '' | wc -l", "1\n"),
        ("printf", ""),
        ("echo one two | grep two", "one two\n"),
        ("ps | grep -v launcher | head -n 1 | wc -l", "1\n"),
        ("echo hi > /sdcard/f; echo ho >> /sdcard/f; cat /sdcard/f", "hi\nho\n"),
        ("cat < /sdcard/Download/readme.txt", "hello from the simulated phone\n"),
        ("cat /none 2>/dev/null; echo $?", "1\n"),
        ("cat </dev/null; echo done", "done\n"),
        ("exec echo hi", "hi\n"),
        ("toybox echo hi", "hi\n"),
        ("/system/bin/echo hi", "hi\n"),
        ("echo a; exit; echo b", "a\n"),
        ("echo -n a; echo b", "ab\n"),
        ("echo a & echo b", "b\n"),
        ("", ""),
        ("  \n ; ", ""),
    ],
)
def test_script_prints(sim_phone, script, output):
    assert run(sim_phone, script).output == output


def test_errors_go_where_they_are_sent(sim_phone):
    complaint = "cat: /none: No such file or directory\n"
    assert run(sim_phone, "cat /none").errors == complaint
    assert run(sim_phone, "cat /none 2>&1").output == complaint
    assert run(sim_phone, "echo oops >&2").errors == "oops\n"
    assert run(sim_phone, "cat /none 2>/sdcard/log; cat /sdcard/log").output == complaint


def test_exit_status_is_the_last_commands(sim_phone):
    assert run(sim_phone, "false; true").status == 0
    assert run(sim_phone, "true | false").status == 1
    assert run(sim_phone, "exit 7").status == 7


def test_missing_input_file_stops_the_command(sim_phone):
    result = run(sim_phone, "cat < /none")
    assert (result.status, result.output) == (1, "")
    assert "can't open /none" in result.errors


@pytest.mark.parametrize("script", ["echo 'a", 'echo "a', "| cat", "echo a &&", "echo >", "(echo a)", "echo $(date)"])
def test_script_that_is_no_script_is_a_syntax_error(sim_phone, script):
    with pytest.raises(ShellSyntaxError):
        parse(script)
    result = run(sim_phone, script)
    assert (result.status, result.output) == (1, "")
    assert result.errors.startswith("/system/bin/sh: ")


def test_unknown_command_is_127_and_on_record(sim_phone):
    result = run(sim_phone, "nonsense --now 'a b'; echo $?")
    assert result == Result(0, "127\n", "/system/bin/sh: nonsense: inaccessible or not found\n")
    assert sim_phone.unknown_commands == ["nonsense --now a b"]


@pytest.mark.parametrize(("script", "status"), [("exit 300", 44), ("grep '(' < /dev/null", 2), ("sleep x", 1)])
def test_odd_arguments_end_with_a_status(sim_phone, script, status):
    assert run(sim_phone, script).status == status
