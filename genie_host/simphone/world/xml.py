"""The screen as a hierarchy dump: u2.jar's (every window, in no useful order) or the stock tool's (one window)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from genie_host.simphone.world.attributes import Flavour, attributes
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.nodes import SimNode

_HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"


def hierarchy_xml(
    world: World,
    *,
    flavour: Flavour = "u2",
    active_only: bool = False,
    max_depth: int = 50,
    shown: Callable[[SimNode], SimNode] | None = None,
) -> str:
    """The dump, CRLF between nodes as on a phone; ``shown`` may change each window's tree before it is written."""
    roots = world.roots(active_only=active_only or flavour == "stock")
    if not roots:
        return f'{_HEAD}\r\n<hierarchy rotation="{world.rotation}" />'
    if flavour == "u2":
        roots = window_order(world, roots)
    if shown is not None:
        roots = [shown(root) for root in roots]
    lines = [_HEAD, f'<hierarchy rotation="{world.rotation}">']
    for root in roots:
        _write(root, 0, 1, max_depth, flavour, world.profile.sdk, lines)
    lines.append("</hierarchy>")
    return "\r\n".join(lines)


def window_order(world: World, roots: list[SimNode]) -> list[SimNode]:
    """Windows in the order of the jar, which collects them in a hash set, so that it means nothing.

    It is stable for one screen, so that two dumps of the same screen are equal; phones of another seed have another.
    """
    shuffled = list(roots)
    Random(f"{world.seed or ''}{world.foreground}").shuffle(shuffled)  # noqa: S311
    return shuffled


def _write(node: SimNode, index: int, depth: int, max_depth: int, flavour: Flavour, sdk: int, lines: list[str]) -> None:
    indent = "  " * depth
    # What cannot be seen is left out, and the others keep the index that they have among all.
    shown = [(position, child) for position, child in enumerate(node.children) if child.bounds.area > 0]
    tag = f"{indent}<node {attributes(node, index, flavour=flavour, sdk=sdk, is_root=depth == 1)}"
    if not shown or depth >= max_depth:
        lines.append(f"{tag} />")
        return
    lines.append(f"{tag}>")
    for position, child in shown:
        _write(child, position, depth + 1, max_depth, flavour, sdk, lines)
    lines.append(f"{indent}</node>")
