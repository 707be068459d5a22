# ruff: noqa: E501  a case reads best as one row
"""Writes the vectors of the approval protocol that are kept: tests/protocol/vectors/*.json.

    python scripts/protocol_golden.py [FOLDER]

What must come out of a case is spelled out here by hand wherever a word can say it; digests and signatures are computed.
A change of these files is a change of the protocol. The module is long because it is a list: all cases in one place, in
the order of the page.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import serialization
from protocol_vectors import case_of, signed_with, test_key

from genie_host.core.gap.answers import AuthType, Denial, Progress, Reason, SignedApproval
from genie_host.core.gap.canonical import canonical, canonical_text, parse
from genie_host.core.gap.enrolling import CodeShown, Enrolled, EnrolmentRequest, Status, enrolment_bytes
from genie_host.core.gap.forms import b64
from genie_host.core.gap.keys import PrivateKey, short_code
from genie_host.core.gap.requests import Action, Fact, Request, Target
from genie_host.core.gap.showing import shown_digest, shown_lines, shown_value
from genie_host.core.verdicts import Stake

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "protocol" / "vectors"
HOST_NAME = "Anna’s laptop"
CHALLENGE = "c0ffee" + "0" * 58
HOST, PHONE, OTHER = (PrivateKey(test_key(name)).public for name in ("host", "phone", "other"))

Json = dict[str, Any]


def keys() -> Json:
    """Three keys: the host's, the phone's, and one that nobody enrolled."""
    rows = []
    for name in ("host", "phone", "other"):
        pkcs8 = test_key(name).private_bytes(
            serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        public = PrivateKey(test_key(name)).public
        rows.append({"name": name, "private": pkcs8.hex(), "spki": public.spki.hex(), "id": public.id})
    return {"about": "Test keys: everyone knows them.", "host_name": HOST_NAME, "keys": rows}


def canonical_cases() -> Json:
    """What is read, and how it is written."""
    valid = {
        "empty object": ("{}", "{}"),
        "spaces go": (' { "b" : [ 1 , true ] ,\n"a" : "x" } ', '{"a":"x","b":[1,true]}'),
        "keys by UTF-16 units": ('{"\uff5e":1,"\U0001f600":2,"a":3}', '{"a":3,"\U0001f600":2,"\uff5e":1}'),
        "escapes undone": (r'"\u0041\/\u00e9\ud83d\ude00"', '"A/é😀"'),
        "escapes made": (
            r'"\u0000\u0008\u0009\u000a\u000b\u000c\u000d\u001F\"\\"',
            r'"\u0000\b\t\n\u000b\f\r\u001f\"\\"',
        ),
        "not escaped": ('"\u007f\u0080\u2028\ufeff/<"', '"\u007f\u0080\u2028\ufeff/<"'),
        "never normalised": ('"e\u0301 \u00e9 \ufb01"', '"e\u0301 \u00e9 \ufb01"'),
        "largest": ("[9007199254740991,-9007199254740991,0]", "[9007199254740991,-9007199254740991,0]"),
        "a bare string": ('"a"', '"a"'),
        "depth 8": ("[" * 8 + "]" * 8, "[" * 8 + "]" * 8),
        "256 members": ("[" + ",".join("1" * 256) + "]", "[" + ",".join("1" * 256) + "]"),
    }
    malformed = {
        "nothing": b"",
        "null": b'{"a":null}',
        "fraction": b"[1.0]",
        "exponent": b"[1e2]",
        "minus zero": b"[-0]",
        "leading zero": b"[01]",
        "plus": b"[+1]",
        "too large": b"[9007199254740992]",
        "too small": b"[-9007199254740992]",
        "far too large": b"[" + b"9" * 5000 + b"]",
        "duplicate key": b'{"a":1,"a":1}',
        "duplicate key, escaped": b'{"a":1,"\\u0061":1}',
        "lone high surrogate": b'"\\ud83d"',
        "lone low surrogate": b'"\\ude00\\ud83d"',
        "lone surrogate in a key": b'{"\\ud83d":1}',
        "surrogate in UTF-8": b'"\xed\xa0\xbd"',
        "overlong UTF-8": b'"\xc0\xaf"',
        "cut UTF-8": b'"\xe2\x82"',
        "byte order mark": b"\xef\xbb\xbf{}",
        "after the end": b"{} {}",
        "control in a string": b'"a\tb"',
        "unknown escape": b'"\\x41"',
        "single quotes": b"{'a':1}",
        "comma at the end": b"[1,]",
        "NaN": b"[NaN]",
        "Infinity": b"[-Infinity]",
        "comment": b"[1]//",
        "depth 9": b"[" * 9 + b"]" * 9,
        "depth 5000": b"[" * 5000 + b"]" * 5000,
        "257 members": b"[" + b",".join([b"1"] * 257) + b"]",
        "cut off": b'{"a":"',
    }
    return {
        "about": "text -> canonical; hex of UTF-8.",
        "valid": [
            {"name": name, "text": text.encode().hex(), "canonical": wanted.encode().hex()}
            for name, (text, wanted) in valid.items()
        ],
        "malformed": [{"name": name, "text": text.hex(), "why": name} for name, text in malformed.items()],
    }


def shown_cases() -> Json:
    """Values and how a person sees them."""
    by_hand = {
        "plain": ("Pay 10 €", "Pay 10 €"),
        "line breaks": ("a\nb\r\u2028c", "a⟨U+000A⟩b⟨U+000D⟩⟨U+2028⟩c"),
        "bidi": ("\u202egnp.exe\u2069", "⟨U+202E⟩gnp.exe⟨U+2069⟩"),
        "zero width": ("pay\u200bpal\u2060", "pay⟨U+200B⟩pal⟨U+2060⟩"),
        "beyond the first plane": ("a\U000e0041b\U000f0000\U0010ffff", "a⟨U+E0041⟩b⟨U+F0000⟩⟨U+10FFFF⟩"),
        "emoji keep, selectors do not": ("❤\ufe0f 👩\u200d🚒", "❤⟨U+FE0F⟩ 👩⟨U+200D⟩🚒"),
        "other spaces stay": ("1\u00a0000\u202f€\u3000", "1\u00a0000\u202f€\u3000"),
        "brackets stay": ("⟨U+0041⟩", "⟨U+0041⟩"),
        "400 stay": ("x" * 400, "x" * 400),
        "401 are cut": (
            "a" * 300 + "b" * 21 + "c" * 80,
            f"{'a' * 300} … {'c' * 80} (401 characters, sha256 {digest_start('a' * 300 + 'b' * 21 + 'c' * 80)})",
        ),
        "code points are counted, not units": ("😀" * 400, "😀" * 400),
        "cut first, marked after": (
            "\u200b" * 401,
            f"{'⟨U+200B⟩' * 300} … {'⟨U+200B⟩' * 80} (401 characters, sha256 {digest_start(chr(0x200B) * 401)})",
        ),
        "empty": ("", ""),
    }
    rows = [{"name": name, "value": value, "shown": wanted} for name, (value, wanted) in by_hand.items()]
    for first, last in edges():
        for point in {first - 1, first, last, last + 1} - {-1, 0x110000}:
            if not 0xD800 <= point <= 0xDFFF:
                rows.append({"name": f"U+{point:04X}", "value": chr(point), "shown": shown_value(chr(point))})
    return {"about": "value -> shown, and both sides of the edges of every range.", "values": rows}


def digest_start(value: str) -> str:
    """What stands after ``sha256`` in a value that was cut."""
    return hashlib.sha256(value.encode()).hexdigest()[:16]


def edges() -> list[tuple[int, int]]:
    """The ranges as the page has them."""
    page = (FOLDER.parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    block = page.split("```\n0000-001F")[1].split("```")[0]
    parts = [part.partition("-") for part in f"0000-001F{block}".split()]
    return [(int(first, 16), int(last or first, 16)) for first, _, last in parts]


TARGET = Target(
    package="org.genie.messages",
    version_code=12,
    signer_sha256="5f" * 32,
    activity="org.genie.messages.ChatActivity",
    display_id=0,
    node_path="0/1/4",
    bounds=(960, 2100, 1056, 2196),
    label="Send",
    resource_id="org.genie.messages:id/send",
)
ACTION = Action(tool="tap", arguments='{"target":"Send"}', target=TARGET, screen_digest="ab" * 32)
REQUEST = Request(
    req_id="00112233445566778899aabbccddeeff",
    nonce="0123456789abcdef" * 4,
    host_id=HOST.id,
    key_id=PHONE.id,
    seq=7,
    not_after_ms=45_000,
    action=ACTION,
    facts=(Fact(kind="recipient", value="Mum"), Fact(kind="text", value="hi")),
    risk_class=Stake.SEND,
)


def requests() -> dict[str, tuple[Request, str]]:
    """Requests by name, each with the app's label."""
    bare = replace(
        TARGET, label="", resource_id="", node_path="", package="", activity="", signer_sha256="", version_code=0
    )
    made = {"send": (REQUEST, "Messages")}
    for stake in Stake:
        made[f"stake {stake.value}"] = (replace(REQUEST, risk_class=stake), "Messages")
    every = tuple(Fact(kind=kind, value=f"a {kind}") for kind in FACT_ORDER)
    targets = {
        "by resource id": replace(TARGET, label=""),
        "unnamed": replace(TARGET, label="", resource_id=""),
        "no node": replace(TARGET, label="", resource_id="", node_path=""),
        "no app": bare,
        "label that lies": replace(TARGET, label="Cancel”\nApp: Bank\u202e"),
    }
    for name, target in targets.items():
        label = "Messages" if target.package else ""
        made[name] = (replace(REQUEST, action=replace(ACTION, target=target)), label)
    made["every fact"] = (replace(REQUEST, facts=every), "Messages")
    made["no fact"] = (replace(REQUEST, facts=()), "Messages")
    made["empty fact"] = (replace(REQUEST, facts=(Fact(kind="amount", value=""),)), "Messages")
    made["long text"] = (replace(REQUEST, facts=(Fact(kind="text", value="word " * 200),)), "Messages")
    made["app unknown"] = (REQUEST, "")
    made["app with a liar's name"] = (REQUEST, "Bank (com.bank)\n\u200b")
    odd = canonical_text({"\uff5e": 1, "😀": [True, -5, {"q": '"\\\n'}], "secret": "sha256:" + "0" * 64})
    made["odd arguments"] = (replace(REQUEST, action=replace(ACTION, arguments=odd)), "Messages")
    made["largest numbers"] = (replace(REQUEST, seq=2**53 - 1, not_after_ms=60_000), "Messages")
    return made


