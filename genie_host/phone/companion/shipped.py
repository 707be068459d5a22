"""The companion's APK that comes with Genie; ``scripts/build_companion.py`` makes it and the page that describes it."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from importlib.resources import files

from genie_host.core.apk_signing import signer_of
from genie_host.core.errors import PhoneRejected
from genie_host.phone.companion.install import CompanionApk
from genie_host.phone.companion.names import PACKAGE

_FOLDER = "genie_host.phone.companion"
_DESCRIPTION = "genie-confirm.toml"
_DAMAGED = "The companion app that comes with Genie is damaged. Install Genie again."


@cache
def shipped_apk() -> CompanionApk:
    """The APK, checked against what is written beside it. Raises PhoneRejected when they do not agree."""
    folder = files(_FOLDER)
    try:
        told = tomllib.loads(folder.joinpath(_DESCRIPTION).read_text(encoding="utf-8"))
        data = folder.joinpath(str(told["file"])).read_bytes()
        apk = CompanionApk(
            data=data,
            version_code=int(told["version_code"]),
            signer_sha256=str(told["signer_sha256"]),
            is_development=told["key"] != "release",
        )
        is_right = told["package"] == PACKAGE and told["sha256"] == hashlib.sha256(data).hexdigest()
    except (OSError, KeyError, ValueError) as error:
        raise PhoneRejected(_DAMAGED) from error
    if not is_right or signer_of(data) != apk.signer_sha256:
        raise PhoneRejected(_DAMAGED)
    return apk
