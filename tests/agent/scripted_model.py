"""A language model that says what it is told to say: for what the loop does with answers, good and bad."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.llm.model import CallShape, ModelReply

Answer = tuple[str, dict[str, Any]] | Exception


class ScriptedModel:
    """Gives the answers in their order; an exception is raised instead of given."""

    name = "scripted"
    backend = "cpu"
    context_tokens = 4096
    prompt_style = "full"

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers = iter(answers)
        self.prompts: list[str] = []
        self.shapes: list[Sequence[CallShape]] = []

    def propose(
        self,
        *,
        system: str,
        prompt: str,
        tools: Sequence[Mapping[str, Any]],
        shapes: Sequence[CallShape],
        max_output_tokens: int,
        deadline: Deadline,
        cancel: CancelToken,
    ) -> ModelReply:
        cancel.check()
        self.prompts.append(prompt)
        self.shapes.append(shapes)
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return ModelReply(calls=(answer,), text="", prompt_tokens=100, output_tokens=10, seconds=0.01)

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def forget(self) -> None:
        pass

    def close(self) -> None:
        pass