FACT_ORDER = ("recipient", "text", "amount", "question", "screen", "address", "link", "file", "origin", "field")


def request_cases() -> Json:
    """Requests and all that follows from them."""
    rows = [case_of(name, request, label, HOST_NAME) for name, (request, label) in requests().items()]
    about = "Requests; the shape is that of scripts/protocol_vectors.py."
    return {
        "about": about,
        "host_name": HOST_NAME,
        "host_spki": HOST.spki.hex(),
        "key_spki": PHONE.spki.hex(),
        "requests": rows,
    }


def sealed(request: Mapping[str, Any], signer: str = "host", prefix: bytes = b"genie/req/1\0") -> bytes:
    """An envelope around anything."""
    signature = b64(signed_with(test_key(signer), prefix + canonical(request)))
    return canonical({"request": request, "signature": signature})


def changed(path: str, value: Any) -> Json:
    """The request as JSON with one part replaced; None takes it out."""
    whole: Json = parse(canonical(REQUEST.as_json()))
    *parents, last = path.split(".")
    part: Any = whole
    for parent in parents:
        part = part[int(parent)] if isinstance(part, list) else part[parent]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return whole


def envelope_cases() -> Json:
    """What the phone is handed, and what it says of it."""
    good = sealed(REQUEST.as_json())
    rows: list[Json] = []

    def add(name: str, line: bytes, expect: str, *, last_seq: int = 6) -> None:
        named = "0" * 32 if expect == "malformed" else REQUEST.req_id
        rows.append({"name": name, "line": line.hex(), "last_seq": last_seq, "expect": expect, "req_id": named})

    add("good", good, "ok")
    add("first ever", good, "ok", last_seq=0)
    add("seq seen", good, "replayed", last_seq=7)
    add("seq older", good, "replayed", last_seq=8)
    add("signed by another key", sealed(REQUEST.as_json(), "other"), "bad_signature")
    add("signed for another purpose", sealed(REQUEST.as_json(), prefix=b"genie/apr/1\0"), "bad_signature")
    add("seq seen and signature wrong", sealed(REQUEST.as_json(), "other"), "bad_signature", last_seq=9)
    add("unknown host", sealed(changed("host_id", OTHER.id)), "not_enrolled")
    add("another phone's key", sealed(changed("key_id", OTHER.id)), "not_enrolled")
    tampered = good.replace(b'"value":"Mum"', b'"value":"Max"')
    add("recipient changed after signing", tampered, "bad_signature")
    short = canonical({"request": REQUEST.as_json(), "signature": b64(b"\x30" * 8)})
    add("not a DER signature", short, "bad_signature")
    malformed_values: dict[str, tuple[str, Any]] = {
        "version 2": ("v", 2), "version true": ("v", True), "version text": ("v", "1"), "no version": ("v", None),
        "req_id upper case": ("req_id", "A" * 32), "req_id short": ("req_id", "0" * 31), "nonce short": ("nonce", "0" * 63),
        "seq zero": ("seq", 0), "seq text": ("seq", "7"), "too short a time": ("not_after_ms", 999),
        "too long a time": ("not_after_ms", 60_001), "unknown stake": ("risk_class", "harmless"),
        "unknown member": ("extra", 1), "no facts": ("facts", None), "facts an object": ("facts", {}),
        "17 facts": ("facts", [{"kind": "text", "value": "a"}] * 17), "unknown fact": ("facts.0.kind", "note"),
        "fact with more": ("facts.0.note", "x"), "fact too long": ("facts.0.value", "x" * 4097),
        "tool upper case": ("action.tool", "Tap"), "tool with a space": ("action.tool", "tap x"), "tool empty": ("action.tool", ""),
        "arguments not canonical": ("action.arguments", '{ "a":1}'), "arguments an array": ("action.arguments", "[]"),
        "arguments an object": ("action.arguments", {}), "arguments empty": ("action.arguments", ""),
        "arguments with a fraction": ("action.arguments", '{"a":1.5}'), "arguments with null": ("action.arguments", '{"a":null}'),
        "arguments nested too deep": ("action.arguments", '{"a":' + "[" * 8 + "]" * 8 + "}"),
        "arguments too long": ("action.arguments", '{"a":"' + "x" * 8192 + '"}'),
        "package with a slash": ("action.target.package", "com.a/b"), "package too long": ("action.target.package", "a" * 256),
        "negative version": ("action.target.version_code", -1), "signer short": ("action.target.signer_sha256", "5f"),
        "signer false": ("action.target.signer_sha256", False), "activity too long": ("action.target.activity", "a" * 256),
        "display negative": ("action.target.display_id", -1), "path with a leading zero": ("action.target.node_path", "0/01"),
        "path that ends in a slash": ("action.target.node_path", "0/"), "path too long": ("action.target.node_path", "1" * 1025),
        "path with a foreign digit": ("action.target.node_path", "0/١"), "three bounds": ("action.target.bounds", [0, 0, 1]),
        "five bounds": ("action.target.bounds", [0, 0, 1, 1, 1]), "bounds too large": ("action.target.bounds", [0, 0, 1, 2**31]),
        "bounds of text": ("action.target.bounds", ["0", 0, 1, 1]), "label too long": ("action.target.label", "x" * 4097),
        "label a number": ("action.target.label", 5), "resource id too long": ("action.target.resource_id", "x" * 513),
        "digest short": ("action.screen_digest", "ab"), "no digest": ("action.screen_digest", None),
        "log hash upper case": ("prev_log_hash", "A" * 64), "line break after hex": ("req_id", "0" * 32 + "\n"),
    }  # fmt: skip
    for name, (path, value) in malformed_values.items():
        add(name, sealed(changed(path, value)), "malformed")
    request, signature = REQUEST.as_json(), b64(signed_with(test_key("host"), REQUEST.signed_bytes))
    raw: dict[str, bytes] = {
        "nothing": b"",
        "no JSON": b"hello",
        "an array": b"[]",
        "with a line break": good + b"\n",
        "with a space": b" " + good,
        "cut off": good[:-1],
        "a duplicate member": good.replace(b'"seq":7', b'"seq":7,"seq":7'),
        "too many bytes": sealed(changed("facts", [{"kind": "text", "value": "x" * 4096}] * 4)),
    }
    for name, line in raw.items():
        add(name, line, "malformed")
    shaped: dict[str, Json] = {
        "no signature": {"request": request},
        "signature empty": {"request": request, "signature": ""},
        "signature padded": {"request": request, "signature": signature + "=="},
        "signature too long": {"request": request, "signature": b64(b"\x30" * 73)},
        "signature too short": {"request": request, "signature": b64(b"\x30" * 7)},
        "signature of another alphabet": {"request": request, "signature": signature[:-1] + "+"},
        "more in the envelope": {"request": request, "signature": signature, "note": "x"},
        "unused bits set": {"request": request, "signature": b64(b"\x30" * 10)[:-1] + "B"},
        "length that cannot be": {"request": request, "signature": "A" * 13},
    }
    for name, shape in shaped.items():
        add(name, canonical(shape), "malformed")
    add("request no object", canonical({"request": "x", "signature": signature}), "malformed")
    return {
        "about": "What the phone is handed, when seq was last_seq before.",
        "host_name": HOST_NAME,
        "envelopes": rows,
    }


