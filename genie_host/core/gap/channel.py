"""How a request gets to the phone and lines come back. It decides whether an answer arrives, never what it says."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol, Self

from genie_host.core.cancel import CancelToken


class Channel(Protocol):
    """One request that the phone has been handed. Leaving its context closes it."""

    def next_line(self, timeout_seconds: float, cancel: CancelToken) -> bytes | None:
        """The next line without its end, as it came; None when none came in that time.

        The same line may come again after a lost connection. Raises Cancelled at the user's stop, and PhoneError
        when no line can come any more.
        """
        ...

    def withdraw(self) -> None:
        """Have the phone close what it shows. Best effort; raises nothing."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None: ...


class Opener(Protocol):
    """Makes channels to one phone's companion."""

    def open(self, envelope: bytes, req_id: str) -> Channel:
        """Hand an envelope to the companion. Raises PhoneError."""
        ...


class Sequence(Protocol):
    """The numbers of requests from this host to this phone."""

    def reserve(self) -> int:
        """A number above every one that was ever reserved, on disk before it is returned. Raises OSError."""
        ...
