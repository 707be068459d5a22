"""What host and phone agree on when they greet each other."""

from __future__ import annotations

from dataclasses import dataclass

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.wire.packet import (
    MAX_PAYLOAD_BEFORE_GREETING,
    VERSION_CHECKSUMS,
    VERSION_NO_CHECKSUMS,
    PacketError,
)

DELAYED_ACK = "delayed_ack"
"""Feature of hosts and phones that acknowledge bytes instead of packets."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """How packets go on one transport."""

    has_checksums: bool
    max_payload: int
    has_delayed_acks: bool


BEFORE_GREETING = Terms(has_checksums=True, max_payload=MAX_PAYLOAD_BEFORE_GREETING, has_delayed_acks=False)


def agree(phone: SimPhone, *, version: int, max_payload: int, banner: bytes) -> Terms:
    """The lesser of what both can do; raises PacketError when that is nothing."""
    if version < VERSION_CHECKSUMS or max_payload == 0:
        raise PacketError(f"greeting of version {version:#010x} and payload {max_payload}")
    return Terms(
        has_checksums=min(version, phone.protocol_version) < VERSION_NO_CHECKSUMS,
        max_payload=min(max_payload, phone.max_payload),
        has_delayed_acks=DELAYED_ACK in phone.features and DELAYED_ACK in features_of(banner),
    )


def features_of(banner: bytes) -> set[str]:
    """Features that a host's greeting lists: ``host::features=a,b``."""
    _, _, listed = banner.rstrip(b"\0").decode(errors="replace").partition("features=")
    return set(listed.partition(";")[0].split(","))
