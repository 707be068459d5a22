"""A phone as the agent sees it, with a list of all that was asked of it and what came of that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from genie_host.core.errors import GenieError

QUESTIONS = frozenset(
    {
        *("observe", "screenshot", "installed_apps", "take_toast", "watch_for_person", "yield_to_person"),
        *("expecting_person", "foreground", "read_clipboard", "close"),
    }
)
"""Methods of a phone that change nothing on it; all others act."""


class Asked(NamedTuple):
    """One call."""

    name: str
    error: str
    """The class of what it raised; empty when it returned."""
    is_ours: bool
    """False when that is no error of our tree."""


class WatchedPhone:
    """Passes every call on, and notes it."""

    def __init__(self, phone: Any) -> None:
        self._phone = phone
        self.calls: list[Asked] = []

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._phone, name)
        return self._noting(name, value) if callable(value) else value

    def _noting(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            try:
                result = method(*args, **kwargs)
            except BaseException as error:
                self.calls.append(Asked(name, type(error).__name__, isinstance(error, GenieError)))
                raise
            self.calls.append(Asked(name, "", True))
            return result

        return call


def blind_acts(calls: list[Asked]) -> list[str]:
    """Actions that followed an action of unknown outcome without a look at the screen between."""
    found, unknown = [], ""
    for call in calls:
        if unknown and call.name not in QUESTIONS:
            found.append(f"{call.name} after {unknown}")
        if call.error == "OutcomeUnknown":
            unknown = call.name
        elif call.name == "observe" and not call.error:
            unknown = ""
    return found
