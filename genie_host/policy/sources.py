"""Every text that reached the model in a run, and where it came from first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from genie_host.core.provenance import Origin, Sourced
from genie_host.core.screen import Element, Observation
from genie_host.policy.layout import SYSTEM_UI, Layout
from genie_host.policy.normalise import normalise, tight

_NOTIFICATION = re.compile(r"notification|status_?bar|heads_?up|expandable", re.IGNORECASE)
_SYSTEMS_OWN = re.compile(r"\btile|/qs_|quick_settings|QSTile")
"""Parts of the shade that the system itself writes."""
_NUMBER = re.compile(r"[0-9][0-9 ()./+\-]*[0-9]")
_DIGITS = 4
_A_PART = 3
"""Characters from which on one text that holds the other is more than chance."""
_CLIPPED = 4000
"""Characters of one text that are kept."""
_MOST = 20_000
"""Texts of one run. Those that come later are not kept, and what they say then counts as made up by the model."""


def origin_of(element: Element, layout: Layout) -> Origin:
    """Who wrote what an element says, as far as the tree tells."""
    node = element.node
    if node.package_name == SYSTEM_UI:
        near = [f"{each.resource_id} {each.class_name}" for each in (node, *layout.ancestors(node))]
        if any(map(_NOTIFICATION.search, near)) and not any(map(_SYSTEMS_OWN.search, near)):
            return Origin.NOTIFICATION
    return Origin.WEB if element.is_web else Origin.APP


def sourced(observation: Observation) -> Iterator[Sourced]:
    """All that a screen tells the model, each text with its origin."""
    layout = Layout(observation)
    place = observation.app_label or observation.package_name
    if observation.title:
        yield Sourced(text=observation.title, origin=Origin.APP, place=place)
    for element in observation.elements:
        origin = origin_of(element, layout)
        where = place if element.package_name in ("", observation.package_name) else element.package_name
        for text in dict.fromkeys((element.name, element.value, *_raw(element))):
            if text:
                yield Sourced(text=text, origin=origin, place=where)


def _raw(element: Element) -> tuple[str, ...]:
    """What the node itself says, where the name was shortened or made visible."""
    node = element.node
    return () if node.is_password else (node.text, node.content_description)


class Sources:
    """The texts of one run. Where a text was seen first counts: what the model copies stays another's words."""

    def __init__(self) -> None:
        self._seen: dict[str, Sourced] = {}
        self._numbers: dict[str, Sourced] = {}
        self._written: set[str] = set()

    def note(self, observation: Observation) -> None:
        """The model is shown this screen."""
        for each in sourced(observation):
            self.add(each)

    def add(self, text: Sourced) -> None:
        """The model is told this."""
        key = normalise(text.text[:_CLIPPED])
        if not key or key in self._seen or len(self._seen) >= _MOST:
            return
        self._seen[key] = text
        for number in numbers_in(key):
            self._numbers.setdefault(number, text)

    def write(self, text: str) -> None:
        """The run writes this into a field: what the model makes up is not the app's for standing there."""
        self.add(Sourced(text=text, origin=Origin.MODEL))
        if written := normalise(text):
            self._written.add(written)

    def has_written(self, content: str) -> bool:
        """Did this run write what stands in a field, or a part of it, however the field has dressed it?"""
        shown = normalise(content)
        return any(
            tight(text) == tight(shown) or (min(len(text), len(shown)) >= _A_PART and (text in shown or shown in text))
            for text in self._written
        )

    def of(self, value: str) -> Sourced:
        """The first text in which a value stood; the model's own invention when it stood in none."""
        wanted = normalise(value)
        found = next((text for key, text in self._seen.items() if wanted and wanted in key), None)
        if found is None:
            found = next((self._numbers[number] for number in numbers_in(wanted) if number in self._numbers), None)
        return found or Sourced(text=value, origin=Origin.MODEL)


def numbers_in(normalised: str) -> tuple[str, ...]:
    """Numbers of four digits and more, without what stands between their digits: +1 (555) 0100 is 15550100."""
    return tuple(
        digits for found in _NUMBER.findall(normalised) if len(digits := re.sub(r"[^0-9]", "", found)) >= _DIGITS
    )
