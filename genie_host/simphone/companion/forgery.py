"""What a broken or bought companion would answer."""

from __future__ import annotations

from dataclasses import replace

from genie_host.core.gap.answers import SignedApproval
from genie_host.core.gap.keys import PrivateKey
from genie_host.simphone.companion.hosts import signed_again
from genie_host.simphone.faults.companion_switches import Forgery


def forged(approval: SignedApproval, kind: Forgery, key: PrivateKey) -> SignedApproval:
    """The approval made worthless in one way; itself for none."""
    match kind:
        case "signature":
            return replace(approval, signature=approval.signature[:-1] + bytes([approval.signature[-1] ^ 1]))
        case "digest":
            other = f"{int(approval.action_digest[0], 16) ^ 1:x}{approval.action_digest[1:]}"
            return signed_again(replace(approval, action_digest=other), key)
        case "key":
            return signed_again(approval, PrivateKey.generate())
        case _:
            return approval
