"""Shell commands on the phone: argument lists, quoted here and nowhere else."""

from __future__ import annotations

import logging
import shlex
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from genie_host.core.errors import OutcomeUnknown, PhoneError, PhoneUnavailable, ServerDead
from genie_host.phone.adb_socket import AdbSocket
from genie_host.phone.link import DeviceLink
from genie_host.phone.translate import translated

_STDOUT, _STDERR, _EXIT = 1, 2, 3
_log = logging.getLogger(__name__)


class ShellResult(NamedTuple):
    """What a command printed and how it ended."""

    exit_code: int
    output: bytes
    errors: bytes

    @property
    def text(self) -> str:
        """Standard output, lines ended by a line feed alone."""
        return self.output.decode("utf-8", errors="replace").replace("\r\n", "\n")


def quoted(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> str:
    """One line for the phone's shell in which every argument stays what it is."""
    assignments = [f"{name}={shlex.quote(value)}" for name, value in (environment or {}).items()]
    return " ".join([*assignments, *(shlex.quote(argument) for argument in arguments)])


class Shell:
    """Runs commands on one phone, each within a deadline."""

    def __init__(self, link: DeviceLink) -> None:
        self._link = link

    def ask(self, *arguments: str, seconds: float | None = None) -> ShellResult:
        """Run a command that changes nothing; asked again once when the phone was lost in the middle."""
        try:
            return self._run(arguments, seconds)
        except (ServerDead, PhoneUnavailable) as error:
            _log.info("asking again after: %s", error)
        return self._run(arguments, seconds)

    def do(self, *arguments: str, seconds: float | None = None, is_secret: bool = False) -> ShellResult:
        """Run a command that changes something; one that holds a secret is in no log.

        Raises OutcomeUnknown when its end was not seen.
        """
        stream = self._open(arguments, seconds, is_secret=is_secret)
        try:
            return self._read(stream)
        except PhoneError as error:
            raise OutcomeUnknown(
                "The phone was lost in the middle of a command, which may or may not have worked. Look at the screen."
            ) from error

    def start(self, *arguments: str, environment: Mapping[str, str], seconds: float) -> AdbSocket:
        """Start a command that goes on; its output arrives on the stream, which ends with it."""
        return self._link.open("shell:" + quoted(arguments, environment), seconds)

    def _run(self, arguments: Sequence[str], seconds: float | None) -> ShellResult:
        return self._read(self._open(arguments, seconds))

    def _open(self, arguments: Sequence[str], seconds: float | None, *, is_secret: bool = False) -> AdbSocket:
        command = quoted(arguments)
        _log.debug("shell %s", arguments[0] if is_secret else command)
        return self._link.open("shell,v2,raw:" + command, seconds or self._link.patience.shell_seconds)

    def _read(self, stream: AdbSocket) -> ShellResult:
        """Shell protocol version 2: kind, length, data; the exit code comes last."""
        parts = {_STDOUT: bytearray(), _STDERR: bytearray()}
        try:
            with translated():
                while True:
                    kind, *length = stream.read_exact(5)
                    data = stream.read_exact(int.from_bytes(bytes(length), "little"))
                    if kind == _EXIT:
                        return ShellResult(data[0], bytes(parts[_STDOUT]), bytes(parts[_STDERR]))
                    if kind in parts:
                        parts[kind] += data
        finally:
            stream.close()
