"""Whether a phone's companion can be asked now, and if not, why: before a run, and for ``genie companion status``."""

from __future__ import annotations

from dataclasses import dataclass

from genie_host.core.errors import PhoneRejected
from genie_host.core.gap.enrolling import Status
from genie_host.phone.companion.client import CompanionClient
from genie_host.phone.companion.identity import AppIdentity
from genie_host.phone.companion.install import FOREIGN, installed
from genie_host.phone.companion.known import KnownPhone
from genie_host.phone.companion.shipped import shipped_apk
from genie_host.phone.companion.start import NOT_INSTALLED
from genie_host.phone.companion.words import words_for

NOT_ENROLLED = "This phone and this computer do not know each other yet. Run: genie companion enroll"
_TOO_OLD = "The companion app on the phone is older than the one that comes with Genie. Run: genie companion install"


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What was found out."""

    app: AppIdentity | None
    status: Status | None
    trouble: str
    """Why the phone cannot be asked, and what to do about it; empty when it can."""
    advice: str = ""
    """What would be better otherwise."""


def check_companion(client: CompanionClient, known: KnownPhone | None, host_id: str) -> Checked:
    """Look at everything that can be looked at without the owner.

    Raises PhoneRejected for a companion that somebody else has signed: then nothing is asked, and nothing else either.
    """
    app = installed(client.shell)
    if app is None:
        return Checked(app=None, status=None, trouble=NOT_INSTALLED)
    signer = known.apk_signer if known is not None else shipped_apk().signer_sha256
    if app.signer_sha256 != signer and known is not None:
        raise PhoneRejected(FOREIGN)
    status = client.status()
    is_old = app.signer_sha256 == shipped_apk().signer_sha256 and app.version_code < shipped_apk().version_code
    return Checked(app=app, status=status, trouble=_trouble(status, known, host_id), advice=_TOO_OLD if is_old else "")


def _trouble(status: Status, known: KnownPhone | None, host_id: str) -> str:
    if known is None:
        return NOT_ENROLLED
    if (known.public_key.id, host_id) not in status.keys:
        return words_for("not_enrolled")
    is_pin_enough = known.takes_pin and status.biometric in ("none_enrolled", "no_hardware")
    return "" if status.biometric == "ok" or is_pin_enough else words_for(status.biometric)
