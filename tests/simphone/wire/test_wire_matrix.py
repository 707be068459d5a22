"""What adb can be told, step by step: two versions of adb, phones of four ages, and delayed acknowledgements.

Each step stands on its own; together they are what a phone on a socket must do to be taken for a real one.
"""

from __future__ import annotations

import importlib.resources
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench import KINDS, Bench, attached, host_port, said_by_echo
from little_apk import little_apk

LARGE = bytes(range(256)) * 12_000
MEDIUM = bytes(range(251)) * 480
PACKAGE = "com.github.uiautomator"
Step = Callable[[Bench, Path], None]
STEPS: dict[str, Step] = {}


def step(function: Step) -> Step:
    """Make a function one of the matrix's steps."""
    STEPS[function.__name__] = function
    return function


def apk(folder: Path, name: str = "app.apk") -> str:
    """An app to install: the one that uiautomator2 brings."""
    assets = importlib.resources.files("uiautomator2") / "assets"
    path = folder / name
    path.write_bytes((assets / "app-uiautomator.apk").read_bytes())
    return str(path)


def installed(bench: Bench) -> bool:
    return f"package:{PACKAGE}\n".encode() in bench.adb("shell", "pm", "list", "packages").stdout


@step
def connect(bench: Bench, folder: Path) -> None:
    bench.server.disconnect(bench.sim.serial)
    assert bench.server.connect(bench.sim.serial) == f"connected to {bench.sim.serial}\n"


@step
def devices_with_identity(bench: Bench, folder: Path) -> None:
    listed = bench.server.run("devices", "-l").stdout.decode().splitlines()
    line = next(line for line in listed if line.startswith(bench.sim.serial))
    assert line.split()[1:5] == ["device", "product:simphone", "model:SimPhone_1", "device:simphone"]


@step
def get_state(bench: Bench, folder: Path) -> None:
    assert bench.adb("get-state").stdout == b"device\n"


@step
def features(bench: Bench, folder: Path) -> None:
    # The server lists what both can do; it knows no feature of the phone's that the phone did not name.
    listed = set(bench.adb("features").stdout.decode().split())
    assert listed <= set(bench.kind.age.features)
    assert ("shell_v2" in listed) == ("shell_v2" in bench.kind)
    assert ("delayed_ack" in listed) == bool(bench.kind.extra)


@step
def shell_keeps_output_errors_and_exit_code_apart(bench: Bench, folder: Path) -> None:
    done = bench.adb("shell", "echo out; echo err >&2; exit 7", check=False)
    if "shell_v2" in bench.kind:
        assert (done.stdout, done.stderr, done.returncode) == (b"out\n", b"err\n", 7)
    else:
        assert (done.stdout, done.returncode) == (b"out\nerr\n", 0)


@step
def shell_of_the_first_generation(bench: Bench, folder: Path) -> None:
    done = bench.adb("shell", "-x", "echo out; echo err >&2; exit 7", check=False)
    assert (done.stdout, done.returncode) == (b"out\nerr\n", 0)


@step
def shell_with_standard_input(bench: Bench, folder: Path) -> None:
    # Without frames there is no end of input to be sent: `head` stops by itself.
    command = "cat" if "shell_v2" in bench.kind else "head -n 2"
    assert bench.adb("shell", command, data=b"one\ntwo\n").stdout == b"one\ntwo\n"


@step
def interactive_shell(bench: Bench, folder: Path) -> None:
    done = bench.adb("shell", data=b"A=5\necho value $A\nexit\n")
    assert b"value 5" in done.stdout


@step
def unknown_command(bench: Bench, folder: Path) -> None:
    done = bench.adb("shell", "frobnicate", check=False)
    assert done.returncode == (127 if "shell_v2" in bench.kind else 0)
    assert b"frobnicate: inaccessible or not found" in done.stderr + done.stdout


