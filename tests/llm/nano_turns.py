"""Short ways to ask a model, and a clock that makes a wait end at a known look."""

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.llm.model import Argument, CallShape


def click(*targets: str) -> CallShape:
    return CallShape("click", (Argument("target", targets),))


def propose(model, shapes, *, prompt="goal: turn on Wi-Fi", deadline=None, cancel=None, tools=(), max_output_tokens=96):
    return model.propose(
        system="",
        prompt=prompt,
        tools=tools,
        shapes=shapes,
        max_output_tokens=max_output_tokens,
        deadline=deadline or Deadline.after(60),
        cancel=cancel or CancelToken(),
    )


LONG_ANSWER = CallShape("reply", (Argument("message", pattern="(?:ha ){300}"),))
"""Keeps the engine decoding for a good while, whatever the model would like to say."""


class LookingClock:
    """A clock on which no time passes, until it has been looked at often enough and ``act`` is called."""

    def __init__(self, looks, act):
        self._looks = looks
        self._act = act
        self._now = 0.0

    def now(self):
        self._looks -= 1
        if self._looks == 0:
            self._now += self._act() or 0.0
        return self._now

    def sleep(self, seconds):
        raise AssertionError("nothing here sleeps on the clock of a deadline")
