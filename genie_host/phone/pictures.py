"""What a screenshot shows: the screen, or nothing, and then why. Pure but for decoding.

A picture that is black can be a screen that is off, a window that forbids pictures, or a black screen. Taking the
first two for the third would have a model act on nothing, so the reason is told, from the window manager where it is
known and not from the pixels.
"""

from __future__ import annotations

import io
from enum import StrEnum

from PIL import Image

from genie_host.core.screen import Observation
from genie_host.phone.translate import picture_translated

_DARKEST = 6
"""Of 255; codecs leave a little noise in black."""
_EDGE_SHARE = 0.08
"""Status and navigation bars are drawn over a secure window too, so edges prove nothing."""


class PictureState(StrEnum):
    """What a screenshot is worth."""

    SHOWN = "the screen as a person sees it"
    OFF = "black, for the screen is off"
    SECURE = "black, for what is in front forbids pictures; a person sees it, and the screen tree tells of it"
    MAYBE_SECURE = "black although the screen tree has things on it; what is in front may forbid pictures"
    BLACK = "black, as a person sees it"


def state_of(png: bytes, observation: Observation) -> PictureState:
    """Tell the kinds of black apart. The two must be of one moment. Raises PhoneRejected for what is no picture."""
    if not is_black(png):
        return PictureState.SHOWN
    if not observation.is_screen_on:
        return PictureState.OFF
    if observation.is_secure:
        return PictureState.SECURE
    return PictureState.MAYBE_SECURE if observation.elements else PictureState.BLACK


def is_black(png: bytes) -> bool:
    """Nothing but black between the bars."""
    with picture_translated():
        image = Image.open(io.BytesIO(png)).convert("L")
    top = round(image.height * _EDGE_SHARE)
    middle = image.crop((0, top, image.width, max(top + 1, image.height - top)))
    low_high = middle.getextrema()
    return isinstance(low_high[1], int | float) and low_high[1] <= _DARKEST


def downscaled(png: bytes, longest_side_px: int) -> bytes:
    """A smaller PNG with the same proportions; the picture itself when it is small enough."""
    with picture_translated():
        image = Image.open(io.BytesIO(png))
        if max(image.size) <= longest_side_px:
            return png
        share = longest_side_px / max(image.size)
        size = (max(1, round(image.width * share)), max(1, round(image.height * share)))
        smaller = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    target = io.BytesIO()
    smaller.save(target, "PNG")
    return target.getvalue()
