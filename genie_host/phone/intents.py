"""Links and intents: places in apps that are reached without touching the screen."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping

from genie_host.core.errors import PhoneRejected, UsageError
from genie_host.phone.shell import Shell

VIEW = "android.intent.action.VIEW"
_LINK = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+")
_ACTION = re.compile(r"[\w.]{3,200}")
_PACKAGE = re.compile(r"[\w.]{1,200}")
_NOBODY = ("unable to resolve", "does not exist", "no activity found")
_log = logging.getLogger(__name__)


class Intents:
    """Starts activities on one phone."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def open_link(self, link: str, package: str = "") -> None:
        """Open a link, web or other; in one app when its package is given."""
        if not _LINK.fullmatch(link):
            raise UsageError("That is no link: it needs a scheme, as in https://example.org or geo:0,0?q=cafe.")
        self.start(VIEW, data=link, package=package)

    def start(self, action: str, *, data: str = "", package: str = "", extras: Mapping[str, str] | None = None) -> None:
        """Start the activity that answers an intent. Raises PhoneRejected when there is none."""
        if not _ACTION.fullmatch(action) or (package and not _PACKAGE.fullmatch(package)):
            raise UsageError("That is no intent: an action looks like android.intent.action.VIEW.")
        # Neither the link nor the extras are logged: they may hold what a person wrote.
        _log.info("start %s%s", action, f" in {package}" if package else "")
        arguments = ["-a", action, *(("-d", data) if data else ())]
        for key, value in (extras or {}).items():
            arguments += ["--es", key, value]
        result = self._shell.do("am", "start", *arguments, *(("-p", package) if package else ()), is_secret=True)
        said = (result.text + result.errors.decode("utf-8", errors="replace")).lower()
        if result.exit_code != 0 or any(phrase in said for phrase in _NOBODY):
            raise PhoneRejected("No app on the phone opens that.")