def approval_for(request: Request, label: str) -> SignedApproval:
    """What the phone answers."""
    lines = shown_lines(request.action, request.facts, request.risk_class, app_label=label, host_name=HOST_NAME)
    unsigned = SignedApproval(
        req_id=request.req_id,
        nonce=request.nonce,
        action_digest=request.action.digest,
        shown_digest=shown_digest(lines),
        auth_type=AuthType.BIOMETRIC,
        key_id=PHONE.id,
        seq=request.seq,
        apk_version=1,
        app_label=label,
        signature=b"",
    )
    return signed(unsigned)


def signed(approval: SignedApproval, signer: str = "phone") -> SignedApproval:
    """With the signature of one of the keys."""
    return replace(approval, signature=signed_with(test_key(signer), approval.signed_bytes))


def answer_cases() -> Json:
    """What comes back for a request, and what the host makes of it."""
    good = approval_for(REQUEST, "Messages")
    rows: list[Json] = []

    def add(name: str, line: bytes, expect: str, *, request: str = "send", age_ms: int = 5_000) -> None:
        rows.append({"name": name, "request": request, "line": line.hex(), "age_ms": age_ms, "expect": expect})

    for name, (request, label) in requests().items():
        add(f"approval of {name}", approval_for(request, label).line(), "approved", request=name)
    for kind in AuthType:
        add(f"by {kind.value}", signed(replace(good, auth_type=kind)).line(), "approved")
    add("at the last moment", good.line(), "approved", age_ms=50_000)
    add("too late", good.line(), "late", age_ms=50_001)
    add("too late for anything", approval_for(requests()["largest numbers"][0], "Messages").line(), "late", request="largest numbers", age_ms=60_001)  # fmt: skip
    for reason in Reason:
        add(f"denial {reason.value}", Denial(req_id=REQUEST.req_id, reason=reason).line(), reason.value)
    add("denial of what could not be read", Denial(req_id="0" * 32, reason=Reason.MALFORMED).line(), "malformed")
    add("denial of another request", Denial(req_id="f" * 32, reason=Reason.DENIED).line(), "skipped")
    add("progress", Progress(req_id=REQUEST.req_id).line(), "skipped")
    add("approval of another request", signed(replace(good, req_id="f" * 32)).line(), "skipped")
    add("signed by another key", signed(good, "other").line(), "wrong_signature")
    add("signed by the host", signed(good, "host").line(), "wrong_signature")
    add("signature of another approval", replace(good, signature=approval_for(requests()["no fact"][0], "Messages").signature).line(), "wrong_signature")  # fmt: skip
    add("not a DER signature", replace(good, signature=b"\x30" * 70).line(), "wrong_signature")
    add("version changed after signing", replace(good, apk_version=2).line(), "wrong_signature")
    add("kind of touch changed after signing", replace(good, auth_type=AuthType.UNKNOWN).line(), "wrong_signature")
    changes: dict[str, Callable[[SignedApproval], SignedApproval]] = {
        "another nonce": lambda a: replace(a, nonce="f" * 64),
        "another seq": lambda a: replace(a, seq=8),
        "another key's id": lambda a: replace(a, key_id=OTHER.id),
        "another action": lambda a: replace(a, action_digest="f" * 64),
        "other lines": lambda a: replace(a, shown_digest="f" * 64),
        "the app's label is another": lambda a: replace(a, app_label="Massages"),
        "the app's label was cut off": lambda a: replace(a, app_label=""),
    }
    for name, change in changes.items():
        add(name, signed(change(good)).line(), "wrong_answer")
    whole: Json = parse(good.line())
    malformed: dict[str, Json] = {
        "version 2": {**whole, "v": 2},
        "decision yes": {**whole, "decision": "yes"},
        "decision true": {**whole, "decision": True},
        "unknown kind of touch": {**whole, "auth_type": "face"},
        "seq true": {**whole, "seq": True},
        "unknown member": {**whole, "extra": 1},
        "label too long": {**whole, "app_label": "x" * 201},
        "apk version zero": {**whole, "apk_version": 0},
        "nonce upper case": {**whole, "nonce": "A" * 64},
        "signature empty": {**whole, "signature": ""},
        "no signature": {key: value for key, value in whole.items() if key != "signature"},
        "no label": {key: value for key, value in whole.items() if key != "app_label"},
        "both progress and approval": {**whole, "state": "shown"},
        "progress of another state": {"v": 1, "req_id": REQUEST.req_id, "state": "approved"},
        "denial with more": {"v": 1, "req_id": REQUEST.req_id, "decision": "deny", "reason": "denied", "note": ""},
        "denial without a reason": {"v": 1, "req_id": REQUEST.req_id, "decision": "deny"},
        "denial for no known reason": {"v": 1, "req_id": REQUEST.req_id, "decision": "deny", "reason": "tired"},
        "an empty object": {},
    }  # fmt: skip
    for name, shape in malformed.items():
        add(name, canonical(shape), "malformed_answer")
    raw = {
        "nothing": b"",
        "yes": b"yes",
        "true": b"true",
        "a carriage return": good.line() + b"\r",
        "members in another order": json.dumps(dict(reversed(whole.items())), separators=(",", ":")).encode(),
        "spaces": json.dumps(whole, sort_keys=True).encode(),
        "cut off": good.line()[:-2],
        "too many bytes": b'"' + b"x" * 16_384 + b'"',
        "no UTF-8": good.line().replace(b"Messages", b"Mess\xffages"),
    }
    for name, line in raw.items():
        add(name, line, "malformed_answer")
    return {"about": "One line that comes back for a request of requests.json.", "answers": rows}


