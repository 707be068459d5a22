"""The page shows what is in the vectors, and says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from genie_host.core.gap import answers, canonical, enrolling, requests
from genie_host.core.gap.answers import Reason
from genie_host.core.gap.requests import FACT_TITLES
from genie_host.core.verdicts import Stake
from genie_host.policy.gate import judging, ledger
from tests.protocol.vectors import REQUESTS, cases

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLE = PAGE.split("## 10.")[1]


def line_of(file: str, array: str, name: str) -> str:
    return next(bytes.fromhex(case["line"]).decode() for case in cases(file, array) if case["name"] == name)


@pytest.mark.parametrize(
    "wanted",
    [
        REQUESTS["send"]["envelope"],
        "\n".join(REQUESTS["send"]["lines"]),
        REQUESTS["send"]["action_digest"],
        REQUESTS["send"]["shown_digest"],
        line_of("answers", "answers", "approval of send"),
        line_of("answers", "answers", "denial denied"),
        line_of("enrolments", "requests", "good"),
        line_of("enrolments", "answers", "code"),
        cases("enrolments", "code")[0]["code"],
        line_of("statuses", "statuses", "good"),
    ],
    ids=lambda wanted: wanted[:24],
)
def test_example_is_that_of_the_vectors(wanted) -> None:
    assert wanted in EXAMPLE


def test_every_word_of_the_protocol_is_on_the_page() -> None:
    words = [*(reason.value for reason in Reason), *(stake.value for stake in Stake), *FACT_TITLES]
    words += [fault.value for fault in judging.Fault]
    words += ["no_answer", "channel_failed", "back_off", "too_little_trust"]
    assert [word for word in words if f"`{word}`" not in PAGE] == []
    for kind, title in FACT_TITLES.items():
        assert f"`{kind}` `{title}: `" in PAGE


def test_every_number_of_the_protocol_is_on_the_page() -> None:
    numbers = {
        "16,384": requests.MAX_LINE_BYTES,
        "65,536": enrolling.MAX_ENROLMENT_BYTES,
        "8,192": enrolling.MAX_CERTIFICATE_BYTES,
        "deeper than 8": canonical.MAX_DEPTH,
        "more than 256 members": canonical.MAX_MEMBERS,
        "0..16 objects": requests.MAX_FACTS,
        "`value` text 4096": requests.MAX_VALUE,
        "text 8192": requests.MAX_ARGUMENTS,
        "1000..60000": requests.NOT_AFTER_MS[1],
        "text 40": enrolling.MAX_HOST_NAME,
        "text 200": answers.MAX_APP_LABEL,
        "at most 32 keys": enrolling.MAX_KEYS,
        "0..10 DER": enrolling.MAX_CERTIFICATES,
        "open for 120 s": enrolling.ENROLMENT_SECONDS,
        "the host waits 10 s": ledger.FIRST_BACK_OFF_SECONDS,
        "`not_after_ms` + 5 s": judging.GRACE_MS / 1000,
        "at most 60 s, after": judging.OLDEST_MS / 1000,
    }
    for words, number in numbers.items():
        assert words in PAGE
        assert number in [int(digits) for digits in re.findall(r"\d+", words.replace(",", ""))]
