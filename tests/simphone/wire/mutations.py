"""Conversations that hosts have with phones, and what a seeded random makes of them."""

from __future__ import annotations

import asyncio
import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace

from genie_host.simphone.wire.channel import ChannelClosed
from genie_host.simphone.wire.packet import Command, encode

_TELLING_WORDS = (0, 1, 2, 3, 4, 7, 255, 4095, 4096, 1 << 20, (1 << 20) + 1, 1 << 31, 0xFFFFFFFE, 0xFFFFFFFF)
_TELLING_BYTES = (
    b"",
    b"\0",
    b"\n",
    b":",
    b";",
    b",",
    b"\xff" * 4,
    b"../",
    b"'",
    b'"',
    b"$(",
    b"DONE",
    b"\x04",
    b"a" * 2000,
)
_LINGER = 8
"""How many turns the phone's services get after the host has said its last."""


@dataclass(frozen=True)
class Packet:
    """One packet of a host, before it is encoded."""

    command: int
    arg0: int = 0
    arg1: int = 0
    payload: bytes = b""
    has_checksum: bool = True
    """Phones that need none do not mind one."""
    damage: tuple[int, int] | None = None
    """A byte of the encoded packet that is replaced, and by what."""
    cut: int | None = None
    """How much of the encoded packet is left."""

    def encoded(self) -> bytes:
        magic_of = self.command & 0xFFFFFFFF
        if magic_of in set(Command):
            data = encode(Command(magic_of), self.arg0, self.arg1, self.payload, with_checksum=self.has_checksum)
        else:
            data = struct.pack("<6I", magic_of, self.arg0, self.arg1, len(self.payload), 0, magic_of ^ 0xFFFFFFFF)
            data += self.payload
        if self.damage is not None:
            place, value = self.damage
            place %= len(data)
            data = data[:place] + bytes([value]) + data[place + 1 :]
        return data if self.cut is None else data[: self.cut]


Conversation = tuple[Packet, ...]


def _greeting(features: str, version: int = 0x01000001, max_payload: int = 1 << 20) -> Packet:
    return Packet(Command.CNXN, version, max_payload, f"host::features={features}".encode() + b"\0")


def _open(host_id: int, destination: bytes, window: int = 0) -> Packet:
    return Packet(Command.OPEN, host_id, window, destination + b"\0")


def _write(host_id: int, phone_id: int, payload: bytes) -> Packet:
    return Packet(Command.WRTE, host_id, phone_id, payload)


def _okay(host_id: int, phone_id: int, taken: int | None = None) -> Packet:
    return Packet(Command.OKAY, host_id, phone_id, b"" if taken is None else struct.pack("<i", taken))


def _close(host_id: int, phone_id: int) -> Packet:
    return Packet(Command.CLSE, host_id, phone_id)


def _sync(*requests: tuple[bytes, bytes]) -> bytes:
    return b"".join(struct.pack("<4sI", name, len(payload)) + payload for name, payload in requests)


def _frame(kind: int, data: bytes) -> bytes:
    return struct.pack("<BI", kind, len(data)) + data


_SENT_FILE = _sync((b"SEND", b"/sdcard/f,33188"), (b"DATA", b"x" * 300)) + struct.pack("<4sI", b"DONE", 1_700_000_000)
_SENT_FILE_V2 = (
    _sync((b"SND2", b"/sdcard/g"))
    + struct.pack("<4sII", b"SND2", 0o100644, 0)
    + _sync((b"DATA", b"y" * 300))
    + struct.pack("<4sI", b"DONE", 1_700_000_000)
)

CONVERSATIONS: tuple[Conversation, ...] = (
    (_greeting("shell_v2,cmd"), _open(1, b"shell:echo hi"), _okay(1, 1), _close(1, 1)),
    (
        _greeting("shell_v2,cmd"),
        _open(1, b"shell,v2,TERM=xterm,raw:cat"),
        _write(1, 1, _frame(0, b"one\ntwo\n")),
        _okay(1, 1),
        _write(1, 1, _frame(5, b"24x80,0x0\0") + _frame(4, b"")),
        _okay(1, 1),
    ),
    (
        _greeting(""),
        _open(9, b"shell:"),
        _okay(9, 1),
        _write(9, 1, b"echo $HOME\nls /sdcard | wc -l\nexit\n"),
        _okay(9, 1),
    ),
    (_greeting("cmd"), _open(1, b"shell,v2,pty:"), _write(1, 1, _frame(0, b"id\r\x04")), _okay(1, 1), _okay(1, 1)),
    (
        _greeting("stat_v2,ls_v2"),
        _open(1, b"sync:"),
        _write(1, 1, _sync((b"STAT", b"/sdcard"), (b"STA2", b"/sdcard"), (b"LIST", b"/"), (b"LIS2", b"/sdcard"))),
        _okay(1, 1),
        _okay(1, 1),
        _write(1, 1, _SENT_FILE + _SENT_FILE_V2),
        _okay(1, 1),
        _write(1, 1, _sync((b"RECV", b"/sdcard/f"), (b"RCV2", b"/sdcard/g")) + struct.pack("<4sI", b"RCV2", 0)),
        _okay(1, 1),
        _write(1, 1, _sync((b"QUIT", b""))),
    ),
    (
        _greeting("delayed_ack,shell_v2"),
        _open(1, b"exec:cat", 1 << 20),
        _write(1, 1, b"a" * 500),
        _write(1, 1, b"b" * 500),
        _okay(1, 1, 1000),
        _close(1, 1),
        _open(2, b"sync:", 100),
        _write(2, 2, _sync((b"RECV", b"/sdcard/Download/readme.txt"))),
        _okay(2, 2, 64),
    ),
    (
        _greeting("cmd"),
        _open(1, b"reverse:forward:tcp:9000;tcp:6810"),
        _okay(1, 1),
        _open(2, b"tcp:9000"),
        _okay(2, 3),
        _write(2, 3, b"to myself"),
        _open(3, b"reverse:list-forward"),
        _okay(3, 4),
        _open(4, b"reverse:killforward:tcp:9000"),
        _open(5, b"reverse:killforward-all"),
    ),
    (
        _greeting("abb_exec"),
        _open(1, b"abb_exec:package\0list\0packages\0-3"),
        _okay(1, 1),
        _open(2, b"abb:settings\0list\0global"),
    ),
    (
        _greeting("abb_exec"),
        _open(1, b"abb_exec:package\0install\0-r\0-S\0100"),
        _write(1, 1, b"PK\3\4" + b"z" * 96),
        _okay(1, 1),
    ),
    (
        _greeting("cmd"),
        _open(1, b"root:"),
        _okay(1, 1),
        _open(2, b"tcpip:5555"),
        _open(3, b"track-jdwp"),
        _open(4, b"jdwp"),
    ),
    (_greeting("cmd"), _open(1, b"localabstract:echo"), _write(1, 1, b"round and round"), _okay(1, 1), _close(1, 1)),
    (
        _greeting("cmd", version=0x01000000, max_payload=4096),
        _open(1, b"shell:getprop"),
        _okay(1, 1),
        _close(1, 1),
    ),
    (
        _greeting("shell_v2"),
        Packet(Command.AUTH, 2, 0, bytes(256)),
        Packet(Command.AUTH, 3, 0, b"QAAAAA== me@here\0"),
        _open(1, b"shell:echo hi"),
    ),
    (_greeting("shell_v2"), Packet(Command.STLS, 0x01000000), Packet(0x16030101, 1, 2, b"\x16\x03\x01\x02\0\x01\0")),
)


