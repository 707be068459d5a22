"""All shell commands of the phone in one table."""

from __future__ import annotations

from collections.abc import Awaitable

from genie_host.simphone.shell import (
    activity,
    capture,
    conditions,
    files,
    input,
    logcat,
    nested,
    packages,
    processes,
    sed,
    settings,
    system,
    text,
    window,
)
from genie_host.simphone.shell.command import Call, CommandFunction, CommandTable, Reply

_SERVICES: dict[str, CommandFunction] = {
    "activity": activity.am,
    "input": input.send_input,
    "package": packages.pm,
    "settings": settings.settings,
    "window": window.wm,
}
_NO_SERVICE = 20


def cmd(call: Call) -> Reply | Awaitable[Reply]:
    """``cmd SERVICE ...``: the same services that the older tools front."""
    if call.arguments == ("-l",):
        return Reply("Currently running services:\n" + "".join(f"  {name}\n" for name in sorted(_SERVICES)))
    name, *rest = call.arguments or ("",)
    service = _SERVICES.get(name)
    if service is None:
        return Reply(status=_NO_SERVICE, errors=f"cmd: Can't find service: {name}\n")
    return service(call.for_service(name, rest))


def which(call: Call) -> Reply:
    """``which NAME``."""
    names = call.plain_arguments()
    return Reply(f"/system/bin/{names[0]}\n") if names and names[0] in COMMANDS else Reply(status=1)


COMMANDS: CommandTable = {
    **activity.COMMANDS,
    **capture.COMMANDS,
    **conditions.COMMANDS,
    **files.COMMANDS,
    **input.COMMANDS,
    **logcat.COMMANDS,
    **nested.COMMANDS,
    **packages.COMMANDS,
    **processes.COMMANDS,
    **sed.COMMANDS,
    **settings.COMMANDS,
    **system.COMMANDS,
    **text.COMMANDS,
    **window.COMMANDS,
    "cmd": cmd,
    "which": which,
}
