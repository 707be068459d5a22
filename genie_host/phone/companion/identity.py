"""Which app a package really is: its version, and who signed it, read from the phone itself."""

from __future__ import annotations

import logging
import re
from typing import NamedTuple

from genie_host.core.apk_signing import FOOTER_BYTES, block_size, directory_offset, signer_in
from genie_host.core.errors import PhoneRejected, PhoneTimeout, ServerDead
from genie_host.phone.shell import Shell

_PACKAGE = re.compile(r"[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)+")
_VERSION = re.compile(r"^\s*versionCode=(\d{1,15})\b", re.MULTILINE)
_APK = re.compile(r"^package:(/\S.*/base\.apk|/\S+\.apk)\s*$", re.MULTILINE)
_END_BYTES = 4096
"""Enough of an APK's end to find its directory: comments there are short or none."""
_PAGE = 4096
_log = logging.getLogger(__name__)


class AppIdentity(NamedTuple):
    """What tells an app from another of the same name."""

    version_code: int
    """0 when the phone does not say."""
    signer_sha256: str
    """Of the signing certificate, in hex; empty when the phone does not say."""


UNKNOWN = AppIdentity(0, "")


class AppIdentities:
    """Those of the apps on one phone, each asked for until it is known."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._known: dict[str, AppIdentity] = {}

    def of(self, package: str) -> AppIdentity:
        """Never raises for an answer that makes no sense; that of a lost phone is raised on."""
        known = self._known.get(package) or read_identity(self._shell, package)
        if known != UNKNOWN:
            self._known[package] = known
        return known


def read_identity(shell: Shell, package: str) -> AppIdentity:
    """Ask the phone now."""
    if not _PACKAGE.fullmatch(package):
        return UNKNOWN
    try:
        return AppIdentity(_version(shell, package), _signer(shell, package))
    except (PhoneTimeout, PhoneRejected, ServerDead) as error:
        _log.info("the identity of %s is not known: %s", package, error)
        return UNKNOWN


def _version(shell: Shell, package: str) -> int:
    found = _VERSION.search(shell.ask("dumpsys", "package", package).text)
    return int(found[1]) if found else 0


def _signer(shell: Shell, package: str) -> str:
    """From the signing block of the installed file, of which only the end is fetched: apps are large."""
    found = _APK.search(shell.ask("pm", "path", package).text)
    if found is None:
        return ""
    path = found[1]
    size = shell.ask("stat", "-c", "%s", path).text.strip()
    if not size.isdecimal():
        return ""
    end = _part(shell, path, max(0, int(size) - _END_BYTES), int(size))
    directory = directory_offset(end)
    length = block_size(_part(shell, path, directory - FOOTER_BYTES, directory)) if directory > FOOTER_BYTES else 0
    if not 0 < length <= directory:
        return ""
    return signer_in(_part(shell, path, directory - length, directory))


def _part(shell: Shell, path: str, start: int, end: int) -> bytes:
    """Bytes of a file, in whole pages, for dd reads single bytes one by one."""
    first, last = start // _PAGE, (end - 1) // _PAGE
    arguments = (f"if={path}", f"bs={_PAGE}", f"skip={first}", f"count={last - first + 1}")
    data = shell.ask("dd", *arguments).output
    return data[start - first * _PAGE :][: end - start]
