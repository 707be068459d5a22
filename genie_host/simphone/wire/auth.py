"""Who may debug the phone: nobody asked, a known RSA key, or the person who answers the prompt."""

from __future__ import annotations

import asyncio
import base64
import binascii
import os
import struct
from collections.abc import Callable

_TOKEN_SIZE = 20
_LEAST_KEY_SIZE = 64
_TOKEN, _SIGNATURE, _PUBLIC_KEY = 1, 2, 3
_SHA1_DIGEST_INFO = bytes.fromhex("3021300906052b0e03021a05000414")


class Auth:
    """The phone's list of allowed computers and its debugging prompt."""

    def __init__(
        self,
        *,
        is_required: bool = False,
        authorized_keys: tuple[str, ...] = (),
        allow_after_seconds: float | None = None,
        uses_tls: bool = False,
    ) -> None:
        self.is_required = is_required
        self.allow_after_seconds = allow_after_seconds
        """How long the person takes to tap *Allow*; None when nobody is there to tap."""
        self.uses_tls = uses_tls
        """As with wireless debugging: the transport goes on inside TLS. Whose certificate it is, nobody asks."""
        self.authorized_keys: list[str] = list(authorized_keys)
        """Lines as in ``adbkey.pub``."""
        self._waiting: list[tuple[str, Callable[[], None]]] = []

    @property
    def prompted_keys(self) -> list[str]:
        """Keys whose prompt is on the screen now."""
        return [key for key, _ in self._waiting]

    def new_token(self) -> bytes:
        return os.urandom(_TOKEN_SIZE)

    def is_signed(self, token: bytes, signature: bytes) -> bool:
        """Whether a computer that is allowed signed the token."""
        return any(is_signature(key, token, signature) for key in self.authorized_keys)

    def prompt(self, key: str, on_allowed: Callable[[], None]) -> None:
        """Show the prompt for a key; ``on_allowed`` is called when the person allows it."""
        self.withdraw(on_allowed)
        self._waiting.append((key, on_allowed))
        if self.allow_after_seconds is not None:
            asyncio.get_running_loop().call_later(self.allow_after_seconds, self.allow)

    def withdraw(self, on_allowed: Callable[[], None]) -> None:
        """The computer behind a prompt went away."""
        self._waiting = [entry for entry in self._waiting if entry[1] != on_allowed]

    def allow(self) -> None:
        """The person taps *Allow*, *always from this computer*: waiting transports go online."""
        waiting, self._waiting = self._waiting, []
        for key, on_allowed in waiting:
            self.authorized_keys.append(key)
            on_allowed()


class Challenge:
    """The question that one host is asked, again and again, until its answer is good enough."""

    def __init__(self, auth: Auth, send: Callable[[int, bytes], None], on_allowed: Callable[[], None]) -> None:
        self._auth = auth
        self._send = send
        self._on_allowed = on_allowed
        self._token: bytes | None = None

    def ask(self) -> None:
        """Send a token to be signed."""
        self._token = self._auth.new_token()
        self._send(_TOKEN, self._token)

    def answer(self, kind: int, payload: bytes) -> None:
        """The host sent a signature, or a key that the person should decide on."""
        if self._token is None:
            return  # the answer to a question that was never asked
        if kind == _SIGNATURE:
            if self._auth.is_signed(self._token, payload):
                self._allowed()
            else:
                self.ask()
        elif kind == _PUBLIC_KEY:
            self._auth.prompt(payload.rstrip(b"\0").decode(errors="replace"), self._allowed)

    def withdraw(self) -> None:
        """The host went away."""
        self._token = None
        self._auth.withdraw(self._allowed)

    def _allowed(self) -> None:
        self.withdraw()
        self._on_allowed()


def parse_public_key(line: str) -> tuple[int, int]:
    """Modulus and exponent of adb's base64 key line; raises ValueError when it is none."""
    try:
        raw = base64.b64decode(line.split()[0], validate=True)
        (word_count,) = struct.unpack_from("<I", raw)
        size = word_count * 4
        (exponent,) = struct.unpack_from("<I", raw, 8 + 2 * size)
    except (IndexError, binascii.Error, struct.error) as error:
        raise ValueError("not an adb public key") from error
    return int.from_bytes(raw[8 : 8 + size], "little"), exponent


def is_signature(key: str, token: bytes, signature: bytes) -> bool:
    """PKCS#1 v1.5 with SHA-1, where the token itself is the digest: it is not hashed again."""
    try:
        modulus, exponent = parse_public_key(key)
    except ValueError:
        return False
    size = (modulus.bit_length() + 7) // 8
    if len(signature) != size or size < _LEAST_KEY_SIZE:
        return False
    message = pow(int.from_bytes(signature, "big"), exponent, modulus).to_bytes(size, "big")
    digest_info = _SHA1_DIGEST_INFO + token
    padding = b"\xff" * (size - 3 - len(digest_info))
    return message == b"\x00\x01" + padding + b"\x00" + digest_info
