"""Reads method names and signatures out of a dex file. Source: source.android.com, "Dalvik executable format"."""

from __future__ import annotations

import struct
from collections.abc import Iterator


class Dex:
    """One ``classes.dex``."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        # The header's pairs of size and offset, from string ids at 56 on.
        numbers = struct.unpack_from("<14I", data, 56)
        names = ("string", "type", "proto", "field", "method", "class")
        self._tables = {name: (numbers[2 * n], numbers[2 * n + 1]) for n, name in enumerate(names)}

    def methods_of(self, class_descriptor: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
        """Name, parameter types and return type of each method that a class declares."""
        for index in self._method_ids(class_descriptor):
            _, proto, name = struct.unpack_from("<HHI", self._data, self._at("method", index, 8))
            _, returned, parameters = struct.unpack_from("<III", self._data, self._at("proto", proto, 12))
            yield self._string(name), tuple(self._types(parameters)), self._type(returned)

    def _method_ids(self, class_descriptor: str) -> Iterator[int]:
        for index in range(self._tables["class"][0]):
            fields = struct.unpack_from("<8I", self._data, self._at("class", index, 32))
            if self._type(fields[0]) != class_descriptor or not fields[6]:
                continue
            counts, position = self._numbers(fields[6], 4)
            _, position = self._numbers(position, 2 * (counts[0] + counts[1]))
            for count in counts[2:]:
                found = 0
                for _ in range(count):
                    (step, _, _), position = self._numbers(position, 3)
                    found += step
                    yield found

    def _at(self, table: str, index: int, size: int) -> int:
        return self._tables[table][1] + index * size

    def _types(self, offset: int) -> Iterator[str]:
        if offset:
            (count,) = struct.unpack_from("<I", self._data, offset)
            yield from map(self._type, struct.unpack_from(f"<{count}H", self._data, offset + 4))

    def _type(self, index: int) -> str:
        return self._string(*struct.unpack_from("<I", self._data, self._at("type", index, 4)))

    def _string(self, index: int) -> str:
        (offset,) = struct.unpack_from("<I", self._data, self._at("string", index, 4))
        _, start = self._numbers(offset, 1)
        return self._data[start : self._data.index(b"\0", start)].decode()

    def _numbers(self, position: int, count: int) -> tuple[list[int], int]:
        """Numbers of seven bits a byte, and the place after them."""
        numbers = []
        for _ in range(count):
            number = shift = 0
            while True:
                byte = self._data[position]
                position += 1
                number |= (byte & 0x7F) << shift
                shift += 7
                if byte < 0x80:
                    break
            numbers.append(number)
        return numbers, position
