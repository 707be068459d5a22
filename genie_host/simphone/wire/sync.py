"""The ``sync:`` service, both generations: stat, list, send and receive files.

Source: AOSP ``packages/modules/adb/SYNC.TXT`` and ``file_sync_protocol.h``.
"""

from __future__ import annotations

import errno
import struct
import zlib

from genie_host.simphone.faults.passages import TransferFailed, arrived, before_sync
from genie_host.simphone.filesystem import File, FileSystem
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.wire.stream import Service, Stream

_MAX_CHUNK = 64 * 1024
_MAX_PATH = 1024
_STAT_V2_BODY = struct.Struct("<IQQIIIIQqqq")
"""error, device, inode, mode, links, uid, gid, size, access time, modification time, change time."""
_SHELL_USER = 2000
_REQUESTS = {
    b"STAT": "stat",
    b"STA2": "stat",
    b"LST2": "stat",
    b"LIST": "list",
    b"LIS2": "list",
    b"SEND": "send",
    b"SND2": "send",
    b"RECV": "recv",
    b"RCV2": "recv",
}
"""Requests of both generations, and what fault plans call them."""
_DRY_RUN = 0x80000000


class _SyncFailed(Exception):
    """The host sent what ends the conversation."""


def sync_service(phone: SimPhone) -> Service:
    """Answers requests until the host says QUIT."""

    async def serve(stream: Stream) -> None:
        while True:
            request, length = struct.unpack("<4sI", await stream.read_exactly(8))
            if request == b"QUIT":
                return
            try:
                if length > _MAX_PATH:
                    raise _SyncFailed("path too long")
                path = (await stream.read_exactly(length)).decode(errors="surrogateescape")
                if request not in _REQUESTS:
                    raise _SyncFailed(f"unknown command {request.hex()}")
                await before_sync(phone, _REQUESTS[request], path)
                await _answer(phone, stream, request, path)
            except _SyncFailed as error:
                await _fail(stream, str(error))
                return

    return serve


async def _answer(phone: SimPhone, stream: Stream, request: bytes, path: str) -> None:
    files = phone.files
    match request:
        case b"STAT":
            entry = files.get(path)
            body = (entry.mode, entry.size, entry.modified_at) if entry is not None else (0, 0, 0)
            await stream.write(struct.pack("<4sIII", b"STAT", *_words(body)))
        case b"STA2" | b"LST2":
            await stream.write(request + _stat_v2(files.get(path), path))
        case b"LIST":
            await stream.write(_list_v1(files, path))
        case b"LIS2":
            await stream.write(_list_v2(files, path))
        case b"SEND":
            name, _, mode = path.rpartition(",")
            if not (mode.isascii() and mode.isdecimal()):
                raise _SyncFailed("missing mode")
            await _receive(phone, stream, name, int(mode))
        case b"SND2":
            _, mode_bits, flags = struct.unpack("<4sII", await stream.read_exactly(12))
            _refuse_compression(flags & ~_DRY_RUN)
            await _receive(phone, stream, path, mode_bits, is_kept=not flags & _DRY_RUN)
        case b"RECV":
            await _send(files, stream, path)
        case b"RCV2":
            _, flags = struct.unpack("<4sI", await stream.read_exactly(8))
            _refuse_compression(flags)
            await _send(files, stream, path)


def _refuse_compression(flags: int) -> None:
    if flags:
        raise _SyncFailed("compression was not offered")


def _words(numbers: tuple[int, int, int]) -> tuple[int, ...]:
    """What the first generation has room for: 32 bits of each."""
    return tuple(number & 0xFFFFFFFF for number in numbers)


def _stat_v2(entry: File | None, path: str) -> bytes:
    if entry is None:
        return _STAT_V2_BODY.pack(errno.ENOENT, *(0,) * 10)
    inode = zlib.crc32(path.encode(errors="surrogateescape"))
    when = entry.modified_at
    return _STAT_V2_BODY.pack(0, 1, inode, entry.mode, 1, _SHELL_USER, _SHELL_USER, entry.size, when, when, when)


def _list_v1(files: FileSystem, path: str) -> bytes:
    out = bytearray()
    for name, entry in files.list(path):
        encoded = name.encode(errors="surrogateescape")
        out += struct.pack("<4sIIII", b"DENT", *_words((entry.mode, entry.size, entry.modified_at)), len(encoded))
        out += encoded
    return bytes(out + struct.pack("<4sIIII", b"DONE", 0, 0, 0, 0))


def _list_v2(files: FileSystem, path: str) -> bytes:
    out = bytearray()
    for name, entry in files.list(path):
        encoded = name.encode(errors="surrogateescape")
        out += b"DNT2" + _stat_v2(entry, name) + struct.pack("<I", len(encoded)) + encoded
    return bytes(out + b"DONE" + bytes(_STAT_V2_BODY.size + 4))


async def _receive(phone: SimPhone, stream: Stream, path: str, mode: int, *, is_kept: bool = True) -> None:
    data = bytearray()
    while True:
        chunk, number = struct.unpack("<4sI", await stream.read_exactly(8))
        if chunk == b"DONE":
            break
        if chunk != b"DATA" or number > _MAX_CHUNK:
            raise _SyncFailed("invalid data message")
        piece = await stream.read_exactly(number)
        if is_kept:
            data += piece
    try:
        if is_kept and not phone.files.write(path, arrived(phone, path, bytes(data)), mode=mode, modified_at=number):
            raise TransferFailed("couldn't create file: Is a directory")
    except TransferFailed as error:
        await _fail(stream, str(error))
    else:
        await stream.write(struct.pack("<4sI", b"OKAY", 0))


async def _send(files: FileSystem, stream: Stream, path: str) -> None:
    data = files.read(path)
    if data is None:
        reason = "Is a directory" if files.get(path) is not None else "No such file or directory"
        await _fail(stream, f"open failed: {reason}")
        return
    out = bytearray()
    for start in range(0, len(data), _MAX_CHUNK):
        chunk = data[start : start + _MAX_CHUNK]
        out += struct.pack("<4sI", b"DATA", len(chunk)) + chunk
    await stream.write(bytes(out + struct.pack("<4sI", b"DONE", 0)))


async def _fail(stream: Stream, message: str) -> None:
    encoded = message.encode()
    await stream.write(struct.pack("<4sI", b"FAIL", len(encoded)) + encoded)
