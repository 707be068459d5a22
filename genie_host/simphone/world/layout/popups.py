"""What covers a screen: advertisements, cookie banners, sheets; in the app's window or in small ones of their own."""

from __future__ import annotations

from genie_host.simphone.world import paths
from genie_host.simphone.world.layout.bodies import on_screen
from genie_host.simphone.world.layout.entries import entries
from genie_host.simphone.world.layout.items import height, item_node
from genie_host.simphone.world.layout.page import Page, box, clip, node
from genie_host.simphone.world.layout.shapes import in_design, on_glass
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Overlay, Screen

_CLOSER = 120
"""Side of an icon without a place of its own: it stands in the upper right corner."""


def cover(overlay: Overlay, page: Page) -> SimNode:
    """One overlay. It takes all touches within its bounds."""
    spot = on_screen(overlay.bounds, page)
    root = node(page, "FrameLayout", spot, id=overlay.id)
    root.key, root.fill = overlay.id, "#ffffff"
    top = spot.top + 10
    corner: list[SimNode] = []
    for item, scope in entries(overlay.items, page.scope):
        if item.bounds is not None:
            place = on_screen(item.bounds, page)
        elif item.kind == "icon":
            place = box(spot.right - _CLOSER - 10, spot.top + 10, spot.right - 10, spot.top + 10 + _CLOSER)
        else:
            place = box(spot.left + 10, top, spot.right - 10, top + height(item, scope))
            top = place.bottom
        if place.clipped(spot).area > 0:
            made = item_node(item, page, scope, place)
            (corner if item.kind == "icon" else root.children).append(made)
    root.children += corner
    return clip(root, spot)


def covers(screen: Screen, page: Page) -> list[SimNode]:
    """Overlays in the app's own window, on a page that is in design measures."""
    return [cover(overlay, page) for overlay in _shown(screen, page, "app")]


def popups(screen: Screen, page: Page) -> list[SimNode]:
    """Roots of the small windows over the screen, the topmost last."""
    drawn_for = in_design(page)
    return [on_glass(cover(overlay, drawn_for), page) for overlay in _shown(screen, page, "popup")]


def _shown(screen: Screen, page: Page, window: str) -> list[Overlay]:
    return [
        overlay for overlay in screen.overlays if overlay.window == window and paths.holds(overlay.when, page.scope)
    ]
