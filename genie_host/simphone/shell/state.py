"""What a shell process remembers: variables, arguments, where it is."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field

SHELL_NAME = "/system/bin/sh"
SHELL_PID = 4242


_ENVIRONMENT = {
    "ANDROID_DATA": "/data",
    "ANDROID_ROOT": "/system",
    "ANDROID_STORAGE": "/storage",
    "EXTERNAL_STORAGE": "/sdcard",
    "HOME": "/",
    "HOSTNAME": "simphone",
    "LOGNAME": "shell",
    "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin:/vendor/bin",
    "SHELL": "/bin/sh",
    "TERM": "xterm-256color",
    "TMPDIR": "/data/local/tmp",
    "USER": "shell",
}


@dataclass
class State:
    """One process's own; a subshell gets a copy."""

    variables: dict[str, str] = field(default_factory=lambda: dict(_ENVIRONMENT))
    exported: set[str] = field(default_factory=lambda: set(_ENVIRONMENT))
    arguments: tuple[str, ...] = ()
    directory: str = "/"
    status: int = 0

    def copy(self) -> State:
        """The same at this moment, apart from then on."""
        return State(dict(self.variables), set(self.exported), self.arguments, self.directory, self.status)

    def lookup(self, name: str) -> str | None:
        """A variable or parameter; None when it is not set."""
        match name:
            case "?":
                return str(self.status)
            case "#":
                return str(len(self.arguments))
            case "@" | "*":
                return " ".join(self.arguments)
            case "$":
                return str(SHELL_PID)
            case "!":
                return str(SHELL_PID + 1)
            case "0":
                return SHELL_NAME
            case "PWD":
                return self.directory
        if name.isdecimal():
            number = int(name)
            return self.arguments[number - 1] if number <= len(self.arguments) else None
        return self.variables.get(name)

    def path(self, text: str) -> str:
        """A path as seen from the working directory."""
        return posixpath.normpath(posixpath.join(self.directory, text)) if text else ""

    def environment(self) -> dict[str, str]:
        """What a command inherits."""
        return {name: value for name, value in self.variables.items() if name in self.exported}
