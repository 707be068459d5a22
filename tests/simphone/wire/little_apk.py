"""APKs that hold a manifest and nothing else, in Android's binary XML."""

from __future__ import annotations

import io
import struct
import zipfile

_NOTHING = 0xFFFFFFFF
_STRING_POOL, _XML, _START_ELEMENT, _END_ELEMENT = 0x0001, 0x0003, 0x0102, 0x0103
_UTF8_FLAG, _TYPE_STRING = 0x100, 0x03


def little_apk(package: str, **attributes: str) -> bytes:
    """An app of this package; attributes are those of the manifest, ``split`` makes it a split."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("AndroidManifest.xml", _binary_xml("manifest", {"package": package, **attributes}))
    return archive.getvalue()


def _binary_xml(name: str, attributes: dict[str, str]) -> bytes:
    strings = list(dict.fromkeys([name, *attributes, *attributes.values()]))
    place = strings.index
    listed = b"".join(
        struct.pack("<IIIHBBI", _NOTHING, place(key), place(value), 8, 0, _TYPE_STRING, place(value))
        for key, value in attributes.items()
    )
    line = struct.pack("<II", 1, _NOTHING)
    start = line + struct.pack("<IIHHHHHH", _NOTHING, place(name), 20, 20, len(attributes), 0, 0, 0) + listed
    end = line + struct.pack("<II", _NOTHING, place(name))
    chunks = _pool(strings) + _chunk(_START_ELEMENT, 16, start) + _chunk(_END_ELEMENT, 16, end)
    return _chunk(_XML, 8, chunks)


def _chunk(kind: int, header_size: int, content: bytes) -> bytes:
    return struct.pack("<HHI", kind, header_size, 8 + len(content)) + content


def _pool(strings: list[str]) -> bytes:
    encoded = [bytes([len(text), len(text.encode())]) + text.encode() + b"\0" for text in strings]
    offsets = [sum(map(len, encoded[:number])) for number in range(len(encoded))]
    data = b"".join(encoded)
    data += bytes(-len(data) % 4)
    start = 28 + 4 * len(offsets)
    header = struct.pack("<IIIII", len(strings), 0, _UTF8_FLAG, start, 0)
    return _chunk(_STRING_POOL, 28, header + struct.pack(f"<{len(offsets)}I", *offsets) + data)
