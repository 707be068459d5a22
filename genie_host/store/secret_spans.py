"""Where in a text a secret stands, by its form alone: card numbers, codes beside the word for them, passwords, tokens.

Errs on the side of finding one. What only the screen can tell (a field for a PIN) is the policy's to say. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

Span = tuple[int, int]

_WORDS = (
    r"verification|security|one[- ]?time|passcode|pass ?code|password|pass ?phrase|pin ?code|pincode|pin|otp|totp|cvv2?"
    r"|cvc2?|csc|puk|tan|mpin|2fa|code"
    "|contraseña|clave|código|codigo|senha|palavra-passe|mot de passe|codice|passwort|kennwort|geheimzahl"
    "|sicherheitscode|הקוד|الرمز"
    "|bestätigungscode|einmalcode|prüfnummer|wachtwoord|hasło|kod|пароль|код|пин|пин-код|كلمة المرور|كلمة السر|رمز"
    "|الرقم السري|סיסמה|סיסמא|קוד|şifre|şifreniz|parola|kodu|kodunuz|kata sandi|sandi|kode|mật khẩu|mã|पासवर्ड|पिन"
    "|ओटीपी|कोड|密码|密碼|口令|验证码|驗證碼|校验码|动态码|安全码|パスワード|暗証番号|認証コード|確認コード|비밀번호|인증번호"
    "|인증 ?코드|암호"
)
_HARMLESS = re.compile(
    r"(?:\b(?:post(?:al)?|zip|area|country|dial(?:ling)?|qr|bar|error|exit|status|source|promo|voucher|discount|color|key"
    r"|dress|http|response|morse|product|booking)[ -]?|post(?:leit)?|pin(?=code))$",
    re.IGNORECASE,
)
"""What makes of a code one that everybody may know, right before the word."""
_WORD = rf"(?<!\w)(?:{_WORDS})(?!\w)"
_CODE = r"(?<![\w.])[A-Z]?-?\d(?:[ -]?\d){2,9}(?![\w])"
_AFTER = re.compile(rf"(?P<word>{_WORD})[^\d\n]{{0,32}}?(?P<secret>{_CODE})", re.IGNORECASE)
_BEFORE = re.compile(rf"(?P<secret>{_CODE})(?=[^\d\n.]{{1,32}}?(?P<word>{_WORD}))", re.IGNORECASE)
_UNSPACED = re.compile(
    r"(?P<word>密码|密碼|口令|验证码|驗證碼|校验码|动态码|安全码|パスワード|暗証番号|認証コード|確認コード|비밀번호|인증번호)"
    r"[^\d\n]{0,16}?(?P<secret>(?<!\d)\d{3,10})(?!\d)"
)
"""Scripts without blanks between words, or with endings on them."""
_UNSPACED_BEFORE = re.compile(
    r"(?P<secret>(?<![\w.])\d{3,10})(?=\D{1,16}?(?P<word>密码|密碼|验证码|驗證碼|校验码|动态码|認証コード|確認コード|인증번호))"
)

_CALLED = (
    "pass ?word|pass ?phrase|passcode|passwd|pwd|secret|contraseña|clave|senha|palavra-passe|mot de passe|passwort"
    "|kennwort|wachtwoord|hasło|пароль|كلمة المرور|كلمة السر|סיסמה|סיסמא|şifre|parola|kata sandi|mật khẩu|पासवर्ड"
    "|密码|密碼|パスワード|비밀번호"
)
_QUOTED = r"[\"“„«'‘](?P<secret>[^\"”“»'’\n]{3,80})[\"”“»'’]"
_PASS_QUOTED = re.compile(rf"(?:{_CALLED})\W{{0,3}}(?:\w{{1,12}}\W{{1,2}}){{0,2}}{_QUOTED}", re.IGNORECASE)
_PASS_GIVEN = re.compile(rf"(?:{_CALLED})[\"']?\s*[:=]\s*[\"']?(?P<secret>[^\s\"',;&}}]{{3,120}})", re.IGNORECASE)
_PASS_SAID = re.compile(
    rf"(?:{_CALLED})\s+(?:(?:is|to|be|as|es|é|est|ist|lautet|è|это)\s+){{0,2}}"
    r"(?P<secret>(?=\S{0,120}(?:[\d_@#$%^&*+=~]|[!?\\/.-]\w))[^\s\"',;]{4,120})",
    re.IGNORECASE,
)
_TOKENS = re.compile(
    r"(?P<secret>"
    r"\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"
    r"|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}"
    r"|\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9][\w-]{19,}"
    r"|\bA(?:KIA|SIA)[0-9A-Z]{16}\b|\bAIza[\w-]{35}|\bxox[abeprs]-[\w-]{10,}|\bya29\.[\w-]{20,}"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^-]|-(?!----))*(?:-----END [A-Z ]*PRIVATE KEY-----)?"
    r")"
)
_CARRIED = re.compile(r"\b(?:bearer|basic)\s+(?P<secret>[\w.~+/=-]{16,})", re.IGNORECASE)
_IN_LINK = re.compile(
    r"(?:[?&#](?:\w*token|code|key|api_?key|sig(?:nature)?|secret|password|pass|pwd|auth|session|sid)=(?P<secret>[^&#\s\"']{4,}))"
    r"|(?:\b[a-z][a-z0-9+.-]*://[^\s/:@]+:(?P<login>[^\s/@]+)@)",
    re.IGNORECASE,
)
_CARD = re.compile(r"(?<![\w.,-])\d(?:[ -]?\d){12,18}(?![\w])")


def secret_spans(text: str) -> list[Span]:
    """Starts and ends of the secrets in a text, in order, none overlapping."""
    merged: list[Span] = []
    for start, end in sorted(_spans(text)):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _spans(text: str) -> Iterator[Span]:
    plain = _ascii_digits(text)
    if any(character.isdigit() for character in plain):
        yield from _numbers(plain)
    for pattern in (_PASS_QUOTED, _PASS_GIVEN, _PASS_SAID, _TOKENS, _CARRIED):
        yield from (match.span("secret") for match in pattern.finditer(text))
    for match in _IN_LINK.finditer(text):
        yield match.span("secret" if match["secret"] else "login")


def _numbers(text: str) -> Iterator[Span]:
    for match in _CARD.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        if digits[0] in "23456" and is_luhn(digits):
            yield match.span()
    for pattern in (_AFTER, _BEFORE, _UNSPACED, _UNSPACED_BEFORE):
        for match in pattern.finditer(text):
            if not _HARMLESS.search(text, 0, match.start("word")):
                yield match.span("secret")


def is_luhn(digits: str) -> bool:
    """Does the last digit check the others, as on payment cards?"""
    doubled = (int(digit) * (1 + position % 2) for position, digit in enumerate(reversed(digits)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def _ascii_digits(text: str) -> str:
    """The digits of all scripts as those of ASCII, one for one."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(letter)) if letter.isdecimal() else letter for letter in text)
