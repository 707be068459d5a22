"""What the server's two searches must give, said as plainly as can be: every node looked at, nothing clever.

A match is a path of indexes from the root. Only what the tests generate is covered: chains without an instance before
their last part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from genie_host.simphone.world.nodes import SimNode

Path = tuple[int, ...]
_ATTRIBUTES = {"className": "class_name", "packageName": "package", "resourceId": "resource_id"}
_ATTRIBUTES |= {"longClickable": "long_clickable"}


def at(root: SimNode, path: Path) -> SimNode:
    for index in path:
        root = root.children[index]
    return root


def before_children(root: SimNode, path: Path = ()) -> Iterator[Path]:
    yield path
    for index in range(len(at(root, path).children)):
        yield from before_children(root, (*path, index))


def after_children(root: SimNode, path: Path = ()) -> Iterator[Path]:
    for index in range(len(at(root, path).children)):
        yield from after_children(root, (*path, index))
    yield path


def by_matches(node: SimNode, fields: Mapping[str, Any]) -> bool:
    """As a BySelector: nothing counts as an empty text, and case matters."""
    return all(_by_field(node, name, value) for name, value in fields.items())


def ui_matches(node: SimNode, path: Path, fields: Mapping[str, Any]) -> bool:
    """As a UiSelector: nothing matches no text, and case matters only for whole texts and patterns."""
    plain = {name: value for name, value in fields.items() if name not in ("instance", "index")}
    index = fields.get("index")
    return (index is None or index == (path[-1] if path else 0)) and all(
        _ui_field(node, name, value) for name, value in plain.items()
    )


def first_by(root: SimNode, fields: Mapping[str, Any]) -> Path | None:
    return next((path for path in after_children(root) if by_matches(at(root, path), fields)), None)


def first_ui(root: SimNode, parts: list[tuple[str, Mapping[str, Any]]]) -> Path | None:
    """A chain: ``("", fields)`` first, then ``("child", fields)`` or ``("sibling", fields)``."""
    return next(_chain(root, before_children(root), parts), None)


def _chain(root: SimNode, among: Iterator[Path], parts: list[tuple[str, Mapping[str, Any]]]) -> Iterator[Path]:
    (_, fields), *rest = parts
    met: list[Path] = []
    wanted = fields.get("instance", 0)
    count = 0
    for path in among:
        if any(path[: len(above)] == above for above in met):
            continue  # below something that was met, the next part is looked for instead
        if not ui_matches(at(root, path), path, fields):
            continue
        if not rest:
            if count == wanted:
                yield path
                return
            count += 1
            continue
        relation = rest[0][0]
        top = path[:-1] if relation == "sibling" else path
        met.append(path)
        if relation == "sibling" and not path:
            continue
        below = (found for found in before_children(root, top) if found != top)
        yield from _chain(root, below, rest)


def _value(node: SimNode, name: str) -> Any:
    for start in ("text", "description"):
        if name.startswith(start):
            return getattr(node, start)
    whole = name.removesuffix("Matches")
    return getattr(node, _ATTRIBUTES.get(whole, whole))


def _by_field(node: SimNode, name: str, wanted: Any) -> bool:
    value = _value(node, name)
    if name.endswith("Matches"):
        return re.fullmatch(wanted, value) is not None
    if name.endswith("Contains"):
        return wanted in value
    return value.startswith(wanted) if name.endswith("StartsWith") else value == wanted


def _ui_field(node: SimNode, name: str, wanted: Any) -> bool:
    value = _value(node, name)
    if value == "":
        return False
    if name.endswith("Matches"):
        flags = re.DOTALL if name.startswith(("text", "description")) else 0
        return re.fullmatch(wanted, value, flags) is not None
    if name.endswith("Contains"):
        return wanted.lower() in value.lower()
    return value.lower().startswith(wanted.lower()) if name.endswith("StartsWith") else value == wanted
