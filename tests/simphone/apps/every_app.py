"""Every app file that ships, and arguments with which each screen has something to show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app_driver import HandClock

from genie_host.simphone.world.actions import DOWNLOADS
from genie_host.simphone.world.engine import APPS, World
from genie_host.simphone.world.schema import App

FILES = [*sorted(APPS.glob("*.yaml")), *sorted(DOWNLOADS.glob("*.yaml"))]

_ANY = {
    "account": "current",
    "album": "Low Tide",
    "category": "Tools",
    "folder": "downloads",
    "id": "1",
    "last": "4821",
    "name": "Mum",
    "number": "3106",
    "payee": "Sam Okafor",
    "restaurant": "r1",
    "text": "hello",
    "who": "Alice",
}
_OF_APP = {
    "birdguide": {"name": "Wren"},
    "budget": {"name": "Food"},
    "chat": {"name": "Deniz"},
    "delivery": {"id": "r1"},
    "files": {"id": "invoice"},
    "gallery": {"name": "Lake trip", "id": "p6"},
    "music": {"name": "Focus", "id": "t2"},
    "settings": {"name": "HomeNet"},
    "shop": {"id": "103"},
    "social": {"id": "a1", "who": "marta.draws"},
    "store": {"id": "birdguide", "package": "com.example.birdguide"},
    "wallet": {"id": "library"},
}


def opened(app: App, screen: str, clock: HandClock, **options: Any) -> World:
    """A phone with a screen of an app in front."""
    path = DOWNLOADS / f"{app.app_id}.yaml"
    extra: list[Path] = [path] if path.is_file() else []
    world = World.from_bundled_apps(clock=clock, extra_apps=extra, **options)
    world.show(app.app_id, screen, **{**_ANY, **_OF_APP.get(app.app_id, {})})
    return world
