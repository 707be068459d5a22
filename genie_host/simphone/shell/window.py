"""``wm`` and ``dumpsys``: what the window manager and its neighbours tell."""

from __future__ import annotations

import re

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply
from genie_host.simphone.shell.dumps import SERVICES, dump

_SIZE, _DENSITY = ("display", "override_size"), ("display", "override_density")


def wm(call: Call) -> Reply:
    """``wm size [WIDTHxHEIGHT | reset]``, ``density``, ``user-rotation``, ``dismiss-keyguard``."""
    match call.arguments:
        case ("size", *rest):
            return _size(call.phone, list(rest))
        case ("density", *rest):
            return _density(call.phone, list(rest))
        case ("dismiss-keyguard",):
            call.phone.world.dismiss_keyguard()
            return OK
        case ("user-rotation", *rest) | ("set-user-rotation", *rest):
            return _rotation(call.phone, list(rest))
        case ("fixed-to-user-rotation" | "set-fix-to-user-rotation" | "overscan" | "scaling", *_):
            return OK
    return Reply(status=255, errors=f"Error: unknown command '{' '.join(call.arguments)}'\n")


def _size(phone: SimPhone, words: list[str]) -> Reply:
    if words == ["reset"]:
        phone.world.settings.pop(_SIZE, None)
        return OK
    if words and re.fullmatch(r"\d+x\d+", words[0]):
        # It is only told; what is drawn keeps the size of the glass.
        phone.world.settings[_SIZE] = words[0]
        return OK
    if words:
        return Reply(status=255, errors=f"Error: bad size {words[0]}\n")
    size = phone.world.natural_size
    override = phone.world.settings.get(_SIZE)
    return Reply(f"Physical size: {size.width}x{size.height}\n" + (f"Override size: {override}\n" if override else ""))


def _density(phone: SimPhone, words: list[str]) -> Reply:
    if words == ["reset"]:
        phone.world.settings.pop(_DENSITY, None)
        return OK
    if words and words[0].isdecimal():
        phone.world.settings[_DENSITY] = words[0]
        return OK
    if words:
        return Reply(status=255, errors=f"Error: bad number {words[0]}\n")
    override = phone.world.settings.get(_DENSITY)
    return Reply(
        f"Physical density: {phone.world.profile.density}\n" + (f"Override density: {override}\n" if override else "")
    )


def _rotation(phone: SimPhone, words: list[str]) -> Reply:
    """``free``, ``lock [ROTATION]``; older phones print nothing."""
    world = phone.world
    if not words:
        return Reply("free\n" if world.is_on("auto_rotate") else f"lock {world.rotation}\n")
    world.switch("auto_rotate", words[0] == "free")
    if words[0] == "lock" and words[-1].isdecimal():
        world.set_rotation(int(words[-1]) % 4)
    return OK


def dumpsys(call: Call) -> Reply:
    """``dumpsys [-t SECONDS] [-l] [SERVICE [ARGUMENT...]]``; of all services without one."""
    arguments = list(call.arguments)
    if arguments[:1] in (["-t"], ["-T"]):
        arguments = arguments[2:]
    if arguments == ["-l"]:
        return Reply("Currently running services:\n" + "".join(f"  {name}\n" for name in sorted(SERVICES)))
    if not arguments:
        texts = (f"{'-' * 79}\nDUMP OF SERVICE {name}:\n{dump(call.phone, name, [])}" for name in sorted(SERVICES))
        return Reply("".join(texts))
    text = dump(call.phone, arguments[0], arguments[1:])
    return Reply(text) if text is not None else Reply(status=1, errors=f"Can't find service: {arguments[0]}\n")


COMMANDS: CommandTable = {"dumpsys": dumpsys, "wm": wm}
