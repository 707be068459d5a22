"""The one module that has LiteRT-LM think. It runs in the child process only: one engine, one conversation, one thread.

Rules the binding does not enforce and this module does: automatic tool calling is off, answers are streamed (only
the stream carries reasons), a conversation is closed before its engine, and after a failure or a cancel the
conversation is thrown away. The native library is quiet about a prompt that fills the context, so room is counted
before sending.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import litert_lm

from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.llm.grammar import fit_to_alphabet
from genie_host.llm.protocol import ConstraintMode, EngineSpec, Propose, Proposed

_BLANK = "\u2581"
"""How stock SentencePiece writes a blank inside its pieces."""

_START_TOKENS = 1
"""The engine puts one before the first prompt."""

_ROLL_OVER_AT = 0.6
"""A kept conversation that fills more of the context than this gives way to a fresh one."""


_DRAWN_FROM = 20
"""Of so many likeliest tokens a drawn answer takes its next one."""


class NoRoom(Exception):
    """Prompt, answer and one prefill step do not fit into the context together."""


class Stopped(Exception):
    """The parent gave the request up."""


class _SchemaTool(litert_lm.Tool):  # type: ignore[misc]  # the binding has no types
    """A JSON schema in the only form the binding takes one. Never executed here."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = dict(schema)

    def get_tool_description(self) -> dict[str, Any]:
        return self._schema

    def execute(self, param: Any) -> Any:
        raise NotImplementedError("tools run behind the executor, never inside the engine")


