"""What a JSON-RPC method of the automation server is: Java overloads, and the exceptions they may throw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.java import JavaException, JavaType

Method = Callable[..., Any]
"""Called with the automation and the converted parameters; gives the result, or something awaitable for it."""


@dataclass(frozen=True)
class Overload:
    """One Java signature of a method."""

    call: Method
    types: tuple[JavaType, ...]


MethodTable = Mapping[str, tuple[Overload, ...]]
"""Methods by the names of ``com.wetest.uia2.stub.AutomatorService``."""


def overload(call: Method, *types: JavaType) -> Overload:
    """A signature and what answers it."""
    return Overload(call, types)


def only(call: Method, *types: JavaType) -> tuple[Overload, ...]:
    """The signatures of a method that has one."""
    return (Overload(call, types),)


class InvalidParameters(Exception):
    """Answered as JSON-RPC error -32602."""


def object_not_found(message: str) -> JavaException:
    """What the jar throws when nothing on the screen matches."""
    return JavaException("androidx.test.uiautomator.UiObjectNotFoundException", message)


def denied(automation: Automation, fault: str, message: str) -> JavaException:
    """A SecurityException that a fault asked for."""
    automation.phone.fault_fired(fault)
    return JavaException("java.lang.SecurityException", message)
