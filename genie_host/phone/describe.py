"""The screen as the model reads it: a heading, then one line per element. Pure.

``3 Wi-Fi [off]`` can be acted on and referred to as ``#3`` until the screen changes, ``| Up to date`` can only be
read, a star marks what shares words with the goal. Nothing stands before the number, for that would be a token a line.
Lines in brackets tell of the screen as a whole: what scrolls which way, what lies off it or behind it, what was left
out and how to reach that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from genie_host.core.screen import Element, Observation, Role
from genie_host.phone.surroundings import state_notes, surroundings

_MAX_NAME, _MAX_VALUE = 120, 48


@dataclass(frozen=True, kw_only=True)
class Detail:
    """How much is told."""

    max_lines: int | None = None
    """Elements shown at most; None: all of them."""
    name_length: int = _MAX_NAME
    value_length: int = _MAX_VALUE
    has_surroundings: bool = True


FULL = Detail()


def describe(
    observation: Observation,
    *,
    names: Mapping[int, str] | None = None,
    starred: Collection[int] = (),
    max_lines: int | None = None,
    changes: str = "",
) -> str:
    """``names`` replaces element names by ref; ``starred`` are refs; ``changes`` says what the last action did.

    What does not fit in ``max_lines`` is counted. For a budget in tokens see ``fitted``.
    """
    return rendered(observation, Detail(max_lines=max_lines), names=names, starred=starred, changes=changes)


def rendered(
    observation: Observation,
    detail: Detail,
    *,
    names: Mapping[int, str] | None = None,
    starred: Collection[int] = (),
    changes: str = "",
) -> str:
    """The text with a certain detail."""
    lines = [f"app: {observation.app_label or 'unknown'}"]
    if observation.title:
        lines.append(f"screen: {observation.title[: detail.name_length]}")
    lines += state_notes(observation)
    if changes:
        lines.append(f"(since the last look: {changes})")
    elements = [element for element in observation.elements if _says_something(element, observation)]
    shown = _chosen(elements, starred, detail.max_lines)
    for element in shown:
        name = (names or {}).get(element.ref, element.name)
        lines.append(line_of(element, name, is_starred=element.ref in starred, detail=detail))
    lines += _left_out(elements, shown)
    if observation.empty_reason is not None:
        lines.append(f"(nothing to see: {observation.empty_reason.value})")
    if detail.has_surroundings:
        lines += surroundings(observation)
    elif observation.can_scroll_down:
        lines.append("(scrolls)")
    return "\n".join(lines)


def line_of(element: Element, name: str, *, is_starred: bool = False, detail: Detail = FULL) -> str:
    """One element's line."""
    is_shown_to_act = element.is_actionable or not element.node.is_enabled
    mark = str(element.ref) if is_shown_to_act else "|"
    star = "*" if is_starred else ""
    return f"{mark}{star} {_cut(name, detail.name_length)}{_state(element, detail, is_shown_to_act)}"


def _state(element: Element, detail: Detail, can_act: bool) -> str:
    node, value = element.node, element.value
    if not node.is_enabled:
        return " [disabled]"
    if element.is_checked is not None:
        state = f" [{'on' if element.is_checked else 'off'}]"
    elif element.role is Role.FIELD:
        return f" [field: {_cut(value, detail.value_length)}]" if value and detail.value_length else " [field]"
    else:
        state = " [selected]" if node.is_selected and can_act else ""
    return f"{state} = {_cut(value, detail.value_length)}" if value and detail.value_length else state


def _says_something(element: Element, observation: Observation) -> bool:
    """The heading is told already, and strokes and dots between texts are no words."""
    if element.role is not Role.TEXT:
        return True
    if observation.title and observation.title in (element.node.text, element.name):
        return False
    return any(character.isalnum() for character in element.name)


def _chosen(elements: list[Element], starred: Collection[int], room: int | None) -> list[Element]:
    """What matters most when there is no room for all: starred, then actionable, then the rest; in screen order."""
    if room is None or room >= len(elements):
        return elements
    ranked = sorted(elements, key=lambda element: (element.ref not in starred, not element.is_actionable, element.ref))
    return sorted(ranked[:room], key=lambda element: element.ref)


def _left_out(elements: Sequence[Element], shown: Sequence[Element]) -> Iterator[str]:
    if len(shown) == len(elements):
        return
    kept = {element.ref for element in shown}
    missing = [element for element in elements if element.ref not in kept]
    actions = [element.ref for element in missing if element.is_actionable]
    texts = len(missing) - len(actions)
    said = []
    if actions:
        span = f"#{actions[0]}" if len(actions) == 1 else f"#{actions[0]} to #{actions[-1]}"
        said.append(f"{len(actions)} to act on, {span}, which can be named")
    if texts:
        said.append(f"{texts} to read")
    yield f"({len(missing)} more not shown: {'; '.join(said)})"


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: max(0, length - 1)] + "…"
