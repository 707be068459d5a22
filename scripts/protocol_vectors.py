"""Requests of the approval protocol by chance, with all that both sides must compute alike from them.

    python scripts/protocol_vectors.py --count 1000 --seed 7 --out FILE

The same count and seed make the same file; its shape is in docs/protocol.md. The keys are for tests: everyone knows
them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.answers import AuthType, SignedApproval
from genie_host.core.gap.canonical import canonical_text
from genie_host.core.gap.keys import PrivateKey
from genie_host.core.gap.requests import FACT_TITLES, MAX_VALUE, Action, Envelope, Fact, Request, Target
from genie_host.core.gap.showing import shown_digest, shown_lines
from genie_host.core.verdicts import Stake

POOLS = (
    "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 .,:;!?-_/()",
    "\"\\/\b\f\n\r\t\0\x1f\x7f\x80\x9f'<>&{}[]",
    "äöüßéèñçøåžșķ ÄÖÜ",
    "Привет, переведи деньги",
    "עברית שלום العربية تحويل ٣٤٥",
    "中文付款日本語送金한국어이체हिन्दी",
    "\u00ad\u034f\u061c\u115f\u17b4\u180b\u180e\u200b\u200d\u200e\u200f\u2028\u2029\u202e\u2060\u2066\u206f\u2800\u3164",
    "\u2027\u202f\u205f\u3000\u00a0\u00a1\u3163\u3165\ue000\uf8ff\uf900\ufdd0\ufdef\ufdf0\ufe00\ufe0f\ufe10\ufeff\uffa0",
    "\ufff0\ufffb\ufffc\ufffd\ufffe\uffff\ud7ff\U0001bca0\U0001d173\U0001d17b\U000e0001\U000e0fff\U000e1000\U000f0000",
    "😀🏳👩💳🔒\U0001f1e9\U00010000\U0010ffff\U000effff",
)
"""What hostile and honest screens are made of, and the edges of every range that is shown as a mark."""


def test_key(name: str) -> ec.EllipticCurvePrivateKey:
    """The same for the same name, everywhere."""
    secret = int.from_bytes(hashlib.sha256(f"genie test key {name}".encode()).digest(), "big")
    return ec.derive_private_key(secret % (2**255) + 1, ec.SECP256R1())


def signed_with(key: ec.EllipticCurvePrivateKey, data: bytes) -> bytes:
    """A signature that is the same every time."""
    return key.sign(data, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))


def random_text(chance: random.Random, longest: int) -> str:
    """Mostly short, of one script or of all."""
    length = min(longest, chance.choice((0, 1, 3, 8, 20, 20, 60, 399, 400, 401, 900)))
    pools = chance.choice((POOLS[:1], POOLS[:3], POOLS, (chance.choice(POOLS),)))
    return "".join(chance.choice(chance.choice(pools)) for _ in range(length))


def random_json(chance: random.Random, depth: int) -> Any:
    """A value of the canonical form."""
    kind = chance.randrange(6 if depth else 4)
    if kind == 0:
        return random_text(chance, 20)
    if kind == 1:
        return chance.choice((0, 1, -1, 2**53 - 1, -(2**53) + 1, chance.randrange(-(10**6), 10**6)))
    if kind in (2, 3):
        return chance.random() < 0.5
    if kind == 4:
        return [random_json(chance, depth - 1) for _ in range(chance.randrange(4))]
    return random_object(chance, depth - 1)


def random_object(chance: random.Random, depth: int) -> dict[str, Any]:
    """With keys whose order differs between UTF-16 and code points."""
    return {random_text(chance, 8): random_json(chance, depth) for _ in range(chance.randrange(5))}


def random_hex(chance: random.Random, digits: int) -> str:
    """So many digits."""
    return f"{chance.getrandbits(digits * 4):0{digits}x}"


def random_target(chance: random.Random) -> Target:
    """A node, or nothing in particular."""
    hits_node = chance.random() < 0.9
    path = "/".join(str(chance.randrange(12)) for _ in range(chance.randrange(1, 15)))
    return Target(
        package=chance.choice(("com.example.bank", "org.genie.notes", "android", "A_b.c9", "")),
        version_code=chance.choice((0, 1, 2**31, 2**53 - 1)),
        signer_sha256=chance.choice(("", random_hex(chance, 64))),
        activity=random_text(chance, 60),
        display_id=chance.choice((0, 0, 2, 2**31 - 1)),
        node_path=path if hits_node else "",
        bounds=tuple(chance.randrange(-(2**31), 2**31) for _ in range(4)),  # type: ignore[arg-type]
        label=random_text(chance, 900) if hits_node and chance.random() < 0.8 else "",
        resource_id=random_text(chance, 60) if hits_node and chance.random() < 0.6 else "",
    )


def random_request(chance: random.Random, host_id: str, key_id: str) -> Request:
    """Any request that the page allows."""
    facts = (
        Fact(kind=chance.choice(list(FACT_TITLES)), value=random_text(chance, MAX_VALUE))
        for _ in range(chance.choice((0, 1, 2, 3, 16)))
    )
    action = Action(
        tool=chance.choice(("tap", "type_text", "press_key", "open_link", "x9")),
        arguments=canonical_text(random_object(chance, 3)),
        target=random_target(chance),
        screen_digest=random_hex(chance, 64),
    )
    return Request(
        req_id=random_hex(chance, 32),
        nonce=random_hex(chance, 64),
        host_id=host_id,
        key_id=key_id,
        seq=chance.choice((1, 2**53 - 1, chance.randrange(1, 10**6))),
        not_after_ms=chance.randrange(1_000, 60_001),
        action=action,
        facts=tuple(facts),
        risk_class=chance.choice(list(Stake)),
        prev_log_hash=random_hex(chance, 64),
    )


def case_of(name: str, request: Request, app_label: str, host_name: str) -> dict[str, Any]:
    """A request and all that follows from it. Raises MessageMalformed when it does not fit into an envelope."""
    lines = shown_lines(request.action, request.facts, request.risk_class, app_label=app_label, host_name=host_name)
    approval = SignedApproval(
        req_id=request.req_id,
        nonce=request.nonce,
        action_digest=request.action.digest,
        shown_digest=shown_digest(lines),
        auth_type=AuthType.BIOMETRIC,
        key_id=request.key_id,
        seq=request.seq,
        apk_version=1,
        app_label=app_label,
        signature=b"",
    )
    envelope = Envelope(request=request, signature=signed_with(test_key("host"), request.signed_bytes))
    return {
        "name": name,
        "envelope": envelope.line().decode("utf-8"),
        "app_label": app_label,
        "canonical": canonical_text(request.as_json()),
        "action_canonical": canonical_text(request.action.as_json()),
        "action_digest": request.action.digest,
        "lines": list(lines),
        "shown_digest": shown_digest(lines),
        "signed": approval.signed_bytes.hex(),
    }


def document(count: int, seed: int) -> dict[str, Any]:
    """The whole file."""
    chance = random.Random(seed)
    host, phone = PrivateKey(test_key("host")).public, PrivateKey(test_key("phone")).public
    host_name = "Anna’s laptop"
    cases: list[dict[str, Any]] = []
    while len(cases) < count:
        request = random_request(chance, host.id, phone.id)
        app_label = random_text(chance, 200) if request.action.target.package else ""
        try:
            cases.append(case_of(f"{seed}/{len(cases)}", request, app_label, host_name))
        except MessageMalformed:
            continue  # too long for an envelope
    about = "Requests by chance; see docs/protocol.md. Test keys: everyone knows them."
    keys = {"host_spki": host.spki.hex(), "key_spki": phone.spki.hex()}
    return {"about": about, "host_name": host_name, **keys, "seed": seed, "requests": cases}


def main(arguments: Sequence[str]) -> int:
    """Write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args(arguments)
    made = document(chosen.count, chosen.seed)
    chosen.out.write_text(json.dumps(made, indent=1) + "\n", encoding="ascii")
    print(f"{len(made['requests'])} requests in {chosen.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
