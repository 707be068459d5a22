"""A recorded hierarchy dump as nodes, and the fingerprint by which its screen is known again."""

from __future__ import annotations

import hashlib
import re

from lxml import etree

from genie_host.core.errors import SimulatorError
from genie_host.core.geometry import Bounds
from genie_host.simphone.world.nodes import SimNode

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_FLAGS = {
    "checkable": "checkable",
    "checked": "checked",
    "clickable": "clickable",
    "enabled": "enabled",
    "focusable": "focusable",
    "focused": "focused",
    "scrollable": "scrollable",
    "long-clickable": "long_clickable",
    "password": "password",
    "selected": "selected",
}
_UNSTEADY_PACKAGES = frozenset({"com.android.systemui"})
"""Clock, battery and notifications: they change by themselves, and are no part of where one is."""


def parse_tree(dump: str) -> list[SimNode]:
    """One tree for each window of a dump, their paths given; raises SimulatorError for what is no dump."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True, encoding="utf-8")
    try:
        hierarchy = etree.fromstring(dump.encode(), parser)
        roots = [_node(element) for element in hierarchy.iterchildren("node")]
    except (etree.XMLSyntaxError, ValueError, TypeError) as error:
        raise SimulatorError("this is no hierarchy dump") from error
    for position, root in enumerate(roots):
        root.number(str(position))
    return roots


def fingerprint(roots: list[SimNode], activity: str = "") -> str:
    """The same for two dumps of one screen: what is there, where, and in what state, focus and system bars apart."""
    seen = hashlib.sha256(activity.encode())
    for root in roots:
        for node in root.walk():
            if node.package in _UNSTEADY_PACKAGES:
                continue
            spot = node.bounds
            facts = (
                node.class_name,
                node.resource_id,
                node.text,
                node.description,
                (spot.left, spot.top, spot.right, spot.bottom),
                (node.checked, node.enabled, node.selected, node.clickable),
            )
            seen.update(repr(facts).encode())
    return seen.hexdigest()[:16]


def _node(element: etree._Element) -> SimNode:
    text = {name: str(value) for name, value in element.attrib.items()}
    match = _BOUNDS.fullmatch(text.get("bounds", ""))
    if match is None:
        raise ValueError("a node without bounds")
    left, top, right, bottom = map(int, match.groups())
    node = SimNode(
        class_name=text.get("class", ""),
        package=text.get("package", ""),
        bounds=Bounds(left=left, top=top, right=max(left, right), bottom=max(top, bottom)),
        resource_id=text.get("resource-id", ""),
        text=text.get("text", ""),
        description=text.get("content-desc", ""),
        hint=text.get("hint", ""),
        children=[_node(child) for child in element.iterchildren("node")],
    )
    for name, field in _FLAGS.items():
        setattr(node, field, text.get(name) == "true")
    return node
