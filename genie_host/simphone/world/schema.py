"""The form of an app file: screens of items, dialogs, and what a tap does. See docs/simulated-phone.md."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from genie_host.core.errors import SimulatorError

Action = dict[str, Any]
"""One verb and its argument, such as ``{"goto": "network"}``; the verbs are in ``actions.py``."""


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Item(_Record):
    """One thing on a screen."""

    kind: Literal["row", "switch", "text", "heading", "button", "field", "bubble", "icon"]
    text: str = ""
    summary: str = ""
    description: str = ""
    """Content description; for things without a text, such as icon buttons."""
    id: str = ""
    """Resource id without the package; a default per kind when empty."""
    bind: str = ""
    """Path of the variable that a switch or a field shows and changes."""
    hint: str = ""
    password: bool = False
    lines: int = 1
    """Height of a field or text in lines."""
    each: str = ""
    """Path of a list: the item is repeated for each entry, which is called ``item``."""
    when: str = ""
    """Path that must hold something for the item to be shown; ``!path`` for the contrary."""
    enabled_when: str = ""
    tap: list[Action] = Field(default_factory=list)
    long_press: list[Action] = Field(default_factory=list)


class Screen(_Record):
    """A title bar, a body that scrolls by rows, and things that stay in place below it."""

    title: str = ""
    up: bool = True
    """Has the arrow that goes back."""
    actions: list[Item] = Field(default_factory=list)
    body: list[Item] = Field(default_factory=list)
    layout: Literal["list", "grid"] = "list"
    stick: Literal["top", "end"] = "top"
    """Where the body stands when the screen opens."""
    bar: list[Item] = Field(default_factory=list)
    """Side by side at the bottom: a composer, or tabs."""
    floating: Item | None = None
    activity: str = ""
    secure: bool = False


class Dialog(_Record):
    """A small window in front of the screen."""

    title: str
    message: str = ""
    buttons: list[Item]


class App(_Record):
    """One app: its identity, its variables when new, its screens."""

    app_id: str
    package: str
    label: str
    activity: str = ".MainActivity"
    state: dict[str, Any] = Field(default_factory=dict)
    screens: dict[str, Screen]
    dialogs: dict[str, Dialog] = Field(default_factory=dict)


def load_app(path: Path) -> App:
    """Read one app file; raises SimulatorError that names the place of the fault."""
    try:
        return _parsed(path.name, path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SimulatorError(f"the app file {path.name} cannot be read: {error.strerror}") from error


@lru_cache(maxsize=64)
def _parsed(name: str, text: str) -> App:
    """Cached, for YAML is slow and a test suite makes hundreds of phones."""
    try:
        return App.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as error:
        raise SimulatorError(f"the app file {name} is not YAML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SimulatorError(f"the app file {name} is wrong at {place}: {first['msg']}") from error
