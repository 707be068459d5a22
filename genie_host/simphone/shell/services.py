"""``cmd`` and ``service``: the system's services by name."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping

from genie_host.simphone.shell import (
    activity,
    connectivity,
    input,
    keyboards,
    package_manager,
    panels,
    settings,
    window,
)
from genie_host.simphone.shell.command import OK, Call, CommandFunction, CommandTable, Reply
from genie_host.simphone.shell.dumps import SERVICES as DUMPS
from genie_host.simphone.shell.dumps import dump

_NO_SERVICE = 20
_SERVICES: Mapping[str, CommandFunction] = {
    **connectivity.SERVICES,
    **panels.SERVICES,
    "activity": activity.am,
    "input": input.send_input,
    "input_method": keyboards.ime,
    "package": package_manager.pm,
    "settings": settings.settings,
    "window": window.wm,
}
_DUMPED = ("battery", "deviceidle")
"""Services whose commands are the same as what their dumps take."""


def cmd(call: Call) -> Reply | Awaitable[Reply]:
    """``cmd [-w] SERVICE ...``: the same services that the older tools front."""
    arguments = [argument for argument in call.arguments[:1] if argument != "-w"] + list(call.arguments[1:])
    if arguments == ["-l"]:
        return Reply("Currently running services:\n" + "".join(f"  {name}\n" for name in _names()))
    name, *rest = arguments or [""]
    service = _SERVICES.get(name)
    if service is not None:
        return service(call.for_service(name, rest))
    if name in _DUMPED:
        return Reply(dump(call.phone, name, rest) or "")
    if name in DUMPS:
        return Reply("No shell command implementation.\n", status=255)
    return Reply(status=_NO_SERVICE, errors=f"cmd: Can't find service: {name}\n")


def service(call: Call) -> Reply:
    """``service list | check NAME | call NAME CODE ...``."""
    match list(call.arguments):
        case ["list"]:
            names = _names()
            lines = "".join(f"{n}\t{name}: [android.os.I{name.title()}Manager]\n" for n, name in enumerate(names))
            return Reply(f"Found {len(names)} services:\n{lines}")
        case ["check", name]:
            return Reply(f"Service {name}: {'found' if name in _names() else 'not found'}\n")
        case ["call", name, code, *_] if name in _names():
            if name == "statusbar" and code in ("1", "2"):
                world = call.phone.world
                (world.open_shade if code == "1" else world.close_shade)()
            elif name == "notification" and code == "1":
                call.phone.world.clear_notifications()
            return Reply("Result: Parcel(00000000    '....')\n")
        case ["call", name, *_]:
            return Reply(f"service: Service {name} does not exist\n", status=10)
    return Reply(status=10, errors="Usage: service [-h|-?]\n")


def nothing(call: Call) -> Reply:
    """Programs of the system that do their work where nobody can see it."""
    return OK


def _names() -> list[str]:
    return sorted({*_SERVICES, *DUMPS})


COMMANDS: CommandTable = {"cmd": cmd, "device_config": nothing, "service": service}
