"""Damaged messages by the thousand: none is taken for a yes, and nothing but MessageMalformed is raised."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.answers import Denial, SignedApproval, read_answer
from genie_host.core.gap.canonical import canonical, parse
from genie_host.core.gap.enrolling import Enrolled, EnrolmentRequest, Status, read_enrolment_answer
from genie_host.core.gap.requests import Envelope
from genie_host.policy.gate.judging import Asked, judge
from tests.protocol.phone_side import KnownHost, received
from tests.protocol.vectors import HOST_NAME, KEYS, REQUESTS, cases

ODD: list[Any] = [
    *(0, 1, -1, 2**53, 10**30, True, False, None, 1.5, [], [[]], {}, {"v": 1}),
    *("", "0" * 32, "A" * 64, "\ud800", "x" * 5000, "⟨U+0000⟩", "\0"),
]
BYTES = b'{}[]":,\\u0 \n\r\t\x00\xff\xed\xa0\x80truefalsenull-+.eE019'


def damaged(line: bytes, chance: random.Random) -> bytes:
    """The line with one to three things wrong."""
    for _ in range(chance.randrange(1, 4)):
        line = chance.choice((flipped, cut, doubled, put_in, moved, misvalued, misnamed))(line, chance)
    return line


def flipped(line: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(line) or 1)
    return line[:at] + bytes([line[at] ^ (1 << chance.randrange(8))]) + line[at + 1 :] if line else b"\0"


def cut(line: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(line) + 1)
    return line[:at] + line[at + chance.choice((1, 1, 2, 20, 5000)) :]


def doubled(line: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(line) + 1)
    part = line[start : start + chance.randrange(1, 40)]
    return line[:start] + part * chance.choice((2, 3, 900)) + line[start + len(part) :]


def put_in(line: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(line) + 1)
    return line[:at] + bytes(chance.choice(BYTES) for _ in range(chance.randrange(1, 4))) + line[at:]


def moved(line: bytes, chance: random.Random) -> bytes:
    a, b = sorted(chance.randrange(len(line) + 1) for _ in range(2))
    return line[b:] + line[a:b] + line[:a]


def misvalued(line: bytes, chance: random.Random) -> bytes:
    """A value of another kind somewhere, canonical where it can be."""
    return changed(line, chance, lambda part, key: part.__setitem__(key, chance.choice(ODD)))


def misnamed(line: bytes, chance: random.Random) -> bytes:
    """A member that is gone, or there under another name."""

    def rename(part: Any, key: Any) -> None:
        value = part.pop(key)
        if isinstance(part, dict) and chance.random() < 0.5:
            part[key[:-1]] = value

    return changed(line, chance, rename)


def changed(line: bytes, chance: random.Random, change: Callable[[Any, Any], None]) -> bytes:
    try:
        whole = parse(line)
        change(*chance.choice(list(places(whole))))
        return canonical(whole)
    except (MessageMalformed, IndexError):
        return line + b" "


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, member in list(value.items()) if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(member, dict | list):
            yield from places(member)


def lines_of(file: str, array: str, *expected: str) -> list[bytes]:
    return [bytes.fromhex(case["line"]) for case in cases(file, array) if case["expect"] in expected]


@pytest.mark.slow
def test_ten_thousand_damaged_approvals_are_no_approval() -> None:
    chance = random.Random(1)
    approvals = [case for case in cases("answers", "answers") if case["expect"] == "approved"]
    good = {case["request"]: bytes.fromhex(case["line"]) for case in approvals}
    asked = {
        name: Asked(
            request=Envelope.read(REQUESTS[name]["envelope"].encode()).request, key=KEYS["phone"], host_name=HOST_NAME
        )
        for name in good
    }
    for _ in range(10_000):
        name = chance.choice(list(good))
        line = damaged(good[name], chance)
        if line != good[name]:
            assert not isinstance(judge(line, asked[name], 1_000), SignedApproval)


@pytest.mark.slow
def test_five_thousand_damaged_envelopes_are_denied() -> None:
    chance = random.Random(2)
    good = [case["envelope"].encode("utf-8") for case in REQUESTS.values()]
    known = {KEYS["host"].id: KnownHost(key=KEYS["host"], name=HOST_NAME, key_id=KEYS["phone"].id)}
    for _ in range(5_000):
        line = damaged(chance.choice(good), chance)
        if line not in good:
            assert isinstance(received(line, known), Denial)


@pytest.mark.slow
def test_five_thousand_damaged_messages_of_other_kinds_are_read_or_malformed() -> None:
    chance = random.Random(3)
    answers = lines_of("answers", "answers", "skipped", "denied", "approved")
    enrolments = lines_of("enrolments", "answers", "ok", "code", "denied")
    request = EnrolmentRequest.read(lines_of("enrolments", "requests", "ok")[0])
    statuses = lines_of("statuses", "statuses", "ok")
    for _ in range(1_700):
        with suppress(MessageMalformed):
            line = damaged(chance.choice(answers), chance)
            assert read_answer(line).line() == line
        with suppress(MessageMalformed):
            line = damaged(chance.choice(statuses), chance)
            assert Status.read(line).line() == line
        with suppress(MessageMalformed):
            line = damaged(chance.choice(enrolments), chance)
            answer = read_enrolment_answer(line)
            assert answer.line() == line
            if isinstance(answer, Enrolled) and answer.is_signed(request):
                # What vouches for the key is not signed by it: it is judged by itself.
                assert answer.key == KEYS["phone"]
                assert answer.apk_version == 1
