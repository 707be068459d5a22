"""Writes APKs small enough to read: a manifest in Android's binary XML and, if wanted, an app file."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Sequence

Attributes = dict[str, str | int | bool]
Node = tuple[str, Attributes, Sequence["Node"]]
_ANDROID = "http://schemas.android.com/apk/res/android"
_IDS = {
    "label": 0x01010001,
    "name": 0x01010003,
    "permission": 0x01010006,
    "minSdkVersion": 0x0101020C,
    "versionCode": 0x0101021B,
    "versionName": 0x0101021C,
    "targetSdkVersion": 0x01010270,
    "testOnly": 0x01010272,
}
_NOTHING = 0xFFFFFFFF


def binary_xml(root: Node, *, is_utf8: bool = False, names_stripped: bool = False) -> bytes:
    """The document; with ``names_stripped`` attributes are known by their resource ids alone."""
    pool = list(_IDS)

    def index(text: str) -> int:
        if text not in pool:
            pool.append(text)
        return pool.index(text)

    body = bytearray()

    def write(node: Node) -> None:
        name, attributes, children = node
        data = b""
        for key, value in attributes.items():
            namespace = index(_ANDROID) if key in _IDS else _NOTHING
            if isinstance(value, bool):
                typed = struct.pack("<HBBI", 8, 0, 0x12, _NOTHING if value else 0)
            elif isinstance(value, int):
                typed = struct.pack("<HBBI", 8, 0, 0x10, value)
            else:
                typed = struct.pack("<HBBI", 8, 0, 0x03, index(value))
            raw = index(value) if isinstance(value, str) else _NOTHING
            data += struct.pack("<III", namespace, index(key), raw) + typed
        inner = struct.pack("<IIHHHHHH", _NOTHING, index(name), 20, 20, len(attributes), 0, 0, 0) + data
        body.extend(_node_chunk(0x0102, inner))
        for child in children:
            write(child)
        body.extend(_node_chunk(0x0103, struct.pack("<II", _NOTHING, index(name))))

    write(root)
    texts = ["" if names_stripped and text in _IDS else text for text in pool]
    ids = _chunk(0x0180, 8, b"", b"".join(struct.pack("<I", number) for number in _IDS.values()))
    content = _string_pool(texts, is_utf8=is_utf8) + ids + bytes(body)
    return struct.pack("<HHI", 0x0003, 8, 8 + len(content)) + content


def _chunk(kind: int, header_size: int, header: bytes, body: bytes) -> bytes:
    return struct.pack("<HHI", kind, header_size, 8 + len(header) + len(body)) + header + body


def _node_chunk(kind: int, inner: bytes) -> bytes:
    return _chunk(kind, 16, struct.pack("<II", 1, _NOTHING), inner)


def _string_pool(texts: Sequence[str], *, is_utf8: bool) -> bytes:
    offsets, data = b"", b""
    for text in texts:
        offsets += struct.pack("<I", len(data))
        if is_utf8:
            encoded = text.encode()
            data += bytes([len(text), len(encoded)]) + encoded + b"\0"
        else:
            data += struct.pack("<H", len(text)) + text.encode("utf-16-le") + b"\0\0"
    data += b"\0" * (-len(data) % 4)
    flags = 0x100 if is_utf8 else 0
    header = struct.pack("<IIIII", len(texts), 0, flags, 28 + len(offsets), 0)
    return _chunk(0x0001, 28, header, offsets + data)


def manifest(
    package: str,
    *,
    split: str = "",
    version_code: int = 1,
    version_name: str = "1.0",
    label: str = "",
    min_sdk: int = 24,
    target_sdk: int = 34,
    permissions: Sequence[str] = (),
    activity: str = ".MainActivity",
    keyboard: str = "",
    test_only: bool = False,
) -> Node:
    """An ordinary manifest."""
    launcher: Node = (
        "intent-filter",
        {},
        [
            ("action", {"name": "android.intent.action.MAIN"}, []),
            ("category", {"name": "android.intent.category.LAUNCHER"}, []),
        ],
    )
    inside: list[Node] = [("activity", {"name": activity}, [launcher])] if not split else []
    if keyboard:
        inside.append(("service", {"name": keyboard, "permission": "android.permission.BIND_INPUT_METHOD"}, []))
    application: Attributes = {**({"label": label} if label else {}), **({"testOnly": True} if test_only else {})}
    outer: Attributes = {"versionCode": version_code, "versionName": version_name, "package": package}
    if split:
        outer["split"] = split
    children: list[Node] = [
        ("uses-sdk", {"minSdkVersion": min_sdk, "targetSdkVersion": target_sdk}, []),
        *(("uses-permission", {"name": name}, []) for name in permissions),
        ("application", application, inside),
    ]
    return ("manifest", outer, children)


def apk(root: Node, *, app_file: str = "", padding: int = 0, is_utf8: bool = False) -> bytes:
    """The archive; ``padding`` bytes of noise make it as long as a test needs it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("AndroidManifest.xml", binary_xml(root, is_utf8=is_utf8))
        archive.writestr("classes.dex", b"dex\n035\0" + bytes(padding))
        if app_file:
            archive.writestr("assets/simphone.yaml", app_file)
    return out.getvalue()
