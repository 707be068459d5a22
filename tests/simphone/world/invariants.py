"""What holds on every simulated phone, whatever has been done to it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from lxml import etree

from genie_host.simphone.world import paths
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.xml import hierarchy_xml

COMMON = (
    "index text resource-id class package content-desc checkable checked clickable enabled focusable focused "
    "scrollable long-clickable password selected"
).split()
FLAVOURS = ("stock", "u2")


def order(flavour: str, sdk: int) -> list[str]:
    """Attributes in their order, as a phone of an age writes them."""
    if flavour == "stock":
        return [*COMMON, "bounds"]
    late = [name for name, since in (("drawing-order", 24), ("hint", 26), ("display-id", 30)) if sdk >= since]
    return [*COMMON, "visible-to-user", "bounds", *late]


def broken(world: World) -> str:
    """What does not hold, or nothing."""
    return next(_faults(world), "")


def _faults(world: World) -> Iterator[str]:
    windows = world.windows()
    yield from _windows(world)
    for window in windows:
        yield from tree_faults(window.root)
        screen = world.size
        spot = window.root.bounds
        if spot.left < 0 or spot.top < 0 or spot.right > screen.width or spot.bottom > screen.height:
            yield f"{window.kind} leaves the screen: {spot}"
    yield from _focus(world)
    yield from _state(world)


def tree_faults(root: SimNode) -> Iterator[str]:
    """Children lie inside their parents, and nothing is empty or turned inside out."""
    for node in root.walk_seen():
        if node.bounds.width <= 0 or node.bounds.height <= 0:
            yield f"{node.path} {node.class_name} has the size {node.bounds.width} by {node.bounds.height}"
        for child in (*node.children, *node.painted):
            if child.bounds.clipped(node.bounds) != child.bounds:
                yield f"{child.path} {child.class_name} leaves its parent {node.class_name}"


def xml_faults(world: World) -> Iterator[str]:
    """Both flavours of the dump can be parsed, and have the attributes of a real one in their order."""
    for flavour in FLAVOURS:
        dump = etree.fromstring(hierarchy_xml(world, flavour=flavour).encode())
        if flavour == "stock" and len(dump) > 1:
            yield f"the stock dump has {len(dump)} roots"
        for node in dump.iter("node"):
            names = [name for name in node.attrib if name != "NAF"]
            if names != order(flavour, world.profile.sdk) or (node.get("NAF") and next(iter(node.attrib)) != "NAF"):
                yield f"{flavour} has the attributes {list(node.attrib)}"
            if node.get("NAF") and (node.get("text") or node.get("content-desc") or node.get("clickable") != "true"):
                yield f"{node.get('bounds')} is marked NAF and is not"


def _windows(world: World) -> Iterator[str]:
    active = world.roots(active_only=True)
    if len(active) != (1 if world.is_screen_on else 0):
        yield f"{len(active)} active windows while the screen is {'on' if world.is_screen_on else 'off'}"
    layers = [window.layer for window in world.windows()]
    if layers != sorted(layers):
        yield f"windows are out of order: {layers}"


def _focus(world: World) -> Iterator[str]:
    focused = [node for window in world.windows() for node in window.root.walk_seen() if node.focused]
    if len({node.bind for node in focused}) > 1:
        yield f"{len(focused)} fields have the focus"
    if focused and not world.focus:
        yield f"a field shows a focus that the phone does not have: {focused[0].path}"
    if world.focus and any(node.bind != world.focus for node in focused):
        yield f"the focus is on {world.focus}, but {focused[0].bind} shows it"


def _state(world: World) -> Iterator[str]:
    for app in world.apps.values():
        lost = set(app.state) - set(world.state.get(app.app_id, {}))
        if lost:
            yield f"{app.app_id} has lost {sorted(lost)}"
        for name, value in app.state.items():
            if isinstance(value, list) and not isinstance(world.state[app.app_id][name], list):
                yield f"{app.app_id} has lost the list {name}"
    if world.visit.screen not in world.app.screens:
        yield f"{world.app_id} shows the screen {world.visit.screen}, which it does not have"
    if world.focus and paths.lookup(world.scope(), world.focus.split(".")[0]) is None and "item" not in world.focus:
        yield f"the focus is on {world.focus}, which is no variable"
    json.dumps(world.state)
