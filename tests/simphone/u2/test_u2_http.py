"""The automation server's HTTP and JSON-RPC, request by request."""

from __future__ import annotations

import http.client
import io
import json
import socket
from collections.abc import Iterator

import adbutils
import pytest
from PIL import Image


class Client:
    """One kept-alive connection to the automation server."""

    def __init__(self, connection: socket.socket) -> None:
        self._http = http.client.HTTPConnection("phone")
        self._http.sock = connection

    def get(self, path: str) -> tuple[int, bytes]:
        self._http.request("GET", path)
        response = self._http.getresponse()
        return response.status, response.read()

    def raw(self, verb: str, path: str, body: bytes, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
        self._http.request(verb, path, body, headers or {})
        response = self._http.getresponse()
        return response.status, response.read()

    def post(self, body: bytes) -> dict:
        return json.loads(self.raw("POST", "/jsonrpc/0", body)[1])

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


def test_screenshot_path_gives_a_png_of_the_size_asked_for(client, sim):
    whole = sim.call(lambda phone: phone.snapshots.png())
    assert client.get("/screenshot/0?scale=1&quality=80") == (200, whole)
    assert client.get("/screenshot/0?scale=big") == (200, whole)
    small = Image.open(io.BytesIO(client.get("/screenshot/0?scale=0.25")[1]))
    assert (small.format, small.size) == ("PNG", (270, 600))


def test_unknown_method_is_32601(client):
    error = {"code": -32601, "message": "method not found"}
    assert client.call("makeToast", "hi", 1) == {"jsonrpc": "2.0", "id": 5, "error": error}


def test_wrong_number_of_parameters_is_32602(client):
    error = {"code": -32602, "message": "method parameters invalid"}
    assert client.call("click")["error"] == error
    assert client.call("click", 1, 2, 3, 4)["error"] == error
    named = json.dumps({"id": 1, "method": "click", "params": {"x": 1, "y": 2}}).encode()
    assert client.post(named)["error"] == error


def test_parameters_may_be_an_empty_object_or_missing(client):
    assert client.post(b'{"id": 1, "method": "ping", "params": {}}')["result"] == "pong"
    assert client.post(b'{"id": 1, "method": "ping", "params": null}')["result"] == "pong"
    assert client.post(b'{"id": 1, "method": "ping"}')["result"] == "pong"


def test_parameters_are_bent_into_shape(client):
    assert client.call("isScreenOn") == {"jsonrpc": "2.0", "id": 5, "result": True}
    assert client.call("click", "945", 420.9)["result"] is True
    assert client.call("dumpWindowHierarchy", 0, "1", None)["result"].startswith("<?xml")


@pytest.mark.parametrize(
    ("parameters", "class_name"),
    [
        (["x", "y"], "androidx.test.uiautomator.UiObjectNotFoundException"),
        (
            [{"mask": 1, "text": "Clock", "colour": 1}],
            "com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException",
        ),
        ([[1]], "com.fasterxml.jackson.databind.exc.MismatchedInputException"),
        ([{"mask": "one"}], "com.fasterxml.jackson.databind.exc.InvalidFormatException"),
        ([2**31, 1], "com.fasterxml.jackson.core.exc.InputCoercionException"),
        ([{"mask": 1}], "java.lang.NullPointerException"),
        ([None], "java.lang.NullPointerException"),
        ([{"mask": 4, "textMatches": "("}], "java.util.regex.PatternSyntaxException"),
    ],
)
def test_parameters_that_do_not_fit_are_java_exceptions(client, parameters, class_name):
    error = client.call("click", *parameters)["error"]
    assert (error["code"], error["message"]) == (-32001, class_name)


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        (b"not json", {"jsonrpc": "jsonrpc", "id": "null", "error": {"code": -32700, "message": "JSON parse error"}}),
        (b"{}", {"jsonrpc": "2.0", "id": None, "error": {"code": -32601, "message": "method not found"}}),
        (b'"text"', {"jsonrpc": "2.0", "id": "null", "error": {"code": -32600, "message": "invalid request"}}),
        (b"[]", []),
        (
            b"[" * 100_000,
            {"jsonrpc": "jsonrpc", "id": "null", "error": {"code": -32700, "message": "JSON parse error"}},
        ),
    ],
)
def test_request_that_is_none_is_answered_with_what_is_wrong(client, body, answer):
    assert client.post(body) == answer


def test_many_requests_in_one_are_answered_in_one(client):
    requests = [
        {"id": 1, "method": "ping"},
        {"id": "two", "method": "nothing"},
        {"jsonrpc": "1.0", "id": 3.5, "method": "ping"},
    ]
    answers = client.post(json.dumps(requests).encode())
    assert [answer["id"] for answer in answers] == [1, "two", 3.5]
    assert [answer.get("result") for answer in answers] == ["pong", None, "pong"]
    assert answers[2]["jsonrpc"] == "1.0"


def test_request_without_an_id_is_done_but_not_answered(client, sim):
    assert client.raw("POST", "/jsonrpc/0", b'{"method": "sleep"}') == (200, b"")
    assert sim.call(lambda phone: phone.world.is_screen_on) is False


