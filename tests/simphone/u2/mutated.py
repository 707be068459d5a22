"""Requests to the automation server, and what a seeded random makes of them."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

from genie_host.simphone.u2.rpc import METHODS

_ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 50, 0.5, -0.0, 1e308, 2**31 - 1, 2**31, -(2**31), 2**63, -(2**63) - 1),
    *(
        "",
        "text",
        "5",
        "0x1",
        "true",
        "(",
        "[a",
        "(?P<a>",
        "a{9999999999}",
        ".*",
        "\ud800",
        "\x00",
        "é你好",
        "a" * 5000,
    ),
    *([], {}, [None], [[]], {"": None}, {"mask": 1}, {"mask": -1}, {"x": 1}, list(range(300)), ["child", "sibling"]),
)
_SELECTORS: tuple[dict[str, Any], ...] = (
    {"mask": 1, "text": "Row 3"},
    {"mask": 0x4000, "scrollable": True},
    {"mask": 0x10, "className": "android.widget.EditText"},
    {"mask": 0x1000002, "textContains": "row", "instance": 2},
    {"mask": 0x800000, "index": 1},
    {"mask": 4, "textMatches": "R.w [0-9]"},
    {
        "mask": 0x4000,
        "scrollable": True,
        "childOrSibling": ["child", "sibling"],
        "childOrSiblingSelector": [{"mask": 0x1000, "clickable": True}, {"mask": 8, "textStartsWith": "Row"}],
    },
)
_VERBS = ("GET", "PUT", "DELETE", "HEAD", "get", "FETCH", "", "POST POST")
_PATHS = ("/ping", "/stop", "/nothing", "", "//", "/jsonrpc/0?{}", "/jsonrpc/0?x=%", "/%00", "/jsonrpc/0#a", "/..", "*")
_HEADERS = (
    "Content-Length: {length}",
    "Content-Length: -5",
    "Content-Length: 99999999999999999999",
    "Content-Length: ten",
    "Content-Length: 3",
    "Transfer-Encoding: chunked",
    "Connection: close",
    "Connection: \xff\xfe",
    "Content-Type: application/json; charset=utf-16",
    "Content-Type: application/json; charset=none",
    "Content-Type: multipart/form-data; boundary=x",
    "Content-Type: application/x-www-form-urlencoded",
    ": :",
    "a" * 9000,
)


class Mutator:
    """Makes one request after another; the same seed makes the same."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._names = sorted(METHODS)

    def request(self) -> bytes:
        """The bytes that one host sends: mostly one request, now and then several or a part of one."""
        random = self._random
        try:
            encoded = json.dumps(self.body(), ensure_ascii=random.random() < 0.9).encode("utf-8", "surrogatepass")
        except RecursionError:
            encoded = b'{"id":1,"params":' + b"[" * 20_000
        if random.random() < 0.15:
            encoded = self._damaged(encoded)
        data = self._message(encoded)
        if random.random() < 0.08:
            data = self._damaged(data)
        return data * 2 if random.random() < 0.05 else data

    def body(self) -> Any:
        """A JSON-RPC request, most of the time with something wrong."""
        random = self._random
        name = random.choice(self._names)
        types = random.choice(METHODS[name]).types
        request: Any = {
            "jsonrpc": "2.0",
            "id": random.randrange(9),
            "method": name,
            "params": [self._value(kind.descriptor) for kind in types],
        }
        for _ in range(random.choice((0, 1, 1, 1, 2, 4))):
            if random.random() < 0.85:
                # Deep in the parameters: a request whose outside is wrong comes to an early end.
                request = {**request, "params": self._changed(request["params"])}
            else:
                return self._changed(request)
        return [request] * random.randrange(4) if random.random() < 0.03 else request

    def _value(self, descriptor: str) -> Any:
        random = self._random
        if descriptor.startswith("["):
            return [self._value(descriptor[1:]) for _ in range(random.randrange(5))]
        match descriptor:
            case "I":
                return random.choice((0, 1, 3, 10, 100, 300))
            case "J":
                return random.choice((0, 0, 0, 5, 40))
            case "F":
                return random.choice((0.1, 0.25, 1.0, 120.0))
            case "Z":
                return random.random() < 0.5
            case "Ljava/lang/String;":
                return random.choice(("left", "home", "Row 3", "com.example.tiny", "tl", "echo hi", "name"))
            case "Lcom/wetest/uia2/stub/Point;":
                return {"x": random.randrange(300), "y": random.randrange(600)}
            case "Lcom/wetest/uia2/stub/ConfiguratorInfo;":
                return {"waitForSelectorTimeout": random.randrange(3), "keyInjectionDelay": 1}
        return copy.deepcopy(random.choice(_SELECTORS))

    def _changed(self, value: Any) -> Any:
        """The same with one change somewhere in it."""
        random = self._random
        if isinstance(value, dict) and value and random.random() < 0.85:
            key = random.choice(list(value))
            rest = {other: entry for other, entry in value.items() if other != key}
            match random.randrange(8):
                case 0:
                    return rest
                case 1:
                    return {**rest, f"{key}x": value[key]}
                case _:
                    return {**rest, key: self._changed(value[key])}
        if isinstance(value, list) and value and random.random() < 0.85:
            place = random.randrange(len(value))
            match random.randrange(8):
                case 0:
                    return [*value[:place], *value[place + 1 :]]
                case 1:
                    return [*value[:place], value[place], *value[place:]]
                case _:
                    return [*value[:place], self._changed(value[place]), *value[place + 1 :]]
        return self._odd(value)

    def _odd(self, value: Any) -> Any:
        match self._random.randrange(12):
            case 0:
                return [value]
            case 1:
                return {"mask": 1, "text": value}
            case 2:
                deep: Any = value
                for _ in range(self._random.choice((5, 60, 400))):
                    deep = {"mask": 0, "childOrSibling": ["child"], "childOrSiblingSelector": [deep]}
                return deep
        return copy.deepcopy(self._random.choice(_ODD))

    def _message(self, body: bytes) -> bytes:
        random = self._random
        is_odd = random.random() < 0.15
        verb = random.choice(_VERBS) if is_odd and random.random() < 0.4 else "POST"
        path = random.choice(_PATHS) if is_odd and random.random() < 0.4 else "/jsonrpc/0"
        version = random.choice(("HTTP/1.0", "HTTP/9", "")) if is_odd and random.random() < 0.2 else "HTTP/1.1"
        headers = [f"Content-Length: {len(body)}"]
        if is_odd:
            headers = [*headers, random.choice(_HEADERS).format(length=random.randrange(2 * len(body) + 1))]
            random.shuffle(headers)
        ending = "\n" if is_odd and random.random() < 0.1 else "\r\n"
        head = ending.join([f"{verb} {path} {version}", *headers, "", ""])
        return head.encode("latin-1") + body

    def _damaged(self, data: bytes) -> bytes:
        random = self._random
        if not data:
            return b"\0"
        start = random.randrange(len(data))
        end = min(len(data), start + random.choice((1, 1, 2, 8, 64)))
        match random.randrange(5):
            case 0:
                return data[:start]
            case 1:
                return data[:start] + data[end:]
            case 2:
                return data[:start] + random.randbytes(end - start) + data[end:]
            case 3:
                return data[:end] + data[start:]
        return data[:start] + bytes([data[start] ^ (1 << random.randrange(8))]) + data[start + 1 :]