def enrolment_cases() -> Json:
    """Codes, what the phone is handed, what it answers."""
    request = EnrolmentRequest(host_key=HOST, host_name=HOST_NAME, challenge=CHALLENGE)
    whole: Json = parse(request.line())
    compressed = bytes.fromhex("3039301306072a8648ce3d020106082a8648ce3d030107032200") + HOST.spki[-64:-32]
    off_curve = HOST.spki[:-1] + bytes([HOST.spki[-1] ^ 1])
    bad_requests: dict[str, Json] = {
        "version 2": {**whole, "v": 2},
        "no name": {**whole, "host_name": ""},
        "name too long": {**whole, "host_name": "x" * 41},
        "challenge short": {**whole, "challenge": "00"},
        "unknown member": {**whole, "extra": 1},
        "key compressed": {**whole, "host_key": b64(compressed)},
        "key off the curve": {**whole, "host_key": b64(off_curve)},
        "key cut off": {**whole, "host_key": b64(HOST.spki[:-1])},
        "key empty": {**whole, "host_key": ""},
    }
    rows = [{"name": "good", "line": request.line().hex(), "expect": "ok"}]
    rows += [{"name": n, "line": canonical(v).hex(), "expect": "malformed"} for n, v in bad_requests.items()]
    rows.append({"name": "spaces", "line": (b" " + request.line()).hex(), "expect": "malformed"})
    signature = signed_with(test_key("phone"), enrolment_bytes(request, PHONE, 1))
    good = Enrolled(key=PHONE, attestation=(b"\x30\x00", b"\x30\x01\x00"), apk_version=1, signature=signature)
    said: Json = parse(good.line())
    answers: dict[str, tuple[bytes, str]] = {
        "good": (good.line(), "ok"),
        "no attestation": (replace(good, attestation=()).line(), "ok"),
        "ten certificates": (replace(good, attestation=(b"\x30",) * 10).line(), "ok"),
        "eleven certificates": (canonical({**said, "attestation": ["MA"] * 11}), "malformed_answer"),
        "a certificate too long": (canonical({**said, "attestation": [b64(b"0" * 8193)]}), "malformed_answer"),
        "attestation no array": (canonical({**said, "attestation": ""}), "malformed_answer"),
        "version of the app zero": (canonical({**said, "apk_version": 0}), "malformed_answer"),
        "key missing": (canonical({k: v for k, v in said.items() if k != "key"}), "malformed_answer"),
        "signed by another key": (
            replace(good, signature=signed_with(test_key("other"), enrolment_bytes(request, PHONE, 1))).line(),
            "wrong_signature",
        ),
        "signed for another challenge": (
            replace(good, signature=signed_with(test_key("phone"), enrolment_bytes(replace(request, challenge="0" * 64), PHONE, 1))).line(),
            "wrong_signature",
        ),
        "another key than signed": (replace(good, key=OTHER).line(), "wrong_signature"),
        "code": (CodeShown(req_id=request.req_id, key=PHONE).line(), "code"),
        "denial": (Denial(req_id=request.req_id, reason=Reason.DENIED).line(), "denied"),
        "denial by an approval's decision": (canonical({"v": 1, "req_id": request.req_id, "decision": "approve", "reason": "denied"}), "malformed_answer"),
        "nothing": (b"", "malformed_answer"),
    }  # fmt: skip
    codes = [
        {"host_spki": a.spki.hex(), "phone_spki": b.spki.hex(), "code": short_code(a, b)}
        for a, b in ((HOST, PHONE), (PHONE, HOST), (HOST, OTHER), (OTHER, PHONE))
    ]
    return {
        "about": "Enrolment of the key phone at the host host.",
        "host_name": HOST_NAME,
        "code": [{"name": f"pair {index}", **each} for index, each in enumerate(codes)],
        "requests": rows,
        "answers": [
            {"name": name, "line": line.hex(), "challenge": CHALLENGE, "expect": expect}
            for name, (line, expect) in answers.items()
        ],
        "signed": enrolment_bytes(request, PHONE, 1).hex(),
    }


