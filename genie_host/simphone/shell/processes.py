"""Processes: ``ps``, ``pidof``, and ``app_process``, by which hosts start their servers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from genie_host.simphone.shell.command import OK, Call, CommandTable, NoInput, Reply, expression
from genie_host.simphone.shell.streams import Streams
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.http import HttpServer

_U2_PORT = 9008
_U2_PID = 9001
_TEST_RUN_PID = 9050
"""Of the other tool that holds the slot, when a fault says so."""
_U2_START_MS = 300
_U2_COMMAND_LINE = "app_process / com.wetest.uia2.Main -p 9008"
_ALREADY_REGISTERED = (
    "java.lang.IllegalStateException: UiAutomationService "
    "android.accessibilityservice.IAccessibilityServiceClient$Stub$Proxy@5deffd5already registered!\n"
)


def ps(call: Call) -> Reply:
    """``ps [-A] [-p PID] [-o FIELD,...]``; with the field ARGS command lines instead of names."""
    if "--help" in call.arguments:
        return Reply("usage: ps [-AadefLlnwZ] [-p PID]\n\nList processes.\n\n-A\tAll\n")
    world = call.phone.world
    lines = ["USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME"]
    lines += [_line(f"u0_a{world.pid_of(package)}", world.pid_of(package), package) for package in world.running]
    has_arguments = any("ARGS" in argument for argument in call.arguments)
    if call.phone.automation is not None:
        lines.append(_line("shell", _U2_PID, _U2_COMMAND_LINE if has_arguments else "app_process"))
    if call.phone.faults.u2_busy:
        lines.append(_line("shell", _TEST_RUN_PID, "am instrument -w io.appium.uiautomator2.server.test"))
    return Reply("".join(line + "\n" for line in lines))


def pidof(call: Call) -> Reply:
    """``pidof NAME``."""
    package = (call.plain_arguments() or [""])[0]
    world = call.phone.world
    return Reply(f"{world.pid_of(package)}\n") if world.is_running(package) else Reply(status=1)


def pkill(call: Call) -> Reply:
    """``pkill -f PATTERN``: ends the automation server when the pattern is found in its command line."""
    pattern = (call.plain_arguments() or [""])[-1]
    if call.phone.automation is None or not pattern or expression(pattern).search(_U2_COMMAND_LINE) is None:
        return Reply(status=1)
    call.phone.kill_u2()
    return OK


async def app_process(call: Call) -> Reply:
    """``CLASSPATH=JAR app_process / CLASS [ARGUMENT...]``."""
    names = [argument for argument in call.arguments if "." in argument]
    name = names[0] if names else ""
    program = PROGRAMS.get(name)
    if program is None or not call.phone.files.read(call.environment.get("CLASSPATH", "")):
        error = f'java.lang.ClassNotFoundException: Didn\'t find class "{name}"\nAborted\n'
        return Reply(status=134, errors=error)
    return await program(call)


async def _run_uiautomator2(call: Call) -> Reply:
    phone = call.phone
    await call.stdout(b"[server] INFO: [UiAutomator2Server] Starting Server\n")
    if phone.automation is not None or phone.faults.u2_busy:
        if phone.faults.u2_busy:
            phone.fault_fired("u2_busy")
        return Reply(_ALREADY_REGISTERED, status=1)
    if phone.faults.u2_start_seconds:
        phone.fault_fired("u2_start_delay", seconds=phone.faults.u2_start_seconds)
        await asyncio.sleep(phone.faults.u2_start_seconds)
    await phone.hand.pause(_U2_START_MS)
    port = call.option("-p")
    automation = Automation(phone, int(port) if port.isdecimal() else _U2_PORT, partial(_run_words, call))
    automation.listen(HttpServer(automation).serve)
    try:
        await automation.ended()
    finally:
        if automation.survives and not automation.has_ended:
            phone.fault_fired("u2_survives")
        else:
            automation.kill()  # the process dies with the shell that started it
    return OK


async def _run_words(call: Call, words: Sequence[str]) -> tuple[str, str, int]:
    """Run a command for the automation server; gives what it wrote, what it complained, and its exit status."""
    output, errors = bytearray(), bytearray()

    async def write(data: bytes) -> None:
        output.extend(data)

    async def complain(data: bytes) -> None:
        errors.extend(data)

    status = await call.runner.execute(words, Streams(stdin=NoInput(), stdout=write, stderr=complain))
    return output.decode(errors="replace"), errors.decode(errors="replace"), status


def _line(user: str, pid: int, name: str) -> str:
    return f"{user:<12} {pid:>5}   500 1000000  90000 0                   0 S {name}"


PROGRAMS: Mapping[str, Callable[[Call], Awaitable[Reply]]] = {"com.wetest.uia2.Main": _run_uiautomator2}
"""Java programs by main class."""

COMMANDS: CommandTable = {"app_process": app_process, "pidof": pidof, "pkill": pkill, "ps": ps}
