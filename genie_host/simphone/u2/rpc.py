"""JSON-RPC as the automation server answers it: results, Java exceptions, -32601 for what it does not know."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
from functools import cache
from typing import Any

from genie_host.simphone.hand import InjectionDenied
from genie_host.simphone.u2 import capture, device, gestures, objects
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.method import InvalidParameters, JavaException, Method, MethodTable

_LOG = logging.getLogger(__name__)
_PARSE_ERROR, _METHOD_NOT_FOUND, _INVALID_PARAMETERS, _JAVA_EXCEPTION = -32700, -32601, -32602, -32001
_INJECTION_MESSAGE = "Injecting to another application requires INJECT_EVENTS permission"

METHODS: MethodTable = {**capture.METHODS, **device.METHODS, **gestures.METHODS, **objects.METHODS}


class ServerCrashed(Exception):
    """The automation process died in the middle of this call."""


async def answer(automation: Automation, body: bytes) -> bytes:
    """Answer one request; raises ServerCrashed when a fault says so."""
    try:
        request = json.loads(body)
        method, params, request_id = request["method"], request.get("params") or [], request.get("id")
    except (ValueError, TypeError, KeyError):
        return _error(None, _PARSE_ERROR, "JSON parse error", None)
    try:
        await _suffer_faults(automation, method)
        result = await _call(automation, method, params)
    except JavaException as error:
        return _error(request_id, _JAVA_EXCEPTION, error.class_name, error.message)
    except InjectionDenied:
        return _error(request_id, _JAVA_EXCEPTION, "java.lang.SecurityException", _INJECTION_MESSAGE)
    except InvalidParameters:
        return _error(request_id, _INVALID_PARAMETERS, "method parameters invalid", None)
    except LookupError:
        return _error(request_id, _METHOD_NOT_FOUND, "method not found", None)
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "result": result}, ensure_ascii=False).encode()


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


async def _call(automation: Automation, name: str, params: Any) -> Any:
    method = METHODS.get(name)
    if method is None:
        _LOG.info("the automation server has no method %s", name)
        raise LookupError(name)
    if not isinstance(params, list):
        raise InvalidParameters  # jsonrpc4j takes named parameters only for annotated methods, and these are not
    if not _takes(method, len(params)):
        raise InvalidParameters
    result = method(automation, *params)
    return await result if inspect.isawaitable(result) else result


@cache
def _takes(method: Method, count: int) -> bool:
    try:
        inspect.signature(method).bind(None, *(None,) * count)
    except TypeError:
        return False
    return True


def _error(request_id: Any, code: int, message: str, data: str | None) -> bytes:
    error = {"code": code, "message": message, "data": data}
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "error": error}, ensure_ascii=False).encode()
