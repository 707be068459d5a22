"""What a JSON-RPC method of the automation server is, and the Java exceptions it may answer with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from genie_host.simphone.u2.automation import Automation

Method = Callable[..., Any]
"""Called with the automation and the parameters of the call; gives the result, or something awaitable for it."""

MethodTable = Mapping[str, Method]
"""Methods by the names of ``com.wetest.uia2.stub.AutomatorService``."""


class JavaException(Exception):
    """Answered as a JSON-RPC error whose message is the Java class name."""

    def __init__(self, class_name: str, message: str = "") -> None:
        super().__init__(class_name, message)
        self.class_name = class_name
        self.message = message


class InvalidParameters(Exception):
    """Answered as JSON-RPC error -32602."""


def object_not_found(selector: object) -> JavaException:
    """What the jar throws when nothing on the screen matches."""
    return JavaException("androidx.test.uiautomator.UiObjectNotFoundException", str(selector))


def denied(automation: Automation, fault: str, message: str) -> JavaException:
    """A SecurityException that a fault asked for."""
    automation.phone.fault_fired(fault)
    return JavaException("java.lang.SecurityException", message)
