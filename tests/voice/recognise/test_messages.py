from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genie_host.voice.audio import Block
from genie_host.voice.hearing import CommandHeard, Mode, PartialHeard, WakeHeard, WakeWithdrawn, Word, WordHeard
from genie_host.voice.recognise.messages import (
    Alive,
    Close,
    Failed,
    FromChild,
    Listen,
    Ready,
    Said,
    ToChild,
    decode_from_child,
    decode_to_child,
    encode_from_child,
    encode_to_child,
)

HEARD = [
    WakeHeard(phrase="hey gemma", ended_at=1.5, is_confirmed=True, confidence=0.9),
    WakeWithdrawn(phrase="hey gemma"),
    WordHeard(word=Word.GO_ON, ended_at=2.5),
    PartialHeard(text="와이파이"),
    CommandHeard(text="", confidence=0.0, ended_at=3.25),
]


@pytest.mark.parametrize(
    "record",
    [
        *(Listen(epoch=7, mode=mode) for mode in Mode),
        Block(pcm=bytes(range(256)) * 12, ended_at=12.125),
        Close(),
    ],
)
def test_orders_and_sound_arrive_as_they_were_sent(record: ToChild) -> None:
    assert decode_to_child(encode_to_child(record)) == record


@pytest.mark.parametrize(
    "record",
    [
        Ready(engine="vosk"),
        Failed(reason="There is no speech model."),
        Alive(epoch=2, heard_blocks=9, dropped_blocks=3),
        *(Said(epoch=3, heard=heard) for heard in HEARD),
    ],
)
def test_what_was_heard_arrives_as_it_was_said(record: FromChild) -> None:
    assert decode_from_child(encode_from_child(record)) == record


def test_words_from_the_child_are_cleaned() -> None:
    said = decode_from_child(encode_from_child(Said(epoch=1, heard=PartialHeard(text="a\x1b]0;b\x07\u202ec"))))

    assert said == Said(epoch=1, heard=PartialHeard(text="a ]0;b c"))


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"[]",
        b"{}",
        b'{"record": "Close"}',
        b'{"record": "Ready"}',
        b'{"record": "Said", "epoch": 1, "kind": "EarsLost", "heard": {"reason": "", "comes_back": true}}',
        b'{"record": "Said", "epoch": 1, "kind": "WordHeard", "heard": {"word": "shout", "ended_at": 1}}',
        json.dumps({"record": "Said", "epoch": 1, "kind": "PartialHeard", "heard": ["text"]}).encode(),
    ],
)
def test_what_is_no_message_is_refused(message: bytes) -> None:
    with pytest.raises(ValueError, match="not a message"):
        decode_from_child(message)


@given(st.binary(max_size=60))
def test_any_bytes_are_a_record_or_a_value_error(message: bytes) -> None:
    for decode in (decode_to_child, decode_from_child):
        with contextlib.suppress(ValueError):
            decode(message)
