"""The screen as a hierarchy dump: u2.jar's (every window, in no useful order) or the stock tool's (one window)."""

from __future__ import annotations

from random import Random
from typing import Literal
from xml.sax.saxutils import escape

from genie_host.simphone.world.engine import World
from genie_host.simphone.world.nodes import SimNode

_HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_QUOTE = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}


def hierarchy_xml(
    world: World, *, flavour: Literal["u2", "stock"] = "u2", active_only: bool = False, max_depth: int = 50
) -> str:
    """The dump, CRLF between nodes as on a phone."""
    roots = world.roots(active_only=active_only or flavour == "stock")
    if not roots:
        return f'{_HEAD}\r\n<hierarchy rotation="{world.rotation}" />'
    if flavour == "u2":
        # The jar collects windows in a hash set, so their order means nothing. It is stable for one screen, so that
        # two dumps of the same screen are equal.
        Random(f"{world.foreground}").shuffle(roots)  # noqa: S311
    lines = [_HEAD, f'<hierarchy rotation="{world.rotation}">']
    for index, root in enumerate(roots):
        _write(root, index, 1, max_depth, flavour, lines)
    lines.append("</hierarchy>")
    return "\r\n".join(lines)


def _write(node: SimNode, index: int, depth: int, max_depth: int, flavour: str, lines: list[str]) -> None:
    indent = "  " * depth
    children = node.children if depth < max_depth else []
    if not children:
        lines.append(f"{indent}<node {_attributes(node, index, flavour)} />")
        return
    lines.append(f"{indent}<node {_attributes(node, index, flavour)}>")
    for position, child in enumerate(children):
        _write(child, position, depth + 1, max_depth, flavour, lines)
    lines.append(f"{indent}</node>")


def _attributes(node: SimNode, index: int, flavour: str) -> str:
    box = node.bounds
    pairs = [
        ("index", str(index)),
        ("text", node.text),
        ("resource-id", node.resource_id),
        ("class", node.class_name),
        ("package", node.package),
        ("content-desc", node.description),
        ("checkable", _flag(node.checkable)),
        ("checked", _flag(node.checked)),
        ("clickable", _flag(node.clickable)),
        ("enabled", _flag(node.enabled)),
        ("focusable", _flag(node.focusable)),
        ("focused", _flag(node.focused)),
        ("scrollable", _flag(node.scrollable)),
        ("long-clickable", _flag(node.long_clickable)),
        ("password", _flag(node.password)),
        ("selected", _flag(node.selected)),
    ]
    if flavour == "u2":
        pairs.append(("visible-to-user", "true"))
    pairs.append(("bounds", f"[{box.left},{box.top}][{box.right},{box.bottom}]"))
    if flavour == "u2":
        pairs += [("drawing-order", "0"), ("hint", node.hint), ("display-id", "0")]
    return " ".join(f'{name}="{_escaped(value)}"' for name, value in pairs)


def _escaped(value: str) -> str:
    return value if value.isidentifier() or not value else escape(value, _QUOTE)


def _flag(value: bool) -> str:
    return "true" if value else "false"
