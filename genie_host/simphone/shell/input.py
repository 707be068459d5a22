"""``input``: touches, text and keys from the shell."""

from __future__ import annotations

from genie_host.simphone.hand import InjectionDenied
from genie_host.simphone.keycodes import keycode_of
from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply

_SOURCES = ("touchscreen", "keyboard", "mouse", "touchpad", "stylus", "dpad")
_DEFAULT_SWIPE_MS = 300
_TAP_MS = 50
_CONTROLS = frozenset({113, 114})
_WITH_CONTROL = {31: 278, 50: 279, 52: 277}
"""Copy, paste and cut, by the letter that Control makes them of."""


async def send_input(call: Call) -> Reply:
    """``input [-d DISPLAY] [SOURCE] tap | swipe | draganddrop | text | keyevent | keycombination | motionevent``."""
    arguments = list(call.arguments)
    if arguments[:1] == ["-d"]:
        arguments = arguments[2:]
    if arguments and arguments[0] in _SOURCES:
        arguments = arguments[1:]
    try:
        return await _dispatch(call, arguments)
    except InjectionDenied:
        return _java_error(
            arguments[0],
            "java.lang.SecurityException: Injecting input events requires the caller (or the source of the "
            "instrumentation, if any) to have the INJECT_EVENTS permission.",
        )
    except (ValueError, OverflowError, IndexError) as error:
        return _java_error(arguments[0], f"java.lang.NumberFormatException: {error}")


async def _dispatch(call: Call, arguments: list[str]) -> Reply:
    hand = call.phone.hand
    match arguments:
        case ["tap", x, y]:
            await hand.tap(float(x), float(y), held_ms=_TAP_MS)
        case ["swipe" | "draganddrop", x1, y1, x2, y2, *duration]:
            milliseconds = int(duration[0]) if duration else _DEFAULT_SWIPE_MS
            await hand.swipe((float(x1), float(y1)), (float(x2), float(y2)), duration_ms=milliseconds)
        case ["text", *words]:
            text = " ".join(words)
            if not text.isascii():
                return _java_error("text", "java.lang.NullPointerException: Attempt to get length of null array")
            hand.type_text(text.replace("%s", " "))
        case ["keyevent", *names]:
            return _press(call, [name for name in names if not name.startswith("--")])
        case ["keycombination", *names]:
            return _press_together(call, names)
        case ["motionevent", ("DOWN" | "UP" | "MOVE" | "CANCEL") as action, *place]:
            await _move(call, action, [float(number) for number in place])
        case ["press" | "roll", *_]:
            pass  # there is no trackball
        case _:
            return Reply(status=255, errors=f"Error: Unknown command: {' '.join(arguments)}\n")
    return OK


def _press(call: Call, names: list[str]) -> Reply:
    codes = [keycode_of(name) for name in names]
    if None in codes or not codes:
        return Reply(status=255, errors=f"Error: Unknown keycode: {' '.join(names)}\n")
    for code in codes:
        call.phone.hand.press_key(code or 0)
    return OK


def _press_together(call: Call, names: list[str]) -> Reply:
    """Control makes letters cut, copy and paste; all else is the last key alone."""
    codes = [keycode_of(name) or 0 for name in names]
    last = codes[-1] if codes else 0
    if _CONTROLS & set(codes[:-1]):
        return _press(call, [str(_WITH_CONTROL[last])]) if last in _WITH_CONTROL else OK
    return _press(call, names[-1:])


async def _move(call: Call, action: str, place: list[float]) -> None:
    """A finger that goes down, moves and goes up in calls of their own."""
    phone = call.phone
    if action == "DOWN":
        phone.finger = (place[0], place[1], phone.clock.now())
    elif action == "CANCEL":
        phone.finger = None
    elif action == "UP" and phone.finger is not None:
        x, y, since = phone.finger
        phone.finger = None
        held_ms = int((phone.clock.now() - since) * 1000)
        await phone.hand.swipe((x, y), (place[0], place[1]), duration_ms=held_ms, is_over=True)


def _java_error(command: str, message: str) -> Reply:
    return Reply(
        status=255,
        errors=f"\nException occurred while executing '{command}':\n{message}\n"
        "\tat com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java:0)\n",
    )


COMMANDS: CommandTable = {"input": send_input}
