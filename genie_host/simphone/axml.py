"""Android's binary XML, as far as a manifest needs it. Source: AOSP ``ResourceTypes.h``."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

_STRING_POOL, _XML, _RESOURCE_MAP, _START_ELEMENT, _END_ELEMENT = 0x0001, 0x0003, 0x0180, 0x0102, 0x0103
_UTF8_FLAG = 0x100
_NOTHING = 0xFFFFFFFF
_TYPE_STRING, _TYPE_BOOLEAN, _TYPE_FIRST_INT, _TYPE_LAST_INT = 0x03, 0x12, 0x10, 0x1F
_MOST_STRINGS = 200_000
ATTRIBUTE_IDS = {
    0x01010001: "label",
    0x01010003: "name",
    0x01010006: "permission",
    0x0101020C: "minSdkVersion",
    0x0101021B: "versionCode",
    0x0101021C: "versionName",
    0x01010270: "targetSdkVersion",
    0x01010272: "testOnly",
}
"""Attributes whose names a packer may have left out."""


class NotBinaryXml(ValueError):
    """The bytes are something else, or broken."""


@dataclass
class Element:
    """One element with what is in it. References to resources are left out of the attributes."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    """By name without the namespace; numbers in decimal, truth as ``true`` and ``false``."""
    children: list[Element] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        """This element and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, name: str) -> list[Element]:
        """Elements directly below with a name."""
        return [child for child in self.children if child.name == name]


def parse_binary_xml(data: bytes) -> Element:
    """The root element; raises NotBinaryXml."""
    try:
        return _parse(data)
    except (struct.error, IndexError, UnicodeDecodeError) as error:
        raise NotBinaryXml(str(error)) from error


def _parse(data: bytes) -> Element:
    kind, header_size, size = struct.unpack_from("<HHI", data)
    if kind != _XML or size > len(data):
        raise NotBinaryXml("no XML header")
    strings: list[str] = []
    ids: list[int] = []
    root: Element | None = None
    open_elements: list[Element] = []
    position = header_size
    while position + 8 <= size:
        kind, chunk_header, chunk_size = struct.unpack_from("<HHI", data, position)
        if chunk_size < 8 or position + chunk_size > size:
            raise NotBinaryXml("a chunk is cut off")
        if kind == _STRING_POOL:
            strings = _strings(data[position : position + chunk_size])
        elif kind == _RESOURCE_MAP:
            ids = list(struct.unpack_from(f"<{(chunk_size - chunk_header) // 4}I", data, position + chunk_header))
        elif kind == _START_ELEMENT:
            element = _element(data, position + chunk_header, strings, ids)
            if open_elements:
                open_elements[-1].children.append(element)
            else:
                root = root or element
            open_elements.append(element)
        elif kind == _END_ELEMENT and open_elements:
            open_elements.pop()
        position += chunk_size
    if root is None:
        raise NotBinaryXml("no element")
    return root


def _strings(chunk: bytes) -> list[str]:
    _, _, _, count, _, flags, start, _ = struct.unpack_from("<HHIIIIII", chunk)
    if count > _MOST_STRINGS:
        raise NotBinaryXml("too many strings")
    offsets = struct.unpack_from(f"<{count}I", chunk, 28)
    read = _utf8 if flags & _UTF8_FLAG else _utf16
    return [read(chunk, start + offset) for offset in offsets]


def _utf8(chunk: bytes, position: int) -> str:
    position += 2 if chunk[position] & 0x80 else 1  # the length in characters
    length = chunk[position]
    position += 1
    if length & 0x80:
        length = (length & 0x7F) << 8 | chunk[position]
        position += 1
    return chunk[position : position + length].decode(errors="replace")


def _utf16(chunk: bytes, position: int) -> str:
    (length,) = struct.unpack_from("<H", chunk, position)
    position += 2
    if length & 0x8000:
        (low,) = struct.unpack_from("<H", chunk, position)
        length = (length & 0x7FFF) << 16 | low
        position += 2
    return chunk[position : position + length * 2].decode("utf-16-le", errors="replace")


def _element(data: bytes, position: int, strings: list[str], ids: list[int]) -> Element:
    _, name, start, step, count = struct.unpack_from("<IIHHH", data, position)
    element = Element(strings[name])
    for number in range(count):
        place = position + start + number * step
        _, attribute, raw, _, _, kind, value = struct.unpack_from("<IIIHBBI", data, place)
        text = _value(kind, value, raw, strings)
        if text is not None:
            known = ATTRIBUTE_IDS.get(ids[attribute], "") if attribute < len(ids) else ""
            element.attributes[strings[attribute] or known] = text
    return element


def _value(kind: int, value: int, raw: int, strings: list[str]) -> str | None:
    if kind == _TYPE_STRING:
        return strings[value]
    if raw != _NOTHING:
        return strings[raw]
    if kind == _TYPE_BOOLEAN:
        return "true" if value else "false"
    if _TYPE_FIRST_INT <= kind <= _TYPE_LAST_INT:
        return str(value)
    return None
