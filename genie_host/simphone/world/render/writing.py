"""Texts in pictures: broken into lines, cut to their bounds, at the side where they begin."""

from __future__ import annotations

from PIL import ImageDraw

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.render.fonts import Font, font_for, runs_from_right

Colour = tuple[int, int, int]

_SIZE = 34
_LEAST = 12
_PADDING = 10
_LEADING = 1.3
_LONGEST = 400
"""Characters of one text that are drawn at most; more would not fit on a screen."""


def write(draw: ImageDraw.ImageDraw, spot: Bounds, text: str, colour: Colour, *, scale: float = 1.0) -> None:
    """Draw a text inside bounds, in the middle of their height; smaller when a word would be broken."""
    text = text[:_LONGEST]
    room = max(spot.width - 2 * _PADDING, 1)
    size = max(_LEAST, min(round(_SIZE * scale), int(spot.height / _LEADING)))
    font = font_for(text, size)
    while (
        size > _LEAST and font.getlength(max(text.split(), key=len, default="")) > room and size > _SIZE * scale * 0.6
    ):
        size -= 2
        font = font_for(text, size)
    step = round(size * _LEADING)
    lines = _lines(text, font, room)[: max(1, spot.height // step)]
    top = spot.center.y - step * len(lines) // 2
    for line in lines:
        width = min(round(font.getlength(line)), room)
        left = spot.right - _PADDING - width if runs_from_right(line) else spot.left + _PADDING
        draw.text((left, top), line, fill=colour, font=font)
        top += step


def _lines(text: str, font: Font, room: int) -> list[str]:
    """Broken at spaces, or anywhere in a word that is wider than the room."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and font.getlength(longer) > room:
                lines.append(line)
                longer = word
            line = longer
            while len(line) > 1 and font.getlength(line) > room:
                fits = _fitting(line, font, room)
                lines.append(line[:fits])
                line = line[fits:]
        lines.append(line)
    return lines


def _fitting(word: str, font: Font, room: int) -> int:
    """How many characters of a word that is too wide stand on one line, at least one."""
    fits = max(1, int(len(word) * room / font.getlength(word)))
    while fits > 1 and font.getlength(word[:fits]) > room:
        fits -= 1
    return fits
