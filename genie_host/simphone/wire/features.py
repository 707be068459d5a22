"""What phones of different ages can do, as they tell the adb server when they greet it."""

from __future__ import annotations

from dataclasses import dataclass

from genie_host.simphone.wire.packet import MAX_PAYLOAD, VERSION_CHECKSUMS, VERSION_NO_CHECKSUMS

FEATURES_2016 = ("cmd", "shell_v2")
"""File transfer of the first generation."""
FEATURES_2020 = (
    *FEATURES_2016,
    "stat_v2",
    "ls_v2",
    "fixed_push_mkdir",
    "apex",
    "abb",
    "fixed_push_symlink_timestamp",
    "abb_exec",
)
FEATURES_2022 = (*FEATURES_2020, "sendrecv_v2", "sendrecv_v2_dry_run_send", "track_app")
FEATURES = (*FEATURES_2022, "delayed_ack")
"""A phone of today. Compression is not offered, nor ``remount_shell``, which only asks for a program by that name."""


@dataclass(frozen=True, kw_only=True)
class Generation:
    """One age of adbd."""

    sdk: int
    """The first Android version of this age, as an SDK number."""
    features: tuple[str, ...]
    version: int = VERSION_NO_CHECKSUMS
    max_payload: int = MAX_PAYLOAD


GENERATIONS = (
    Generation(sdk=34, features=FEATURES),
    Generation(sdk=31, features=FEATURES_2022),
    Generation(sdk=30, features=FEATURES_2020),
    Generation(sdk=28, features=(*FEATURES_2016, "stat_v2")),
    Generation(sdk=24, features=FEATURES_2016, version=VERSION_CHECKSUMS, max_payload=256 * 1024),
    Generation(sdk=0, features=(), version=VERSION_CHECKSUMS, max_payload=4096),
)
"""The newest first."""


def generation_of(sdk: int) -> Generation:
    """How old a phone's adbd is."""
    return next(generation for generation in GENERATIONS if generation.sdk <= sdk)