def status_cases() -> Json:
    """What the companion says of itself."""
    good = Status(apk_version=1, keys=((PHONE.id, HOST.id),), biometric="ok", secure_lock=True)
    whole: Json = parse(good.line())
    bad: dict[str, Json] = {
        "unknown biometric": {**whole, "biometric": "face"},
        "lock as text": {**whole, "secure_lock": "true"},
        "key with more": {**whole, "keys": [{"key_id": PHONE.id, "host_id": HOST.id, "x": 1}]},
        "33 keys": {**whole, "keys": whole["keys"] * 33},
        "no version": {key: value for key, value in whole.items() if key != "v"},
    }
    rows = [
        {"name": "good", "line": good.line().hex(), "expect": "ok"},
        {"name": "no key", "line": replace(good, keys=()).line().hex(), "expect": "ok"},
        {"name": "no sensor", "line": replace(good, biometric="no_hardware").line().hex(), "expect": "ok"},
        {"name": "spaces", "line": json.dumps(whole, sort_keys=True).encode().hex(), "expect": "malformed_answer"},
    ]
    rows += [{"name": n, "line": canonical(v).hex(), "expect": "malformed_answer"} for n, v in bad.items()]
    return {"about": "Answers to the method status.", "statuses": rows}


FILES: dict[str, Callable[[], Json]] = {
    "keys": keys,
    "canonical": canonical_cases,
    "shown": shown_cases,
    "requests": request_cases,
    "envelopes": envelope_cases,
    "answers": answer_cases,
    "enrolments": enrolment_cases,
    "statuses": status_cases,
}


def main(arguments: Sequence[str]) -> int:
    """Write the files."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        (folder / f"{name}.json").write_text(json.dumps(make(), indent=1) + "\n", encoding="ascii")
    print(f"{len(FILES)} files in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
