"""What is grave on the screens of the simulated phone's apps: labels that lie beside the app files, in apps/risk.

    - at: home                       the screen, by its id in the app's file
      steps: [Mum, {Text message: hi}]   what is tapped there first, and what is written where
      grave: [Send, Call]            controls whose touch must be asked about
      secret: [Password]             fields whose filling must be

Everything else on the screen that can be touched or written into is harmless. Names are those of the English phone; on
a phone in another language they are the translations of the app's own locale file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from genie_host.core.errors import SimulatorError
from genie_host.simphone.world.locales import words_on_screen
from genie_host.simphone.yaml_text import parse_yaml

FOLDER = Path(__file__).parent / "apps" / "risk"
_HOLE = re.compile(r"\{[^{}]*\}")


class _Screen(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    at: str
    steps: list[str | dict[str, str]] = []
    grave: list[str] = []
    secret: list[str] = []


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    screens: list[_Screen]


@dataclass(frozen=True, kw_only=True)
class LabelledScreen:
    """One screen, how it is reached, and what is grave on it; all names in one language."""

    app_id: str
    screen: str
    language: str
    steps: tuple[tuple[str, str], ...]
    """Controls to tap, and what to write into those that are fields; empty for a mere tap."""
    grave: tuple[frozenset[str], ...]
    """Of each control its name in this language and in English, for apps leave words untranslated."""
    secret: tuple[frozenset[str], ...]
    """The same of fields."""

    @property
    def name(self) -> str:
        """What to call it: ``messages/home (de): Mum``."""
        path = ", ".join(step for step, _ in self.steps)
        return f"{self.app_id}/{self.screen} ({self.language})" + (f": {path}" if path else "")


def labelled_screens(language: str, folder: Path = FOLDER) -> Iterator[LabelledScreen]:
    """Every labelled screen, on a phone in this language. Raises SimulatorError for a file that is wrong."""
    for path in sorted(folder.glob("*.yaml")):
        for entry in _load(path).screens:
            yield _in_language(path.stem, entry, language)


def _load(path: Path) -> _File:
    try:
        return _File.model_validate(parse_yaml(path.read_text(encoding="utf-8")))
    except (ValidationError, ValueError) as error:
        raise SimulatorError(f"the labels in {path.name} are wrong: {error}") from error


def _in_language(app_id: str, entry: _Screen, language: str) -> LabelledScreen:
    steps = [(step, "") if isinstance(step, str) else next(iter(step.items())) for step in entry.steps]
    return LabelledScreen(
        app_id=app_id,
        screen=entry.at,
        language=language,
        steps=tuple((said_in(name, app_id, language), text) for name, text in steps),
        grave=tuple(frozenset({name, said_in(name, app_id, language)}) for name in entry.grave),
        secret=tuple(frozenset({name, said_in(name, app_id, language)}) for name in entry.secret),
    )


def said_in(name: str, app_id: str, language: str) -> str:
    """What the phone says in a language for the English name of a control."""
    own, system = words_on_screen(app_id, language), words_on_screen("system", language)
    for table in (own, system):
        if name in table:
            return table[name]
        for template, translation in table.items():
            if "{" in template and (filled := _filled(name, template, translation)):
                return filled
    return name


def _filled(name: str, template: str, translation: str) -> str:
    """A translation with the holes filled as they are in the English name; empty when the template is another's."""
    holes = _HOLE.findall(template)
    pattern = "(.+)".join(re.escape(part) for part in _HOLE.split(template))
    found = re.fullmatch(pattern, name)
    if found is None or not pattern.replace("(.+)", ""):
        return ""
    for hole, value in zip(holes, found.groups(), strict=True):
        translation = translation.replace(hole, value)
    return translation