@step
def exec_out_is_raw(bench: Bench, folder: Path) -> None:
    bench.sim.call(lambda phone: phone.files.write("/sdcard/raw", LARGE[:70_000]))
    assert bench.adb("exec-out", "cat", "/sdcard/raw").stdout == LARGE[:70_000]


@step
def push_of_three_megabytes(bench: Bench, folder: Path) -> None:
    (folder / "there.bin").write_bytes(LARGE)
    bench.adb("push", str(folder / "there.bin"), "/sdcard/Download/")
    assert bench.sim.call(lambda phone: phone.files.read("/storage/emulated/0/Download/there.bin")) == LARGE


@step
def pull_of_three_megabytes(bench: Bench, folder: Path) -> None:
    bench.sim.call(lambda phone: phone.files.write("/sdcard/Download/back.bin", LARGE, modified_at=1_700_000_000))
    bench.adb("pull", "-a", "/sdcard/Download/back.bin", str(folder / "back.bin"))
    assert (folder / "back.bin").read_bytes() == LARGE
    assert int((folder / "back.bin").stat().st_mtime) == 1_700_000_000


@step
def push_of_a_tree(bench: Bench, folder: Path) -> None:
    (folder / "tree" / "deep").mkdir(parents=True)
    (folder / "tree" / "a.txt").write_bytes(b"a")
    (folder / "tree" / "deep" / "b.txt").write_bytes(b"b")
    bench.adb("push", str(folder / "tree"), "/sdcard/")
    assert bench.sim.call(lambda phone: phone.files.read("/sdcard/tree/deep/b.txt")) == b"b"


@step
def pull_of_a_tree(bench: Bench, folder: Path) -> None:
    bench.sim.call(lambda phone: phone.files.write("/sdcard/forest/a.txt", b"a"))
    bench.sim.call(lambda phone: phone.files.write("/sdcard/forest/deep/b.txt", b"b"))
    bench.adb("pull", "/sdcard/forest", str(folder / "copy"))
    assert (folder / "copy" / "a.txt").read_bytes() == b"a"
    assert (folder / "copy" / "deep" / "b.txt").read_bytes() == b"b"


@step
def pull_of_a_missing_file(bench: Bench, folder: Path) -> None:
    done = bench.adb("pull", "/sdcard/none", str(folder / "x"), check=False)
    assert done.returncode == 1
    assert b"No such file or directory" in done.stderr + done.stdout or b"does not exist" in done.stderr + done.stdout


@step
def push_below_a_file(bench: Bench, folder: Path) -> None:
    (folder / "a").write_bytes(b"a")
    assert bench.adb("push", str(folder / "a"), "/sdcard/Download/readme.txt/a", check=False).returncode == 1


@step
def install_streamed(bench: Bench, folder: Path) -> None:
    done = bench.adb("install", "-r", apk(folder))
    assert done.stdout.endswith(b"Success\n")
    assert installed(bench)


@step
def install_without_streaming(bench: Bench, folder: Path) -> None:
    done = bench.adb("install", "--no-streaming", "-r", apk(folder))
    assert done.stdout.endswith(b"Success\n")
    assert installed(bench)
    left = bench.sim.call(lambda phone: [name for name, _ in phone.files.list("/data/local/tmp")])
    assert "app.apk" not in left


@step
def install_of_splits(bench: Bench, folder: Path) -> None:
    (folder / "base.apk").write_bytes(little_apk("com.example.parts", versionName="1.0"))
    (folder / "de.apk").write_bytes(little_apk("com.example.parts", split="config.de"))
    done = bench.adb("install-multiple", "-r", str(folder / "base.apk"), str(folder / "de.apk"))
    assert done.stdout.endswith(b"Success\n")
    paths = bench.adb("shell", "pm", "path", "com.example.parts").stdout.decode().splitlines()
    assert [path.rpartition("/")[2] for path in paths] == ["base.apk", "split_config.de.apk"]


