"""Lines of a socket: in pieces, anew after a loss, too long, and none."""

from __future__ import annotations

import socket
import threading

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.errors import Cancelled
from genie_host.phone.companion.lines import LONGEST_LINE, Lines, PortClosed, TooLong


class Speaker:
    """Says to each connection what it was told, and hangs up."""

    def __init__(self, *says: list[bytes]) -> None:
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self.heard = b""
        self._thread = threading.Thread(target=self._run, args=(says,), daemon=True)
        self._thread.start()

    def _run(self, says) -> None:
        for pieces in says:
            connection, _ = self._door.accept()
            with connection:
                for piece in pieces:
                    connection.sendall(piece)
                connection.shutdown(socket.SHUT_WR)
                while data := connection.recv(4096):
                    self.heard += data

    def end(self) -> None:
        self._thread.join(timeout=10)
        self._door.close()


def read(lines: Lines) -> bytes | None:
    return lines.read(Deadline.after(10), CancelToken())


def test_lines_come_whole_however_they_are_cut() -> None:
    speaker = Speaker([b"on", b"e\ntwo\nthr", b"ee\n"])
    lines = Lines(speaker.port)
    lines.connect()
    assert [read(lines) for _ in range(4)] == [b"one", b"two", b"three", None]
    assert not lines.is_connected
    speaker.end()


def test_connection_made_again_skips_what_is_known() -> None:
    speaker = Speaker([b"one\ntwo\n"], [b"one\ntwo\nthree\n"])
    lines = Lines(speaker.port)
    lines.connect()
    assert [read(lines), read(lines), read(lines)] == [b"one", b"two", None]
    lines.connect()
    assert read(lines) == b"three"
    lines.close()
    speaker.end()


def test_line_without_an_end_is_given_up() -> None:
    speaker = Speaker([b"x" * (LONGEST_LINE + 2)])
    lines = Lines(speaker.port)
    lines.connect()
    with pytest.raises(TooLong):
        read(lines)
    lines.close()
    speaker.end()


def test_port_that_nobody_listens_on_is_closed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    with pytest.raises(PortClosed):
        Lines(port).connect()


def test_users_stop_ends_the_wait() -> None:
    speaker = Speaker([])
    lines, cancel = Lines(speaker.port), CancelToken()
    lines.connect()
    cancel.cancel()
    with pytest.raises(Cancelled):
        lines.read(Deadline.after(60), cancel)
    lines.close()
    speaker.end()


def test_what_is_sent_arrives_and_without_a_connection_is_told() -> None:
    speaker = Speaker([b"one\n"])
    lines = Lines(speaker.port)
    assert lines.send(b"cancel") is False
    lines.connect()
    assert read(lines) == b"one"
    assert lines.send(b"cancel") is True
    lines.close()
    speaker.end()
    assert speaker.heard == b"cancel\n"
