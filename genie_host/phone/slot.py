"""Who holds the phone's automation slot: Android has one, and whoever asks second is refused."""

from __future__ import annotations

import re
from dataclasses import dataclass

from genie_host.phone.shell import Shell

OWN_PROGRAM = "com.wetest.uia2.Main"
OWN_NAME = "uiautomator2"

_KNOWN: tuple[tuple[str, str], ...] = (
    (OWN_PROGRAM, OWN_NAME),
    ("io.appium.uiautomator2.server", "Appium"),
    ("io.appium.settings", "Appium"),
    ("dev.mobile.maestro", "Maestro"),
    ("com.github.uiautomator", "an older uiautomator2"),
    ("com.github.uiautomatorstub", "an older uiautomator2"),
    ("com.mobilenext.devicekit", "mobile-mcp"),
    ("com.dtmilano.android.culebratester2", "CulebraTester"),
    ("com.android.commands.uiautomator", "the uiautomator command"),
    ("uiautomator", "the uiautomator command"),
    ("com.android.commands.monkey", "monkey, or Fastbot"),
    ("com.android.commands.am.Am instrument", "a test run"),
    ("am instrument", "a test run"),
    ("androidx.test", "a test run"),
)
"""What stands in the process list, and what people call it; the first that fits decides."""
_REGISTERED = re.compile(r"^\s*Ui Automation\[(?!none\])", re.MULTILINE)
_BOUND = re.compile(r"^\s*Bound services:\{(.*)\}\s*$", re.MULTILINE)
_LABEL = re.compile(r"Service\[label=([^,\]]*)")
_COMMON_NAMES = {
    "com.google.android.marvin.talkback": "TalkBack",
    "com.samsung.android.accessibility.talkback": "TalkBack",
    "com.android.talkback": "TalkBack",
    "com.google.android.apps.accessibility.voiceaccess": "Voice Access",
    "com.google.android.accessibility.selecttospeak": "Select to Speak",
    "com.google.android.accessibility.switchaccess": "Switch Access",
    "com.samsung.android.accessibility.universalswitch": "Universal Switch",
    "com.x8bit.bitwarden": "Bitwarden",
    "com.droidrun.portal": "Droidrun Portal",
    "com.mobilerun.portal": "Mobilerun Portal",
}


@dataclass(frozen=True, kw_only=True)
class SlotHolder:
    """A process on the phone that can hold the slot."""

    pid: int
    program: str
    name: str
    """As people call it."""

    @property
    def is_own_kind(self) -> bool:
        """The same server that Genie starts: a leftover, or another uiautomator2 client's."""
        return self.program == OWN_PROGRAM

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid} on the phone)"


def holders(shell: Shell) -> tuple[SlotHolder, ...]:
    """Processes on the phone that are known to take the slot; none of them need hold it now."""
    return holders_in(shell.ask("ps", "-A", "-o", "PID,ARGS").text)


def holders_in(listing: str) -> tuple[SlotHolder, ...]:
    """Read a process list with numbers and command lines, in whatever other columns it has. Pure."""
    found = []
    for line in listing.splitlines():
        known = next(((program, name) for program, name in _KNOWN if program in line), None)
        pid = next((word for word in line.split() if word.isdecimal()), None)
        if known is not None and pid is not None and " ps " not in line:
            found.append(SlotHolder(pid=int(pid), program=known[0], name=known[1]))
    return tuple(found)


def is_held(accessibility_dump: str) -> bool:
    """Whether ``dumpsys accessibility`` tells of an automation client. Pure."""
    return _REGISTERED.search(accessibility_dump) is not None


def bound_services(accessibility_dump: str) -> tuple[str, ...]:
    """Labels of the accessibility services that work now, as ``dumpsys accessibility`` tells them. Pure."""
    bound = _BOUND.search(accessibility_dump)
    return tuple(_LABEL.findall(bound.group(1))) if bound else ()


def common_names(enabled: str | None) -> tuple[str, ...]:
    """What people call the services in the setting ``enabled_accessibility_services``. Pure."""
    names = []
    for component in (enabled or "").split(":"):
        package = component.partition("/")[0].strip()
        if package and package != "null":
            names.append(_COMMON_NAMES.get(package, package))
    return tuple(dict.fromkeys(names))
