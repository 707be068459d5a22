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
        ("(echo a; echo b) | wc -l", "2\n"),
        ("A=1; (A=2; cd /sdcard); echo $A $PWD", "1 /\n"),
        ("{ echo a; echo b; } > /sdcard/f; cat /sdcard/f", "a\nb\n"),
        ("echo $(echo a; echo b) `echo c`", "a b c\n"),
        ('echo "$(echo "a  b")"', "a  b\n"),
        ("X=$(false); echo $?", "1\n"),
        ("if [ -f /none ]; then echo yes; elif true; then echo two; else echo no; fi", "two\n"),
        ("for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done", "1\n3\n"),
        ("i=0; while [ $i -lt 3 ]; do i=$((i+1)); echo $i; done", "1\n2\n3\n"),
        ("until false; do break; done; echo $?", "0\n"),
        ("while true; do echo x; break; done", "x\n"),
        ("case abc in a*) echo star;; *) echo other;; esac", "star\n"),
        ("case x in a|b) echo ab;; *) echo other;; esac", "other\n"),
        ("! false && echo yes", "yes\n"),
        ("printf 'a b\\nc\\n' | while read x y; do echo $y-$x; done", "b-a\n-c\n"),
        ("echo ${A:-none} ${A:=set} $A ${#A} ${A%t} ${A#s} ${A+is}", "none set set 3 se et is\n"),
        ("F=/a/b/c.txt; echo ${F##*/} ${F%/*}", "c.txt /a/b\n"),
        ("cd /sdcard; touch b1 b2; echo b*; echo 'b*'; echo z*", "b1 b2\nb*\nz*\n"),
        ("ls /sdcard/Down*/*.txt", "/sdcard/Download/readme.txt\n"),
        ("cat <<END\nhi $USER\nEND\necho after", "hi shell\nafter\n"),
        ("sh -c 'echo $1' name arg", "arg\n"),
        ("set -- a 'b c'; for x in \"$@\"; do echo $x; done; shift; echo $#", "a\nb c\n1\n"),
        ("eval 'A=1; echo $A'", "1\n"),
        ("echo $((2 + 3 * (4 - 1))) $((7 / 2)) $((1 < 2 ? 5 : 6))", "11 3 5\n"),
        ("X=1 env | grep ^X", "X=1\n"),
        ("export Y=2; env | grep ^Y; unset Y; echo [$Y]", "Y=2\n[]\n"),
        ("command -v ls", "/system/bin/ls\n"),
        ("type cd", "cd is a shell builtin\n"),
        ("printf 'echo from $1' > /sdcard/s.sh; sh /sdcard/s.sh file", "from file\n"),
        ("printf '#!/system/bin/sh\\necho ran $1' > /sdcard/s; chmod 755 /sdcard/s; /sdcard/s x", "ran x\n"),
        ("yes | head -n 2", "y\ny\n"),
        ("logcat | head -n 1 | wc -l", "1\n"),
        ("while true; do echo on; done | head -n 2", "on\non\n"),
        ("seq 3 | xargs echo", "1 2 3\n"),
        ("echo a; # comment\necho b", "a\nb\n"),
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


@pytest.mark.parametrize(
    "script", ["echo 'a", 'echo "a', "| cat", "echo a &&", "echo >", "(echo a", "echo $(date", "if true", "done"]
)
def test_script_that_is_no_script_is_a_syntax_error(sim_phone, script):
    with pytest.raises(ShellSyntaxError):
        parse(script)
    result = run(sim_phone, script)
    assert (result.status, result.output) == (1, "")
    assert result.errors.startswith("/system/bin/sh: ")


@pytest.mark.unknown_commands
def test_unknown_command_is_127_and_on_record(sim_phone, unknown_commands):
    result = run(sim_phone, "nonsense --now 'a b'; echo $?")
    assert result == Result(0, "127\n", "/system/bin/sh: nonsense: inaccessible or not found\n")
    assert sim_phone.unknown_commands == ["nonsense --now a b"]
    assert unknown_commands.commands == ["unknown command: nonsense --now a b"]


@pytest.mark.parametrize(("script", "status"), [("exit 300", 44), ("grep -E '(' < /dev/null", 2), ("sleep x", 1)])
def test_odd_arguments_end_with_a_status(sim_phone, script, status):
    assert run(sim_phone, script).status == status
