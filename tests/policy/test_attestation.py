"""A key is trusted as far as its hardware vouches for it, and not an inch further."""

from __future__ import annotations

import random

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding

from genie_host.core.gap.keys import PrivateKey
from genie_host.core.verdicts import Trust
from genie_host.policy.gate.chain import known_roots
from tests.policy.attested import (
    BATCH,
    NULL,
    Rules,
    application,
    boot,
    certificate,
    chain,
    enumerated,
    integer,
    judged,
    numbers,
    octets,
)


def test_key_of_hardware_that_a_biometric_alone_unlocks_is_trusted_most() -> None:
    assert judged(chain()).trust is Trust.HW_BIO
    assert judged(chain()).shortcomings == ()
    assert judged(chain(Rules(levels=(2, 2)))).trust is Trust.HW_BIO


def test_key_that_the_pin_unlocks_too_is_trusted_less() -> None:
    for kinds in (3, 0xFFFFFFFF):
        found = judged(chain(Rules(hardware={504: integer(kinds)})))
        assert found.trust is Trust.HW_CRED
        assert found.shortcomings


def test_older_phones_name_neither_curve_nor_boot_digest() -> None:
    assert judged(chain(Rules(hardware={10: None, 704: boot(digest=False)}))).trust is Trust.HW_BIO


SOFT_RULES = {
    "software vouches": (Rules(levels=(0, 1)), "secure hardware"),
    "the key is in software": (Rules(levels=(1, 0)), "secure hardware"),
    "a level that does not exist": (Rules(levels=(3, 3)), "secure hardware"),
    "another challenge": (Rules(challenge=b"x" * 32), "another enrolment"),
    "no challenge": (Rules(challenge=b""), "another enrolment"),
    "bootloader unlocked": (Rules(hardware={704: boot(is_locked=False)}), "bootloader"),
    "system signed by its owner": (Rules(hardware={704: boot(state=1)}), "bootloader"),
    "system not verified": (Rules(hardware={704: boot(state=2)}), "bootloader"),
    "boot not told": (Rules(hardware={704: None}), "bootloader"),
    "boot told by software": (Rules(hardware={704: None}, software={704: boot()}), "bootloader"),
    "RSA": (Rules(hardware={2: integer(1)}), "another kind"),
    "another size": (Rules(hardware={3: integer(384)}), "another kind"),
    "another curve": (Rules(hardware={10: integer(2)}), "another kind"),
    "any digest": (Rules(hardware={5: numbers(0, 4)}), "another kind"),
    "no digest": (Rules(hardware={5: None}), "another kind"),
    "may decrypt": (Rules(hardware={1: numbers(1, 2)}), "more than sign"),
    "may vouch for keys": (Rules(hardware={1: numbers(7)}), "more than sign"),
    "imported": (Rules(hardware={702: integer(2)}), "not made on the phone"),
    "origin told by software": (Rules(hardware={702: None}, software={702: integer(0)}), "not made on the phone"),
    "nobody asked": (Rules(hardware={503: NULL}), "touch anything"),
    "nobody asked, says software": (Rules(software={503: NULL}), "touch anything"),
    "for every app": (Rules(hardware={600: NULL}), "every app"),
    "PIN alone": (Rules(hardware={504: integer(1)}), "no finger"),
    "no kind of unlocking": (Rules(hardware={504: None}), "no finger"),
    "unlocking by software": (Rules(hardware={504: None}, software={504: integer(2)}), "no finger"),
    "unlocked for a while": (Rules(hardware={505: integer(10)}), "more than one use"),
    "unlocked for no time at all": (Rules(software={505: integer(0)}), "more than one use"),
    "another app": (Rules(software={709: application(("com.evil",))}), "another app"),
    "our app and another": (Rules(software={709: application(("dev.genie.confirm", "z.evil"))}), "another app"),
    "no app": (Rules(software={709: None}), "another app"),
    "signed by others": (Rules(software={709: application(signers=("6f" * 32,))}), "somebody else"),
    "signed by us and others": (Rules(software={709: application(signers=("5f" * 32, "6f" * 32))}), "somebody else"),
    "signed by nobody": (Rules(software={709: application(signers=())}), "somebody else"),
}


