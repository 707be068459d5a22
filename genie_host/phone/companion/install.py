"""Putting the companion on a phone, and making sure that the one there is ours."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass

from genie_host.core.apk_signing import signer_of
from genie_host.core.errors import PhoneRejected, UsageError
from genie_host.phone.companion.identity import AppIdentity, read_identity
from genie_host.phone.companion.names import PACKAGE
from genie_host.phone.companion.start import NOT_INSTALLED
from genie_host.phone.link import DeviceLink
from genie_host.phone.push import push
from genie_host.phone.shell import Shell

_FILE = "/data/local/tmp/genie-confirm.apk"
_FAILURE = re.compile(r"(?:INSTALL|DELETE)_[A-Z_]+")
_log = logging.getLogger(__name__)

FOREIGN = (
    "The app dev.genie.confirm on the phone is signed by somebody else, so nothing it says can be trusted. Find out "
    "where it came from; then remove it with: genie companion remove, and install ours: genie companion install"
)
_UNSIGNED = "This file is no signed companion app."
_REASONS = {
    "INSTALL_FAILED_UPDATE_INCOMPATIBLE": FOREIGN,
    "INSTALL_FAILED_USER_RESTRICTED": "The phone cancelled the installation. Allow 'Install via USB' in its developer "
    "options, and accept the question on its screen.",
    "INSTALL_FAILED_VERSION_DOWNGRADE": "The phone has a newer companion app than this Genie brings. Update Genie, or "
    "remove the app first: genie companion remove",
    "INSTALL_FAILED_INSUFFICIENT_STORAGE": "The phone's storage is full. Free some space on it, then try again.",
    "INSTALL_FAILED_OLDER_SDK": "The phone's Android is too old for the companion app, which needs Android 7.",
}


@dataclass(frozen=True, kw_only=True)
class CompanionApk:
    """An APK that can be put on a phone."""

    data: bytes
    version_code: int
    """0: whatever it is, it is not older than what is there."""
    signer_sha256: str
    is_development: bool = False
    """Signed with a key that is no secret."""

    @classmethod
    def of_file(cls, data: bytes) -> CompanionApk:
        """One that the user has built. Raises UsageError when nobody signed it."""
        signer = signer_of(data)
        if not signer:
            raise UsageError(_UNSIGNED)
        return cls(data=data, version_code=0, signer_sha256=signer)


def installed(shell: Shell) -> AppIdentity | None:
    """The companion on the phone; None when there is none."""
    if f"package:{PACKAGE}" not in shell.ask("pm", "list", "packages", PACKAGE).text.split():
        return None
    return read_identity(shell, PACKAGE)


def check(shell: Shell, *, signer_sha256: str, least_version: int = 0) -> AppIdentity:
    """The companion on the phone, which is signed as it should be and not too old. Raises PhoneRejected."""
    found = installed(shell)
    if found is None:
        raise PhoneRejected(NOT_INSTALLED)
    if not found.signer_sha256:
        raise PhoneRejected("The phone does not tell who signed its companion app. Run: genie companion install")
    if found.signer_sha256 != signer_sha256:
        raise PhoneRejected(FOREIGN)
    if found.version_code < least_version:
        raise PhoneRejected("The companion app on the phone is older than this Genie. Run: genie companion install")
    return found


def install(link: DeviceLink, apk: CompanionApk) -> bool:
    """Install or update; whether anything had to be done. Raises PhoneRejected with what to do about it."""
    shell = Shell(link)
    before = installed(shell)
    if before is not None:
        if before.signer_sha256 != apk.signer_sha256:
            raise PhoneRejected(FOREIGN)
        if apk.version_code and before.version_code == apk.version_code:
            return False
    seconds = link.patience.push_seconds
    push(link, apk.data, _FILE, seconds=seconds)
    try:
        result = shell.do("pm", "install", "-r", _FILE, seconds=seconds)
    finally:
        shell.do("rm", "-f", _FILE)
    said = result.text + result.errors.decode("utf-8", errors="replace")
    if "Success" not in said:
        raise PhoneRejected(_reason(said, "The phone did not take the companion app"))
    check(shell, signer_sha256=apk.signer_sha256, least_version=apk.version_code)
    return True


def remove(shell: Shell) -> bool:
    """Take it off the phone with its keys; whether it was there. Raises PhoneRejected when the phone will not."""
    if installed(shell) is None:
        return False
    result = shell.do("pm", "uninstall", PACKAGE)
    said = result.text + result.errors.decode("utf-8", errors="replace")
    if "Success" not in said:
        raise PhoneRejected(_reason(said, "The phone did not remove the companion app"))
    return True


def _reason(said: str, what: str) -> str:
    found = _FAILURE.search(said)
    code = found[0] if found else ""
    _log.info("%s: %s", what, said[:400])
    return _REASONS.get(code, f"{what}{f' ({code})' if code else ''}.")