@pytest.mark.parametrize("body", [b'{"id": true, "method": "ping"}', b'{"id": 1, "method": "ping", "params": "x"}'])
def test_request_that_the_library_chokes_on_ends_the_connection(client, body):
    with pytest.raises(http.client.RemoteDisconnected):
        client.post(body)


def test_error_500_and_a_crash_are_faults(client, sim):
    sim.call(lambda phone: setattr(phone.faults, "u2_http_errors", 1))
    assert client.raw("POST", "/jsonrpc/0", b'{"id": 1, "method": "ping"}') == (500, b"SERVER INTERNAL ERROR")
    sim.call(lambda phone: setattr(phone.faults, "u2_crash_on", "ping"))
    with pytest.raises(http.client.RemoteDisconnected):
        client.call("ping")
    assert sim.call(lambda phone: phone.automation) is None


def test_empty_body_is_an_error_of_the_server(client):
    assert client.raw("POST", "/jsonrpc/0", b"") == (500, b"Invalid http post data!")
    assert client.get("/jsonrpc/0") == (500, b"Invalid http post data!")


def test_request_in_the_query_counts_as_one(client):
    assert client.get('/jsonrpc/0?{"id":1,"method":"ping"}') == (200, b'{"jsonrpc":"2.0","id":1,"result":"pong"}\n')


def test_body_with_a_type_but_no_character_set_is_ascii(client, sim):
    request = json.dumps({"id": 1, "method": "setClipboard", "params": [None, "né"]}, ensure_ascii=False).encode()
    client.raw("POST", "/jsonrpc/0", request, {"Content-Type": "application/json"})
    assert sim.call(lambda phone: phone.world.clipboard) == "n\ufffd\ufffd"
    client.raw("POST", "/jsonrpc/0", request, {"Content-Type": "application/json; charset=utf-8"})
    assert sim.call(lambda phone: phone.world.clipboard) == "né"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b"\r\n\r\n", b"BAD REQUEST: Syntax error. Usage: GET /example/file.html"),
        (b"GET\r\n\r\n", b"BAD REQUEST: Missing URI. Usage: GET /example/file.html"),
        (b"FETCH /ping HTTP/1.1\r\n\r\n", b"BAD REQUEST: Syntax error. HTTP verb FETCH unhandled."),
    ],
)
def test_request_that_is_no_http_is_told_so_and_hung_up_on(device, u2_device, line, text):
    with device.create_connection(adbutils.Network.TCP, 9008) as connection:
        connection.sendall(line)
        received = b"".join(iter(lambda: connection.recv(4096), b""))
    assert received.startswith(b"HTTP/1.1 400 Bad Request \r\n")
    assert received.endswith(text)


def test_old_http_is_answered_once(device, u2_device):
    with device.create_connection(adbutils.Network.TCP, 9008) as connection:
        connection.sendall(b"GET /ping HTTP/1.0\r\n\r\n")
        received = b"".join(iter(lambda: connection.recv(4096), b""))
    assert b"\r\nConnection: close\r\n" in received
    assert received.endswith(b"\r\n\r\npong")


def test_object_is_remembered_under_a_name_until_it_is_removed(client):
    name = client.call("getUiObject", {"mask": 1, "text": "Clock"})["result"]
    assert client.call("getUiObjects")["result"] == [name]
    assert client.call("exist", name)["result"] is True
    client.call("removeUiObject", name)
    assert client.call("exist", name)["result"] is False
    error = client.call("click", name)["error"]
    assert error["message"] == "androidx.test.uiautomator.UiObjectNotFoundException"
    assert error["data"] == f"UiObject {name} not found!"


def test_missing_object_is_named_as_the_phone_names_selectors(client):
    selector = {
        "mask": 0x1 | 0x10 | 0x1000 | 0x1000000,
        "text": "Nope",
        "className": "android.widget.TextView",
        "clickable": True,
        "instance": 2,
        "childOrSibling": ["child", "sibling"],
        "childOrSiblingSelector": [{"mask": 2, "textContains": "a"}, {"mask": 4, "textMatches": "b.*"}],
    }
    assert client.call("getText", selector)["error"] == {
        "code": -32001,
        "message": "androidx.test.uiautomator.UiObjectNotFoundException",
        "data": "UiSelector[TEXT=Nope, CLASS=android.widget.TextView, INSTANCE=2, CLICKABLE=true, "
        "CHILD=UiSelector[CONTAINS_TEXT=a, PARENT=UiSelector[TEXT_REGEX=b.*]]]",
    }


def test_other_exceptions_come_with_their_trace(client, sim):
    sim.call(lambda phone: setattr(phone.faults, "inject_denied", True))
    error = client.call("click", 5, 5)["error"]
    assert error["message"] == "java.lang.SecurityException"
    assert error["data"].startswith(
        "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS"
    )
    assert "\n\tat com.wetest.uia2.stub.AutomatorServiceImpl.click(" in error["data"]
    stale = ("click", "androidx.test.uiautomator.StaleObjectException", "", 1)
    sim.call(lambda phone: setattr(phone.faults, "u2_error_on", stale))
    error = client.call("click", 5, 5)["error"]
    assert error["message"] == "androidx.test.uiautomator.StaleObjectException"
    assert error["data"].startswith("androidx.test.uiautomator.StaleObjectException\n\tat ")


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
