"""The user's accessibility services: they pause while the phone is automated, and must come back afterwards.

Android binds them again by itself when the automation server ends; some makers, and servers that crash, leave the
setting empty instead. Then it is put back, by the next run if need be.
"""

from __future__ import annotations

from genie_host.phone.journal import Change, Journal
from genie_host.phone.settings import read_setting
from genie_host.phone.shell import Shell
from genie_host.phone.slot import common_names

_NAMESPACE, _NAME = "secure", "enabled_accessibility_services"


class AccessibilityServices:
    """Of one phone, for the length of a run."""

    def __init__(self, shell: Shell, journal: Journal) -> None:
        self._shell = shell
        self._journal = journal
        self._before: str | None = None

    def note(self) -> tuple[str, ...]:
        """Remember which are switched on; the answer is what people call them."""
        self._before = read_setting(self._shell, _NAMESPACE, _NAME)
        if self._before:
            # Nothing is changed by us: what is put back, when it is found empty, is what the user had.
            self._journal.note(Change(kind="setting", name=f"{_NAMESPACE}/{_NAME}", before=self._before, ours=""))
        return common_names(self._before)

    def give_back(self) -> bool:
        """Switch them on again if they were lost; true when they were."""
        if not self._before:
            return False
        is_lost = not read_setting(self._shell, _NAMESPACE, _NAME)
        if is_lost:
            self._shell.do("settings", "put", _NAMESPACE, _NAME, self._before)
            self._shell.do("settings", "put", _NAMESPACE, "accessibility_enabled", "1")
        self._journal.forget(Change(kind="setting", name=f"{_NAMESPACE}/{_NAME}", before=self._before, ours=""))
        return is_lost
