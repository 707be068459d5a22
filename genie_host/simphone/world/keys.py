"""Keys of the phone and of a keyboard plugged into it."""

from __future__ import annotations

from collections.abc import Callable

from genie_host.simphone.world.text import Text

_ALWAYS_HEARD = frozenset({5, 6, 26, 223, 224})
"""Keys that do something while the screen is off."""
_DIGIT_0, _LETTER_A = 7, 29
_PRINTED = {62: " ", 55: ",", 56: ".", 69: "-", 76: "/", 77: "@", 81: "+", 17: "*", 18: "#"}


class Keys(Text):
    """The part of the phone that has keys."""

    def press_key(self, keycode: int) -> bool:
        """Android key codes; unknown ones are taken and do nothing, as on a phone."""
        self.tick()
        self.log.append("key", code=keycode)
        do = self._keys.get(keycode) if self.is_screen_on or keycode in _ALWAYS_HEARD else None
        character = _character(keycode)
        if do is not None:
            do()
        elif character and self.is_screen_on:
            self.type_text(character)
        return self._changed()

    @property
    def _keys(self) -> dict[int, Callable[[], object]]:
        return {
            3: self.go_home,
            4: self.press_back,
            5: self.answer_call,
            6: self.end_call,
            26: self._press_power,
            61: self.focus_next,
            66: self._press_enter,
            67: self.delete_backward,
            82: self.dismiss_keyguard,
            83: self.open_shade,
            111: self.press_back,
            187: self.open_recents,
            223: self.sleep,
            224: self.wake,
            277: lambda: self.copy_focused(cut=True),
            278: self.copy_focused,
            279: lambda: self.type_text(self.clipboard or ""),
        }

    def _press_power(self) -> None:
        if self.is_screen_on:
            self.sleep()
        else:
            self.wake()

    def _press_enter(self) -> None:
        if self.is_locked:
            self.enter_pin()


def _character(keycode: int) -> str:
    if _DIGIT_0 <= keycode < _DIGIT_0 + 10:
        return str(keycode - _DIGIT_0)
    if _LETTER_A <= keycode < _LETTER_A + 26:
        return chr(ord("a") + keycode - _LETTER_A)
    return _PRINTED.get(keycode, "")
