"""Where and for whom something is laid out, the measures, and how plain nodes are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from genie_host.core.geometry import Bounds, Size
from genie_host.simphone.world import paths
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Item, Tree

# In pixels of a screen 1080 wide and 2400 high; ``Page.scale`` is for others.
STATUS_BAR = 80
TITLE_BAR = 180
ROW = 168
LINE = 90
BAR = 160
KEYBOARD = 900
MARGIN = 48
MARK = 100
"""Room for the mark of a checkbox or radio button, left of its text."""
_WIDGETS = "android.widget."


@dataclass(frozen=True, kw_only=True)
class Page:
    """Where and for whom a screen is laid out."""

    package: str
    size: Size
    scope: Mapping[str, Any]
    focus: str
    """Path of the variable whose field has the input focus."""
    bottom: int
    """Lower edge of the app's window content: above the keyboard when it is up."""
    scroll: int = 0
    """First row shown; -1 means stand at the end."""
    page: int = 0
    """Which page of a paged layout is shown."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Translations of the app's templates."""
    is_mirrored: bool = False
    """Laid out from right to left."""
    tree: Tree = "native"
    """The toolkit of the screen, which draws its dialogs too."""
    scale: float = 1.0
    """Pixels of this screen for one of the 1080-wide screen that the measures are for."""

    def say(self, template: str, scope: Mapping[str, Any]) -> str:
        """A template in the page's language, filled."""
        return paths.expand(self.words.get(template, template), scope)


def box(left: int, top: int, right: int, bottom: int) -> Bounds:
    """Bounds in the order in which people say them."""
    return Bounds(left=left, top=top, right=right, bottom=bottom)


def node(page: Page, kind: str, spot: Bounds, *, id: str = "", text: str = "", scrollable: bool = False) -> SimNode:
    """A node of the app; ``kind`` without a package is a standard widget."""
    return SimNode(
        class_name=kind if "." in kind else f"{_WIDGETS}{kind}",
        package=page.package,
        bounds=spot,
        resource_id=_resource_id(page, id),
        text=text,
        scrollable=scrollable,
        scope=page.scope,
    )


def text_node(page: Page, resource_id: str, text: str, spot: Bounds) -> SimNode:
    """A text view; its id is given in full, ``android:id/title``."""
    made = node(page, "TextView", spot, text=text)
    made.resource_id = resource_id
    return made


def touchable(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds, kind: str, id: str) -> SimNode:
    """A node that does what its item says; ``id`` when the item names none."""
    made = node(page, item.class_name or kind, spot, id=item.id or id)
    made.key = item.id
    made.tap, made.long_press, made.scope = item.tap, item.long_press, scope
    made.clickable, made.long_clickable = bool(item.tap), bool(item.long_press)
    made.focusable = made.clickable
    made.enabled = paths.holds(item.enabled_when, scope)
    made.selected = bool(item.selected_when) and paths.holds(item.selected_when, scope)
    return made


def clip(made: SimNode, area: Bounds) -> SimNode:
    """Cut a node at an edge, as a phone does; what lies wholly outside goes."""
    made.bounds = made.bounds.clipped(area)
    made.children = [clip(child, made.bounds) for child in made.children if child.bounds.clipped(made.bounds).area > 0]
    made.painted = [clip(child, made.bounds) for child in made.painted if child.bounds.clipped(made.bounds).area > 0]
    return made


def _resource_id(page: Page, id: str) -> str:
    if not id:
        return ""
    return id if ":" in id else f"{page.package}:id/{id}"
