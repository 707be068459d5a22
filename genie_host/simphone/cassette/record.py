"""A cassette as data, and as a folder: ``cassette.json``, and for each screen a dump and a picture."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from genie_host.core.errors import SimulatorError

FORM = 1
_INDEX = "cassette.json"


class Screen(BaseModel):
    """One screen, known by its fingerprint."""

    model_config = ConfigDict(extra="forbid")

    package: str
    activity: str
    moves: dict[str, str] = Field(default_factory=dict)
    """Where each move led: its words to the fingerprint of the screen that was there then."""


class Cassette(BaseModel):
    """A graph of screens, and what the phone said of itself."""

    model_config = ConfigDict(extra="forbid")

    form: int = FORM
    first: str = ""
    """Fingerprint of the screen that was there first."""
    width: int
    height: int
    properties: dict[str, str] = Field(default_factory=dict)
    answers: dict[str, str] = Field(default_factory=dict)
    """What shell commands printed."""
    screens: dict[str, Screen] = Field(default_factory=dict)
    dumps: dict[str, str] = Field(default_factory=dict, exclude=True)
    pictures: dict[str, bytes] = Field(default_factory=dict, exclude=True)

    def save(self, folder: Path) -> None:
        """Write the folder; raises SimulatorError when that is not possible."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for mark, dump in self.dumps.items():
                (folder / f"{mark}.xml").write_text(dump, encoding="utf-8", newline="")
            for mark, picture in self.pictures.items():
                (folder / f"{mark}.png").write_bytes(picture)
            (folder / _INDEX).write_text(self.model_dump_json(indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise SimulatorError(f"the cassette {folder} cannot be written: {error.strerror}") from error

    @classmethod
    def load(cls, folder: Path) -> Cassette:
        """Read a folder; raises SimulatorError when it is no cassette."""
        try:
            cassette = cls.model_validate(json.loads((folder / _INDEX).read_text(encoding="utf-8")))
            for mark in cassette.screens:
                if not mark.isalnum():
                    raise SimulatorError(f"{folder} is no cassette: {mark!r} is no fingerprint")
                with (folder / f"{mark}.xml").open(encoding="utf-8", newline="") as file:
                    cassette.dumps[mark] = file.read()
                cassette.pictures[mark] = (folder / f"{mark}.png").read_bytes()
        except OSError as error:
            raise SimulatorError(f"{folder} is no cassette: {error.strerror}") from error
        except (ValidationError, ValueError) as error:
            raise SimulatorError(f"{folder} is no cassette") from error
        known = cassette.screens.keys()
        strays = [to for screen in cassette.screens.values() for to in screen.moves.values() if to not in known]
        if cassette.form != FORM or cassette.first not in known or strays:
            raise SimulatorError(f"{folder} is no cassette that this version can play")
        return cassette