@step
def install_of_what_is_no_app(bench: Bench, folder: Path) -> None:
    (folder / "bad.apk").write_bytes(b"this is no archive")
    done = bench.adb("install", str(folder / "bad.apk"), check=False)
    assert b"INSTALL_" in done.stderr + done.stdout
    assert done.returncode == (1 if "cmd" in bench.kind else 0)  # else it is all up to a shell without exit codes


@step
def uninstall(bench: Bench, folder: Path) -> None:
    bench.adb("install", "-r", apk(folder))
    assert bench.adb("uninstall", PACKAGE).stdout == b"Success\n"
    assert not installed(bench)


@step
def uninstall_of_what_is_not_there(bench: Bench, folder: Path) -> None:
    done = bench.adb("uninstall", "com.example.nowhere", check=False)
    assert b"Failure [" in done.stdout + done.stderr
    assert done.returncode == (1 if "shell_v2" in bench.kind else 0)


@step
def forward_to_a_port(bench: Bench, folder: Path) -> None:
    port = int(bench.adb("forward", "tcp:0", "tcp:7007").stdout)
    assert said_by_echo(port, MEDIUM) == MEDIUM
    bench.adb("forward", "--remove", f"tcp:{port}")


@step
def forward_to_an_abstract_socket(bench: Bench, folder: Path) -> None:
    port = int(bench.adb("forward", "tcp:0", "localabstract:echo").stdout)
    assert said_by_echo(port, MEDIUM) == MEDIUM
    bench.adb("forward", "--remove", f"tcp:{port}")


@step
def forward_list(bench: Bench, folder: Path) -> None:
    port = int(bench.adb("forward", "tcp:0", "tcp:7007").stdout)
    listed = bench.server.run("forward", "--list").stdout
    assert f"{bench.sim.serial} tcp:{port} tcp:7007".encode() in listed.splitlines()
    bench.adb("forward", "--remove", f"tcp:{port}")


@step
def forward_remove(bench: Bench, folder: Path) -> None:
    port = int(bench.adb("forward", "tcp:0", "tcp:7007").stdout)
    bench.adb("forward", "--remove", f"tcp:{port}")
    assert bench.adb("forward", "--remove", f"tcp:{port}", check=False).returncode == 1


@step
def forward_to_where_nobody_listens(bench: Bench, folder: Path) -> None:
    port = int(bench.adb("forward", "tcp:0", "tcp:4").stdout)
    assert said_by_echo(port, b"anybody?") == b""
    bench.adb("forward", "--remove", f"tcp:{port}")


@step
def reverse_add(bench: Bench, folder: Path) -> None:
    bench.adb("reverse", "tcp:9000", "tcp:6810")
    assert bench.sim.call(lambda phone: phone.reverses.listing().split()[1:]) == ["tcp:9000", "tcp:6810"]
    bench.adb("reverse", "--remove-all")


@step
def reverse_list(bench: Bench, folder: Path) -> None:
    bench.adb("reverse", "localabstract:chat", "tcp:6811")
    assert re.fullmatch(rb"host-\d+ localabstract:chat tcp:6811\n+", bench.adb("reverse", "--list").stdout)
    bench.adb("reverse", "--remove-all")


@step
def reverse_dialled_from_the_phone(bench: Bench, folder: Path) -> None:
    with host_port(MEDIUM) as port:
        bench.adb("reverse", "tcp:9000", f"tcp:{port}")

        async def listen_to_host() -> bytes:
            stream = await bench.sim.call(lambda phone: phone.reverses).dial("tcp:9000")
            heard = b""
            while data := await stream.read():
                heard += data
            stream.close()
            return heard

        assert bench.sim.finish(listen_to_host()) == MEDIUM
    bench.adb("reverse", "--remove-all")


@step
def reverse_from_a_free_port(bench: Bench, folder: Path) -> None:
    port = int(bench.adb("reverse", "tcp:0", "tcp:6812").stdout)
    assert bench.sim.call(lambda phone: phone.reverses.listing().split()[1]) == f"tcp:{port}"
    bench.adb("reverse", "--remove-all")