@pytest.mark.parametrize("name", SOFT_RULES)
def test_key_with_one_thing_wrong_is_soft_and_says_what(name) -> None:
    rules, word = SOFT_RULES[name]
    found = judged(chain(rules))
    assert found.trust is Trust.SOFT
    assert len(found.shortcomings) == 1
    assert word in found.shortcomings[0]


def test_chain_with_one_thing_wrong_is_soft_and_says_what() -> None:
    good = chain()
    attested_key = ec.generate_private_key(ec.SECP256R1())
    extension = Rules().extension()
    forged = [certificate("key", BATCH.public_key(), "batch", attested_key, extension=extension), *good[1:]]
    vouched_by_app = [
        good[0],
        certificate("batch", BATCH.public_key(), "root", attested_key, is_ca=True, extension=extension),
        good[2],
    ]
    cases = {
        "not signed by the next": [good[0], good[2]],
        "is not signed": forged,
        "root that is not known": good[:2],
        "vouches for the key": vouched_by_app,
        "may not issue any": chain(batch={"is_ca": False}),
        "out of date": chain(batch={"days": (-100, -1)}),
        "another key": [certificate("key", BATCH.public_key(), "batch", BATCH, extension=extension), *good[1:]],
        "says nothing about the key": [certificate("key", BATCH.public_key(), "batch", BATCH), *good[1:]],
        "cannot be read": [b"\x30\x00", b"\x30\x00"],
        "nothing that vouches": [],
    }
    for word, certificates in cases.items():
        found = judged(certificates)
        assert found.trust is Trust.SOFT
        assert any(word in shortcoming for shortcoming in found.shortcomings), (word, found.shortcomings)
    assert judged(chain(leaf={"days": (1, 2)})).trust is Trust.SOFT
    assert judged(list(reversed(good))).trust is Trust.SOFT


def test_another_key_challenge_or_signer_than_expected_is_soft() -> None:
    assert judged(chain(), key=PrivateKey.generate().public).trust is Trust.SOFT
    assert judged(chain(), challenge=b"y" * 32).trust is Trust.SOFT
    assert judged(chain(), signers=set()).trust is Trust.SOFT


def test_roots_that_are_shipped_vouch_for_no_chain_of_ours() -> None:
    assert len(known_roots()) == 2
    assert all(len(root) == 64 for root in known_roots())
    found = judged(chain(), roots=None)
    assert found.shortcomings == ("the chain ends at a root that is not known",)


@pytest.mark.parametrize(
    "extension",
    [
        b"",
        b"\x05\x00",
        Rules().extension()[:-1],
        Rules().extension() + b"\0",
        Rules(hardware={504: octets(b"\x02")}).extension(),
        Rules(hardware={704: octets(b"boot")}).extension(),
        Rules(hardware={1: integer(2)}).extension(),
        Rules(software={709: enumerated(1)}).extension(),
        Rules(
            software={709: application(("\udcff".encode("utf-8", "surrogateescape").decode("latin-1"),))}
        ).extension(),
    ],
)
def test_extension_that_makes_no_sense_vouches_for_nothing(extension) -> None:
    found = judged(chain(leaf={"extension": extension}))
    assert found.trust is Trust.SOFT
    assert found.shortcomings


@pytest.mark.slow
def _is_same_root(damaged: bytes, good: bytes, which: int) -> bool:
    """A root is known by its key. Damage outside what it signs, in how its own signature was made, changes nothing."""
    try:
        return which == 2 and x509.load_der_x509_certificate(damaged).tbs_certificate_bytes == (
            x509.load_der_x509_certificate(good).tbs_certificate_bytes
        )
    except (ValueError, x509.InvalidVersion):
        return False


def test_three_thousand_damaged_chains_are_soft_and_none_raises() -> None:
    chance = random.Random(5)
    good = [each.public_bytes(Encoding.DER) for each in chain()]
    for _ in range(3_000):
        damaged = list(good)
        which = chance.randrange(3)
        line = bytearray(damaged[which])
        for _ in range(chance.randrange(1, 4)):
            line[chance.randrange(len(line))] ^= 1 << chance.randrange(8)
        damaged[which] = bytes(line[: chance.choice((len(line), len(line), chance.randrange(len(line))))])
        if damaged != good and not _is_same_root(damaged[2], good[2], which):
            assert judged(damaged).trust is Trust.SOFT