class Mutator:
    """Makes one conversation after another out of the ones that make sense; the same seed makes the same ones."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.mutations = 0
        """How many packets were mutated so far."""

    def conversation(self) -> Iterator[bytes]:
        """The packets of one, encoded."""
        chosen = list(self._random.choice(CONVERSATIONS))
        # The first packet is mutated more rarely: without a greeting nothing else is looked at.
        places = [place for place in range(len(chosen)) if self._random.random() < (0.5 if place else 0.1)]
        for place in places or [len(chosen) - 1]:
            self.mutations += 1
            chosen[place] = self._mutated(chosen[place])
        if self._random.random() < 0.1:
            self._random.shuffle(chosen)
        for packet in chosen:
            for _ in range(self._random.choice((1,) * 20 + (0, 2, 3))):
                yield packet.encoded()

    def _mutated(self, packet: Packet) -> Packet:
        draw = self._random
        match draw.randrange(10):
            case 0:
                return replace(packet, command=draw.choice([*Command, draw.getrandbits(32)]))
            case 1:
                return replace(packet, arg0=self._word())
            case 2:
                return replace(packet, arg1=self._word())
            case 3:
                return replace(packet, damage=(draw.randrange(1 << 20), draw.randrange(256)))
            case 4:
                spoilt = {"cut": draw.randrange(40)} if draw.random() < 0.5 else {"has_checksum": False}
                return replace(packet, **spoilt)
            case 5:
                return replace(packet, payload=draw.randbytes(draw.choice((0, 1, 8, 72, 5000))))
            case 6:
                other = draw.choice(draw.choice(CONVERSATIONS))
                return replace(packet, payload=other.payload)
            case _:
                return replace(packet, payload=self._spoilt(packet.payload))

    def _word(self) -> int:
        return self._random.choice([*_TELLING_WORDS, self._random.getrandbits(32)])

    def _spoilt(self, payload: bytes) -> bytes:
        draw = self._random
        data = bytearray(payload)
        for _ in range(draw.randrange(1, 4)):
            place = draw.randrange(len(data) + 1)
            match draw.randrange(4):
                case 0:
                    data[place:place] = draw.choice(_TELLING_BYTES)
                case 1:
                    data[place : place + draw.randrange(1, 20)] = b""
                case 2:
                    data[place : place + 4] = struct.pack("<I", self._word())
                case _:
                    data[place : place + 1] = bytes([draw.randrange(256)])
        return bytes(data)


class MemoryChannel:
    """A channel whose host says what it was given and hangs up; it reads all answers and forgets them."""

    def __init__(self, packets: Iterator[bytes]) -> None:
        self._packets = packets
        self._buffer = bytearray()
        self.sent_bytes = 0
        self.is_cut = False

    async def read(self, limit: int) -> bytes:
        if not self._buffer:
            await self._more()
        data = bytes(self._buffer[:limit])
        del self._buffer[:limit]
        return data

    async def read_exactly(self, count: int) -> bytes:
        while len(self._buffer) < count:
            await self._more()
        data = bytes(self._buffer[:count])
        del self._buffer[:count]
        return data

    def write(self, data: bytes) -> None:
        self.sent_bytes += len(data)

    async def drained(self) -> None:
        await asyncio.sleep(0)

    def abort(self) -> None:
        self.is_cut = True

    async def closed(self) -> None:
        """Nothing is left of it at once."""

    async def _more(self) -> None:
        await asyncio.sleep(0)
        packet = next(self._packets, None)
        if packet is None:
            for _ in range(_LINGER):
                await asyncio.sleep(0)
            raise ChannelClosed
        self._buffer += packet
