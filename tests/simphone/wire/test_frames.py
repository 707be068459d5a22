"""Shell v2's frames, where no adb goes."""

from __future__ import annotations

import asyncio
import struct

from genie_host.simphone.wire.frames import FramedInput, FrameId
from genie_host.simphone.wire.stream import Stream

QUARTER = 256 * 1024


class CountingLink:
    """A link that counts what the phone has taken."""

    max_payload = 1 << 20
    name = "host-1"

    def __init__(self) -> None:
        self.taken = 0

    def send_okay(self, stream: Stream, taken: int) -> None:
        self.taken += taken

    def send_data(self, stream: Stream, data: bytes | memoryview) -> None:
        """Nobody reads it."""

    def send_close(self, stream: Stream) -> None:
        """Nobody waits for it."""

    async def drained(self) -> None:
        """There is always room."""

    async def open_to_host(self, destination: str) -> Stream:
        raise NotImplementedError


def frame(kind: int, data: bytes) -> bytes:
    return struct.pack("<BI", kind, len(data)) + data


async def settle() -> None:
    for _ in range(100):
        await asyncio.sleep(0)


def test_input_that_nobody_reads_is_held_back_after_a_pipeful():
    async def run() -> None:
        link = CountingLink()
        stream = Stream(link, local_id=1, remote_id=1)
        stdin = FramedInput(stream)
        draining = asyncio.create_task(stdin.drain())
        for _ in range(10):
            stream.feed(frame(FrameId.STDIN, bytes(QUARTER)))
        stream.feed(frame(FrameId.CLOSE_STDIN, b""))
        await settle()
        assert 4 * QUARTER < link.taken < 6 * QUARTER
        read = 0
        while data := await stdin.read():
            read += len(data)
        assert read == 10 * QUARTER
        draining.cancel()

    asyncio.run(run())


def test_end_of_input_comes_after_all_of_it_and_other_frames_are_passed_over():
    async def run() -> list[bytes]:
        stream = Stream(CountingLink(), local_id=1, remote_id=1)
        stdin = FramedInput(stream)
        draining = asyncio.create_task(stdin.drain())
        frames = frame(FrameId.STDIN, b"one"), frame(FrameId.WINDOW_SIZE, b"24x80,0x0\0"), frame(77, b"?")
        stream.feed(b"".join(frames) + frame(FrameId.CLOSE_STDIN, b"") + frame(FrameId.STDIN, b"too late"))
        read = [await stdin.read(), await stdin.read()]
        await settle()
        draining.cancel()
        return [*read, await stdin.read()]

    assert asyncio.run(run()) == [b"one", b"", b""]


def test_host_that_goes_away_ends_the_input():
    async def run() -> bytes:
        stream = Stream(CountingLink(), local_id=1, remote_id=1)
        stdin = FramedInput(stream)
        draining = asyncio.create_task(stdin.drain())
        stream.feed(b"\x00\xff\xff")
        stream.closed_by_peer()
        data = await stdin.read()
        await draining
        return data

    assert asyncio.run(run()) == b""
