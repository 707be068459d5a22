"""Java types of parameters, and how the server's JSON library fits values into them.

It is lenient: a number is taken for a text, "5" for a number, null for zero, a fraction loses its end. What it refuses
becomes an exception of its own in the answer, not a JSON-RPC error about parameters.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_SOURCE = "\n at [Source: UNKNOWN; byte offset: #UNKNOWN]"


class JavaException(Exception):
    """Answered as a JSON-RPC error whose message is the Java class name."""

    def __init__(self, class_name: str, message: str = "") -> None:
        super().__init__(class_name, message)
        self.class_name = class_name
        self.message = message


@dataclass(frozen=True)
class JavaType:
    """A parameter's type."""

    descriptor: str
    """As in byte code: ``I``, ``Ljava/lang/String;``."""
    fits: Callable[[Any], bool]
    """Whether a value looks like this type, by which the overload is chosen."""
    convert: Callable[[Any], Any]
    """The value as the method gets it; raises JavaException."""


def null_pointer(what: str) -> JavaException:
    """What comes of a null where there must be something."""
    return JavaException("java.lang.NullPointerException", what)


def mismatched(wanted: str, value: Any) -> JavaException:
    """A value of a kind that cannot become the wanted type."""
    kinds = {"dict": "START_OBJECT", "list": "START_ARRAY", "bool": f"VALUE_{value}".upper(), "NoneType": "VALUE_NULL"}
    token = kinds.get(type(value).__name__, "VALUE_NUMBER")
    return JavaException(
        "com.fasterxml.jackson.databind.exc.MismatchedInputException",
        f"Cannot deserialize value of type `{wanted}` from token `JsonToken.{token}`{_SOURCE}",
    )


def _invalid(wanted: str, text: str) -> JavaException:
    return JavaException(
        "com.fasterxml.jackson.databind.exc.InvalidFormatException",
        f'Cannot deserialize value of type `{wanted}` from String "{text}": not a valid `{wanted}` value{_SOURCE}',
    )


def _whole(name: str, bits: int) -> Callable[[Any], int]:
    limit = 1 << (bits - 1)

    def convert(value: Any) -> int:
        number = _number(name, value)
        whole = math.trunc(number) if math.isfinite(number) else limit
        if not -limit <= whole < limit:
            raise JavaException(
                "com.fasterxml.jackson.core.exc.InputCoercionException",
                f"Numeric value ({number}) out of range of {name} ({-limit} - {limit - 1}){_SOURCE}",
            )
        return whole

    return convert


def _number(name: str, value: Any) -> int | float:
    if value is None:
        return 0
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if not isinstance(value, str):
        raise mismatched(name, value)
    text = value.strip()
    try:
        return float(text or 0) if name in ("float", "double") else int(text or 0)
    except ValueError as error:
        raise _invalid(name, value[:100]) from error


def _fraction(value: Any) -> float:
    try:
        return float(_number("float", value))
    except OverflowError:
        return math.inf


def _boolean(value: Any) -> bool:
    if isinstance(value, bool | None):
        return bool(value)
    if isinstance(value, int):
        return value != 0
    if not isinstance(value, str):
        raise mismatched("boolean", value)
    if value.strip() not in ("true", "True", "TRUE", "false", "False", "FALSE", ""):
        raise _invalid("boolean", value[:100])
    return value.strip().lower() == "true"


def _text(value: Any) -> str | None:
    if isinstance(value, str | None):
        return value
    if isinstance(value, list | dict):
        raise mismatched("java.lang.String", value)
    return json.dumps(value)


def array_of(element: JavaType) -> JavaType:
    """The type of arrays of another."""

    def fits(value: Any) -> bool:
        return isinstance(value, list) and bool(value) and element.fits(value[0])

    def convert(value: Any) -> list[Any]:
        if value is None:
            raise null_pointer("Attempt to get length of null array")
        if not isinstance(value, list):
            raise mismatched(f"[{element.descriptor}", value)
        return [element.convert(entry) for entry in value]

    return JavaType(f"[{element.descriptor}", fits, convert)


def bean(name: str, fields: dict[str, JavaType]) -> JavaType:
    """The type of objects with these properties; others are refused."""

    def convert(value: Any) -> dict[str, Any]:
        if value is None:
            raise null_pointer(f"Attempt to invoke a virtual method of {name} on a null object reference")
        if not isinstance(value, dict):
            raise mismatched(name, value)
        check_properties(name, value, fields)
        return {key: fields[key].convert(entry) for key, entry in value.items()}

    return JavaType(f"L{name.replace('.', '/')};", is_object, convert)


def check_properties(name: str, value: dict[str, Any], known: dict[str, Any]) -> None:
    """Refuse an object with a property that its class does not have."""
    for key in value:
        if key not in known:
            raise JavaException(
                "com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException",
                f'Unrecognized field "{key[:100]}" (class {name}), not marked as ignorable{_SOURCE}',
            )


def is_object(value: Any) -> bool:
    """A JSON object, or null, which looks like everything."""
    return isinstance(value, dict | None)


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


INT = JavaType("I", _is_number, _whole("int", 32))
LONG = JavaType("J", _is_number, _whole("long", 64))
FLOAT = JavaType("F", _is_number, _fraction)
BOOLEAN = JavaType("Z", lambda value: isinstance(value, bool | None), _boolean)
STRING = JavaType("Ljava/lang/String;", lambda value: isinstance(value, str | None), _text)
POINT = bean("com.wetest.uia2.stub.Point", {"x": INT, "y": INT})
