"""From what a model wrote to calls that fit the shapes asked for, or ModelReplyInvalid. Pure.

Needed under a grammar too: an answer cut by the token limit is a normal outcome, and a model without a grammar may
write anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from genie_host.core.errors import ModelReplyInvalid
from genie_host.llm.model import Argument, CallShape

Call = tuple[str, Mapping[str, Any]]


def checked_calls(calls: Sequence[Call], text: str, shapes: Sequence[CallShape]) -> tuple[Call, ...]:
    """The calls, found in the text if the engine found none; raises ModelReplyInvalid unless all fit a shape."""
    found = tuple(calls) or calls_in_text(text)
    if not found:
        raise ModelReplyInvalid(
            "The model's answer was cut off before it was a call."
            if "{" in text
            else "The model answered without a call."
        )
    for tool_name, arguments in found:
        if not any(fits(tool_name, arguments, shape) for shape in shapes):
            raise ModelReplyInvalid(_why_not(tool_name, arguments, shapes))
    return found


def calls_in_text(text: str) -> tuple[Call, ...]:
    """Every JSON object with a ``name`` and ``arguments`` in the text, whatever stands around it."""
    decoder = json.JSONDecoder()
    calls: list[Call] = []
    position = text.find("{")
    while position >= 0:
        try:
            value, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            end = position + 1
        else:
            calls.extend(_as_call(value))
        position = text.find("{", end)
    return tuple(calls)


def fits(tool_name: str, arguments: Mapping[str, Any], shape: CallShape) -> bool:
    """Could the grammar of this shape have written the call?"""
    return (
        tool_name == shape.tool_name
        and set(arguments) == {argument.name for argument in shape.arguments}
        and all(_takes(argument, arguments[argument.name]) for argument in shape.arguments)
    )


def _takes(argument: Argument, value: Any) -> bool:
    if argument.kind == "string":
        if not isinstance(value, str):
            return False
        written = value
    else:
        if isinstance(value, bool) or not isinstance(value, int if argument.kind == "integer" else (int, float)):
            return False
        written = json.dumps(value)
    if argument.choices:
        return written in argument.choices
    return argument.pattern is None or re.fullmatch(argument.pattern, written) is not None


def _as_call(value: Any) -> tuple[Call, ...]:
    if not isinstance(value, dict):
        return ()
    name, arguments = value.get("name"), value.get("arguments", {})
    return ((name, arguments),) if isinstance(name, str) and isinstance(arguments, dict) else ()


def _why_not(tool_name: str, arguments: Mapping[str, Any], shapes: Sequence[CallShape]) -> str:
    """One sentence the model can learn from."""
    named = [shape for shape in shapes if shape.tool_name == tool_name]
    if not named:
        return f"The model called {tool_name[:40]!r}, which is not one of the tools offered."
    expected = " or ".join(dict.fromkeys(", ".join(argument.name for argument in shape.arguments) for shape in named))
    if not any(set(arguments) == {argument.name for argument in shape.arguments} for shape in named):
        return f"The model called {tool_name} with other arguments than {expected or 'none'}."
    return f"The model called {tool_name} with a value that is not on the screen or not allowed."
