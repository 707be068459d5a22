"""Tools for text and files: what they print for the lines that test scripts use."""

from __future__ import annotations

import pytest
from shell_runner import run

FRUIT = "printf 'pear 3\\napple 12\\nfig 7\\napple 12\\n'"


@pytest.mark.parametrize(
    ("script", "output"),
    [
        (f"{FRUIT} | sort", "apple 12\napple 12\nfig 7\npear 3\n"),
        (f"{FRUIT} | sort -u | sort -k2 -nr", "apple 12\nfig 7\npear 3\n"),
        (f"{FRUIT} | sort | uniq -c | head -n 1", "      2 apple 12\n"),
        (f"{FRUIT} | sort | uniq -d", "apple 12\n"),
        (f"{FRUIT} | cut -d' ' -f2", "3\n12\n7\n12\n"),
        (f"{FRUIT} | cut -c 1-2 | head -1", "pe\n"),
        ("echo a:b:c | cut -d: -f1,3-", "a:c\n"),
        (f"{FRUIT} | tail -n 1", "apple 12\n"),
        (f"{FRUIT} | tail -n +4", "apple 12\n"),
        (f"{FRUIT} | head -c 4", "pear"),
        (f"{FRUIT} | wc -w", "8\n"),
        (f"{FRUIT} | grep -c apple", "2\n"),
        (f"{FRUIT} | grep -n fig", "3:fig 7\n"),
        (f"{FRUIT} | grep -o '[0-9]*7'", "7\n"),
        (f"{FRUIT} | grep -E '^(fig|pear)' | wc -l", "2\n"),
        (f"{FRUIT} | grep 'fig\\|pear' | wc -l", "2\n"),
        (f"{FRUIT} | grep -F '.'; echo $?", "1\n"),
        (f"{FRUIT} | grep -w app; echo $?", "1\n"),
        (f"{FRUIT} | grep -x 'fig 7'", "fig 7\n"),
        (f"{FRUIT} | grep -q fig && echo found", "found\n"),
        (f"{FRUIT} > /sdcard/f; grep -l fig /sdcard/f /sdcard/Download/readme.txt", "/sdcard/f\n"),
        (f"{FRUIT} > /sdcard/f; grep -e fig /sdcard/f /sdcard/f", "/sdcard/f:fig 7\n/sdcard/f:fig 7\n"),
        (f"{FRUIT} | sed 's/apple/plum/; /fig/d'", "pear 3\nplum 12\nplum 12\n"),
        (f"{FRUIT} | sed -n 2p", "apple 12\n"),
        (f"{FRUIT} | sed -n '3,$p' | wc -l", "2\n"),
        (f"{FRUIT} | sed 1q", "pear 3\n"),
        (f"{FRUIT} | sed -n '/pear/p'", "pear 3\n"),
        ("echo a/b/a | sed 's|/|-|g; s/-\\(.\\)-/[\\1]/'", "a[b]a\n"),
        ("echo abc | sed -E 's/(b)(c)/\\2\\1&/'", "acbbc\n"),
        (f"{FRUIT} | awk '{{print $2}}' | head -1", "3\n"),
        (f"{FRUIT} | awk '/fig/ {{print $1, $NF, NR}}'", "fig 7 3\n"),
        (f"{FRUIT} | awk 'NR==2'", "apple 12\n"),
        ("echo a:b | awk -F: '{print \"x\" $2}'", "xb\n"),
        ("echo a,b | awk -F , '{print $1; }'", "a\n"),
        ("echo Hello | tr 'a-z' 'A-Z'", "HELLO\n"),
        ("echo aabbc | tr -s ab; echo aabbc | tr -d b", "abc\naac\n"),
        ("printf 'x\\r\\n' | tr -d '\\r'", "x\n"),
        ("echo hi | base64; echo aGkK | base64 -d", "aGkK\nhi\n"),
        ("echo hi | tee /sdcard/t; cat /sdcard/t; echo ho | tee -a /sdcard/t; cat /sdcard/t", "hi\nhi\nho\nhi\nho\n"),
        ("seq 2 4; seq 5 -2 1", "2\n3\n4\n5\n3\n1\n"),
        ("printf '%s-%03d-%x%%\\n' a 7 255 b 8 16", "a-007-ff%\nb-008-10%\n"),
        ("printf '%5s|%-5s|%c\\n' a b cde", "    a|b    |c\n"),
        ("echo -e 'a\\tb\\x41\\0101'; echo -n -e x", "a\tbAA\nx"),
        ("echo 1 2 3 | xargs -n 1 echo x", "x 1\nx 2\nx 3\n"),
        ("printf 'a\\nb c\\n' | xargs -I{} echo '[{}]'", "[a]\n[b c]\n"),
        ("echo '' | xargs -r echo nothing", ""),
        ("echo false | xargs sh -c; echo $?", "123\n"),
        ("timeout 5 echo in time", "in time\n"),
        ("timeout 0.01 logcat >/dev/null; echo $?", "124\n"),
        ("timeout x echo; echo $?", "125\n"),
        ("echo 'echo from stdin' | sh", "from stdin\n"),
        ("basename /a/b.txt .txt; dirname /a/b.txt; dirname b", "b\n/a\n.\n"),
        ("cd /sdcard/Download; realpath readme.txt; pwd", "/sdcard/Download/readme.txt\n/sdcard/Download\n"),
        ("cd /sdcard; cd Download; cd -; cd ..; pwd", "/\n"),
        ("find /sdcard -name 're*.txt' -type f", "/sdcard/Download/readme.txt\n"),
        ("find /sdcard -maxdepth 1 -type d", "/sdcard\n/sdcard/DCIM\n/sdcard/Download\n/sdcard/Pictures\n"),
        ("du -s /sdcard/Download", "1\t/sdcard/Download\n"),
        ("stat -c '%s %a %F' /sdcard/Download/readme.txt", "31 644 regular file\n"),
        ("mkdir /sdcard/a; echo 1 > /sdcard/a/x; cp -r /sdcard/a /sdcard/b; ls /sdcard/b", "x\n"),
        ("mkdir /sdcard/a; mv /sdcard/Download/readme.txt /sdcard/a; ls /sdcard/a", "readme.txt\n"),
        ("mkdir /sdcard/a; rmdir /sdcard/a; [ -d /sdcard/a ]; echo $?", "1\n"),
        ("touch /sdcard/x; chmod u+x,g= /sdcard/x; chmod +x /sdcard/x; ls -l /sdcard/x | cut -c 1-10", "-rwxr-xr-x\n"),
        ("chmod 600 /sdcard/Download/readme.txt; ls -l /sdcard/Download | tail -1 | cut -c 1-10", "-rw-------\n"),
        ("touch /sdcard/.hidden; ls -A /sdcard | head -1; ls -a /sdcard | head -2", ".hidden\n.\n..\n"),
        ("ls -R /sdcard/Download; ls -d /sdcard", "/sdcard/Download:\nreadme.txt\n/sdcard\n"),
        ("echo -n abc | sha1sum | cut -c 1-8; echo -n abc | sha256sum | cut -c 1-8", "a9993e36\nba7816bf\n"),
        ("[ 2 -gt 1 -a a != b ] && echo yes; test -z '' -o x = y && echo yes", "yes\nyes\n"),
        ("[ ! -s /none ] && [ -s /sdcard/Download/readme.txt ] && [ -n x ] && [ x ] && echo yes", "yes\n"),
        ("[[ abc =~ ^a.c$ ]] && echo yes", "yes\n"),
        ("[ 1 -eq one ]; echo $?; [ a b c ]; echo $?; [ a; echo $?", "2\n2\n2\n"),
        ("date -u +%Y", "2026\n"),
        ("uname -m; uname; hostname; nproc; whoami", "aarch64\nLinux\nlocalhost\n8\nshell\n"),
        ("id -un; printenv USER; printenv NOTHING; echo $?", "shell\nshell\n1\n"),
        ("df | tail -1 | awk '{print $NF}'; free -m | grep -c Mem", "/storage/emulated\n1\n"),
        ("toybox | wc -w | grep -c .", "1\n"),
        ('set a b; echo $1 $2 $# "$*"; echo ${3-none} ${1:+is}', "a b 2 a b\nnone is\n"),
        ("read x < /sdcard/Download/readme.txt; echo $x", "hello from the simulated phone\n"),
        ("A='a  b'; echo $A; echo \"$A\"; for x in $A; do echo [$x]; done", "a b\na  b\n[a]\n[b]\n"),
        ("echo $((0x10 + 010 - -1)) $((1 << 3 | 1)) $((!0)) $((~0)) $((5 % 3)) $((2 == 2 && 0))", "27 9 1 -1 2 0\n"),
        ("x=5; echo $((x * 2)) $(($x - 1)) $((y))", "10 4 0\n"),
        (". /none; echo $?; echo 'V=7' > /sdcard/v; . /sdcard/v; echo $V", "1\n7\n"),
    ],
)
def test_script_prints(sim_phone, script, output):
    assert run(sim_phone, script).output == output


