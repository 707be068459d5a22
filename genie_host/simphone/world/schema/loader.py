"""Reads app files."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import yaml
from pydantic import ValidationError

from genie_host.core.errors import SimulatorError
from genie_host.simphone.world.schema.records import App
from genie_host.simphone.yaml_text import parse_yaml


def load_app(path: Path) -> App:
    """Read one app file; raises SimulatorError that names the place of the fault."""
    try:
        return parse_app(path.name, path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SimulatorError(f"the app file {path.name} cannot be read: {error.strerror}") from error


@lru_cache(maxsize=128)
def parse_app(name: str, text: str) -> App:
    """The app in the text of an app file; raises SimulatorError.

    Cached, for YAML is slow and a test suite makes hundreds of phones.
    """
    try:
        return App.model_validate(parse_yaml(text))
    except yaml.YAMLError as error:
        raise SimulatorError(f"the app file {name} is not YAML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SimulatorError(f"the app file {name} is wrong at {place}: {first['msg']}") from error
