"""What is kept of a phone: whole or not at all, for its user alone, and numbers that only grow."""

from __future__ import annotations

import json
import os
import stat
import sys
from dataclasses import replace

import pytest

from genie_host.core.errors import UsageError
from genie_host.core.gap.forms import b64
from genie_host.core.gap.keys import PrivateKey
from genie_host.core.verdicts import Trust
from genie_host.phone.companion.known import KnownPhone, KnownPhones

PHONE = KnownPhone(
    name="192.168.1.5:5555",
    key=b64(PrivateKey.generate().public.spki),
    host_name="the desk",
    trust=Trust.HW_CRED,
    shortcomings=("the phone's PIN unlocks the key as well",),
    apk_signer="ab" * 32,
    apk_version=3,
    build="maker/phone:14",
    enrolled_at=1796043761.5,
)


@pytest.fixture
def phones(tmp_path) -> KnownPhones:
    return KnownPhones(tmp_path)


def only_file(tmp_path):
    (file,) = (tmp_path / "phones").iterdir()
    return file


def test_phone_is_found_as_it_was_kept(phones) -> None:
    assert phones.find(PHONE.name) is None
    phones.keep(PHONE)
    assert phones.find(PHONE.name) == PHONE
    assert phones.find("another") is None
    assert phones.forget(PHONE.name) is True
    assert phones.forget(PHONE.name) is False
    assert phones.find(PHONE.name) is None


@pytest.mark.skipif(sys.platform == "win32", reason="modes of files")
def test_file_is_for_its_user_alone_and_no_draft_is_left(phones, tmp_path) -> None:
    phones.keep(PHONE)
    phones.keep(replace(PHONE, last_seq=9))
    assert stat.S_IMODE(only_file(tmp_path).stat().st_mode) == 0o600


def test_numbers_grow_over_restarts(phones, tmp_path) -> None:
    phones.keep(PHONE)
    numbers = [KnownPhones(tmp_path).sequence(PHONE.name).reserve() for _ in range(5)]
    assert numbers == [1, 2, 3, 4, 5]
    assert phones.find(PHONE.name).last_seq == 5


def test_phone_that_was_forgotten_gets_no_number(phones) -> None:
    with pytest.raises(OSError, match="not known"):
        phones.sequence(PHONE.name).reserve()


@pytest.mark.parametrize(
    "change",
    [
        {"trust": "absolute"},
        {"last_seq": -1},
        {"last_seq": "1"},
        {"key": "AAAA"},
        {"host_name": ""},
        {"v": 2},
        {"more": 1},
        {"shortcomings": 3},
        {"name": "somebody else"},
    ],
)
def test_record_that_was_tampered_with_is_no_record(phones, tmp_path, change) -> None:
    phones.keep(PHONE)
    file = only_file(tmp_path)
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    with pytest.raises(UsageError, match="genie companion enroll"):
        phones.find(PHONE.name)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\udcff"])
def test_file_that_is_no_record_is_an_error_and_not_an_unknown_phone(phones, tmp_path, text) -> None:
    phones.keep(PHONE)
    only_file(tmp_path).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UsageError):
        phones.find(PHONE.name)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_number_that_cannot_be_written_is_not_given(phones, tmp_path) -> None:
    phones.keep(PHONE)
    (tmp_path / "phones").chmod(0o500)
    with pytest.raises(PermissionError):
        phones.sequence(PHONE.name).reserve()
