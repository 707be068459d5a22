"""Public keys as files that other programs read."""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.keys import PublicKey

_PEM = re.compile(rb"\s*-----BEGIN PUBLIC KEY-----\s([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*")
_LONGEST = 4096


def pem_of(key: PublicKey) -> str:
    """As ``openssl`` takes it."""
    text = base64.b64encode(key.spki).decode("ascii")
    lines = [text[at : at + 64] for at in range(0, len(text), 64)]
    return "\n".join(["-----BEGIN PUBLIC KEY-----", *lines, "-----END PUBLIC KEY-----", ""])


def read_public_key(path: Path) -> PublicKey:
    """Of a file in PEM or DER. Raises MessageMalformed, or OSError when there is no such file."""
    with path.open("rb") as file:
        data = file.read(_LONGEST)
    found = _PEM.fullmatch(data)
    if found is None:
        return PublicKey(data)
    try:
        return PublicKey(base64.b64decode(found[1]))
    except binascii.Error as error:
        raise MessageMalformed("not a public key") from error
