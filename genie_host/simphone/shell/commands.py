"""All shell commands of the phone in one table."""

from __future__ import annotations

from genie_host.simphone.shell import (
    activity,
    capture,
    conditions,
    connectivity,
    content,
    files,
    filters,
    glass_events,
    grep,
    input,
    keyboards,
    listings,
    logcat,
    monkey,
    nested,
    package_manager,
    panels,
    process_control,
    processes,
    sed,
    services,
    settings,
    system,
    text,
    window,
)
from genie_host.simphone.shell.builtins import BUILTINS
from genie_host.simphone.shell.command import Call, CommandTable, Reply


def which(call: Call) -> Reply:
    """``which NAME...``."""
    found = [name for name in call.plain_arguments() if name in COMMANDS and name not in BUILTINS]
    return Reply("".join(f"/system/bin/{name}\n" for name in found), status=int(not found))


def toybox(call: Call) -> Reply:
    """``toybox`` alone: what it can do. With a command, the shell runs that."""
    names = {
        **conditions.COMMANDS,
        **files.COMMANDS,
        **filters.COMMANDS,
        **grep.COMMANDS,
        **listings.COMMANDS,
        **processes.COMMANDS,
        **system.COMMANDS,
        **text.COMMANDS,
    }
    return Reply(" ".join(sorted(names)) + "\n")


COMMANDS: CommandTable = {
    **activity.COMMANDS,
    **capture.COMMANDS,
    **conditions.COMMANDS,
    **connectivity.COMMANDS,
    **content.COMMANDS,
    **files.COMMANDS,
    **filters.COMMANDS,
    **glass_events.COMMANDS,
    **grep.COMMANDS,
    **input.COMMANDS,
    **keyboards.COMMANDS,
    **listings.COMMANDS,
    **logcat.COMMANDS,
    **monkey.COMMANDS,
    **nested.COMMANDS,
    **package_manager.COMMANDS,
    **panels.COMMANDS,
    **process_control.COMMANDS,
    **processes.COMMANDS,
    **sed.COMMANDS,
    **services.COMMANDS,
    **settings.COMMANDS,
    **system.COMMANDS,
    **text.COMMANDS,
    **window.COMMANDS,
    "toybox": toybox,
    "which": which,
}
