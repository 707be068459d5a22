"""Schematic pixels that agree with the tree: boxes and texts at their bounds; a secure window is black."""

from __future__ import annotations

import io

from PIL import Image, ImageColor, ImageDraw

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.layout import MARK
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.render.writing import Colour, write

_PAPER, _INK, _FAINT, _LINE, _TOUCH = (250, 250, 250), (20, 20, 20), (150, 150, 150), (170, 170, 170), (226, 236, 250)
_ON, _OFF, _BLACK, _WHITE = (40, 120, 220), (190, 190, 190), (0, 0, 0), (255, 255, 255)
_FLAT = ("app", "status")
"""Kinds of windows without a sheet of their own."""


def screenshot_png(world: World) -> bytes:
    """The screen as PNG."""
    return _encoded(picture(world), "PNG", compress_level=1)


def screenshot_jpeg(world: World, scale: float = 1.0, quality: int = 80) -> bytes:
    """The screen as JPEG, made smaller when 0 < scale < 1."""
    image = picture(world)
    if 0 < scale < 1:
        image = image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))))
    return _encoded(image, "JPEG", quality=quality)


def picture(world: World) -> Image.Image:
    """RGB, (height, width), the current orientation."""
    size = world.size
    image = Image.new("RGB", (size.width, size.height), _PAPER if world.is_screen_on else _BLACK)
    draw = ImageDraw.Draw(image)
    for window in world.windows():
        if window.root.bounds.area > 0:
            _paint(draw, window, world.scale)
    return image


def _paint(draw: ImageDraw.ImageDraw, window: Window, scale: float) -> None:
    if window.secure:
        draw.rectangle(_corners(window.root.bounds), fill=_BLACK)
        return
    if window.kind not in _FLAT:
        draw.rectangle(_corners(window.root.bounds), fill=_WHITE, outline=_LINE)
    for node in window.root.walk_seen():
        if node.bounds.area > 0:
            _paint_node(draw, node, scale, is_root=node is window.root)


def _paint_node(draw: ImageDraw.ImageDraw, node: SimNode, scale: float, *, is_root: bool) -> None:
    spot = node.bounds
    if node.fill:
        draw.rectangle(_corners(spot), fill=ImageColor.getrgb(node.fill), outline=_LINE)
    elif node.clickable and not is_root:
        draw.rectangle(_corners(spot), outline=_LINE, fill=_TOUCH)
    if node.checkable:
        _paint_mark(draw, node)
    if node.range is not None:
        _paint_slider(draw, node)
    if node.focused or node.selected:
        draw.line((spot.left, spot.bottom - 2, spot.right - 1, spot.bottom - 2), fill=_ON, width=4)
    text = node.drawn if node.drawn is not None else _own_text(node)
    if text:
        write(draw, _text_spot(node), text, _ink(node), scale=scale)


def _own_text(node: SimNode) -> str:
    """What a node says, where nothing inside it says it already."""
    return "" if node.children else node.text or node.description


def _text_spot(node: SimNode) -> Bounds:
    """Beside the mark of a checkbox or radio button."""
    spot, side = node.bounds, min(node.bounds.height, MARK)
    if not node.checkable or spot.width <= 2 * side:
        return spot
    return Bounds(left=spot.left + side, top=spot.top, right=spot.right, bottom=spot.bottom)


def _ink(node: SimNode) -> Colour:
    return _INK if node.enabled else _FAINT


def _paint_mark(draw: ImageDraw.ImageDraw, node: SimNode) -> None:
    spot, fill = node.bounds, _ON if node.checked else _OFF
    kind = node.class_name.rpartition(".")[2]
    if spot.width <= 2 * spot.height or kind == "Switch":
        knob = _knob(node)
        draw.rounded_rectangle(_corners(knob), radius=knob.height // 2, fill=fill)
        return
    side = min(spot.height, MARK)
    mark = (spot.left + 24, spot.center.y - side // 4, spot.left + 24 + side // 2, spot.center.y + side // 4)
    if kind == "RadioButton":
        draw.ellipse(mark, fill=fill)
    else:
        draw.rectangle(mark, fill=fill)


def _knob(node: SimNode) -> Bounds:
    """Where a switch is drawn: at its right end, or beside the texts that stand inside it."""
    spot = node.bounds
    if not node.children:
        return Bounds(left=max(spot.left, spot.right - 190), top=spot.top, right=spot.right, bottom=spot.bottom)
    first, last = min(child.bounds.left for child in node.children), max(child.bounds.right for child in node.children)
    left, right = (spot.left, first) if first - spot.left > spot.right - last else (last, spot.right)
    half = max(1, (right - left) // 4)
    return Bounds(left=left + half // 2, top=spot.center.y - half, right=right - half // 2, bottom=spot.center.y + half)


def _paint_slider(draw: ImageDraw.ImageDraw, node: SimNode) -> None:
    if node.range is None:
        return
    spot, (least, most, value) = node.bounds, node.range
    y = spot.bottom - 24
    at = spot.left + round((value - least) / max(1, most - least) * (spot.width - 1))
    draw.line((spot.left, y, spot.right - 1, y), fill=_OFF, width=8)
    draw.ellipse((at - 16, y - 16, at + 16, y + 16), fill=_ON)


def _corners(spot: Bounds) -> tuple[int, int, int, int]:
    return (spot.left, spot.top, spot.right - 1, spot.bottom - 1)


def _encoded(image: Image.Image, form: str, **options: int) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()
