"""Phones with one app written in a test."""

from __future__ import annotations

from pathlib import Path

from genie_host.simphone.world.engine import World
from genie_host.simphone.world.nodes import SimNode

HEAD = "app_id: lab\npackage: com.example.lab\nlabel: Lab\n"


def phone_with(tmp_path: Path, text: str, **options) -> World:
    """A phone that shows the first screen of an app; ``text`` is what follows its identity."""
    path = tmp_path / "lab.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    world = World.from_bundled_apps(extra_apps=[path], **options)
    world.show("lab", "home")
    return world


def nodes(world: World) -> list[SimNode]:
    """All nodes of the app in the tree."""
    return [node for root in world.roots() for node in root.walk() if node.package == "com.example.lab"]


def find(world: World, name: str) -> SimNode:
    """The innermost node with a text, description or hint."""
    return next(node for node in reversed(nodes(world)) if name in (node.text, node.description, node.hint))


def tap(world: World, name: str, *, held_ms: int = 100) -> None:
    center = find(world, name).bounds.center
    world.tap(center.x, center.y, held_ms=held_ms)


def texts(world: World) -> list[str]:
    return [node.text for node in nodes(world) if node.text]
