"""What stays in place above and below a screen's middle."""

from __future__ import annotations

from genie_host.core.geometry import Bounds
from genie_host.simphone.world import paths
from genie_host.simphone.world.layout.entries import entries
from genie_host.simphone.world.layout.items import button, finished, item_node
from genie_host.simphone.world.layout.page import BAR, MARGIN, STATUS_BAR, TITLE_BAR, Page, box, node
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Item, Screen

_UP = Item(kind="icon", description="Navigate up", tap=[{"back": 1}])


def title_bar(screen: Screen, page: Page) -> SimNode:
    """Arrow back, heading, buttons."""
    bottom = STATUS_BAR + TITLE_BAR
    bar = node(page, "ViewGroup", box(0, STATUS_BAR, page.size.width, bottom), id="toolbar")
    left = MARGIN
    if screen.up:
        spot = box(0, STATUS_BAR + 20, 140, bottom - 20)
        bar.children.append(button(_UP, page, page.scope, spot, "ImageButton"))
        left = 160
    right = page.size.width - 16
    for item in reversed(screen.actions):
        if paths.holds(item.when, page.scope):
            spot = box(right - 170, STATUS_BAR + 20, right, bottom - 20)
            bar.children.append(_tool(item, page, spot))
            right -= 180
    if screen.title:
        heading = box(left, STATUS_BAR + 40, max(right, left + 100), bottom - 40)
        bar.children.append(node(page, "TextView", heading, id="title", text=page.say(screen.title, page.scope)))
    return bar


def bottom_bar(screen: Screen, page: Page, top: int) -> SimNode:
    """Tabs, or a composer: a field takes the room that the rest leaves."""
    shown = entries(screen.bar, page.scope)
    bar = node(page, "LinearLayout", box(0, top, page.size.width, top + BAR), id="bottom_bar")
    wide = [item for item, _ in shown if item.kind == "field"]
    room = page.size.width - 200 * (len(shown) - len(wide)) if wide else page.size.width
    left = 0
    for item, scope in shown:
        across = (room // len(wide) if item.kind == "field" else 200) if wide else page.size.width // len(shown)
        made = item_node(item, page, scope, box(left + 8, top + 10, left + across - 8, top + BAR - 10))
        if not item.selected_when:
            made.selected = not wide and paths.expand(item.text, scope) == screen.title
        bar.children.append(made)
        left += across
    return bar


def floating_button(item: Item, page: Page, bottom: int) -> SimNode:
    """A button over the list, at its lower right."""
    width = page.size.width
    made = button(item, page, page.scope, box(width - 380, bottom - 200, width - MARGIN, bottom - 60), "ImageButton")
    return finished(made, item, page, page.scope)


def _tool(item: Item, page: Page, spot: Bounds) -> SimNode:
    if item.kind in ("icon", "button"):
        made = button(item, page, page.scope, spot, "ImageButton" if item.kind == "icon" else "Button")
        return finished(made, item, page, page.scope)
    return item_node(item, page, page.scope, spot)
