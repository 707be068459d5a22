"""Fonts for the scripts that apps are written in: Pillow's own for plain texts, the machine's for others.

What no font of the machine has is drawn as that font's empty box, so that the picture still says where a text is and
how long it is. DejaVu has all but Devanagari, Chinese, Japanese and Korean; Noto has them.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from PIL import ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

_OWN = ""
"""Stands for the font that comes with Pillow, which has little more than ASCII."""
_FILES = (
    _OWN,
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "NotoSansArabic-Regular.ttf",
    "NotoSansDevanagari-Regular.ttf",
    "NotoSansCJK-Regular.ttc",
    "Lohit-Devanagari.ttf",
    "wqy-microhei.ttc",
    "unifont.ttf",
    "Arial Unicode.ttf",  # macOS
    "arial.ttf",  # Windows, as the rest
    "Nirmala.ttf",
    "msyh.ttc",
    "msgothic.ttc",
    "malgun.ttf",
)
"""Where to look, best first."""
_NO_CHARACTER = "\U0010fffd"
_PROBE_PX = 20


@lru_cache(maxsize=4096)
def font_for(text: str, size_px: int) -> Font:
    """The first font that has all characters of a text, else the one that has the most."""
    characters = {character for character in text if not character.isspace()}
    best, most = _OWN, -1
    for name in _FILES:
        has = sum(_has(name, character) for character in characters)
        if has > most:
            best, most = name, has
        if has == len(characters):
            break
    font = _loaded(best, size_px)
    return font if font is not None else ImageFont.load_default(size_px)


def runs_from_right(text: str) -> bool:
    """Whether the first letter with a direction runs from the right."""
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False


@lru_cache(maxsize=256)
def _loaded(name: str, size_px: int) -> Font | None:
    if name == _OWN:
        return ImageFont.load_default(size_px)
    try:
        return ImageFont.truetype(name, size_px)
    except OSError:
        return None


@lru_cache(maxsize=16384)
def _has(name: str, character: str) -> bool:
    """Whether a font has a character: whether it looks other than one that no font has."""
    font = _loaded(name, _PROBE_PX)
    if font is None:
        return False
    return unicodedata.combining(character) > 0 or _shape(name, character) != _shape(name, _NO_CHARACTER)


@lru_cache(maxsize=16384)
def _shape(name: str, character: str) -> bytes:
    font = _loaded(name, _PROBE_PX)
    return bytes(font.getmask(character)) if font is not None else b""
