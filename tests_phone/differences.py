"""The same question to the phone under test and to a simulated one; what they answer differently is printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from genie_host.core.errors import PhoneError
from tests_phone.kit import Kit

T = TypeVar("T")
_LENGTH = 160


@dataclass
class Differences:
    """Two phones, and in what they differed so far. A difference is told, never a failure: the assertions are."""

    real: Kit
    simulated: Kit
    lines: list[str] = field(default_factory=list)

    def fact(self, name: str, ask: Callable[[Kit], T]) -> T:
        """The answer of the phone under test. Raises what the driver raises for it."""
        real = ask(self.real)
        simulated = self._of_simulated(ask)
        if real != simulated:
            self.lines.append(f"{name}: {_short(real)} here, {_short(simulated)} on the simulated phone")
        return real

    def _of_simulated(self, ask: Callable[[Kit], object]) -> object:
        try:
            return ask(self.simulated)
        except PhoneError as error:
            return f"{type(error).__name__}: {error}"


def _short(value: object) -> str:
    text = str(sorted(value, key=str)) if isinstance(value, set | frozenset) else str(value)
    return text if len(text) <= _LENGTH else f"{text[:_LENGTH]}... ({len(text)} characters)"
