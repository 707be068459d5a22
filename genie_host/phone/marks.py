"""Numbers drawn onto a screenshot, one for each element, for models and people who look at pictures.

The clean picture stays as it is; this makes a second one. What lies inside something else gets its number first, and no
number covers another.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFont

from genie_host.core.errors import PhoneRejected
from genie_host.core.geometry import Bounds, Size
from genie_host.core.screen import Element, Observation
from genie_host.phone.translate import picture_translated

_COLOURS = ("#d00000", "#0050c8", "#007a33", "#8a2be2", "#b35900", "#007a87")
_TAG_SHARE = 0.016
"""Height of a number as a share of the screen's longer side."""
_LEAST_TAG = 12
_MOST_MARKS = 300
"""More cannot be told apart on any picture."""


@dataclass(frozen=True, kw_only=True)
class Mark:
    """Where an element's outline and its number go."""

    ref: int
    box: Bounds
    """The visible part of the element."""
    tag: Bounds
    """The number's own place; no two of them meet."""


def place_marks(elements: Sequence[Element], size: Size) -> tuple[Mark, ...]:
    """Marks for what can be acted on and seen, in the order of their references.

    An element for whose number there is no free place near it has no mark, nor have those beyond the first few hundred.
    """
    screen = Bounds(0, 0, size.width, size.height)
    boxes = [
        (element.ref, (element.spot or element.node.bounds).clipped(screen))
        for element in elements
        if element.is_actionable
    ]
    seen = [(ref, box) for ref, box in boxes if box.area > 0]
    # Of two that share a place the inner one is smaller: it has fewer places to choose from, so it chooses first.
    seen.sort(key=lambda pair: (pair[1].area, pair[0]))
    placed: list[Mark] = []
    for ref, box in seen[:_MOST_MARKS]:
        tag = _free_place(box, _tag_size(ref, size), screen, [mark.tag for mark in placed])
        if tag is not None:
            placed.append(Mark(ref=ref, box=box, tag=tag))
    return tuple(sorted(placed, key=lambda mark: mark.ref))


def marked_picture(png: bytes, observation: Observation) -> bytes:
    """A PNG like the screenshot, with outlines and numbers. Raises PhoneRejected when the two are not of one screen."""
    size = observation.size
    with picture_translated():
        image = Image.open(io.BytesIO(png)).convert("RGB")
    if (image.width, image.height) != (size.width, size.height):
        raise PhoneRejected("The picture and the screen tree are not of one size. Take the screenshot again.")
    draw = ImageDraw.Draw(image)
    marks = place_marks(observation.elements, size)
    for mark in marks:
        left, top, right, bottom = mark.box
        draw.rectangle((left, top, right - 1, bottom - 1), outline=_colour(mark), width=max(1, size.width // 360))
    for mark in marks:
        left, top, right, bottom = mark.tag
        draw.rectangle((left, top, right - 1, bottom - 1), fill=_colour(mark))
        font = ImageFont.load_default(size=mark.tag.height * 0.8)
        draw.text(mark.tag.center, str(mark.ref), fill="white", font=font, anchor="mm")
    target = io.BytesIO()
    image.save(target, "PNG", compress_level=1)
    return target.getvalue()


def _tag_size(ref: int, size: Size) -> Size:
    height = max(_LEAST_TAG, round(max(size) * _TAG_SHARE))
    return Size(width=round(height * (0.4 + 0.6 * len(str(ref)))), height=height)


def _free_place(box: Bounds, tag: Size, screen: Bounds, taken: Sequence[Bounds]) -> Bounds | None:
    for left, top in _corners(box, tag):
        place = Bounds(left, top, left + tag.width, top + tag.height)
        is_on_screen = place.clipped(screen) == place
        if is_on_screen and not any(place.clipped(other).area for other in taken):
            return place
    return None


def _corners(box: Bounds, tag: Size) -> Iterator[tuple[int, int]]:
    """Inside the corners, then along the edges, then outside them."""
    left, top, right, bottom = box
    inner_right, inner_bottom = right - tag.width, bottom - tag.height
    yield from ((left, top), (inner_right, top), (left, inner_bottom), (inner_right, inner_bottom))
    for step in range(1, 8):
        yield from ((left + step * tag.width, top), (left, top + step * tag.height))
    above, below = top - tag.height, bottom
    yield from ((left, above), (left, below), (inner_right, above), (inner_right, below))
    yield from ((left - tag.width, top), (right, top), (left - tag.width, inner_bottom), (right, inner_bottom))
    for step in range(1, 8):
        yield from ((left + step * tag.width, above), (left + step * tag.width, below))


def _colour(mark: Mark) -> str:
    return _COLOURS[mark.ref % len(_COLOURS)]
