"""When sound was captured, made out of when it was handed over: servers hand blocks over late, and several at once."""

from __future__ import annotations

_DRIFT_SECONDS = 0.000_5
"""How much slower than ours the clock of a device may be, for one block: 0.5 percent."""
_GAP_SECONDS = 1.0
"""A block that comes so much later than expected had others before it that never came."""
_LEAST_SECONDS = 0.001


class Stamps:
    """The stamps of one stream, whose blocks are as long as each other. Strictly growing."""

    def __init__(self, block_seconds: float) -> None:
        self._block_seconds = block_seconds
        self._last: float | None = None

    def stamp(self, seen_at: float) -> float:
        """When the block ended that was handed over at that moment: not later, and a block after the last one."""
        if self._last is None:
            self._last = seen_at
            return seen_at
        expected = self._last + self._block_seconds + _DRIFT_SECONDS
        # Early is the truth, since nothing is heard before it was said; late is a delay.
        stamp = seen_at if seen_at < expected or seen_at > expected + _GAP_SECONDS else expected
        self._last = max(stamp, self._last + _LEAST_SECONDS)
        return self._last