@step
def reverse_without_rebinding(bench: Bench, folder: Path) -> None:
    bench.adb("reverse", "tcp:9000", "tcp:6810")
    bench.adb("reverse", "tcp:9000", "tcp:6811")
    done = bench.adb("reverse", "--no-rebind", "tcp:9000", "tcp:6812", check=False)
    assert (done.returncode, b"cannot rebind existing socket" in done.stderr) == (1, True)
    bench.adb("reverse", "--remove-all")


@step
def reverse_remove(bench: Bench, folder: Path) -> None:
    bench.adb("reverse", "tcp:9000", "tcp:6810")
    bench.adb("reverse", "--remove", "tcp:9000")
    assert bench.sim.call(lambda phone: phone.reverses.listing()) == ""


@step
def reverse_remove_of_what_is_not_there(bench: Bench, folder: Path) -> None:
    done = bench.adb("reverse", "--remove", "tcp:9009", check=False)
    assert (done.returncode, b"listener 'tcp:9009' not found" in done.stderr) == (1, True)


@step
def reverse_remove_all(bench: Bench, folder: Path) -> None:
    bench.adb("reverse", "tcp:9000", "tcp:6810")
    bench.adb("reverse", "tcp:9001", "tcp:6810")
    bench.adb("reverse", "--remove-all")
    assert bench.sim.call(lambda phone: phone.reverses.listing()) == ""


@step
def logcat_so_far(bench: Bench, folder: Path) -> None:
    bench.sim.call(lambda phone: phone.world.press_key(3))
    assert b'"kind": "key"' in bench.adb("logcat", "-d").stdout


@step
def logcat_that_follows(bench: Bench, folder: Path) -> None:
    with bench.following("logcat") as process:
        bench.sim.call(lambda phone: phone.world.log.append("marked", by="the test"))
        assert process.stdout is not None
        assert any(b'"kind": "marked"' in line for line in process.stdout)


@step
def screencap_by_either_way(bench: Bench, folder: Path) -> None:
    picture = bench.sim.call(lambda phone: phone.snapshots.png())
    assert bench.adb("exec-out", "screencap", "-p").stdout == picture
    assert bench.adb("shell", "screencap", "-p").stdout == picture


@step
def root(bench: Bench, folder: Path) -> None:
    done = bench.adb("root", check=False)
    assert b"adbd cannot run as root in production builds" in done.stdout + done.stderr


@step
def dumpsys(bench: Bench, folder: Path) -> None:
    assert b"mCurrentFocus=Window{" in bench.adb("shell", "dumpsys", "window", "windows").stdout


@step
def input_of_a_key(bench: Bench, folder: Path) -> None:
    before = bench.sim.call(lambda phone: len(phone.world.log.of_kind("key")))
    bench.adb("shell", "input", "keyevent", "HOME")
    assert bench.sim.call(lambda phone: len(phone.world.log.of_kind("key"))) == before + 1


@step
def uiautomator_dump(bench: Bench, folder: Path) -> None:
    said = bench.adb("exec-out", "uiautomator", "dump", "/dev/tty").stdout
    assert said.count(b"<hierarchy") == 1
    assert said.endswith(b"UI hierchary dumped to: /dev/tty\n")


@step
def disconnect(bench: Bench, folder: Path) -> None:
    said = bench.server.run("disconnect", bench.sim.serial).stdout
    assert said == f"disconnected {bench.sim.serial}\n".encode()
    assert bench.adb("get-state", check=False).returncode == 1
    bench.server.connect(bench.sim.serial)


@pytest.fixture(scope="module", params=KINDS)
def bench(request, tmp_path_factory, bundled_apps) -> Iterator[Bench]:
    with attached(KINDS[request.param], tmp_path_factory.mktemp("home"), bundled_apps) as pair:
        yield pair


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.unknown_commands) if name == "unknown_command" else name for name in STEPS],
)
def test_adb(bench, name, tmp_path):
    STEPS[name](bench, tmp_path)


def test_matrix_has_all_its_steps():
    assert len(STEPS) == 43
