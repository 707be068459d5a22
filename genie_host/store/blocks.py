"""A file of named blocks of base64, as PEM has them: readable by ``sed`` and ``openssl``, and in one way only. Pure."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping

from genie_host.core.errors import MessageMalformed

_WIDTH = 64
_BLOCK = re.compile(r"-----BEGIN ([A-Z ]{1,40})-----\n((?:[A-Za-z0-9+/=]{1,64}\n)*)-----END \1-----\n")


def written(blocks: Mapping[str, bytes]) -> str:
    """The blocks in their order."""
    return "".join(_block(name, data) for name, data in blocks.items())


def read(text: str) -> dict[str, bytes]:
    """The blocks of a file. Raises MessageMalformed for anything between them, or written otherwise."""
    blocks: dict[str, bytes] = {}
    for name, body in _BLOCK.findall(text):
        try:
            data = base64.b64decode(body, validate=False)
        except binascii.Error as error:
            raise MessageMalformed(f"the block {name} is not base64") from error
        if name in blocks:
            raise MessageMalformed(f"two blocks {name}")
        blocks[name] = data
    if written(blocks) != text:
        raise MessageMalformed("there is more in it than its blocks, or they are written otherwise")
    return blocks


def _block(name: str, data: bytes) -> str:
    text = base64.b64encode(data).decode("ascii")
    lines = [text[at : at + _WIDTH] for at in range(0, len(text), _WIDTH)]
    return "\n".join([f"-----BEGIN {name}-----", *lines, f"-----END {name}-----", ""])
