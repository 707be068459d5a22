"""A LanguageModel in LiteRT-LM, which lives in a child process: native code can crash, hang and leak there alone."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.errors import GpuUnavailable, ModelCrashed, ModelReplyInvalid, ModelTimeout
from genie_host.llm.backend import BackendWish, GpuReport, choose_backend, cpu_instead, probe_gpu
from genie_host.llm.bundle import check_bundle
from genie_host.llm.catalogue import CatalogueEntry
from genie_host.llm.directories import engine_cache
from genie_host.llm.engine_cache import cache_for
from genie_host.llm.failures import GrammarFailed
from genie_host.llm.grammar import call_regex
from genie_host.llm.model import Backend, CallShape, ModelReply, PromptStyle
from genie_host.llm.protocol import Count, Counted, EngineSpec, Propose, Proposed
from genie_host.llm.replies import Call, checked_calls, fits
from genie_host.llm.supervisor import Supervisor

_COUNT_SECONDS = 30.0
_DRAWS = 6
"""Answers drawn to see how sure the model is of one; about 20 ms each for the nano model."""


class LiteRtModel:
    """A loaded model. One request at a time; a dead child is replaced, twice in the life of the object."""

    def __init__(self, entry: CatalogueEntry, spec: EngineSpec, notice: str, cancel: CancelToken) -> None:
        """Use ``start``."""
        self.name = entry.name
        self.notice = notice
        """Something the user should be told, such as that it is the CPU; may be empty."""
        self.backend: Backend = spec.backend
        self.prompt_style: PromptStyle = spec.prompt_style
        self._entry = entry
        self._lock = threading.Lock()
        self._supervisor = Supervisor(spec, cancel)

    @classmethod
    def start(
        cls,
        entry: CatalogueEntry,
        path: Path,
        *,
        backend: BackendWish = "auto",
        cache_dir: Path | None = None,
        cancel: CancelToken | None = None,
        probe: Callable[[], GpuReport] = probe_gpu,
    ) -> LiteRtModel:
        """Check the file, choose where to run and load it.

        Raises ModelMissing, ModelDamaged, GpuUnavailable, ModelTimeout, ModelCrashed or Cancelled.
        """
        cancel = cancel or CancelToken()
        check_bundle(path, entry, cancel)
        choice = choose_backend(backend, entry, probe)
        spec = EngineSpec(
            path=str(path),
            backend=choice.backend,
            thread_count=entry.threads or max(1, (os.cpu_count() or 2) - 1),
            context_tokens=entry.context_tokens,
            prefill_tokens=entry.prefill_tokens,
            cache_dir=cache_for(entry, path, cache_dir or engine_cache()),
            prompt_style=entry.prompt_style,
            is_constraint_probed=True,
        )
        try:
            return cls(entry, spec, choice.notice, cancel)
        except (GpuUnavailable, ModelCrashed, ModelTimeout):
            if choice.backend == "cpu" or backend == "gpu":
                raise
        fallback = cpu_instead(entry, "the one that is there cannot run it")
        return cls(entry, replace(spec, backend=fallback.backend), fallback.notice, cancel)

    @property
    def context_tokens(self) -> int:
        return self._supervisor.ready.context_tokens

    @property
    def is_constrained(self) -> bool:
        """Is every answer held to the shapes while it is decoded? If not, it is checked afterwards only."""
        return self._supervisor.ready.constraint != "none"

    @property
    def process_id(self) -> int:
        """Of the child; another one after it was replaced."""
        return self._supervisor.process_id

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
        """One turn; see LanguageModel."""
        request = Propose(
            id=0,
            system=_encodable(system),
            prompt=_encodable(prompt),
            tools=tuple(tools),
            pattern=self._pattern(shapes),
            max_output_tokens=max_output_tokens,
        )
        with self._lock:
            try:
                answer = self._supervisor.ask(request, Proposed, deadline, cancel)
            except GrammarFailed:
                if self.prompt_style == "nano":
                    raise
                # Stock tokenizers trip the grammar library now and then; the check below still holds.
                answer = self._supervisor.ask(replace(request, pattern=None), Proposed, deadline, cancel)
            native = _calls(answer)
            calls = checked_calls(native, answer.text, shapes) if shapes else native
            is_weighed = any(shape.is_weighed and fits(*call, shape) for call in calls for shape in shapes)
            drawn = self._drawn(request, shapes, deadline, cancel) if is_weighed else ()
        return ModelReply(
            calls=calls,
            text=answer.text if native or not shapes else "",
            prompt_tokens=answer.prompt_tokens,
            output_tokens=answer.output_tokens,
            seconds=answer.seconds,
            drawn=drawn,
        )

    def _drawn(
        self, request: Propose, shapes: Sequence[CallShape], deadline: Deadline, cancel: CancelToken
    ) -> tuple[tuple[Call, ...], ...]:
        """Answers drawn by chance, the same ones each time."""
        drawn: list[tuple[Call, ...]] = []
        for seed in range(1, _DRAWS + 1):
            answer = self._supervisor.ask(replace(request, seed=seed), Proposed, deadline, cancel)
            try:
                drawn.append(checked_calls(_calls(answer), answer.text, shapes))
            except ModelReplyInvalid:
                drawn.append(())
        return tuple(drawn)

    def count_tokens(self, text: str) -> int:
        request = Count(id=0, text=_encodable(text))
        with self._lock:
            return self._supervisor.ask(request, Counted, Deadline.after(_COUNT_SECONDS), CancelToken()).tokens

    def forget(self) -> None:
        """Begin a new run with an empty context."""
        with self._lock:
            self._supervisor.forget()

    def close(self) -> None:
        """End the child. Safe to call twice, and while another thread waits for an answer."""
        self._supervisor.close()

    def _pattern(self, shapes: Sequence[CallShape]) -> str | None:
        if not shapes or not self.is_constrained:
            return None
        return call_regex(shapes, fence_start=self._entry.fence_start, fence_end=self._entry.fence_end)


def _calls(answer: Proposed) -> tuple[Call, ...]:
    return tuple((name, arguments) for name, arguments in answer.calls)


def _encodable(text: str) -> str:
    """Half a surrogate pair, which a broken app can put on the screen, cannot reach the native library."""
    return text.encode("utf-8", "replace").decode("utf-8")
