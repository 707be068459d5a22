"""JSON-RPC as the automation server answers it: results, Java exceptions, -32601 for what it does not know.

Its library takes requests with or without ``jsonrpc``, one or many at a time, and no answer is due to a request without
an id. Source: jsonrpc4j's ``JsonRpcBasicServer``.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
from collections.abc import Mapping
from typing import Any, NoReturn

from genie_host.simphone.hand import InjectionDenied
from genie_host.simphone.u2 import (
    capture,
    children,
    device,
    gestures,
    keys,
    object_gestures,
    objects,
    scrolling,
    touching,
    watchers,
)
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.java import JavaException
from genie_host.simphone.u2.method import InvalidParameters, MethodTable, Overload

_LOG = logging.getLogger(__name__)
_PARSE_ERROR, _INVALID_REQUEST, _METHOD_NOT_FOUND, _INVALID_PARAMETERS = -32700, -32600, -32601, -32602
_JAVA_EXCEPTION = -32001
_INJECTION_MESSAGE = "Injecting to another application requires INJECT_EVENTS permission"
_NO_ID = "null"
"""What stands for the id of a request that cannot be read: a text, as the library has it."""
_FRAMES = (
    "com.wetest.uia2.stub.AutomatorServiceImpl.{method}(AutomatorServiceImpl.java)",
    "java.lang.reflect.Method.invoke(Native Method)",
    "com.googlecode.jsonrpc4j.JsonRpcBasicServer.invoke(JsonRpcBasicServer.java)",
    "com.googlecode.jsonrpc4j.JsonRpcBasicServer.handleObject(JsonRpcBasicServer.java)",
    "com.wetest.uia2.stub.AutomatorHttpServer.serve(AutomatorHttpServer.java)",
)


def _merged(*tables: MethodTable) -> MethodTable:
    methods: dict[str, tuple[Overload, ...]] = {}
    for table in tables:
        for name, overloads in table.items():
            methods[name] = (*methods.get(name, ()), *overloads)
    return methods


METHODS = _merged(
    *(capture.METHODS, children.METHODS, device.METHODS, gestures.METHODS, keys.METHODS, objects.METHODS),
    *(object_gestures.METHODS, scrolling.METHODS, touching.METHODS, watchers.METHODS),
)


class ServerCrashed(Exception):
    """The automation process died in the middle of this call."""


class RequestDropped(Exception):
    """The server's library choked on the request: the connection is closed without an answer."""


async def answer(automation: Automation, body: str) -> bytes:
    """Answer one body, which may be empty; raises ServerCrashed when a fault says so, and RequestDropped."""
    try:
        request = json.loads(body, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return _encoded(_error(None, _NO_ID, _PARSE_ERROR, "JSON parse error", jsonrpc="jsonrpc"))
    if not isinstance(request, list):
        return await _answer_one(automation, request)
    # The library puts the commas between the requests, not between the answers.
    return b"[" + b",".join([await _answer_one(automation, each) for each in request]) + b"]"


async def _answer_one(automation: Automation, request: Any) -> bytes:
    if isinstance(request, list):
        return await answer(automation, json.dumps(request))
    if not isinstance(request, dict):
        return _encoded(_error(None, _NO_ID, _INVALID_REQUEST, "invalid request"))
    request_id, jsonrpc = _id(request.get("id")), _plain_text(request.get("jsonrpc"), "2.0")
    method = _plain_text(request.get("method"), "")
    try:
        result = await _call(automation, method, request.get("params"))
    except JavaException as error:
        trace = _trace(error, method)
        return _encoded(_error(trace, request_id, _JAVA_EXCEPTION, error.class_name, jsonrpc=jsonrpc))
    except InvalidParameters:
        return _encoded(_error(None, request_id, _INVALID_PARAMETERS, "method parameters invalid", jsonrpc=jsonrpc))
    except LookupError:
        return _encoded(_error(None, request_id, _METHOD_NOT_FOUND, "method not found", jsonrpc=jsonrpc))
    if request_id is None:
        return b""
    return _encoded({"jsonrpc": jsonrpc, "id": request_id, "result": result})


async def _call(automation: Automation, name: str, params: Any) -> Any:
    overloads = METHODS.get(name)
    if overloads is None:
        _LOG.info("the automation server has no method %s", name[:100])
        raise LookupError(name)
    chosen = _chosen(overloads, _as_list(params))
    automation.phone.tick()
    await _suffer_faults(automation, name)
    try:
        arguments = [kind.convert(value) for kind, value in zip(chosen.types, _as_list(params), strict=True)]
        result = chosen.call(automation, *arguments)
        return await result if inspect.isawaitable(result) else result
    except InjectionDenied as error:
        raise JavaException("java.lang.SecurityException", _INJECTION_MESSAGE) from error
    except RecursionError as error:
        raise JavaException("java.lang.StackOverflowError", "stack size 1040KB") from error


async def _suffer_faults(automation: Automation, method: str) -> None:
    phone, faults = automation.phone, automation.phone.faults
    phone.reached(f"rpc.{method}")
    if faults.take_crash(method):
        phone.fault_fired("u2_crash_on", method=method)
        raise ServerCrashed
    if faults.u2_hang_on in (method, "*"):
        phone.fault_fired("u2_hang_on", method=method)
        await asyncio.sleep(faults.u2_hang_seconds)
    error = faults.take_rpc_error(method)
    if error is not None:
        phone.fault_fired("u2_error_on", method=method, error=error[0])
        raise JavaException(*error)


def _chosen(overloads: tuple[Overload, ...], params: list[Any]) -> Overload:
    """The signature with this many parameters whose types fit best; the first of equals."""
    candidates = [each for each in overloads if len(each.types) == len(params)]
    if not candidates:
        raise InvalidParameters
    return max(candidates, key=lambda each: sum(map(_fits, each.types, params)))


def _fits(kind: Any, value: Any) -> bool:
    return bool(kind.fits(value))


def _as_list(params: Any) -> list[Any]:
    if params is None:
        return []
    if isinstance(params, Mapping):
        if params:
            raise InvalidParameters  # the methods' parameters have no names that the library could read
        return []
    if not isinstance(params, list):
        raise RequestDropped("Unknown params node type")
    return params


def _id(value: Any) -> int | float | str | None:
    if isinstance(value, bool | list | dict):
        raise RequestDropped("Unknown id type")
    return value  # type: ignore[no-any-return]  # JSON has nothing else


def _plain_text(value: Any, default: str) -> str:
    """What the library makes a text of; nothing of objects and arrays."""
    if value is None:
        return default
    if isinstance(value, list | dict):
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def _trace(error: JavaException, method: str) -> str:
    if error.class_name.endswith("UiObjectNotFoundException"):
        return error.message
    head = f"{error.class_name}: {error.message}" if error.message else error.class_name
    return "".join([head, "\n", *(f"\tat {frame.format(method=method)}\n" for frame in _FRAMES)])


def _error(data: str | None, request_id: Any, code: int, message: str, *, jsonrpc: str = "2.0") -> dict[str, Any]:
    error = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return {"jsonrpc": jsonrpc, "id": request_id, "error": error}


def _encoded(reply: dict[str, Any]) -> bytes:
    return json.dumps(reply, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"JSON has no {name}")
