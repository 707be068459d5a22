"""The middle of a screen: a list, a grid, things at places of their own, or pages."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.layout.entries import Entry, entries
from genie_host.simphone.world.layout.items import button, finished, height, item_node
from genie_host.simphone.world.layout.page import BAR, Page, box, node
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Screen

_ACROSS = 4
_SIDE_BY_SIDE = ("chip", "tab")
_DESIGN_WIDTH, _DESIGN_HEIGHT = 1080, 2400


@dataclass(frozen=True, kw_only=True)
class Body:
    """The middle of a screen and how far it can scroll."""

    root: SimNode
    first: int = 0
    """First row shown."""
    last: int = 0
    """The last value that the first row can take."""
    is_at_end: bool = False


def body(screen: Screen, page: Page, area: Bounds) -> Body:
    """The middle of a screen within an area."""
    match screen.layout:
        case "grid":
            root = node(page, "GridView", area, id="workspace")
            root.children = _cells(entries(screen.body, page.scope), page, area)
            return Body(root=root)
        case "free":
            root = node(page, "FrameLayout", area, id="canvas")
            root.children = placed(entries(screen.body, page.scope), page, area, foot=BAR if screen.bar else 0)
            return Body(root=root)
        case "pages":
            return _pages(screen, page, area)
        case "list":
            return rows(entries(screen.body, page.scope), page, area)


def rows(shown: list[Entry], page: Page, area: Bounds) -> Body:
    """A list that scrolls by whole rows; chips and tabs in a run share one."""
    lines = _lines(shown)
    heights = [height(*line[0]) for line in lines]
    last = _last_first(heights, area.height)
    first = last if page.scroll < 0 else min(page.scroll, last)
    view = "androidx.recyclerview.widget.RecyclerView"
    root = node(page, view, area, id="list", scrollable=last > 0)
    top = area.top
    for line, tall in zip(lines[first:], heights[first:], strict=True):
        spot = box(area.left, top, area.right, top + tall)
        if spot.clipped(area).height < min(tall, 100):
            break
        root.children.append(_line(line, page, spot))
        top += tall
    return Body(root=root, first=first, last=last, is_at_end=first == last)


def placed(shown: list[Entry], page: Page, area: Bounds, *, foot: int) -> list[SimNode]:
    """Items at their own bounds, later ones on top; those without stand below one another."""
    made, top = [], area.top
    for item, scope in shown:
        if item.bounds is None:
            spot = box(area.left, top, area.right, top + height(item, scope))
            top = spot.bottom
        else:
            spot = _between_bars(item.bounds, page, area.top, foot)
        if spot.clipped(area).area > 0:
            made.append(item_node(item, page, scope, spot))
    return made


def on_screen(design: tuple[int, int, int, int], page: Page) -> Bounds:
    """Bounds of an app file, which are for a screen of 1080 by 2400, on this one."""
    across, down = page.size.width / _DESIGN_WIDTH, page.size.height / _DESIGN_HEIGHT
    left, top, right, bottom = design
    return box(round(left * across), round(top * down), round(right * across), round(bottom * down))


def _between_bars(design: tuple[int, int, int, int], page: Page, head: int, foot: int) -> Bounds:
    """The same for what stands between bars, whose heights are the same on a screen of any height."""
    across, down = page.size.width / _DESIGN_WIDTH, (page.size.height - head - foot) / (_DESIGN_HEIGHT - head - foot)
    left, top, right, bottom = design

    def lowered(y: int) -> int:
        return y if y < head else round(head + (y - head) * down)

    return box(round(left * across), lowered(top), round(right * across), lowered(bottom))


def _lines(shown: list[Entry]) -> list[list[Entry]]:
    lines: list[list[Entry]] = []
    for kind, run in groupby(shown, key=lambda entry: entry[0].kind):
        if kind in _SIDE_BY_SIDE:
            lines.append(list(run))
        else:
            lines += [[entry] for entry in run]
    return lines


def _line(line: list[Entry], page: Page, spot: Bounds) -> SimNode:
    if line[0][0].kind not in _SIDE_BY_SIDE:
        item, scope = line[0]
        return item_node(item, page, scope, spot)
    strip = node(page, "HorizontalScrollView", spot)
    step = spot.width // max(len(line), 3)
    for position, (item, scope) in enumerate(line):
        left = spot.left + position * step
        place = box(left + 10, spot.top + 10, left + step - 10, spot.bottom - 10)
        strip.children.append(item_node(item, page, scope, place))
    return strip


def _last_first(heights: list[int], room: int) -> int:
    """The first row shown when the end of the list is in sight."""
    first, used = len(heights), 0
    while first > 0 and used + heights[first - 1] <= room:
        first -= 1
        used += heights[first]
    return min(first, max(0, len(heights) - 1))


def _cells(shown: list[Entry], page: Page, area: Bounds) -> list[SimNode]:
    step, made = area.width // _ACROSS, []
    for position, (item, scope) in enumerate(shown):
        left = area.left + (position % _ACROSS) * step
        top = area.top + 200 + (position // _ACROSS) * 320
        spot = box(left + 20, top, left + step - 20, top + 280)
        if item.bounds is not None:
            spot = on_screen(item.bounds, page)
        if spot.clipped(area).area == 0:
            continue
        plain = item.kind in ("icon", "button")
        cell = button(item, page, scope, spot, "TextView") if plain else item_node(item, page, scope, spot)
        made.append(finished(cell, item, page, scope) if plain else cell)
    return made


def _pages(screen: Screen, page: Page, area: Bounds) -> Body:
    count = 1 + max((item.page for item in screen.body), default=0)
    turned = min(max(page.page, 0), count - 1)
    shown = entries((item for item in screen.body if item.page == turned), page.scope)
    root = node(page, "androidx.viewpager.widget.ViewPager", area, id="workspace", scrollable=count > 1)
    sheet = node(page, "GridView", box(area.left, area.top, area.right, area.bottom - 80))
    sheet.children = _cells(shown, page, sheet.bounds)
    root.children.append(sheet)
    if count > 1:
        place = box(area.center.x - 200, area.bottom - 70, area.center.x + 200, area.bottom - 10)
        dots = node(page, "View", place, id="page_indicator")
        dots.class_name = "android.view.View"
        dots.description = f"Page {turned + 1} of {count}"
        dots.drawn = " ".join("●" if position == turned else "○" for position in range(count))
        root.children.append(dots)
    return Body(root=root)
