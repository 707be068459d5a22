"""Who signed an APK, read without believing a byte of it."""

from __future__ import annotations

import random

from genie_host.core.apk_signing import signer_in, signer_of
from genie_host.phone.companion.shipped import shipped_apk
from tests.phone.companion.standin import OURS, THEIRS, companion_apk, signed, signer_id

_V3 = 0xF05368C0


def test_signer_of_the_apk_that_ships_is_the_one_written_beside_it() -> None:
    assert signer_of(shipped_apk().data) == shipped_apk().signer_sha256


def test_signer_is_the_digest_of_the_certificate() -> None:
    assert signer_of(companion_apk(certificate=OURS)) == signer_id(OURS)
    assert signer_of(signed(unsigned(), THEIRS, scheme=_V3)) == signer_id(THEIRS)


def unsigned() -> bytes:
    from tests.simphone.shell.apk_writer import apk, manifest

    return apk(manifest("com.example.any"))


def test_archive_without_a_block_has_no_signer() -> None:
    assert signer_of(unsigned()) == ""
    assert signer_of(b"") == ""
    assert signer_of(b"no archive at all" * 10) == ""
    assert signer_of(signed(unsigned(), OURS, scheme=0x12345678)) == ""


def test_damaged_files_raise_nothing_and_give_no_signer_but_their_own() -> None:
    """Ten thousand of them: cut, or with bytes changed where the block lies."""
    chance, whole = random.Random(6), companion_apk()
    block = whole.index(b"APK Sig Block 42")
    for _ in range(10_000):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(max(0, block - 220), len(damaged))] = chance.randrange(256)
        end = chance.choice((len(damaged), chance.randrange(len(damaged))))
        assert len(signer_of(bytes(damaged[:end]))) in (0, 64)


def test_lengths_that_lead_out_of_the_block_are_no_signer() -> None:
    assert signer_in(b"\xff" * 200) == ""
    assert signer_in(b"") == ""
