"""Text as it can be spoken: what is meant for eyes, for programs or for the speech engine itself is taken out. Pure.

Texts come from models and from screens, so nothing in them may steer a voice: square brackets, in which espeak-ng,
Piper and the voice of macOS take orders, never reach one, nor does markup.
"""

from __future__ import annotations

import html
import re
import unicodedata

LONGEST = 1_200
"""Characters spoken of one text, which is about a minute and a half; all of it is on the screen."""

_LONGEST_READ = 6_000
"""Characters looked at: enough for what is left out, and a hostile text takes no longer than a breath."""

_FENCED = re.compile(r"(```|~~~).*?(?:\1|\Z)", re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,300}>|<!--.{0,500}?-->", re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]]{0,300})\]\(([^()\s]{0,2000})(?:\s+\"[^\"]{0,300}\")?\)")
_ADDRESS = re.compile(r"\b(?:[a-zA-Z][a-zA-Z0-9+.-]{1,15}://|www\.)[^\s<>\"'`|]{0,2000}")
_HOST = re.compile(r"(?:[^/@?#]*@)?(?:www\.)?([^/:?#]+)")
_LINE_MARKS = re.compile(r"^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+•▪◦][ \t]+(?:\[[ xX]?\][ \t]+)?)+", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*[-*_=~|:+ \t]{3,}$", re.MULTILINE)
_EMPHASIS = re.compile(r"(?<![\w*_~])(\*{1,3}|_{1,3}|~~)(?=\S)(.{1,200}?)(?<=\S)\1(?![\w*_~])", re.DOTALL)
_BINARY = re.compile(r"(?=[a-zA-Z0-9+/=_-]*\d)[a-zA-Z0-9+/=_-]{32,}|[a-zA-Z]{60,}")
_LONG_NUMBER = re.compile(r"(?<![\d.,])\d{7,}(?![\d.,]*\d)")
_REPEATED_SIGN = re.compile(r"([^\w\s])(?:\s?\1){1,}")
_REPEATED_LETTER = re.compile(r"(\w)\1{4,}")
_SILENT = re.compile(r"[\[\]{}<>|\\`*#~^_=]+")
_BEFORE_SIGN = re.compile(r"\s+([,.;:!?])")
_ENDS = ".!?…。！？।؟۔,;:"


def speakable(text: str, longest: int = LONGEST) -> str:
    """One line per sentence or list item; empty when nothing in the text can be said."""
    text = _visible(html.unescape(text[:_LONGEST_READ]))
    text = _FENCED.sub("\n", text)
    text = _LINK.sub(lambda found: found[1], text)
    text = _TAG.sub(" ", text)
    text = _ADDRESS.sub(lambda found: _spoken_address(found[0]), text)
    text = _RULE.sub("", text)
    text = _LINE_MARKS.sub("", text)
    text = _EMPHASIS.sub(lambda found: found[2], text)
    text = _BINARY.sub("…", text)
    text = text.replace("|", ", ")
    text = _SILENT.sub(" ", text)
    text = _LONG_NUMBER.sub(lambda found: " ".join(found[0]), text)
    text = _REPEATED_LETTER.sub(lambda found: found[1] if found[1] == "_" else found[1] * 3, _digits_kept(text))
    text = _REPEATED_SIGN.sub(lambda found: found[1], text)
    lines = [_BEFORE_SIGN.sub(r"\1", " ".join(line.split())).strip(",; ") for line in text.splitlines()]
    return _cut(_ended([line for line in lines if any(letter.isalnum() for letter in line)]), longest)


def _ended(lines: list[str]) -> str:
    """Each line a sentence; the last as it stands."""
    return "\n".join([*(f"{line}." if line[-1] not in _ENDS else line for line in lines[:-1]), *lines[-1:]])


def _visible(text: str) -> str:
    """Without control, format, private and pictorial characters; the two that join letters are needed to read."""
    return "".join(_kept(letter) for letter in unicodedata.normalize("NFC", text))


def _kept(letter: str) -> str:
    if letter in "\n\u200c\u200d":
        return letter
    kind = unicodedata.category(letter)
    if kind in ("Cf", "Cs", "Co", "Cn") or letter in "\ufe0e\ufe0f\u20e3":
        return ""
    if kind in ("Cc", "Zl", "Zp"):
        return "\n" if kind != "Cc" or letter in "\x0b\x0c\r\x85" else " "
    if kind == "So" and letter not in "°℃℉№™©®":
        return " "
    return ", " if letter in "→⇒➜←⇐" else letter


def _spoken_address(address: str) -> str:
    """The host alone, and the sign that ended the sentence."""
    address, end = (address[:-1], address[-1]) if address[-1] in ".,;:!?)" else (address, "")
    found = _HOST.match(address.partition("://")[2] if "://" in address else address)
    return (found[1] if found else "") + end.replace(")", "")


def _digits_kept(text: str) -> str:
    """Digits that repeat are said as often as they stand there: they are parted, so that no rule shortens them."""
    return re.sub(r"(\d)\1{4,}", lambda found: " ".join(found[0]), text)


def _cut(text: str, longest: int) -> str:
    """No longer than that, ended where a sentence ends, or else a word."""
    if len(text) <= longest:
        return text
    kept = text[:longest]
    ends = [found.end() for found in re.finditer(r"[.!?…](?=\s)|[。！？।؟۔]|\n", kept)]
    if ends and ends[-1] >= longest // 2:
        return kept[: ends[-1]].strip()
    return (kept.rpartition(" ")[0] or kept).strip() + " …"
