"""What the user has ruled out for this run: leaving an app, touching certain controls. Judged on the node that is hit.

No approval lifts these bounds: what the user said before the run stands above what is asked during it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from genie_host.core.calls import ToolCall
from genie_host.core.geometry import Point
from genie_host.core.screen import AccessibilityNode, Observation, WindowKind
from genie_host.core.verdicts import Scope
from genie_host.policy.apps import is_launcher
from genie_host.policy.layout import SYSTEM_UI, Layout, content_of, id_words, inner_texts, is_field, own_texts
from genie_host.policy.normalise import fold_diacritics, normalise, skeleton, tight, words
from genie_host.policy.resolve import hits_at, label_of
from genie_host.policy.shape import field_beside, is_on_keyboard
from genie_host.policy.tool_names import GLIDING, PRESSING

_SYSTEM = frozenset({"", "android", SYSTEM_UI})
_PROMPTS = frozenset({WindowKind.PROMPT, WindowKind.SYSTEM_DIALOG})
_OVER_THE_APP = _PROMPTS | {WindowKind.KEYBOARD}
_WAYS_BACK = frozenset({"go_back"})
_LEAVING = frozenset({"go_home", "recents", "open_notifications", "open_quick_settings"})
_LEAVING_KEYS = frozenset({"home", "recent", "recents", "app_switch", "overview", "assist", "notification", "settings"})
_PLAIN_KEYS = frozenset({"back", "delete", "tab", "volume_up", "volume_down", "home", "recent"})
"""Keys that activate nothing."""
_LONGEST_LABEL = 80


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """What was ruled out."""

    stays_in_app: bool = False
    forbidden: tuple[str, ...] = ()
    """Labels of controls that may not be touched, in any case and dress."""


class Fence:
    """Holds one run to its bounds. Where it stays is the app in front at first, or the first one it opens."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._home = ""

    def note(self, observation: Observation) -> None:
        """This is on the screen now."""
        package = observation.package_name
        is_app = package not in _SYSTEM and not is_launcher(package) and not _asks(observation)
        if self._bounds.stays_in_app and not self._home and is_app:
            self._home = package

    def objection(
        self,
        call: ToolCall,
        scope: Scope,
        target: AccessibilityNode | None,
        points: tuple[Point, ...],
        observation: Observation,
        packages: Mapping[str, str],
    ) -> str | None:
        """Why a call that changes something is out of bounds, or None. ``packages``: of apps, by label."""
        if self._home:
            reason = self._leaves(call, scope, target, observation, packages)
            if reason is not None:
                return reason
        for label in self._bounds.forbidden:
            if any(is_called(text, label) for text in _touched(call, target, points, observation)):
                return f"You have ruled out “{label}” for this run."
        return None

    def _leaves(
        self,
        call: ToolCall,
        scope: Scope,
        target: AccessibilityNode | None,
        observation: Observation,
        packages: Mapping[str, str],
    ) -> str | None:
        home = f"This run stays in {self._home}"
        if call.tool_name in _WAYS_BACK or str(call.arguments.get("key") or "") == "back":
            return None
        if call.tool_name == "open_app":
            name = normalise(str(call.arguments.get("name") or ""))
            meant = {package for label, package in packages.items() if normalise(label) == name}
            return None if meant == {self._home} else f"{home}; {call.arguments.get('name')} is another app."
        if call.tool_name in _LEAVING or str(call.arguments.get("key") or "").lower() in _LEAVING_KEYS:
            return f"{home}, and {call.tool_name} leaves it."
        if scope is Scope.LINKS and call.arguments.get("package") != self._home:
            return f"{home}, and a link or an intent may leave it."
        if scope is Scope.DEVICE:
            return None
        where = observation.package_name if target is None else target.package_name or observation.package_name
        if where == self._home or _is_prompt(target, observation):
            return None
        return f"{home}, which is not what is in front: go back."


def _asks(observation: Observation) -> bool:
    """Is the system's question in front? It is no app that a run could stay in."""
    return bool(observation.dialog_package) or any(
        window.is_usable and window.kind in _PROMPTS for window in observation.windows
    )


def _is_prompt(target: AccessibilityNode | None, observation: Observation) -> bool:
    """A question of the system over the app, or the keyboard."""
    if target is None:
        return bool(observation.dialog_package)
    index = int(target.path.partition("/")[0] or 0) if target.path else -1
    return any(window.index == index and window.kind in _OVER_THE_APP for window in observation.windows)


def is_called(text: str, label: str) -> bool:
    """Does a text of a control say this label: as a whole, or as words in a short one? Disguises count as what they
    look like.
    """
    for form in (normalise, _folded, _alike):
        said, wanted = form(text), form(label)
        if not wanted or not said:
            continue
        if said == wanted or tight(said) == tight(wanted):
            return True
        if (
            len(said) <= max(_LONGEST_LABEL, len(wanted))
            and f" {' '.join(words(wanted))} " in f" {' '.join(words(said))} "
        ):
            return True
    return False


def _folded(text: str) -> str:
    return fold_diacritics(normalise(text))


def _alike(text: str) -> str:
    return skeleton(normalise(text))


def _touched(
    call: ToolCall, target: AccessibilityNode | None, points: tuple[Point, ...], observation: Observation
) -> Iterator[str]:
    """Everything that names what a call would touch."""
    layout = Layout(observation)
    yield from (str(call.arguments[key]) for key in ("target", "start", "end", "name") if call.arguments.get(key))
    nodes = [] if target is None else [target]
    for point in points:
        nodes += [node for hit in hits_at(layout, point) for node in (hit.node, hit.leaf) if node is not None]
    if call.tool_name in PRESSING and str(call.arguments.get("key") or "") not in _PLAIN_KEYS:
        nodes += _activated(layout)
    if call.tool_name in GLIDING:
        nodes += _glided_over(call, layout)
    for node in nodes:
        yield " ".join(id_words(node.resource_id))
        if is_field(node):
            # What was written into it does not name it.
            yield from (node.hint, node.content_description)
            continue
        yield label_of(node, layout)
        yield from own_texts(node)
        if not layout.is_large(node):
            yield from inner_texts(node)


def _activated(layout: Layout) -> list[AccessibilityNode]:
    """What an activating key sets off: the focused control, or what stands beside a filled field."""
    focused = [node for node in layout.nodes if node.is_focused]
    filled = [field for field in layout.fields if content_of(field)]
    beside = [node for node in layout.clickables if field_beside(node, layout) in (*focused, *filled)]
    return [*(node for node in focused if not layout.is_large(node)), *beside]


def _glided_over(call: ToolCall, layout: Layout) -> list[AccessibilityNode]:
    """Sliders: what a finger that glides sideways in the middle, or along the named ends, may drag."""
    size = layout.observation.size
    band = range(int(size.height * 0.2), int(size.height * 0.8))
    named = [
        element.node
        for element in layout.observation.elements
        if element.name in (call.arguments.get("start"), call.arguments.get("end"))
    ]
    if str(call.arguments.get("direction") or "") not in ("left", "right"):
        return named
    crossed = [
        node
        for node in layout.nodes
        if node.is_visible
        and own_texts(node)
        and not layout.is_large(node)
        and not is_on_keyboard(node)
        and node.bounds.center.y in band
        and node.bounds.width > size.width // 2
    ]
    return [*named, *crossed]
