"""A whole screen: bars, middle, what floats above, then the toolkit's dress, the mirror and the scale."""

from __future__ import annotations

from genie_host.simphone.world.layout.bars import bottom_bar, floating_button, title_bar
from genie_host.simphone.world.layout.bodies import Body, body
from genie_host.simphone.world.layout.endless import grow
from genie_host.simphone.world.layout.page import BAR, STATUS_BAR, TITLE_BAR, Page, box, clip, node
from genie_host.simphone.world.layout.popups import covers
from genie_host.simphone.world.layout.shapes import in_design, on_glass
from genie_host.simphone.world.layout.toolkits import dressed
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Screen


def lay_out(screen: Screen, page: Page) -> tuple[SimNode, int, int]:
    """The window's root node, the first row shown, and the last value it can take."""
    drawn_for = in_design(page)
    root = node(drawn_for, "FrameLayout", box(0, 0, drawn_for.size.width, drawn_for.size.height), id="content")
    bottom = drawn_for.bottom - (BAR if screen.bar else 0)
    top = STATUS_BAR
    if screen.title or screen.actions:
        root.children.append(title_bar(screen, drawn_for))
        top += TITLE_BAR
    middle = _middle(screen, drawn_for, top, bottom)
    root.children.append(middle.root)
    if screen.bar:
        root.children.append(bottom_bar(screen, drawn_for, bottom))
    if screen.floating is not None:
        root.children.append(floating_button(screen.floating, drawn_for, bottom))
    root.children += covers(screen, drawn_for)
    dressed(root, middle.root, screen, drawn_for)
    return on_glass(clip(root, root.bounds), page), middle.first, middle.last


def _middle(screen: Screen, page: Page, top: int, bottom: int) -> Body:
    area = box(0, top, page.size.width, max(bottom, top + 1))
    made = body(screen, page, area)
    # Looking at the end of an endless list is what makes it grow; the guard is against entries that are not shown.
    for _ in range(20):
        if screen.endless is None or not made.is_at_end or not grow(screen.endless, page.scope):
            break
        made = body(screen, page, area)
    return made
