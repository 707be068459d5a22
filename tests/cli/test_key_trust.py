"""What a new key of a phone is trusted with."""

from __future__ import annotations

from genie_host.cli.key_trust import trust_of
from genie_host.core.gap.keys import PrivateKey
from genie_host.core.verdicts import Trust
from genie_host.phone.companion.enrolment import NewKey
from genie_host.phone.companion.shipped import shipped_apk

KEY = NewKey(key=PrivateKey.generate().public, attestation=(), challenge="ab" * 32, apk_version=1, code="123456")


def test_phone_that_is_not_real_is_worth_a_test() -> None:
    assert trust_of(KEY, is_real_phone=False, signer_sha256="0" * 64).trust is Trust.TEST


def test_key_that_nobody_vouches_for_is_soft_and_says_why() -> None:
    judged = trust_of(KEY, is_real_phone=True, signer_sha256="0" * 64)
    assert judged.trust is Trust.SOFT
    assert judged.shortcomings == ("the phone showed nothing that vouches for the key",)


def test_development_key_of_the_companion_is_named_as_such() -> None:
    judged = trust_of(KEY, is_real_phone=True, signer_sha256=shipped_apk().signer_sha256)
    assert any("development key" in words for words in judged.shortcomings) == shipped_apk().is_development