@pytest.mark.parametrize(
    ("script", "errors"),
    [
        ("cat /sdcard", "cat: /sdcard: Is a directory\n"),
        ("rm /sdcard/Download", "rm: /sdcard/Download: is a directory\n"),
        ("rmdir /sdcard", "rmdir: /sdcard: Directory not empty\n"),
        ("mkdir /none/a", "mkdir: '/none/a': No such file or directory\n"),
        ("cp -r /sdcard /sdcard/x", "cp: bad '/sdcard/x': No such file or directory\n"),
        ("cp /sdcard /x", "cp: Skipped dir '/sdcard'\n"),
        ("echo x > /none/a", "/system/bin/sh: can't create /none/a: No such file or directory\n"),
        ("echo x > /sdcard", "/system/bin/sh: can't create /sdcard: Is a directory\n"),
        ("cd /none", "/system/bin/sh: cd: /none: No such file or directory\n"),
        (
            "/sdcard/Download/readme.txt",
            "/system/bin/sh: /sdcard/Download/readme.txt: can't execute: Permission denied\n",
        ),
        ("echo ${X?is missing}", "/system/bin/sh: X: is missing\n"),
        ("echo $((1 / 0))", "/system/bin/sh: zero divisor\n"),
        ("echo $((1 +))", "/system/bin/sh: unexpected 'end of expression'\n"),
        ("type none", "/system/bin/sh: type: none: not found\n"),
        ("seq x", "seq: bad number 'x'\n"),
        ("awk 'BEGIN{}'", "awk: this phone's awk only prints columns\n"),
        ("sed y/a/b/", "sed: bad pattern: y/a/b/\n"),
        ("setprop ro.serialno x", "Failed to set property 'ro.serialno' to 'x'.\nSee dmesg for error reason.\n"),
    ],
)
def test_script_complains(sim_phone, script, errors):
    result = run(sim_phone, script)
    assert result.errors == errors
    assert result.status != 0


