"""From measures of the design to pixels of the glass: scale and mirror."""

from __future__ import annotations

from dataclasses import replace

from genie_host.core.geometry import Bounds, Size
from genie_host.simphone.world.layout.page import Page, box
from genie_host.simphone.world.nodes import SimNode


def in_design(page: Page) -> Page:
    """The page as a screen on which one measure is one pixel."""
    if page.scale == 1.0:
        return page
    size = Size(width=round(page.size.width / page.scale), height=round(page.size.height / page.scale))
    return replace(page, size=size, bottom=round(page.bottom / page.scale), scale=1.0)


def on_glass(root: SimNode, page: Page) -> SimNode:
    """A tree laid out in design measures, with the bounds that it has on the glass."""
    if page.scale != 1.0:
        screen = box(0, 0, page.size.width, page.size.height)
        for made in root.walk_seen():
            made.bounds = _scaled(made.bounds, page.scale).clipped(screen)
    if page.is_mirrored:
        mirrored(root, page.size.width)
    return root


def mirrored(root: SimNode, width: int) -> None:
    """Right to left: what was at the left is at the right. The order of the tree stays."""
    for made in root.walk_seen():
        spot = made.bounds
        made.bounds = box(width - spot.right, spot.top, width - spot.left, spot.bottom)


def _scaled(spot: Bounds, scale: float) -> Bounds:
    """Rounded edge by edge, so that what touched still touches and what was inside stays inside."""
    return box(round(spot.left * scale), round(spot.top * scale), round(spot.right * scale), round(spot.bottom * scale))
