"""Android key codes by the names that hosts use. Source: ``android.view.KeyEvent``."""

from __future__ import annotations

KEYCODES: dict[str, int] = {
    "SOFT_LEFT": 1,
    "HOME": 3,
    "BACK": 4,
    "CALL": 5,
    "ENDCALL": 6,
    "STAR": 17,
    "POUND": 18,
    "DPAD_UP": 19,
    "DPAD_DOWN": 20,
    "DPAD_LEFT": 21,
    "DPAD_RIGHT": 22,
    "DPAD_CENTER": 23,
    "VOLUME_UP": 24,
    "VOLUME_DOWN": 25,
    "POWER": 26,
    "CAMERA": 27,
    "CLEAR": 28,
    "COMMA": 55,
    "PERIOD": 56,
    "ALT_LEFT": 57,
    "SHIFT_LEFT": 59,
    "SHIFT_RIGHT": 60,
    "TAB": 61,
    "SPACE": 62,
    "ENTER": 66,
    "DEL": 67,
    "MENU": 82,
    "NOTIFICATION": 83,
    "SEARCH": 84,
    "MEDIA_PLAY_PAUSE": 85,
    "MEDIA_NEXT": 87,
    "MEDIA_PREVIOUS": 88,
    "PAGE_UP": 92,
    "PAGE_DOWN": 93,
    "ESCAPE": 111,
    "FORWARD_DEL": 112,
    "CTRL_LEFT": 113,
    "CTRL_RIGHT": 114,
    "MOVE_HOME": 122,
    "MOVE_END": 123,
    "VOLUME_MUTE": 164,
    "APP_SWITCH": 187,
    "ASSIST": 219,
    "BRIGHTNESS_DOWN": 220,
    "BRIGHTNESS_UP": 221,
    "SLEEP": 223,
    "WAKEUP": 224,
    "CUT": 277,
    "COPY": 278,
    "PASTE": 279,
}
"""Without the prefix ``KEYCODE_``; digits and letters are worked out."""

U2_KEYS: dict[str, int] = {
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
    "enter": 66,
    "del": 67,
    "delete": 67,
    "menu": 82,
    "search": 84,
    "volume_mute": 164,
    "recent": 187,
}
"""The names that uiautomator2's ``pressKey`` knows."""


def keycode_of(name: str) -> int | None:
    """Key code of ``26``, ``POWER``, ``KEYCODE_POWER`` or ``KEYCODE_A``; None when there is none."""
    if name.isdigit():
        return int(name)
    bare = name.upper().removeprefix("KEYCODE_")
    if len(bare) == 1 and bare.isdigit():
        return 7 + int(bare)
    if len(bare) == 1 and "A" <= bare <= "Z":
        return 29 + ord(bare) - ord("A")
    return KEYCODES.get(bare)
