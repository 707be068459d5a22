"""Other people's clients, unmodified: adb_shell talks to the phone without an adb server, pure-python-adb through one.

Known faults of the clients, which a real phone would show as well: pure-python-adb asks for ``reverse`` with a colon
where adbd wants a semicolon; adb_shell waits for each packet, so that large files take it long.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import HOST, SimServer
from genie_host.simphone.wire.auth import Auth
from genie_host.simphone.world.engine import World

pytestmark = pytest.mark.marathon
CONTENT = bytes(range(256)) * 300


@pytest.fixture
def connect(bundled_apps) -> Iterator:
    """Phones with adb_shell attached, by how they treat it."""
    adb_device = pytest.importorskip("adb_shell.adb_device")
    running = []

    def attach(auth: Auth | None = None, **how):
        server = SimServer(SimPhone(World(bundled_apps), auth=auth))
        server.start()
        client = adb_device.AdbDeviceTcp(HOST, server.port, default_transport_timeout_s=20)
        running.append((server, client))
        return server, client, client.connect(**how)

    yield attach
    for server, client in running:
        client.close()
        server.stop()


@pytest.fixture
def signer(tmp_path: Path):
    """A key of adb_shell's own making, and its public half."""
    keygen = pytest.importorskip("adb_shell.auth.keygen")
    signers = pytest.importorskip("adb_shell.auth.sign_pythonrsa")
    keygen.keygen(str(tmp_path / "key"))
    public = (tmp_path / "key.pub").read_text(encoding="ascii")
    return signers.PythonRSASigner(public, (tmp_path / "key").read_text(encoding="ascii"))


def test_adb_shell_runs_commands(connect):
    _, client, is_connected = connect()
    assert is_connected
    assert client.shell("echo hi; echo there") == "hi\nthere\n"
    assert client.exec_out("echo raw") == "raw\n"
    assert list(client.streaming_shell("echo a; echo b")) != []
    assert client.root() is None


def test_adb_shell_moves_files(connect, tmp_path):
    server, client, _ = connect()
    client.push(io.BytesIO(CONTENT), "/sdcard/there", mtime=1_700_000_000)
    assert server.call(lambda phone: phone.files.read("/sdcard/there")) == CONTENT
    mode, size, modified_at = client.stat("/sdcard/there")
    assert (mode & 0o100000, size, modified_at) == (0o100000, len(CONTENT), 1_700_000_000)
    back = io.BytesIO()
    client.pull("/sdcard/there", back)
    assert back.getvalue() == CONTENT
    assert b"there" in [bytes(entry.filename) for entry in client.list("/sdcard")]


def test_adb_shell_is_let_in_by_its_key(connect, signer):
    key = signer.GetPublicKey()
    key = key.decode() if isinstance(key, bytes) else key
    server, client, is_connected = connect(Auth(is_required=True, authorized_keys=(key,)), rsa_keys=[signer])
    assert is_connected
    assert client.shell("echo in") == "in\n"
    assert server.call(lambda phone: phone.auth.prompted_keys) == []


def test_adb_shell_waits_for_the_person(connect, signer):
    auth = Auth(is_required=True, allow_after_seconds=0.5)
    _, client, is_connected = connect(auth, rsa_keys=[signer], auth_timeout_s=20)
    assert is_connected
    assert client.shell("echo in") == "in\n"


def test_adb_shell_is_kept_out_when_nobody_is_there(connect, signer):
    exceptions = pytest.importorskip("adb_shell.exceptions")
    with pytest.raises(exceptions.TcpTimeoutException):
        connect(Auth(is_required=True), rsa_keys=[signer], auth_timeout_s=1)


def test_pure_python_adb_does_its_work(adb_server, sim, tmp_path):
    client = pytest.importorskip("ppadb.client").Client(host=HOST, port=adb_server.port)
    device = client.device(sim.serial)
    assert device.shell("echo hi") == "hi\n"
    assert device.get_properties()["ro.product.name"] == "simphone"
    assert bytes(device.screencap()) == sim.call(lambda phone: phone.snapshots.png())
    (tmp_path / "a").write_bytes(CONTENT)
    device.push(str(tmp_path / "a"), "/sdcard/a")
    assert sim.call(lambda phone: phone.files.read("/sdcard/a")) == CONTENT
    device.pull("/sdcard/a", str(tmp_path / "b"))
    assert (tmp_path / "b").read_bytes() == CONTENT
    device.forward("tcp:7123", "tcp:7007")
    assert device.list_forward() == {"tcp:7123": "tcp:7007"}
    device.killforward_all()
    assert device.wm_size() == (1080, 2400)
    device.input_keyevent("HOME")


def test_pure_python_adb_asks_for_reverse_in_a_way_that_adbd_refuses(adb_server, sim):
    client = pytest.importorskip("ppadb.client").Client(host=HOST, port=adb_server.port)
    with pytest.raises(RuntimeError, match="bad forward: tcp:1:tcp:2"):
        client.device(sim.serial).reverse("tcp:1", "tcp:2")