class Engine:
    """A loaded model and its current conversation."""

    def __init__(self, spec: EngineSpec) -> None:
        litert_lm.set_min_log_severity(litert_lm.LogSeverity.ERROR)
        self._spec = spec
        self.context_tokens = _context(spec)
        backend = (
            litert_lm.Backend.GPU() if spec.backend == "gpu" else litert_lm.Backend.CPU(thread_count=spec.thread_count)
        )
        self._native = litert_lm.Engine(
            spec.path,
            backend=backend,
            max_num_tokens=self.context_tokens,
            cache_dir=spec.cache_dir,
            enable_benchmark=True,  # exact token counts per turn
        )
        self.constraint: ConstraintMode = "none"
        self._conversation: Any = None
        self._preface: tuple[str, str] | None = None
        self._lock = threading.Lock()
        self._is_stopped = False
        self._writable: dict[str, bool] = {}

    def probe_constraint(self) -> None:
        """Find out by trying whether a grammar can be used here, and how it has to write a blank."""
        for mode, pattern in (("literal", "a b"), ("metaspace", f"a{_BLANK}b")):
            try:
                self._open("", (), is_constrained=True)
                answer = "".join(_text(chunk) for chunk in self._stream("a b", pattern, 8))
            except RuntimeError:
                answer = ""
            finally:
                self.forget()
            if answer.strip() == "a b":
                self.constraint = mode  # type: ignore[assignment]  # a literal of the tuple above
                return

    def propose(self, request: Propose) -> Proposed:
        """One turn; raises NoRoom, Stopped or the binding's RuntimeError."""
        started = SYSTEM_CLOCK.now()
        try:
            room_taken = self._make_room(request)
            calls, text = self._collect(request)
            prompt_tokens, output_tokens = self._counts(room_taken)
        except BaseException:
            self.forget()
            raise
        if self._spec.prompt_style == "nano":
            self.forget()
        seconds = SYSTEM_CLOCK.now() - started
        return Proposed(
            id=request.id,
            calls=calls,
            text=text,
            prompt_tokens=prompt_tokens,
            output_tokens=output_tokens,
            seconds=seconds,
        )

    def count_tokens(self, text: str) -> int:
        return len(self._native.tokenize(text)) if text else 0

    def begin(self) -> None:
        """A new request is taken up: an old stop no longer holds."""
        with self._lock:
            self._is_stopped = False

    def stop(self) -> None:
        """Give up the current request; called from the listening thread."""
        with self._lock:
            self._is_stopped = True
            if self._conversation is not None:
                self._conversation.cancel_process()

    def forget(self) -> None:
        """Throw the conversation away."""
        with self._lock:
            conversation, self._conversation, self._preface = self._conversation, None, None
        if conversation is not None:
            conversation.cancel_process()  # a close waits for a generation that still runs
            conversation.close()

    def close(self) -> None:
        self.forget()
        self._native.close()

    def _make_room(self, request: Propose) -> int:
        """Open or keep a conversation the request fits into; the tokens it holds already."""
        preface = (request.system, json.dumps(list(request.tools), ensure_ascii=False))
        if self._conversation is not None and self._preface == preface:
            taken = int(self._conversation.token_count)
            roll_over = int(self.context_tokens * _ROLL_OVER_AT)
            if taken + self._room_for(self._rendered_tokens(request.prompt), request) <= roll_over:
                return taken
        self.forget()
        is_full = self._spec.prompt_style == "full"
        self._open(
            request.system if is_full else "",
            request.tools,
            is_constrained=self.constraint != "none",
            seed=request.seed,
        )
        self._preface = preface
        prompt_tokens = _START_TOKENS + self._rendered_tokens(request.prompt)
        if is_full:
            prompt_tokens += sum(self.count_tokens(text) for text in preface)
        needed = self._room_for(prompt_tokens, request)
        if needed > self.context_tokens:
            raise NoRoom(f"{needed} > {self.context_tokens}")
        return 0

    def _room_for(self, prompt_tokens: int, request: Propose) -> int:
        """Tokens a turn occupies at its fullest: the prompt goes in by whole prefill steps, then comes the answer."""
        steps = -(-prompt_tokens // self._spec.prefill_tokens)
        return max(steps * self._spec.prefill_tokens, prompt_tokens + request.max_output_tokens)

    def _open(
        self, system: str, tools: Sequence[Mapping[str, Any]], *, is_constrained: bool, seed: int | None = None
    ) -> None:
        constraint = litert_lm.ConstrainedDecodingConfig(
            enable=True, provider=litert_lm.LiteRtLmConstraintProviderType.LL_GUIDANCE
        )
        conversation = self._native.create_conversation(
            system_message=system or None,
            tools=[_SchemaTool(tool) for tool in tools],
            automatic_tool_calling=False,
            sampler_config=litert_lm.SamplerConfig(
                top_k=1 if seed is None else _DRAWN_FROM, top_p=1.0, temperature=1.0, seed=seed or 0
            ),
            constrained_decoding_config=constraint if is_constrained else None,
        )
        with self._lock:
            self._conversation = conversation

    def _collect(self, request: Propose) -> tuple[list[tuple[str, Mapping[str, Any]]], str]:
        pattern = self._fitted(request.pattern)
        calls: list[tuple[str, Mapping[str, Any]]] = []
        text = ""
        for chunk in self._stream(request.prompt, pattern, request.max_output_tokens):
            calls.extend((call.name, dict(call.arguments)) for call in chunk.tool_calls or ())
            text += _text(chunk)
        return calls, text

    def _stream(self, prompt: str, pattern: str | None, max_output_tokens: int) -> Iterator[Any]:
        if self._is_stopped:
            raise Stopped
        response_format = litert_lm.ResponseFormat.regex(pattern) if pattern is not None else None
        chunks = self._conversation.send_message_async(
            prompt, max_output_tokens=max_output_tokens, response_format=response_format
        )
        for chunk in chunks:
            if self._is_stopped:
                # Once more, for a stop that came before the native side had begun; then the stream runs dry.
                self._conversation.cancel_process()
                continue
            yield chunk
        if self._is_stopped:
            raise Stopped

    def _fitted(self, pattern: str | None) -> str | None:
        if pattern is None or self.constraint == "none":
            return None
        fitted = fit_to_alphabet(pattern, self._can_write)
        return fitted.replace(" ", _BLANK) if self.constraint == "metaspace" else fitted

    def _can_write(self, character: str) -> bool:
        """False when the tokenizer knows the character only as bytes, or not at all."""
        known = self._writable.get(character)
        if known is None:
            try:
                pieces = [self._native.detokenize([token]) for token in self._native.tokenize(character)]
            except RuntimeError:
                pieces = []
            known = self._writable[character] = "".join(pieces).strip() == character
        return known

    def _rendered_tokens(self, prompt: str) -> int:
        return self.count_tokens(self._conversation.render_message_to_string(prompt) or prompt)

    def _counts(self, room_taken: int) -> tuple[int, int]:
        """Prompt and output tokens of the turn just done."""
        info = self._conversation.get_benchmark_info()
        output = int(info.last_decode_token_count)
        return max(0, int(self._conversation.token_count) - room_taken - output), output


def _context(spec: EngineSpec) -> int:
    """The context asked for, or the model's own when that is smaller: the engine would accept any number."""
    with litert_lm.ModelInfo(spec.path) as info:
        own = int(info.max_context_tokens)
    return min(spec.context_tokens, own) if own > 0 else spec.context_tokens


def _text(chunk: Any) -> str:
    contents = chunk.contents.contents if chunk.contents else ()
    return "".join(content.text for content in contents if isinstance(content, litert_lm.Content.Text))
