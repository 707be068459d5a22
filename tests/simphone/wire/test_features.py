"""Phones of different ages."""

from __future__ import annotations

import pytest

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.profiles import profile
from genie_host.simphone.wire.features import GENERATIONS, generation_of
from genie_host.simphone.world.engine import World


@pytest.mark.parametrize(
    ("sdk", "version", "max_payload", "known", "unknown"),
    [
        (36, 0x01000001, 1 << 20, "delayed_ack", "sendrecv_v2_zstd"),
        (33, 0x01000001, 1 << 20, "sendrecv_v2", "delayed_ack"),
        (30, 0x01000001, 1 << 20, "abb_exec", "sendrecv_v2"),
        (28, 0x01000001, 1 << 20, "stat_v2", "abb_exec"),
        (24, 0x01000000, 1 << 18, "shell_v2", "stat_v2"),
        (19, 0x01000000, 4096, None, "shell_v2"),
    ],
)
def test_phone_can_do_what_its_age_could(sdk, version, max_payload, known, unknown):
    generation = generation_of(sdk)
    assert (generation.version, generation.max_payload) == (version, max_payload)
    assert known is None or known in generation.features
    assert unknown not in generation.features


def test_newer_generations_come_first():
    ages = [generation.sdk for generation in GENERATIONS]
    assert ages == sorted(ages, reverse=True)


def test_phone_has_the_age_of_its_profile(bundled_apps):
    phone = SimPhone(World(bundled_apps, profile=profile("old-24")))
    assert (phone.protocol_version, phone.max_payload) == (0x01000000, 1 << 18)
    assert b"features=cmd,shell_v2" in phone.banner
