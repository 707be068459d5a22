"""The phone's files, in memory."""

from __future__ import annotations

import posixpath
import stat
from dataclasses import dataclass

from genie_host.core.clock import wall_seconds

_DIRECTORY_MODE = stat.S_IFDIR | 0o771
_STANDARD_DIRECTORIES = (
    "/data/local/tmp",
    "/sdcard/Download",
    "/sdcard/DCIM",
    "/sdcard/Pictures",
    "/system/bin",
)
_OF_THE_KERNEL = {
    "/proc/version": "Linux version 6.1.57-android14-11-gsim (build@sim) #1 SMP PREEMPT\n",
    "/proc/meminfo": "MemTotal:        7864320 kB\nMemFree:          655360 kB\nMemAvailable:    2621440 kB\n",
    "/proc/cpuinfo": "".join(f"processor\t: {n}\nBogoMIPS\t: 38.40\nCPU architecture: 8\n\n" for n in range(8)),
}
_CARD_ALIASES = ("/storage/emulated/0", "/storage/self/primary", "/mnt/sdcard")


@dataclass(frozen=True, kw_only=True)
class File:
    """A file or, when ``data`` is None, a directory."""

    mode: int
    """Type and permission bits, as in ``st_mode``."""
    modified_at: int
    """Seconds since 1970."""
    data: bytes | None

    @property
    def is_directory(self) -> bool:
        return self.data is None

    @property
    def size(self) -> int:
        return len(self.data) if self.data is not None else 0


class FileSystem:
    """A tree of files by absolute path; the card's other names all mean ``/sdcard``."""

    def __init__(self) -> None:
        self._entries: dict[str, File] = {}
        for directory in _STANDARD_DIRECTORIES:
            self.make_directory(directory)
        for path, text in _OF_THE_KERNEL.items():
            self.write(path, text.encode())
        self.write("/sdcard/Download/readme.txt", b"hello from the simulated phone\n")

    def resolve(self, path: str) -> str:
        """The one name of a path."""
        normal = posixpath.normpath("/" + path.lstrip("/"))
        for alias in _CARD_ALIASES:
            if normal == alias or normal.startswith(alias + "/"):
                return "/sdcard" + normal[len(alias) :]
        return normal

    def get(self, path: str) -> File | None:
        return self._entries.get(self.resolve(path))

    def read(self, path: str) -> bytes | None:
        """Content of a file; None when there is no such file, or it is a directory."""
        entry = self.get(path)
        return entry.data if entry is not None else None

    def write(self, path: str, data: bytes, *, mode: int = 0o644, modified_at: int | None = None) -> bool:
        """Create or replace a file and the directories above it; False when a directory or file is in the way."""
        name = self.resolve(path)
        existing = self._entries.get(name)
        if (existing is not None and existing.is_directory) or not self.make_directory(posixpath.dirname(name)):
            return False
        when = int(wall_seconds()) if modified_at is None else modified_at
        self._entries[name] = File(mode=stat.S_IFREG | stat.S_IMODE(mode), modified_at=when, data=bytes(data))
        return True

    def make_directory(self, path: str) -> bool:
        """Create a directory and those above it; False when a file is in the way."""
        name = self.resolve(path)
        existing = self._entries.get(name)
        if existing is not None:
            return existing.is_directory
        if name != "/" and not self.make_directory(posixpath.dirname(name)):
            return False
        self._entries[name] = File(mode=_DIRECTORY_MODE, modified_at=int(wall_seconds()), data=None)
        return True

    def set_mode(self, path: str, mode: int) -> bool:
        """Change permission bits; False when there is no such entry."""
        name = self.resolve(path)
        entry = self._entries.get(name)
        if entry is None:
            return False
        kind = stat.S_IFMT(entry.mode)
        self._entries[name] = File(mode=kind | stat.S_IMODE(mode), modified_at=entry.modified_at, data=entry.data)
        return True

    def list(self, path: str) -> list[tuple[str, File]]:
        """Names and entries directly below a directory, sorted."""
        prefix = self.resolve(path).rstrip("/") + "/"
        below = ((name[len(prefix) :], entry) for name, entry in self._entries.items() if name.startswith(prefix))
        return sorted(((name, entry) for name, entry in below if name and "/" not in name), key=lambda item: item[0])

    def total_size(self, path: str) -> int:
        """Bytes in a file, or in all files below a directory."""
        name = self.resolve(path)
        prefix = name.rstrip("/") + "/"
        return sum(entry.size for other, entry in self._entries.items() if other == name or other.startswith(prefix))

    def remove(self, path: str) -> bool:
        """Remove a file, or a directory with all below it; False when there is none."""
        name = self.resolve(path)
        if name not in self._entries:
            return False
        doomed = [other for other in self._entries if other == name or other.startswith(name.rstrip("/") + "/")]
        for other in doomed:
            del self._entries[other]
        return True
