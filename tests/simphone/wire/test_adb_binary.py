"""The real adb 36 against the simulated phone."""

from __future__ import annotations

import pytest


@pytest.fixture
def adb(adb_server, sim_serial):
    """Runs adb on the attached phone."""

    def run(*arguments, **options):
        return adb_server.run("-s", sim_serial, *arguments, **options)

    return run


def test_adb_lists_the_phone_with_its_model(adb_server, sim_serial):
    listed = adb_server.run("devices", "-l").stdout.decode()
    line = next(line for line in listed.splitlines() if line.startswith(sim_serial))
    assert line.split()[1:5] == ["device", "product:simphone", "model:SimPhone_1", "device:simphone"]


def test_adb_sees_the_features(adb):
    features = adb("features").stdout.decode().split()
    assert {"shell_v2", "cmd", "stat_v2", "ls_v2"} <= set(features)


def test_shell_keeps_output_errors_and_exit_code_apart(adb):
    done = adb("shell", "echo out; echo err >&2; exit 7", check=False)
    assert (done.stdout, done.stderr, done.returncode) == (b"out\n", b"err\n", 7)


def test_shell_of_the_first_generation_mixes_output_and_errors(adb):
    done = adb("shell", "-x", "echo out; echo err >&2; exit 7", check=False)
    assert (done.stdout, done.returncode) == (b"out\nerr\n", 0)


def test_shell_reads_standard_input(adb):
    assert adb("shell", "cat", data=b"one\ntwo\n").stdout == b"one\ntwo\n"


def test_shell_runs_a_script_from_standard_input(adb):
    done = adb("shell", data=b"A=5\necho $A\nfalse\nexit\n", check=False)
    assert (done.stdout, done.returncode) == (b"5\n", 1)


def test_shell_with_a_terminal_prompts_and_echoes(adb):
    done = adb("shell", "-tt", data=b"echo hi\rexit\r", check=False)
    assert done.stdout.split(b"simphone:/ $ ")[1] == b"echo hi\r\nhi\r\n"


@pytest.mark.unknown_commands
def test_unknown_command_ends_with_127_and_is_recorded(adb, sim):
    done = adb("shell", "frobnicate", "--now", check=False)
    assert done.returncode == 127
    assert done.stderr == b"/system/bin/sh: frobnicate: inaccessible or not found\n"
    assert sim.call(lambda phone: phone.unknown_commands) == ["frobnicate --now"]


def test_exec_out_gives_the_screenshot_byte_for_byte(adb, sim):
    assert adb("exec-out", "screencap", "-p").stdout == sim.call(lambda phone: phone.snapshots.png())


def test_push_and_pull_keep_every_byte(adb, sim, tmp_path):
    content = bytes(range(256)) * 12_000
    (tmp_path / "there.bin").write_bytes(content)
    adb("push", str(tmp_path / "there.bin"), "/sdcard/Download/")
    assert sim.call(lambda phone: phone.files.read("/storage/emulated/0/Download/there.bin")) == content
    adb("pull", "/sdcard/Download/there.bin", str(tmp_path / "back.bin"))
    assert (tmp_path / "back.bin").read_bytes() == content


def test_push_and_pull_of_a_directory_keep_its_shape(adb, tmp_path):
    (tmp_path / "tree" / "deep").mkdir(parents=True)
    (tmp_path / "tree" / "a.txt").write_bytes(b"a")
    (tmp_path / "tree" / "deep" / "b.txt").write_bytes(b"b")
    adb("push", str(tmp_path / "tree"), "/sdcard/")
    adb("pull", "/sdcard/tree", str(tmp_path / "copy"))
    assert (tmp_path / "copy" / "a.txt").read_bytes() == b"a"
    assert (tmp_path / "copy" / "deep" / "b.txt").read_bytes() == b"b"


def test_pull_of_a_missing_file_says_so(adb, tmp_path):
    done = adb("pull", "/sdcard/none", str(tmp_path / "x"), check=False)
    assert done.returncode == 1
    assert b"No such file or directory" in done.stderr + done.stdout


def test_push_onto_a_file_as_if_it_were_a_directory_fails(adb, tmp_path):
    (tmp_path / "a").write_bytes(b"a")
    done = adb("push", str(tmp_path / "a"), "/sdcard/Download/readme.txt/a", check=False)
    assert done.returncode == 1


def test_logcat_shows_what_happened(adb, sim):
    sim.call(lambda phone: phone.world.press_key(3))
    assert b'"kind": "key"' in adb("logcat", "-d").stdout


def test_forwarded_port_of_a_service_that_does_not_run_is_closed(adb, adb_server):
    port = int(adb("forward", "tcp:0", "tcp:9008").stdout)
    adb("forward", "--remove", f"tcp:{port}")
    assert str(port).encode() not in adb_server.run("forward", "--list").stdout


def test_phone_attaches_again_after_its_connection_was_cut(adb, adb_server, sim):
    sim.drop()
    adb("wait-for-disconnect")
    adb_server.disconnect(sim.serial)
    adb_server.connect(sim.serial)
    assert adb("shell", "echo back").stdout == b"back\n"
