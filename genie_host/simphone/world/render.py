"""Schematic pixels that agree with the tree: boxes and texts at their bounds; a secure window is black."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw, ImageFont

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.nodes import SimNode, Window

_PAPER, _INK, _LINE, _TOUCH = (250, 250, 250), (20, 20, 20), (170, 170, 170), (226, 236, 250)
_ON, _OFF = (40, 120, 220), (190, 190, 190)
_FONT = ImageFont.load_default(34)


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
    image = Image.new("RGB", (size.width, size.height), _PAPER if world.is_screen_on else (0, 0, 0))
    draw = ImageDraw.Draw(image)
    for window in world.windows():
        _paint(draw, window)
    return image


def _paint(draw: ImageDraw.ImageDraw, window: Window) -> None:
    box = window.root.bounds
    if window.secure:
        draw.rectangle(_corners(box), fill=(0, 0, 0))
        return
    if window.kind in ("dialog", "keyboard"):
        draw.rectangle(_corners(box), fill=(255, 255, 255), outline=_LINE)
    for node in window.root.walk():
        if node is not window.root and node.bounds.area > 0:
            _paint_node(draw, node)


def _paint_node(draw: ImageDraw.ImageDraw, node: SimNode) -> None:
    box = node.bounds
    if node.clickable:
        draw.rectangle(_corners(box), outline=_LINE, fill=_TOUCH)
    if node.checkable:
        draw.rounded_rectangle(_corners(box), radius=box.height // 2, fill=_ON if node.checked else _OFF)
    text = node.text or node.description
    if text and not node.children:
        draw.text((box.left + 10, box.center.y - 20), text, fill=_INK, font=_FONT)


def _corners(box: Bounds) -> tuple[int, int, int, int]:
    return (box.left, box.top, box.right - 1, box.bottom - 1)


def _encoded(image: Image.Image, form: str, **options: int) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()
