"""Keeps the screen from going off during a run: a phone that sleeps while the model thinks is tapped on black."""

from __future__ import annotations

from genie_host.phone.settings import BorrowedSettings
from genie_host.phone.shell import Shell

_ANY_CHARGER = "15"
"""AC 1, USB 2, wireless 4, dock 8."""
_LONG_MS = str(30 * 60 * 1000)
"""Half an hour; longer than a run, and the end of it when Genie never comes back."""


def keep_awake(shell: Shell, settings: BorrowedSettings) -> None:
    """Until the settings are restored. On a charger the screen just stays on; else its time-out is made long.

    Raises a PhoneError. A maker's software may still turn the screen off: every look says whether it is on.
    """
    if is_charging(shell):
        settings.put("global", "stay_on_while_plugged_in", _ANY_CHARGER)
    else:
        settings.put("system", "screen_off_timeout", _LONG_MS)


def is_charging(shell: Shell) -> bool:
    """Whether any charger is connected, as the battery service says."""
    return any(
        "powered:" in line and line.strip().endswith("true")
        for line in shell.ask("dumpsys", "battery").text.splitlines()
    )
