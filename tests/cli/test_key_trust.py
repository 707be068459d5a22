"""A new key is trusted by what vouches for it, and on a phone that is not real by nothing."""

from __future__ import annotations

from cryptography.hazmat.primitives.serialization import Encoding

from genie_host.cli.key_trust import trust_of
from genie_host.core.verdicts import Trust
from genie_host.phone.companion.enrolment import NewKey
from tests.policy.attested import CHALLENGE, KEY, SIGNER, chain


def new_key(*, is_attested: bool) -> NewKey:
    certificates = tuple(each.public_bytes(Encoding.DER) for each in chain()) if is_attested else ()
    return NewKey(key=KEY, attestation=certificates, challenge=CHALLENGE.hex(), apk_version=1, code="123456")


def test_key_of_a_phone_that_is_not_real_is_a_tests_whatever_it_shows() -> None:
    for is_attested in (True, False):
        found = trust_of(new_key(is_attested=is_attested), is_real_phone=False, signer_sha256=SIGNER)
        assert found.trust is Trust.TEST
        assert found.shortcomings


def test_key_that_nothing_vouches_for_is_soft_and_says_so() -> None:
    found = trust_of(new_key(is_attested=False), is_real_phone=True, signer_sha256=SIGNER)
    assert found.trust is Trust.SOFT
    assert found.shortcomings == ("the phone showed nothing that vouches for the key",)


def test_chain_of_another_root_is_soft_and_all_else_about_it_holds() -> None:
    found = trust_of(new_key(is_attested=True), is_real_phone=True, signer_sha256=SIGNER)
    assert found.trust is Trust.SOFT
    # The certificates of the test may be out of date by the day it runs.
    assert set(found.shortcomings) <= {
        "the chain ends at a root that is not known",
        "a certificate is out of date",
    }
    other = trust_of(new_key(is_attested=True), is_real_phone=True, signer_sha256="6f" * 32)
    assert "the app was signed by somebody else" in other.shortcomings
