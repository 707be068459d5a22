"""How often and how much: sliding windows and ceilings, on a clock that stands still until it is told to go."""

from __future__ import annotations

from dataclasses import dataclass

from genie_host.core.verdicts import Scope
from genie_host.policy.ceilings import Ceilings, Used
from genie_host.policy.rates import Rate, RateLimiter, Rates


@dataclass
class Hand:
    """A clock moved by hand."""

    at: float = 100.0

    def now(self) -> float:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.at += seconds


def test_a_tool_is_stopped_at_its_rate_and_goes_on_when_the_window_has_slid() -> None:
    clock = Hand()
    limiter = RateLimiter(Rates(tool=Rate(most=2, seconds=10)), clock)
    assert limiter.call("click", Scope.TOUCH) is None
    clock.at += 6
    assert limiter.call("click", Scope.TOUCH) is None
    assert "no more than 2 in 10 seconds" in (limiter.call("click", Scope.TOUCH) or "")
    clock.at += 3.9
    assert limiter.call("click", Scope.TOUCH) is not None
    clock.at += 0.1
    assert limiter.call("click", Scope.TOUCH) is None
    assert limiter.call("click", Scope.TOUCH) is not None


def test_tools_have_their_own_windows_and_the_run_has_one_for_all() -> None:
    limiter = RateLimiter(Rates(tool=Rate(most=2), run=Rate(most=3)), Hand())
    assert [limiter.call(name, Scope.TOUCH) is None for name in ("a", "a", "a", "b", "b")] == [
        True,
        True,
        False,
        True,
        False,
    ]


def test_scopes_and_questions_have_windows_too() -> None:
    limiter = RateLimiter(Rates(scopes={Scope.LINKS: Rate(most=1)}, questions=Rate(most=1)), Hand())
    assert limiter.call("open_link", Scope.LINKS) is None
    assert limiter.call("launch_intent", Scope.LINKS) is not None
    assert limiter.call("click", Scope.TOUCH) is None
    assert limiter.question() is None
    assert limiter.question() is not None


def test_ceilings_hold_for_the_whole_run() -> None:
    used = Used(ceilings=Ceilings(calls=2, tokens=100, payments=1))
    assert [used.call() is None for _ in range(3)] == [True, True, False]
    assert [used.model(tokens) is None for tokens in (60, 40, 1)] == [True, True, False]
    assert used.no_payment_left() is None
    used.payment()
    assert "paid 1 times" in (used.no_payment_left() or "")
