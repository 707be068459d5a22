"""LiteRT-LM's reasons, translated once. It raises RuntimeError for everything; only the words differ.

The words come from the native log or from the stream's error and name files and source lines, so none of them is
shown: each row gives the error and the sentence for the user. First match wins.
"""

from __future__ import annotations

from genie_host.core.errors import (
    ContextOverflow,
    GpuUnavailable,
    ModelDamaged,
    ModelError,
    ModelMissing,
    ModelReplyInvalid,
)


class GrammarFailed(ModelReplyInvalid):
    """The grammar itself could not be built or kept to, which is not the model's fault."""


_WHILE_LOADING: tuple[tuple[tuple[str, ...], type[ModelError], str], ...] = (
    (("cannot import",), ModelError, "LiteRT-LM is not installed or does not run on this machine."),
    (
        ("No adapters found", "load Vulkan", "WebGPU", "software adapter"),
        GpuUnavailable,
        "No usable GPU was found on this machine.",
    ),
    (("NOT_FOUND: open", "open() failed"), ModelMissing, "The model file is not there."),
    (("RESOURCE_EXHAUSTED", "out of memory", "bad_alloc"), ModelError, "There is not enough memory for this model."),
    (
        ("magic number", "flatbuffer", "mmap", "Invalid", "INVALID_ARGUMENT", "not found in the model", "OUT_OF_RANGE"),
        ModelDamaged,
        "The model file is damaged: get it again.",
    ),
)
_WHILE_ANSWERING: tuple[tuple[tuple[str, ...], type[ModelError], str], ...] = (
    (
        ("too long", "exceeds available state entries", "Max number of tokens", "maximum number of tokens"),
        ContextOverflow,
        "The prompt does not fit into the model's context.",
    ),
    (("Failed to parse tool calls",), ModelReplyInvalid, "The model's call could not be read."),
    (
        ("constraint", "Constraint", "grammar", "regex", "lexer"),
        GrammarFailed,
        "The model could not keep to the form a call must have.",
    ),
    (("RESOURCE_EXHAUSTED", "out of memory", "bad_alloc"), ModelError, "The machine ran out of memory for the model."),
)


def loading_error(reason: str, *, is_on_gpu: bool) -> ModelError:
    """Why an engine could not be made. Where nothing else is known the GPU is to blame, else the file."""
    unknown = (
        GpuUnavailable("The model could not be loaded on the GPU.")
        if is_on_gpu
        else ModelDamaged("The model could not be loaded: its file may be damaged.")
    )
    return _translate(reason, _WHILE_LOADING) or unknown


def answering_error(reason: str) -> ModelError:
    """Why a turn failed."""
    return _translate(reason, _WHILE_ANSWERING) or ModelError("The language model failed to answer.")


def _translate(reason: str, table: tuple[tuple[tuple[str, ...], type[ModelError], str], ...]) -> ModelError | None:
    for words, error, sentence in table:
        if any(word in reason for word in words):
            return error(sentence)
    return None
