"""Where words came from. What is not the user's own is never an order, and never decides alone what is committed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Origin(StrEnum):
    """Who wrote something, as far as can be told."""

    USER = "user"
    """The goal. The only origin that is trusted."""
    GENIE = "genie"
    """Genie's own wording of what happened; names in it are quoted from elsewhere."""
    APP = "app"
    WEB = "web"
    """A web page, in a browser or inside an app."""
    NOTIFICATION = "notification"
    CLIPBOARD = "clipboard"
    FILE = "file"
    MEMORY = "memory"
    """A fact kept from earlier, which somebody else may have planted."""
    MODEL = "model"
    """Neither the user's words nor seen anywhere: the model made it up."""


@dataclass(frozen=True, kw_only=True)
class Sourced:
    """A text and where it came from."""

    text: str
    origin: Origin
    place: str = ""
    """Which app, page or file, in words for a person; empty when the origin says it all."""

    @property
    def source(self) -> str:
        """For a person: ``a web page in Chrome``."""
        name = _NAMES[self.origin]
        return f"{name} in {self.place}" if self.place and self.origin in _PLACED else name


_NAMES = {
    Origin.USER: "your own words",
    Origin.GENIE: "Genie",
    Origin.APP: "the screen",
    Origin.WEB: "a web page",
    Origin.NOTIFICATION: "a notification",
    Origin.CLIPBOARD: "the clipboard",
    Origin.FILE: "a file",
    Origin.MEMORY: "an earlier run",
    Origin.MODEL: "the model alone",
}
_PLACED = frozenset({Origin.APP, Origin.WEB})
