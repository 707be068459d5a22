"""The phone that is recorded, by way of the adb program: nothing is installed on it."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from genie_host.core.errors import SimulatorError

_SECONDS = 60.0
_FOCUS = re.compile(r"mCurrentFocus=Window\{\S+ \S+ ([\w.]+)/([\w.$]+)\}")


class Source(Protocol):
    """What a recorder needs of a phone."""

    def hierarchy(self) -> str: ...

    def picture(self) -> bytes:
        """PNG."""
        ...

    def foreground(self) -> tuple[str, str]:
        """Package and activity; both empty when neither can be told."""
        ...

    def shell(self, *words: str) -> str: ...


class AdbSource:
    """One phone of an adb server."""

    def __init__(self, adb: Path, serial: str, environment: Mapping[str, str] | None = None) -> None:
        self._command = [str(adb), "-s", serial]
        self._environment = dict(environment) if environment is not None else None
        self._serial = serial

    def hierarchy(self) -> str:
        """The stock tool's dump."""
        out = self._run("exec-out", "uiautomator dump /dev/tty").decode(errors="replace")
        dump, end, _ = out.partition("</hierarchy>")
        if not end:
            raise SimulatorError(f"{self._serial} gave no hierarchy: {out.strip()[:120]}")
        return dump[dump.find("<?xml") :] + end

    def picture(self) -> bytes:
        """PNG."""
        return self._run("exec-out", "screencap -p")

    def foreground(self) -> tuple[str, str]:
        """By the window that has the focus."""
        match = _FOCUS.search(self.shell("dumpsys", "window"))
        return (match[1], match[2]) if match else ("", "")

    def shell(self, *words: str) -> str:
        """Run a command on the phone and give what it prints."""
        return self._run("shell", shlex.join(words)).decode(errors="replace")

    def _run(self, *arguments: str) -> bytes:
        try:
            ran = subprocess.run(
                [*self._command, *arguments],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SimulatorError(f"adb does not answer for {self._serial}") from error
        if ran.returncode != 0 and not ran.stdout:
            raise SimulatorError(f"{self._serial}: {ran.stderr.decode(errors='replace').strip()[:200]}")
        return ran.stdout
