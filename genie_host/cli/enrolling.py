"""Making a phone known to this computer, and writing down how far its key can be trusted."""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass

from genie_host.cli.key_trust import trust_of
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import wall_seconds
from genie_host.core.errors import PhoneRejected, UsageError
from genie_host.core.gap.enrolling import MAX_HOST_NAME
from genie_host.core.gap.forms import b64
from genie_host.core.gap.keys import PrivateKey
from genie_host.phone.companion.client import CompanionClient
from genie_host.phone.companion.enrolment import enroll
from genie_host.phone.companion.install import FOREIGN, installed
from genie_host.phone.companion.known import KnownPhone, KnownPhones
from genie_host.phone.companion.shipped import shipped_apk
from genie_host.phone.companion.start import NOT_INSTALLED


@dataclass(frozen=True, kw_only=True)
class Enroller:
    """One computer that introduces itself to phones."""

    phones: KnownPhones
    host_key: PrivateKey
    host_name: str
    cancel: CancelToken
    on_code: Callable[[str], None]
    """Told the code as soon as the phone shows it."""
    is_equal: Callable[[str], bool]
    """Asks a person whether the code on the phone is this one."""

    def enroll(self, client: CompanionClient, *, may_be_own_build: bool = False, takes_pin: bool = False) -> KnownPhone:
        """The phone, known from now on. Raises PhoneRejected with what went wrong; then nothing was stored."""
        app = installed(client.shell)
        if app is None:
            raise PhoneRejected(NOT_INSTALLED)
        if not app.signer_sha256 or (app.signer_sha256 != shipped_apk().signer_sha256 and not may_be_own_build):
            raise PhoneRejected(FOREIGN)
        new = enroll(
            client.link,
            client.adb,
            host_key=self.host_key.public,
            host_name=self.host_name,
            cancel=self.cancel,
            on_code=self.on_code,
            takes_pin=takes_pin,
        )
        if self.is_equal(new.code) is not True:
            raise PhoneRejected(
                "The codes are not equal, so somebody may stand between computer and phone. Nothing was stored."
            )
        judged = trust_of(new, is_real_phone=client.is_real, signer_sha256=app.signer_sha256)
        known = KnownPhone(
            name=client.name,
            key=b64(new.key.spki),
            host_name=self.host_name,
            trust=judged.trust,
            shortcomings=judged.shortcomings,
            apk_signer=app.signer_sha256,
            apk_version=new.apk_version,
            build=client.build(),
            enrolled_at=wall_seconds(),
            attestation=tuple(map(b64, new.attestation)),
            takes_pin=takes_pin,
        )
        try:
            self.phones.keep(known)
        except OSError as error:
            raise UsageError(
                "What was agreed cannot be kept. Make Genie's state folder writable, or name another with "
                "GENIE_STATE_DIR; then enrol again."
            ) from error
        return known


def default_host_name() -> str:
    """What this computer calls itself, as far as a phone can show it."""
    return (platform.node() or "this computer")[:MAX_HOST_NAME]
