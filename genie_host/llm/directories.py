"""Where models and caches live: in the checkout when there is one, else where the platform puts them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def bundled_models() -> Path:
    """The catalogue and the shipped model: ``models/`` of a checkout, or inside the installed package."""
    checkout = _PACKAGE.parent / "models"
    return checkout if (checkout / "catalogue.toml").is_file() else _PACKAGE / "_models"


def pulled_models() -> Path:
    """Downloaded and imported models: ``models/`` of a checkout, or the user's data directory."""
    bundled = bundled_models()
    return _user_directory("data") / "models" if bundled.parent == _PACKAGE else bundled


def engine_cache() -> Path:
    """What the engine computes from big models at their first load. Safe to delete."""
    return _user_directory("cache") / "engine"


def _user_directory(kind: str) -> Path:
    """``kind`` is ``data`` or ``cache``."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / ("Caches" if kind == "cache" else "Application Support") / "genie"
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "genie" / kind
    configured = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
    # The specification says to ignore a relative path.
    if configured and Path(configured).is_absolute():
        return Path(configured) / "genie"
    return Path.home() / (".cache" if kind == "cache" else ".local/share") / "genie"
