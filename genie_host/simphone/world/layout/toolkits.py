"""How toolkits other than the system's show a screen to accessibility, each with the gaps that it really has.

A screen is laid out as native views first; here its tree is dressed as another toolkit's, while places and what a touch
does stay as they are. Only what a toolkit gives away is left in the tree.
"""

from __future__ import annotations

from collections.abc import Callable

from genie_host.simphone.world.layout import compose, flutter, web
from genie_host.simphone.world.layout.page import Page, node
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Screen

_SURFACE = "android.view.SurfaceView"


def dressed(root: SimNode, middle: SimNode, screen: Screen, page: Page) -> None:
    """Change the tree below a window's root; ``middle`` is the part between the bars."""
    _DRESS[screen.tree](root, middle, screen, page)


def dressed_dialog(root: SimNode, page: Page) -> None:
    """Change the tree of a dialog's window. A web page asks with dialogs of the system's."""
    if page.tree == "compose":
        root.children = [compose.host(root.children, page, root.bounds)]
    elif page.tree == "flutter":
        root.children = [flutter.host(root.children, page, root.bounds)]
    elif page.tree == "opaque":
        _paint_only(root, page)


def _native(root: SimNode, middle: SimNode, screen: Screen, page: Page) -> None:
    return


def _compose(root: SimNode, middle: SimNode, screen: Screen, page: Page) -> None:
    root.resource_id = "android:id/content"
    root.children = [compose.host(root.children, page, root.bounds)]


def _flutter(root: SimNode, middle: SimNode, screen: Screen, page: Page) -> None:
    root.resource_id = "android:id/content"
    root.children = [flutter.host(root.children, page, root.bounds)]


def _webview(root: SimNode, middle: SimNode, screen: Screen, page: Page) -> None:
    """Bars stay native, as in a browser; the page is the middle, with what covers a part of it."""
    place = next(position for position, child in enumerate(root.children) if child is middle)
    before, after = root.children[:place], root.children[place + 1 :]
    inside = [child for child in after if child.fill and child.bounds.clipped(middle.bounds) == child.bounds]
    outside = [child for child in after if not any(child is cover for cover in inside)]
    root.children = [*before, web.host(middle, inside, page.say(screen.title, page.scope), page), *outside]


def _opaque(root: SimNode, middle: SimNode, screen: Screen, page: Page) -> None:
    """Pixels alone, as in a game: all is drawn and takes touches, and the tree has one empty surface."""
    root.resource_id = "android:id/content"
    _paint_only(root, page)


def _paint_only(root: SimNode, page: Page) -> None:
    surface = node(page, _SURFACE, root.bounds)
    surface.painted = root.children
    root.children = [surface]


_DRESS: dict[str, Callable[[SimNode, SimNode, Screen, Page], None]] = {
    "native": _native,
    "compose": _compose,
    "flutter": _flutter,
    "webview": _webview,
    "opaque": _opaque,
}
