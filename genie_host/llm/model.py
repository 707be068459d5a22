"""What a language model is to the rest of Genie: it proposes one call out of the shapes it is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline

ArgumentKind = Literal["string", "integer", "number"]
PromptStyle = Literal["nano", "full"]
Backend = Literal["cpu", "gpu"]


@dataclass(frozen=True)
class Argument:
    """One argument of a call, and every value it may take."""

    name: str
    choices: tuple[str, ...] = ()
    """The values allowed, unescaped. Empty: ``pattern`` decides, and without it anything of the right kind goes."""
    pattern: str | None = None
    """A regular expression for the whole value. For a string it describes what stands between the quotes, so it must
    not match a quote, a backslash or a control character."""
    kind: ArgumentKind = "string"


@dataclass(frozen=True)
class CallShape:
    """One way a call may look; the grammar of a turn is the union of its shapes."""

    tool_name: str
    arguments: tuple[Argument, ...] = ()
    """All of them are required, in this order."""
    is_weighed: bool = False
    """Whether beside an answer of this shape others are wanted, to see how sure the model is of it."""


@dataclass(frozen=True, kw_only=True)
class ModelReply:
    """What came back from one turn."""

    calls: tuple[tuple[str, Mapping[str, Any]], ...]
    """Tool name and arguments of each call; every one fits one of the shapes asked for."""
    text: str
    """Words beside the calls; empty under a grammar."""
    prompt_tokens: int
    output_tokens: int
    seconds: float
    drawn: tuple[tuple[tuple[str, Mapping[str, Any]], ...], ...] = ()
    """Beside an answer of a shape that is weighed: further answers, drawn by chance, likely ones more often. How many
    of them say the same is how sure the model is. One that was no call is empty."""


class LanguageModel(Protocol):
    """One loaded model. Used by one thread at a time."""

    @property
    def name(self) -> str: ...

    @property
    def backend(self) -> Backend:
        """Where it really runs."""
        ...

    @property
    def context_tokens(self) -> int:
        """Room for prompt and answer together."""
        ...

    @property
    def prompt_style(self) -> PromptStyle:
        """``nano``: the prompt is all it reads. ``full``: it reads the system text and the tools too."""
        ...

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
        """One turn. ``tools`` are JSON schemas of functions; without shapes the answer is free text.

        Raises a ModelError (ContextOverflow, ModelTimeout, ModelReplyInvalid, ModelCrashed) or Cancelled.
        """
        ...

    def count_tokens(self, text: str) -> int: ...

    def forget(self) -> None:
        """Begin a new run: nothing said before may be in the context of the next turn."""
        ...

    def close(self) -> None: ...
