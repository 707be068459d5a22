"""Requests, answers, enrolment and status against the kept vectors. Digests are computed here a second way."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import pytest

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.answers import Denial, Progress, SignedApproval, read_answer
from genie_host.core.gap.canonical import canonical_text
from genie_host.core.gap.enrolling import CodeShown, Enrolled, EnrolmentRequest, Status, read_enrolment_answer
from genie_host.core.gap.keys import short_code
from genie_host.core.gap.requests import Envelope, Request
from genie_host.core.gap.showing import shown_digest
from genie_host.policy.gate.judging import Asked, Fault, judge
from tests.protocol.phone_side import KnownHost, lines_for, received
from tests.protocol.vectors import HOST_NAME, KEYS, REQUESTS, by_name, cases

KNOWN = KnownHost(key=KEYS["host"], name=HOST_NAME, key_id=KEYS["phone"].id)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@pytest.mark.parametrize("case", REQUESTS.values(), ids=by_name)
def test_request_has_the_bytes_the_digests_and_the_lines_of_the_vector(case) -> None:
    line = case["envelope"].encode("utf-8")
    envelope = Envelope.read(line)
    assert envelope.line() == line
    assert KEYS["host"].verifies(envelope.signature, b"genie/req/1\0" + case["canonical"].encode("utf-8"))
    request = envelope.request
    assert canonical_text(request.as_json()) == case["canonical"]
    assert canonical_text(request.action.as_json()) == case["action_canonical"]
    assert request.action.digest == case["action_digest"] == sha256("genie/act/1\0" + case["action_canonical"])
    lines = lines_for(request, KNOWN, case["app_label"])
    assert list(lines) == case["lines"]
    assert shown_digest(lines) == case["shown_digest"] == sha256("genie/shown/1\0" + "\n".join(case["lines"]))


@pytest.mark.parametrize("case", REQUESTS.values(), ids=by_name)
def test_canonical_form_of_a_request_is_what_another_writer_makes_of_it(case) -> None:
    again = json.dumps(json.loads(case["canonical"]), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert again == case["canonical"]


def test_lines_are_those_a_person_expects() -> None:
    assert REQUESTS["send"]["lines"] == [
        "Send this?",
        "App: Messages (org.genie.messages)",
        "Button: “Send”",
        "To: Mum",
        "Text: hi",
        "Asked by: Anna’s laptop",
    ]
    assert REQUESTS["no app"]["lines"][1:3] == ["App: (none)", "Action: tap"]
    assert REQUESTS["unnamed"]["lines"][2] == "Control: (unnamed)"
    assert REQUESTS["by resource id"]["lines"][2] == "Control: org.genie.messages:id/send"
    assert REQUESTS["app unknown"]["lines"][1] == "App: (unknown) (org.genie.messages)"
    assert REQUESTS["label that lies"]["lines"][2] == "Button: “Cancel”⟨U+000A⟩App: Bank⟨U+202E⟩”"
    assert REQUESTS["empty fact"]["lines"][3] == "Amount: (empty)"


@pytest.mark.parametrize("case", cases("envelopes", "envelopes"), ids=by_name)
def test_phone_takes_or_denies_an_envelope_as_the_vector_says(case) -> None:
    hosts = {KEYS["host"].id: replace(KNOWN, last_seq=case["last_seq"])}
    answer = received(bytes.fromhex(case["line"]), hosts)
    if case["expect"] == "ok":
        assert isinstance(answer, Request)
    else:
        assert isinstance(answer, Denial)
        assert (answer.reason, answer.req_id) == (case["expect"], case["req_id"])


def test_phone_that_is_busy_says_so_after_the_signature_and_before_the_number() -> None:
    rows = {case["name"]: bytes.fromhex(case["line"]) for case in cases("envelopes", "envelopes")}
    hosts = {KEYS["host"].id: replace(KNOWN, last_seq=9)}

    def reason(name: str) -> str:
        answer = received(rows[name], hosts, is_busy=True)
        assert isinstance(answer, Denial)
        return answer.reason

    assert reason("good") == "busy"
    assert reason("signed by another key") == "bad_signature"
    assert reason("unknown host") == "not_enrolled"


@pytest.mark.parametrize("case", cases("answers", "answers"), ids=by_name)
def test_host_judges_an_answer_as_the_vector_says(case) -> None:
    request = Envelope.read(REQUESTS[case["request"]]["envelope"].encode("utf-8")).request
    asked = Asked(request=request, key=KEYS["phone"], host_name=HOST_NAME)
    heard = judge(bytes.fromhex(case["line"]), asked, case["age_ms"])
    words = {type(None): "skipped", Progress: "skipped", SignedApproval: "approved"}
    found = heard.reason if isinstance(heard, Denial) else heard if isinstance(heard, Fault) else words[type(heard)]
    assert found == case["expect"]
    if heard is not None and not isinstance(heard, Fault):
        assert heard.line() == bytes.fromhex(case["line"])


@pytest.mark.parametrize("case", cases("enrolments", "code"), ids=by_name)
def test_code_is_that_of_the_vector(case) -> None:
    keys = {key.spki.hex(): key for key in KEYS.values()}
    host, phone = keys[case["host_spki"]], keys[case["phone_spki"]]
    assert short_code(host, phone) == case["code"]
    digest = hashlib.sha256(b"genie/code/1\0" + host.spki + phone.spki).hexdigest()
    assert case["code"] == str(int(digest[:16], 16) % 10**6).rjust(6, "0")


@pytest.mark.parametrize("case", cases("enrolments", "requests"), ids=by_name)
def test_phone_reads_an_enrolment_as_the_vector_says(case) -> None:
    line = bytes.fromhex(case["line"])
    if case["expect"] == "ok":
        assert EnrolmentRequest.read(line).line() == line
    else:
        with pytest.raises(MessageMalformed):
            EnrolmentRequest.read(line)


@pytest.mark.parametrize("case", cases("enrolments", "answers"), ids=by_name)
def test_host_reads_the_answer_to_an_enrolment_as_the_vector_says(case) -> None:
    request = EnrolmentRequest(host_key=KEYS["host"], host_name=HOST_NAME, challenge=case["challenge"])
    line = bytes.fromhex(case["line"])
    try:
        answer = read_enrolment_answer(line)
    except MessageMalformed:
        assert case["expect"] == "malformed_answer"
        return
    assert answer.line() == line
    if isinstance(answer, Enrolled):
        assert case["expect"] == ("ok" if answer.is_signed(request) else "wrong_signature")
    elif isinstance(answer, CodeShown):
        assert case["expect"] == "code"
        assert answer.key == KEYS["phone"]
    else:
        assert case["expect"] == answer.reason


@pytest.mark.parametrize("case", cases("statuses", "statuses"), ids=by_name)
def test_host_reads_a_status_as_the_vector_says(case) -> None:
    line = bytes.fromhex(case["line"])
    if case["expect"] == "ok":
        assert Status.read(line).line() == line
    else:
        with pytest.raises(MessageMalformed):
            Status.read(line)


def test_answer_longer_than_a_line_may_be_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(MessageMalformed):
        read_answer(b'{"a":"' + b"x" * 16_380 + b'"}')
