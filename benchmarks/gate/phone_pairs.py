"""Every control and field of the simulated phone's labelled screens, in ten languages, judged."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.gate.rows import Row, judged_row
from genie_host.core.errors import SimulatorError
from genie_host.core.screen import Element, Observation, Role
from genie_host.phone.observation import build_observation
from genie_host.simphone.risk_labels import FOLDER, LabelledScreen, labelled_screens
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.locales import LOCALES
from genie_host.simphone.world.xml import hierarchy_xml

_NUMBERED = re.compile(r" \(\d+\)$")
_DRAFT = "see you at six"


def phone_rows(languages: Iterable[str] = LOCALES, folder: Path = FOLDER) -> list[Row]:
    """Raises SimulatorError when a label names what is not on its screen."""
    screens = (screen for language in languages for screen in labelled_screens(language, folder))
    return [row for screen in screens for row in _rows_of(screen)]


def _rows_of(labels: LabelledScreen) -> Iterator[Row]:
    seen = _reached(labels)
    named = {_plain(element.name) for element in seen.elements}
    if missing := [sorted(names) for names in (*labels.grave, *labels.secret) if not names & named]:
        raise SimulatorError(f"{labels.name} has no {missing}, but {', '.join(sorted(named))}")
    for element in seen.elements:
        name, middle = _plain(element.name), element.node.bounds.center
        if not element.is_actionable:
            continue
        if element.role is Role.FIELD:
            call = ("type_text", {"field": name, "text": _DRAFT, "x": middle.x, "y": middle.y})
            yield _row(seen, labels, call, is_grave=any(name in names for names in labels.secret))
        else:
            tap = ("tap", {"text": name, "x": middle.x, "y": middle.y})
            yield _row(seen, labels, tap, is_grave=any(name in names for names in labels.grave))


def _row(seen: Observation, labels: LabelledScreen, call: tuple[str, dict[str, object]], *, is_grave: bool) -> Row:
    return judged_row(seen, screen=labels.name, app=labels.app_id, call=call, is_grave=is_grave)


def _reached(labels: LabelledScreen) -> Observation:
    world = World.from_bundled_apps(locale=labels.language)
    world.show(labels.app_id, labels.screen)
    for name, text in labels.steps:
        element = _element(_look(world), name)
        middle = None if element is None else element.node.bounds.center
        if middle is None or not world.tap(middle.x, middle.y):
            raise SimulatorError(f"{labels.name}: there is no {name}")
        if text:
            world.type_text(text)
            world.hide_keyboard()
    return _look(world)


def _look(world: World) -> Observation:
    front = world.foreground
    return build_observation(hierarchy_xml(world), foreground=(front.package, front.activity))


def _element(seen: Observation, name: str) -> Element | None:
    return next((element for element in seen.elements if _plain(element.name) == name), None)


def _plain(name: str) -> str:
    """The name without the number that tells twins apart."""
    return _NUMBERED.sub("", name)