def test_a_file_that_is_written_can_be_read_at_once(sim_phone):
    assert run(sim_phone, "{ echo a; cat /sdcard/f; } > /sdcard/f; cat /sdcard/f").output == "a\na\n"


def test_reboot_stops_everything(sim_phone):
    sim_phone.world.start_app("com.example.notes")
    run(sim_phone, "reboot")
    assert not sim_phone.world.is_running("com.example.notes")


@pytest.mark.parametrize(
    ("script", "piece"),
    [
        ("pm list features", "feature:android.hardware.touchscreen"),
        ("pm list users", "UserInfo{0:Owner"),
        ("pm list permissions", "permission:android.permission.CAMERA"),
        ("pm list packages -f --show-versioncode -U -i notes", "versionCode:1  installer=null uid:"),
        ("pm resolve-activity com.example.notes", "name=com.example.notes.MainActivity"),
        ("cmd package resolve-activity --brief com.example.none", "No activity found"),
        ("cmd package query-activities -a android.settings.DISPLAY_SETTINGS", "packageName=com.android.settings"),
        ("cmd package resolve-activity -c android.intent.category.HOME -a android.intent.action.MAIN", "launcher3"),
        ("cmd package query-services", "No services found"),
        ("pm get-install-location", "0[auto]"),
        ("cmd wifi list-networks", "HomeNet"),
        ("cmd wifi list-scan-results", "WPA2"),
        ("cmd wifi connect-network Cafe open; cmd wifi status", 'connected to "Cafe"'),
        ("cmd connectivity airplane-mode", "disabled"),
        ("svc power stayon true; settings get global stay_on_while_plugged_in", "7"),
        ("cmd statusbar get-status-icons", "wifi"),
        ("cmd uimode night", "Night mode: no"),
        ("cmd notification set_dnd on; dumpsys notification", "ZEN_MODE_IMPORTANT_INTERRUPTIONS"),
        ("wm user-rotation", "free"),
        ("wm user-rotation lock 1; dumpsys display", "orientation=1"),
        ("logcat -g", "main: ring buffer is"),
        ("ip route", "192.168.1.0/24"),
        ("ifconfig wlan0", "inet addr:192.168.1.77"),
        ("uptime", "load average"),
        ("getprop -T", "[ro.serialno]: [string]"),
        ("ps --help", "-A"),
        ("dumpsys | head -n 2", "DUMP OF SERVICE SurfaceFlinger"),
        ("dumpsys meminfo com.example.none", "No process found"),
        ("dumpsys SurfaceFlinger --list", "StatusBar#"),
    ],
)
def test_answer_contains(sim_phone, script, piece):
    assert piece in run(sim_phone, script).output
