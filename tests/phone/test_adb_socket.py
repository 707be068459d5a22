"""The deadline bounds a whole exchange, not each read, whatever the other side does."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import adbutils
import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.errors import Cancelled
from genie_host.phone.adb_socket import AdbSocket
from genie_host.phone.http_exchange import exchange

FOR_EVER = 3600.0
Peer = Callable[[socket.socket, threading.Event], None]
Connect = Callable[..., AdbSocket]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Connects to a peer that behaves as told, in a thread that ends with the test."""
    over = threading.Event()
    opened: list[AdbSocket] = []
    threads: list[threading.Thread] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def open_to(peer: Peer, *, seconds: float, cancel: CancelToken | None = None) -> AdbSocket:
            def serve() -> None:
                connection, _ = listener.accept()
                with connection:
                    peer(connection, over)

            threads.append(threading.Thread(target=serve))
            threads[-1].start()
            host, port = listener.getsockname()
            opened.append(AdbSocket(host, port, Deadline.after(seconds), cancel or CancelToken()))
            return opened[-1]

        yield open_to
        over.set()
        for stream in opened:
            stream.close()
        for thread in threads:
            thread.join()


def drip(connection: socket.socket, over: threading.Event) -> None:
    """A byte now and then, for ever: every single read succeeds."""
    try:
        while not over.wait(0.01):
            connection.sendall(b"x")
    except OSError:
        return


def say_nothing(connection: socket.socket, over: threading.Event) -> None:
    over.wait()


def never_read(connection: socket.socket, over: threading.Event) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    over.wait()


def hang_up(connection: socket.socket, over: threading.Event) -> None:
    """Closes at once."""


def answer_slowly(connection: socket.socket, over: threading.Event) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    drip(connection, over)


def test_a_dripping_peer_does_not_stretch_the_deadline(connect: Connect) -> None:
    with pytest.raises(adbutils.AdbTimeout):
        connect(drip, seconds=0.1).read_exact(1_000_000)


def test_a_dripping_answer_does_not_stretch_the_deadline(connect: Connect) -> None:
    with pytest.raises(TimeoutError):
        exchange(connect(answer_slowly, seconds=0.1), "GET", "/")


def test_a_peer_that_does_not_read_does_not_stretch_the_deadline(connect: Connect) -> None:
    with pytest.raises(TimeoutError):
        connect(never_read, seconds=0.1).send_all(bytes(64 * 1024 * 1024))


def test_stop_is_obeyed_while_waiting(connect: Connect) -> None:
    cancel = CancelToken()
    stream = connect(say_nothing, seconds=FOR_EVER, cancel=cancel)
    threading.Timer(0.05, cancel.cancel).start()
    with pytest.raises(Cancelled):
        stream.read_exact(1)


def test_a_renewed_stream_has_a_new_deadline(connect: Connect) -> None:
    stream = connect(drip, seconds=0.0)
    with pytest.raises(adbutils.AdbTimeout):
        stream.read_exact(1)
    stream.renew(5.0, CancelToken())
    assert stream.read_exact(1) == b"x"


def test_an_idle_stream_has_nothing_waiting(connect: Connect) -> None:
    assert connect(say_nothing, seconds=5.0).read_waiting() == b""


def test_the_end_of_a_stream_is_seen_without_waiting(connect: Connect) -> None:
    stream = connect(hang_up, seconds=5.0)
    assert stream.receive_into(bytearray(1)) == 0
    assert stream.read_waiting() is None


def test_a_stream_that_ends_early_is_told_from_a_slow_one(connect: Connect) -> None:
    with pytest.raises(EOFError):
        connect(hang_up, seconds=5.0).read_exact(1)


def test_small_packets_are_not_held_back(connect: Connect) -> None:
    stream = connect(say_nothing, seconds=5.0)
    assert stream.conn.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
