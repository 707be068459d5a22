"""Names of keys and their Android key codes (AOSP ``KeyEvent``)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from genie_host.core.errors import UsageError

KEY_CODES: Mapping[str, int] = MappingProxyType(
    {
        "home": 3,
        "back": 4,
        "up": 19,
        "down": 20,
        "left": 21,
        "right": 22,
        "center": 23,
        "volume_up": 24,
        "volume_down": 25,
        "power": 26,
        "camera": 27,
        "tab": 61,
        "space": 62,
        "enter": 66,
        "delete": 67,
        "menu": 82,
        "notification": 83,
        "search": 84,
        "play_pause": 85,
        "media_next": 87,
        "media_previous": 88,
        "page_up": 92,
        "page_down": 93,
        "escape": 111,
        "volume_mute": 164,
        "recent_apps": 187,
        "sleep": 223,
        "wake": 224,
    }
)

_OTHER_NAMES = MappingProxyType({"recent": "recent_apps", "recents": "recent_apps", "backspace": "delete"})


def key_code(name: str) -> int:
    """The code of a key; raises UsageError with the names there are."""
    wanted = name.strip().lower().replace(" ", "_")
    code = KEY_CODES.get(_OTHER_NAMES.get(wanted, wanted))
    if code is None:
        raise UsageError(f"There is no such key. Keys are {', '.join(KEY_CODES)}.")
    return code
