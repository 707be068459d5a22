"""The names in a DEX file: which classes the code knows. Source: the DEX format page of AOSP."""

from __future__ import annotations

import struct


def class_names(dex: bytes) -> set[str]:
    """Every class that is named as a type, as ``java.lang.String``."""
    string_count, string_offset, type_count, type_offset = struct.unpack_from("<4I", dex, 56)
    places = struct.unpack_from(f"<{string_count}I", dex, string_offset)
    types = struct.unpack_from(f"<{type_count}I", dex, type_offset)
    names = (_string(dex, places[index]) for index in types)
    return {name.lstrip("[")[1:-1].replace("/", ".") for name in names if name.lstrip("[").startswith("L")}


def _string(dex: bytes, place: int) -> str:
    while dex[place] & 0x80:  # the length, which the closing zero makes needless
        place += 1
    return dex[place + 1 : dex.index(0, place + 1)].decode()
