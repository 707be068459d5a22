"""Settings of the phone that are changed for a run and put back after it, by the next run if need be."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Literal

from genie_host.phone.journal import Change, Journal
from genie_host.phone.shell import Shell

Namespace = Literal["global", "secure", "system"]
_log = logging.getLogger(__name__)


def read_setting(shell: Shell, namespace: str, name: str) -> str | None:
    """The value; None when there is none."""
    value = shell.ask("settings", "get", namespace, name).text.strip()
    return None if value == "null" else value


class BorrowedSettings:
    """What Genie changed on one phone, and the way back."""

    def __init__(self, shell: Shell, journal: Journal) -> None:
        self._shell = shell
        self._journal = journal

    def put(self, namespace: Namespace, name: str, value: str) -> None:
        """Change a setting until ``restore``."""
        before = read_setting(self._shell, namespace, name)
        if before != value:
            self._journal.note(Change(kind="setting", name=f"{namespace}/{name}", before=before, ours=value))
            self._shell.do("settings", "put", namespace, name, value)

    def use_keyboard(self, keyboard: str) -> None:
        """Switch to an installed input method until ``restore``."""
        before = read_setting(self._shell, "secure", "default_input_method")
        if before != keyboard:
            self._journal.note(Change(kind="keyboard", name="keyboard", before=before, ours=keyboard))
            self._shell.do("ime", "enable", keyboard)
            self._shell.do("ime", "set", keyboard)

    def restore(self, is_wanted: Callable[[Change], bool] = lambda change: True) -> tuple[str, ...]:
        """Put everything back, latest first; the answer names what was. Raises a PhoneError when the phone is away,
        and the rest stays in the journal.
        """
        restored = []
        for change in reversed(self._journal.pending):
            if change.kind == "automation" or not is_wanted(change):
                continue
            if self._undo(change):
                restored.append(change.name)
            self._journal.forget(change)
        return tuple(restored)

    def _undo(self, change: Change) -> bool:
        """False when somebody changed it since: then it is theirs."""
        space, _, name = change.name.partition("/") if change.kind == "setting" else ("secure", "", "")
        now = read_setting(self._shell, space, name or "default_input_method")
        if (now or "") != change.ours:
            _log.info("%s was changed by somebody else and is left alone", change.name)
            return False
        if change.kind == "keyboard":
            if change.before:
                self._shell.do("ime", "set", change.before)
            else:
                self._shell.do("ime", "reset")
        elif change.before is None:
            self._shell.do("settings", "delete", space, name)
        else:
            self._shell.do("settings", "put", space, name, change.before)
        return True
