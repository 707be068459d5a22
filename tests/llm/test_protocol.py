"""What the two processes say to each other, and the engine's reasons translated."""

import pytest

from genie_host.core.errors import (
    ContextOverflow,
    GpuUnavailable,
    ModelDamaged,
    ModelError,
    ModelMissing,
    ModelReplyInvalid,
)
from genie_host.llm.failures import GrammarFailed, answering_error, loading_error
from genie_host.llm.protocol import Cancel, Close, Failed, Propose, Ready, decode, encode


@pytest.mark.parametrize(
    "record",
    [
        Ready(context_tokens=1024, constraint="literal"),
        Propose(id=3, system="", prompt='say "hé"\n😀', tools=[], pattern="[^\\s\\S]", max_output_tokens=9),
        Failed(id=3, kind="answer", reason="a\nb"),
        Cancel(id=3),
        Close(),
    ],
)
def test_a_record_arrives_as_it_was_sent(record):
    assert decode(encode(record)) == record


@pytest.mark.parametrize("message", [b"", b"[]", b"{}", b'{"record":"Eval"}', b'{"record":"Cancel"}', b"\xff", b"3"])
def test_anything_else_is_refused(message):
    with pytest.raises(ValueError, match="not a message"):
        decode(message)


@pytest.mark.parametrize(
    ("reason", "error"),
    [
        ("E0000 engine.cc:854] NOT_FOUND: open() failed: /home/me/x.litertlm", ModelMissing),
        ("INVALID_ARGUMENT: Invalid magic number", ModelDamaged),
        ("Failed to create LiteRT-LM engine for /home/me/x.litertlm", ModelDamaged),
        ("Couldn't load Vulkan: libvulkan.so.1: No such file or directory", GpuUnavailable),
        ("Failed to initialize WebGPU environment: INTERNAL: No adapters found", GpuUnavailable),
        ("cannot import: No module named 'litert_lm'", ModelError),
    ],
)
def test_a_reason_for_not_loading_becomes_an_error_without_a_path(reason, error):
    translated = loading_error(reason, is_on_gpu=False)
    assert type(translated) is error
    assert "/" not in str(translated)


def test_the_gpu_is_blamed_for_what_nothing_else_explains():
    assert type(loading_error("UNKNOWN: shader", is_on_gpu=True)) is GpuUnavailable


@pytest.mark.parametrize(
    ("reason", "error"),
    [
        ("INVALID_ARGUMENT: Input token ids are too long. Exceeding the maximum: 1412 >= 256", ContextOverflow),
        ("FAILED_PRECONDITION: Prefill input length exceeds available state entries (remaining: 248)", ContextOverflow),
        ("INVALID_ARGUMENT: Failed to parse tool calls from code block: {", ModelReplyInvalid),
        ("INTERNAL: Failed to create LLGuidance constraint: invalid regex", GrammarFailed),
        ("something new", ModelError),
    ],
)
def test_a_reason_for_not_answering_becomes_an_error(reason, error):
    assert type(answering_error(reason)) is error
