"""The screen as the model reads it: a heading, then one line per element. Pure.

``- Wi-Fi [off]`` can be acted on, ``| Up to date`` can only be read, a star marks what shares words with the goal.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from genie_host.core.screen import Element, Observation, Role

_MAX_VALUE = 60


def describe(
    observation: Observation,
    *,
    names: Mapping[int, str] | None = None,
    starred: Collection[int] = (),
    max_lines: int = 80,
) -> str:
    """``names`` replaces element names by ref; ``starred`` are refs; what does not fit in ``max_lines`` is counted."""
    lines = [f"app: {observation.app_label or 'unknown'}"]
    if observation.title:
        lines.append(f"screen: {observation.title}")
    elements = [element for element in observation.elements if not _is_title(element, observation)]
    shown = _chosen(elements, starred, max_lines)
    for element in shown:
        lines.append(line_of(element, (names or {}).get(element.ref, element.name), is_starred=element.ref in starred))
    if len(shown) < len(elements):
        lines.append(f"({len(elements) - len(shown)} more not shown)")
    if observation.empty_reason is not None:
        lines.append(f"(nothing to see: {observation.empty_reason.value})")
    if observation.can_scroll_down:
        lines.append("(scrolls)")
    return "\n".join(lines)


def line_of(element: Element, name: str, *, is_starred: bool = False) -> str:
    """One element's line."""
    mark = "-" if element.is_actionable or not element.node.is_enabled else "|"
    star = "*" if is_starred else ""
    return f"{mark}{star} {name}{_state(element)}"


def _state(element: Element) -> str:
    if not element.node.is_enabled:
        return " [disabled]"
    if element.is_checked is not None:
        state = f" [{'on' if element.is_checked else 'off'}]"
    elif element.role is Role.FIELD:
        return f" [field: {_cut(element.value)}]" if element.value else " [field]"
    else:
        state = " [selected]" if element.node.is_selected else ""
    return f"{state} = {_cut(element.value)}" if element.value else state


def _is_title(element: Element, observation: Observation) -> bool:
    return element.role is Role.TEXT and element.node.text == observation.title


def _chosen(elements: list[Element], starred: Collection[int], room: int) -> list[Element]:
    """What matters most when there is no room for all: starred, then actionable, then the rest; in screen order."""
    ranked = sorted(elements, key=lambda element: (element.ref not in starred, not element.is_actionable, element.ref))
    return sorted(ranked[:room], key=lambda element: element.ref)


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_VALUE else text[: _MAX_VALUE - 1] + "…"
