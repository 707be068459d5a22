"""Keeps a child process at hand: asks it, and replaces one that died, within a budget."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TypeVar

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.errors import Cancelled, ContextOverflow, ModelCrashed, ModelError, ModelTimeout
from genie_host.llm.failures import answering_error
from genie_host.llm.process import EngineProcess, ProbeCrashed
from genie_host.llm.protocol import Count, Counted, EngineSpec, Failed, Propose, Proposed, Ready

logger = logging.getLogger(__name__)

RESTARTS = 2
"""How often a dead child is replaced before the model is given up."""

_LOAD_SECONDS = 300.0

_Answer = TypeVar("_Answer", Proposed, Counted)


class Supervisor:
    """The current child of one model. Used by one thread at a time; only ``close`` may come from another."""

    def __init__(self, spec: EngineSpec, cancel: CancelToken) -> None:
        """Starts the first child; raises what stood in the way of loading."""
        self._spec = spec
        self._restarts_left = RESTARTS
        self._is_closed = False
        self._process, self.ready = self._begin(cancel)

    @property
    def process_id(self) -> int:
        return self._process.process_id

    def ask(
        self, request: Propose | Count, expected: type[_Answer], deadline: Deadline, cancel: CancelToken
    ) -> _Answer:
        """The answer. A request changes nothing in the world, so one that died with its child is asked again."""
        while True:
            cancel.check()
            if deadline.is_over:
                raise ModelTimeout("There was no time left to ask the language model.")
            self._revive(cancel)
            try:
                answer = self._process.ask(replace(request, id=self._process.next_id()), deadline, cancel)
            except ModelCrashed:
                if self._is_closed:
                    raise ModelError("The language model has been closed.") from None
                logger.info("the engine process died; %s restarts are left", self._restarts_left)
            except Cancelled:
                if not self._process.is_alive:
                    self._restarts_left += 1  # it was killed because the user said stop; no fault of the model
                raise
            else:
                if isinstance(answer, expected):
                    return answer
                raise _failure(answer)

    def forget(self) -> None:
        """Have the conversation dropped, if there is a child that could hold one."""
        if self._process.is_alive:
            self._process.forget()

    def close(self) -> None:
        self._is_closed = True
        self._process.close()

    def _revive(self, cancel: CancelToken) -> None:
        if self._is_closed:
            raise ModelError("The language model has been closed.")
        if self._process.is_alive:
            return
        if self._restarts_left == 0:
            raise ModelCrashed("The language model's process died too often; it is not started again.")
        self._restarts_left -= 1
        self._process.close()
        self._process, self.ready = self._begin(cancel)

    def _begin(self, cancel: CancelToken) -> tuple[EngineProcess, Ready]:
        deadline = Deadline.after(_LOAD_SECONDS)
        process = EngineProcess(self._spec)
        try:
            return process, process.wait_until_ready(deadline, cancel)
        except ProbeCrashed:
            # Some tokenizers make the grammar library abort. Such a model can still be used without a grammar.
            logger.info("the grammar probe crashed the engine; it is loaded without")
            self._spec = replace(self._spec, is_constraint_probed=False)
        process = EngineProcess(self._spec)
        return process, process.wait_until_ready(deadline, cancel)


def _failure(answer: Proposed | Counted | Failed) -> ModelError:
    if not isinstance(answer, Failed):
        return ModelError("The language model's process answered out of turn.")
    logger.debug("the engine failed: %s", answer.reason)
    if answer.kind == "overflow":
        return ContextOverflow("The prompt does not fit into the model's context.")
    return answering_error(answer.reason)
