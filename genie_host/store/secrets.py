"""Keeps secrets out of whatever is written down or put to a model: the one place that all of it goes through.

A secret is known because the policy said so of a field, because the user named it, or by its form. What is known is
replaced by a name (``secret-1``), which the one door turns back into the secret at the last moment: a model can say
*type secret-1 there* without ever having read it. What is only suspected by its form is masked where nothing has to be
turned back.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, quote_plus

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.canonical import canonical_text, parse
from genie_host.store.secret_spans import secret_spans

MASK = "••••"
SHORTEST = 3
"""Characters of a secret that can be told from other words: a CVV has three."""
_ANYWHERE = 6
"""Characters from which on a secret is found inside other words too."""
_DOTS = frozenset("•●*∙⚫· ")
_NAME = re.compile(r"secret-([1-9][0-9]*)")
_SECRET_KEYS = frozenset(
    {"password", "passwd", "pwd", "pin", "otp", "totp", "cvv", "cvc", "passcode", "passphrase", "secret", "token"}
    | {
        "api_key",
        "apikey",
        "access_token",
        "refresh_token",
        "authorization",
        "cookie",
        "card_number",
        "mnemonic",
        "puk",
    }
)
_SECRET_FIELD = re.compile(
    r"\b(pass ?word|passcode|passphrase|pin|otp|cvv|cvc|puk|secret|card number|(security|verification) code)\b"
    r"|contraseña|senha|mot de passe|passwort|kennwort|пароль|密码|密碼|验证码|パスワード|暗証番号|비밀번호|كلمة المرور"
    r"|סיסמ|şifre|पासवर्ड",
    re.IGNORECASE,
)
_CONTENTS = frozenset({"text", "value"})
"""What goes into a field, in the arguments of a call."""
_DIGEST = re.compile(r"(?:sha256:)?(?:[0-9a-f]{32}|[0-9a-f]{64})")
_BINARY = re.compile(r"[A-Za-z0-9_-]{64,}")
_BINARY_KEYS = frozenset({"signature", "key", "host_key", "phone_key", "spki", "torn"})


class Secrets:
    """What is known to be secret in one run. For several threads; its ``repr`` tells nothing."""

    def __init__(self) -> None:
        self._by_name: dict[str, str] = {}
        self._names: dict[str, str] = {}
        """By what may stand in a text."""
        self._pattern: re.Pattern[str] | None = None
        self._taken: set[int] = set()
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"Secrets({len(self._by_name)})"

    def __bool__(self) -> bool:
        return bool(self._by_name)

    def learn(self, text: str) -> str:
        """Take a text for a secret from now on, and answer with its name; empty when it is too short to be one."""
        text = text.strip()
        if len(text) < SHORTEST or set(text) <= _DOTS or _NAME.fullmatch(text):
            return ""
        with self._lock:
            if known := next((name for name, secret in self._by_name.items() if secret == text), ""):
                return known
            name = self._new_name()
            self._by_name[name] = text
            spelled = {spelling: name for name, secret in self._by_name.items() for spelling in _spellings(secret)}
            self._names = {_bare(spelling): name for spelling, name in spelled.items()}
            longest_first = sorted(spelled, key=len, reverse=True)
            self._pattern = re.compile("|".join(map(_pattern_of, longest_first)), re.IGNORECASE)
            return name

    def learn_forms(self, text: str) -> None:
        """Learn what by its form is a secret in this text."""
        for start, end in secret_spans(text):
            self.learn(text[start:end])

    def reserve(self, text: str) -> None:
        """Words of the user that look like a name of ours must not become one."""
        self._taken |= {int(match[1]) for match in _NAME.finditer(text)}

    def hide(self, text: str) -> str:
        """A text with names in the place of known secrets; ``reveal`` turns it back."""
        return text if self._pattern is None else self._pattern.sub(self._name_of, text)

    def reveal(self, value: Any) -> Any:
        """Secrets in the place of their names, in all texts of a JSON value."""
        if not self._by_name:
            return value
        if isinstance(value, str):
            return _NAME.sub(lambda found: self._by_name.get(found[0], found[0]), value)
        if isinstance(value, Mapping):
            return {key: self.reveal(member) for key, member in value.items()}
        return [self.reveal(member) for member in value] if isinstance(value, list | tuple) else value

    def clean_text(self, text: str) -> str:
        """A text as it may be kept: known secrets named, and what has the form of one masked."""
        text, cleaned, at = self.hide(text), [], 0
        for start, end in secret_spans(text):
            if _NAME.fullmatch(text[start:end]):
                continue
            cleaned += [text[at:start], MASK]
            at = end
        return "".join([*cleaned, text[at:]])

    def clean(self, value: Any, key: str = "") -> Any:
        """Data as they may be kept: every text in them, by the name of what it is as well."""
        if isinstance(value, Mapping):
            return self._clean_members(value)
        if isinstance(value, list | tuple | set | frozenset):
            return [self.clean(member, key) for member in value]
        if key.lower() in _SECRET_KEYS and not isinstance(value, bool) and value not in (None, ""):
            return MASK
        if isinstance(value, str):
            return value if _is_opaque(value, key) else self._clean_json(value) or self.clean_text(value)
        return value

    def _clean_json(self, text: str) -> str:
        """A JSON object within a text, such as the arguments that were signed; empty for any other text."""
        if text[:1] != "{" or text[-1:] != "}":
            return ""
        try:
            value = parse(text.encode("utf-8", "surrogatepass"))
        except MessageMalformed:
            return ""
        cleaned = self.clean(value)
        return text if cleaned == value else canonical_text(cleaned)

    def _clean_members(self, members: Mapping[Any, Any]) -> dict[Any, Any]:
        field = members.get("field")
        is_secret = isinstance(field, str) and bool(_SECRET_FIELD.search(field))
        cleaned = {}
        for key, member in members.items():
            is_content = is_secret and key in _CONTENTS and bool(member) and not _is_named(member)
            cleaned[self.hide(key) if isinstance(key, str) else key] = (
                MASK if is_content else self.clean(member, str(key))
            )
        return cleaned

    def _name_of(self, found: re.Match[str]) -> str:
        return self._names.get(_bare(found[0]), MASK)

    def _new_name(self) -> str:
        number = 1
        while number in self._taken or f"secret-{number}" in self._by_name:
            number += 1
        return f"secret-{number}"


def _spellings(secret: str) -> set[str]:
    """A secret as it is, and as JSON, Python, links and shells write it."""
    in_json = (json.dumps(secret, ensure_ascii=is_ascii)[1:-1] for is_ascii in (True, False))
    return {secret, *in_json, repr(secret)[1:-1], quote(secret, safe=""), quote_plus(secret), secret.replace(" ", "%s")}


def _pattern_of(spelling: str) -> str:
    """A number also in groups; what is short only where it stands alone, for it may well be a part of other words."""
    if spelling.isdecimal():
        return rf"(?<![0-9A-Za-z.]){'[ -]?'.join(spelling)}(?![0-9A-Za-z])"
    pattern = re.escape(spelling)
    return rf"(?<![0-9A-Za-z]){pattern}(?![0-9A-Za-z])" if len(spelling) < _ANYWHERE else pattern


def _bare(text: str) -> str:
    return re.sub(r"(?<=\d)[ -](?=\d)", "", text).casefold()


def _is_named(value: object) -> bool:
    """Is it the name of a secret, or its digest?"""
    if isinstance(value, str) and _DIGEST.fullmatch(value):
        return True
    return isinstance(value, str) and bool(_NAME.fullmatch(value))


def _is_opaque(text: str, key: str) -> bool:
    """Digests, signatures and keys: random by nature, and of no use when a digit of them is masked."""
    return bool(_DIGEST.fullmatch(text)) or (key in _BINARY_KEYS and bool(_BINARY.fullmatch(text)))
