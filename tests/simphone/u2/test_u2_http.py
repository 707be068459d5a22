"""The automation server's HTTP and JSON-RPC, request by request."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
from collections.abc import Iterator

import adbutils
import pytest

from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.http import HttpServer
from genie_host.simphone.u2.rpc import METHODS
from genie_host.simphone.wire.stream import Stream


class Client:
    """One kept-alive connection to the automation server."""

    def __init__(self, connection: socket.socket) -> None:
        self._http = http.client.HTTPConnection("phone")
        self._http.sock = connection

    def get(self, path: str) -> tuple[int, bytes]:
        self._http.request("GET", path)
        response = self._http.getresponse()
        return response.status, response.read()

    def post(self, body: bytes) -> dict:
        self._http.request("POST", "/jsonrpc/0", body)
        return json.loads(self._http.getresponse().read())

    def call(self, method: str, *params: object) -> dict:
        return self.post(json.dumps({"jsonrpc": "2.0", "id": 5, "method": method, "params": params}).encode())

    def close(self) -> None:
        self._http.close()


@pytest.fixture
def client(u2_device, device) -> Iterator[Client]:
    connected = Client(device.create_connection(adbutils.Network.TCP, 9008))
    yield connected
    connected.close()


def test_one_connection_serves_many_requests(client):
    assert [client.get("/ping") for _ in range(3)] == [(200, b"pong")] * 3
    assert client.call("ping") == {"jsonrpc": "2.0", "id": 5, "result": "pong"}


def test_unknown_path_is_404(client):
    assert client.get("/nothing") == (404, b"Not Found!!!")


def test_screenshot_path_gives_a_png(client, sim):
    assert client.get("/screenshot/0?scale=1") == (200, sim.call(lambda phone: phone.snapshots.png()))


def test_unknown_method_is_32601(client):
    error = {"code": -32601, "message": "method not found", "data": None}
    assert client.call("makeToast", "hi", 1) == {"jsonrpc": "2.0", "id": 5, "error": error}


def test_wrong_parameters_are_32602(client):
    assert client.call("click")["error"]["code"] == -32602
    assert client.call("click", 1)["error"]["code"] == -32602


@pytest.mark.parametrize("body", [b"not json", b"[]", b"{}", b'"text"'])
def test_request_that_is_none_is_32700(client, body):
    assert client.post(body)["error"]["code"] == -32700


def test_selector_that_is_none_is_an_illegal_argument(client):
    assert client.call("exist", {"mask": 1})["error"]["message"] == "java.lang.IllegalArgumentException"
    assert client.call("exist", {})["error"]["message"] == "java.lang.IllegalArgumentException"
    pattern = {"mask": 4, "textMatches": "("}
    assert client.call("exist", pattern)["error"]["message"] == "java.lang.IllegalArgumentException"


def test_object_is_remembered_under_a_name_until_it_is_removed(client):
    name = client.call("getUiObject", {"mask": 1, "text": "Clock"})["result"]
    assert client.call("exist", name)["result"] is True
    client.call("removeUiObject", name)
    assert "UiObjectNotFoundException" in client.call("exist", name)["error"]["message"]


def test_click_on_a_selector_taps_its_middle(client, sim):
    assert client.call("click", {"mask": 1, "text": "Settings"})["result"] is True
    assert sim.call(lambda phone: phone.world.foreground.package) == "com.android.settings"


def test_click_off_the_screen_is_false(client, sim):
    assert client.call("click", -5, 10)["result"] is False
    assert sim.call(lambda phone: phone.world.log.entries) == []


def test_stop_answers_and_ends_the_process(client, sim, device):
    assert client.get("/stop") == (200, b"Server stopped!!!")
    assert sim.call(lambda phone: phone.automation) is None
    with pytest.raises(adbutils.AdbError):
        device.create_connection(adbutils.Network.TCP, 9008)


def test_every_method_tells_what_it_is_for():
    assert all(method.__doc__ for method in METHODS.values())


class Nowhere:
    """A link whose other end never says anything."""

    max_payload = 4096

    def __init__(self) -> None:
        self.closed = False

    def send_okay(self, stream: Stream, taken: int) -> None:
        """Nobody listens."""

    async def drained(self) -> None:
        """There is always room."""

    def send_data(self, stream: Stream, data: bytes | memoryview) -> None:
        """Nobody listens."""

    def send_close(self, stream: Stream) -> None:
        self.closed = True


def test_idle_connection_ends(sim_phone):
    async def wait_idle() -> None:
        stream = Stream(Nowhere(), local_id=1, remote_id=1)
        await HttpServer(Automation(sim_phone, 9008), idle_seconds=0.01).serve(stream)

    asyncio.run(asyncio.wait_for(wait_idle(), 10))
