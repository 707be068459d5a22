"""Which screens are open in which apps, and in what order: back stacks and recents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(kw_only=True)
class Visit:
    """A screen on an app's back stack."""

    screen: str
    args: Mapping[str, str] = field(default_factory=dict)
    scroll: int = 0
    """First row shown; -1 means the end, until it is laid out."""
    last_scroll: int = 0
    page: int = 0
    """Which page of a paged layout is shown."""


class BackStacks:
    """Packages by recency, each with its screens; the last of the last is in front."""

    def __init__(self) -> None:
        self._stacks: dict[str, list[Visit]] = {}
        self._recent: list[str] = []

    @property
    def package(self) -> str:
        """The app in front."""
        return self._recent[-1]

    @property
    def visit(self) -> Visit:
        """The screen in front."""
        return self._stacks[self.package][-1]

    @property
    def packages(self) -> list[str]:
        """Running apps, the one in front last."""
        return list(self._recent)

    def bring(self, package: str, first: Visit) -> None:
        """Put an app in front as it was left; with its first screen when it did not run."""
        self._stacks.setdefault(package, [first])
        self._recent = [other for other in self._recent if other != package] + [package]

    def push(self, visit: Visit) -> bool:
        """Open a screen; one that is open already is gone back to, and the answer is False."""
        stack = self._stacks[self.package]
        for position, known in enumerate(stack):
            if (known.screen, known.args) == (visit.screen, visit.args):
                del stack[position + 1 :]
                return False
        stack.append(visit)
        return True

    def pop(self) -> bool:
        """Leave the screen in front; False when it is the app's first."""
        stack = self._stacks[self.package]
        if len(stack) == 1:
            return False
        stack.pop()
        return True

    def to_first(self) -> None:
        """Leave all screens of the app in front but its first."""
        del self._stacks[self.package][1:]

    def end(self, package: str) -> None:
        """Close an app."""
        self._stacks.pop(package, None)
        self._recent = [other for other in self._recent if other != package]

    def visits(self, package: str) -> list[Visit]:
        """An app's screens, the first one first."""
        return list(self._stacks[package])

    def replace(self, stacks: Mapping[str, list[Visit]], recent: Sequence[str]) -> None:
        """Put other stacks in place of all."""
        self._stacks, self._recent = dict(stacks), list(recent)
