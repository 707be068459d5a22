"""Compares what is with what a goals file expects.

A plain value asks for equality, a list for equality entry by entry, a mapping for its fields (others may be there).
A mapping of the words ``contains``, ``lacks``, ``count`` and ``any_of`` asks for all of what these say.
Texts are equal when they differ only in case, in spaces around them, in a final full stop or in curly quotes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from genie_host.core.errors import SimulatorError

_WORDS = frozenset({"contains", "lacks", "count", "any_of"})
_NAMES = ("name", "title", "time", "text")
"""Fields by which a step of a path picks an entry of a list."""
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})


def matches(expected: Any, actual: Any) -> bool:
    """True when the value is as expected."""
    if _is_matcher(expected):
        return all(_holds(word, argument, actual) for word, argument in expected.items())
    if isinstance(expected, Mapping):
        return isinstance(actual, Mapping) and all(
            name in actual and matches(value, actual[name]) for name, value in expected.items()
        )
    if isinstance(expected, list):
        return (
            isinstance(actual, list)
            and len(expected) == len(actual)
            and all(matches(*pair) for pair in zip(expected, actual, strict=True))
        )
    if isinstance(expected, bool) or isinstance(actual, bool) or expected is None or actual is None:
        return expected is actual
    return normal(str(expected)) == normal(str(actual))


def value_at(state: Mapping[str, Any], path: str) -> Any:
    """The value at ``app/variable/step/...``, or None when there is none."""
    value: Any = state
    for step in path.split("/"):
        value = value.get(step) if isinstance(value, Mapping) else _entry(value, step)
    return value


def check_matcher(expected: Any) -> None:
    """Raise SimulatorError for a mapping that mixes the matchers' words with fields, or gives one a wrong argument."""
    if isinstance(expected, list):
        for entry in expected:
            check_matcher(entry)
    if not isinstance(expected, Mapping):
        return
    if _WORDS & set(expected) and not _is_matcher(expected):
        odd = sorted(set(expected) - _WORDS)
        raise SimulatorError(f"{odd[0]!r} is none of {', '.join(sorted(_WORDS))}")
    if _is_matcher(expected):
        if not isinstance(expected.get("count", 0), int):
            raise SimulatorError("count asks for a whole number")
        if not isinstance(expected.get("any_of", []), list):
            raise SimulatorError("any_of asks for a list")
    for value in expected.values():
        check_matcher(value)


def normal(text: str) -> str:
    """The form in which texts are compared."""
    return text.translate(_QUOTES).strip().removesuffix(".").rstrip().casefold()


def _is_matcher(expected: Any) -> bool:
    return isinstance(expected, Mapping) and bool(expected) and set(expected) <= _WORDS


def _holds(word: str, argument: Any, actual: Any) -> bool:
    match word:
        case "contains":
            return _contains(actual, argument)
        case "lacks":
            return not _contains(actual, argument)
        case "count":
            return isinstance(actual, list | str) and len(actual) == argument
        case _:
            return any(matches(option, actual) for option in argument)


def _contains(actual: Any, wanted: Any) -> bool:
    """A list has such an entry; a text has these words, whole: ``14`` is in "Android 14", not in "2014"."""
    if isinstance(actual, list):
        return any(matches(wanted, entry) for entry in actual)
    if isinstance(actual, str) and not isinstance(wanted, Mapping | list):
        return bool(re.search(rf"(?<!\w){re.escape(normal(str(wanted)))}(?!\w)", normal(actual)))
    return False


def _entry(value: Any, step: str) -> Any:
    if not isinstance(value, list):
        return None
    if re.fullmatch(r"-?\d+", step):
        index = int(step)
        return value[index] if -len(value) <= index < len(value) else None
    records = (entry for entry in value if isinstance(entry, Mapping))
    return next((entry for entry in records if any(matches(step, entry.get(name)) for name in _NAMES)), None)
