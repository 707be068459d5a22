"""Draws screens for tests, in core records: a column of controls is enough for most questions."""

from __future__ import annotations

from typing import Any

from genie_host.core.geometry import Bounds, Size
from genie_host.core.screen import AccessibilityNode, Observation

WIDTH, HEIGHT = 1080, 2400
FULL = (0, 0, WIDTH, HEIGHT)
APP = "com.example.app"


def node(
    kind: str = "View", text: str = "", box: tuple[int, int, int, int] = FULL, *children: AccessibilityNode, **more: Any
) -> AccessibilityNode:
    """One node; ``desc``, ``id`` and ``package`` in short, all else by its name in the record."""
    left, top, right, bottom = box
    package = more.pop("package", APP)
    name = more.pop("id", "")
    return AccessibilityNode(
        path="",
        class_name=f"android.widget.{kind}" if "." not in kind else kind,
        package_name=package,
        resource_id=name if not name or ":" in name else f"{package}:id/{name}",
        text=text,
        content_description=more.pop("desc", ""),
        hint=more.pop("hint", ""),
        bounds=Bounds(left=left, top=top, right=right, bottom=bottom),
        children=children,
        **more,
    )


def button(text: str = "", box: tuple[int, int, int, int] = (60, 2200, 1020, 2340), **more: Any) -> AccessibilityNode:
    return node("Button", text, box, **{"is_clickable": True, "is_focusable": True, **more})


def icon(desc: str, box: tuple[int, int, int, int], **more: Any) -> AccessibilityNode:
    return node("ImageButton", "", box, desc=desc, **{"is_clickable": True, **more})


def label(text: str, box: tuple[int, int, int, int], **more: Any) -> AccessibilityNode:
    return node("TextView", text, box, **more)


def field(text: str, box: tuple[int, int, int, int], **more: Any) -> AccessibilityNode:
    return node("EditText", text, box, **{"is_clickable": True, "is_focusable": True, **more})


def row(top: int, title: str, summary: str = "", **more: Any) -> AccessibilityNode:
    """A full-width row of a list, text at the left."""
    texts = [label(title, (60, top + 20, 60 + 22 * len(title), top + 80))]
    if summary:
        texts.append(label(summary, (60, top + 90, 60 + 18 * len(summary), top + 140)))
    return node("LinearLayout", "", (0, top, WIDTH, top + 160), *texts, **{"is_clickable": True, **more})


def screen(
    *nodes: AccessibilityNode,
    title: str = "",
    package: str = APP,
    windows: tuple[AccessibilityNode, ...] = (),
    **more: Any,
) -> Observation:
    """An observation of one full window that holds the nodes, and of the given further windows."""
    root = node("FrameLayout", "", FULL, *(_in_package(each, package) for each in nodes), package=package)
    roots = tuple(_placed(each, str(index)) for index, each in enumerate((root, *windows)))
    return Observation(
        roots=roots,
        elements=(),
        size=Size(width=WIDTH, height=HEIGHT),
        rotation=0,
        package_name=package,
        title=title,
        **more,
    )


def find(observation: Observation, label_or_id: str) -> AccessibilityNode:
    """The node with that text, description or id ending."""
    for root in observation.roots:
        for each in root.walk():
            if label_or_id in {each.text, each.content_description, each.resource_id.rsplit("/", 1)[-1]}:
                return each
    raise LookupError(label_or_id)


def _in_package(each: AccessibilityNode, package: str) -> AccessibilityNode:
    if each.package_name != APP or package == APP:
        return each
    return each._replace(
        package_name=package,
        resource_id=each.resource_id.replace(f"{APP}:", f"{package}:"),
        children=tuple(_in_package(child, package) for child in each.children),
    )


def _placed(each: AccessibilityNode, path: str) -> AccessibilityNode:
    children = tuple(_placed(child, f"{path}/{index}") for index, child in enumerate(each.children))
    return each._replace(path=path, children=children)
