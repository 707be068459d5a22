"""What a phone says of itself, read once when it is first asked for. The parsers are pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from genie_host.core.errors import PhoneError
from genie_host.phone.settings import read_setting
from genie_host.phone.shell import Shell

_PROPERTY = re.compile(r"^\[([^\]]+)\]: \[(.*)\]$", re.MULTILINE)
_ANSWER_SECONDS = 5.0


class Readings:
    """Of one phone at one moment."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def ask(self, *arguments: str) -> str:
        """What a command prints, errors included; raises a PhoneError."""
        result = self._shell.ask(*arguments, seconds=_ANSWER_SECONDS)
        return result.text + result.errors.decode("utf-8", errors="replace")

    def setting(self, namespace: str, name: str) -> str | None:
        """A setting; None when there is none."""
        return read_setting(self._shell, namespace, name)

    @cached_property
    def properties(self) -> Mapping[str, str]:
        """All of ``getprop``."""
        return dict(_PROPERTY.findall(self.ask("getprop").replace("\r\n", "\n")))

    @cached_property
    def battery(self) -> Mapping[str, str]:
        """``dumpsys battery``."""
        return pairs(self.ask("dumpsys", "battery"))

    @cached_property
    def accessibility(self) -> str:
        """``dumpsys accessibility``; empty when the phone does not tell."""
        try:
            return self.ask("dumpsys", "accessibility")
        except PhoneError:
            return ""


def pairs(text: str) -> dict[str, str]:
    """Lines such as ``  level: 80``."""
    found = (line.partition(":") for line in text.splitlines() if ":" in line)
    return {name.strip(): value.strip() for name, _, value in found}


def free_megabytes(listing: str) -> int | None:
    """What ``df -k`` says is available on the first file system it lists; None when that cannot be read."""
    for line in listing.splitlines()[1:]:
        numbers = [word for word in line.split() if word.isdecimal()]
        if len(numbers) >= 3:
            return int(numbers[2]) // 1024
    return None


def number(text: str | None) -> int | None:
    """A number in a text, None when it is none."""
    return int(text) if text is not None and re.fullmatch(r"-?\d+", text) else None
