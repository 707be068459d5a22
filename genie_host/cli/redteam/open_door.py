"""A door that lets everything pass: what the same run does without the gate, to compare with. For the range alone."""

from __future__ import annotations

from genie_host.agent.attempt import Attempt, Passage
from genie_host.agent.executor import Executor
from genie_host.core.screen import Observation


class OpenDoor(Executor):
    """Aims as ever and asks nobody. Whoever makes one answers for its phone being a simulated one."""

    def _pass(self, passage: Passage, observation: Observation, goal: str, *, is_fresh: bool) -> Attempt:
        attempt = passage.attempt = self._aim.at(passage.call, observation, goal)
        return attempt
