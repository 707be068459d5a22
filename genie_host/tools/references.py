"""References to elements that die with the look they came from.

``4f1a#7`` is the seventh element of the look whose fingerprint begins with 4f1a; ``#7`` is the seventh of the present
one. A reference of a look that is over is never guessed at: the error names what took the element's place.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from genie_host.core.screen import Element, Observation
from genie_host.tools.tool import RetryDifferently

_KEPT = 16
_REFERENCE = re.compile(r"(?:([0-9a-f]{4}))?#(\d{1,4})")
_KEYS = ("target", "field", "start", "end")
"""Arguments that name an element."""


def reference_to(element: Element, observation: Observation) -> str:
    """How to refer to an element of a look, until the screen changes."""
    return f"{_tag(observation)}#{element.ref}"


class References:
    """Remembers the last looks, so that a reference that died can be explained."""

    def __init__(self) -> None:
        self._looks: OrderedDict[str, Observation] = OrderedDict()

    def note(self, observation: Observation) -> None:
        """This is what can be referred to now."""
        tag = _tag(observation)
        self._looks[tag] = observation
        self._looks.move_to_end(tag)
        while len(self._looks) > _KEPT:
            self._looks.popitem(last=False)

    def in_names(self, arguments: Mapping[str, Any], observation: Observation) -> dict[str, Any]:
        """Arguments with names in place of references; raises RetryDifferently for a dead one."""
        self.note(observation)
        return {
            key: self._name(value, observation) if key in _KEYS and isinstance(value, str) else value
            for key, value in arguments.items()
        }

    def _name(self, value: str, observation: Observation) -> str:
        match = _REFERENCE.fullmatch(value.strip())
        if match is None or observation.element_named(value) is not None:
            return value
        tag, ref = match[1] or _tag(observation), int(match[2])
        if tag != _tag(observation):
            raise RetryDifferently(self._obituary(value, tag, ref, observation))
        element = _of_ref(observation, ref)
        if element is None:
            raise RetryDifferently(f"There is no {value} on this screen: it has {len(observation.elements)} elements.")
        return element.name

    def _obituary(self, value: str, tag: str, ref: int, now: Observation) -> str:
        before = self._looks.get(tag)
        element = _of_ref(before, ref) if before is not None else None
        if element is None:
            return f"{value} is of a screen that is gone. Look again and name what is there now."
        heir = _heir(element, now)
        if heir is None:
            return f"{value} was '{element.name}' on a screen that is gone; it is not on this one."
        return f"{value} was '{element.name}' on a screen that is gone; it is {reference_to(heir, now)} now."


def _tag(observation: Observation) -> str:
    return observation.fingerprint[:4] or "0000"


def _of_ref(observation: Observation, ref: int) -> Element | None:
    return next((element for element in observation.elements if element.ref == ref), None)


def _heir(element: Element, now: Observation) -> Element | None:
    """What stands for the same thing now: of that name, else the only one of that id."""
    same = now.element_named(element.name)
    if same is not None and same.role is element.role:
        return same
    resource_id = element.node.resource_id
    by_id = [each for each in now.elements if resource_id and each.node.resource_id == resource_id]
    return by_id[0] if len(by_id) == 1 else same
