"""What a whole run may use up at most, whatever it is told on the way: calls, tokens, payments."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Ceilings:
    """The most of each in one run."""

    calls: int = 400
    """Calls of tools, refused ones included."""
    tokens: int = 1_000_000
    """Tokens that the model reads and writes."""
    payments: int = 3
    """Calls that pay, buy, move money or subscribe; each is asked about besides."""


@dataclass(kw_only=True)
class Used:
    """What a run has used up."""

    ceilings: Ceilings
    calls: int = 0
    tokens: int = 0
    payments: int = 0

    def call(self) -> str | None:
        """Count a call; the answer is why there may be no more, or None."""
        if self.calls >= self.ceilings.calls:
            return f"The {self.ceilings.calls} calls allowed are used up."
        self.calls += 1
        return None

    def model(self, tokens: int) -> str | None:
        """Count what the model read and wrote; the answer is why it may not go on, or None."""
        self.tokens += tokens
        return f"The {self.ceilings.tokens} tokens allowed are used up." if self.tokens > self.ceilings.tokens else None

    def no_payment_left(self) -> str | None:
        """Why nothing more may be paid in this run, or None."""
        if self.payments >= self.ceilings.payments:
            return f"This run has paid {self.payments} times, which is all that one run may."
        return None

    def payment(self) -> None:
        """Something was, or may have been, paid."""
        self.payments += 1
