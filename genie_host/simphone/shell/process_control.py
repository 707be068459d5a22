"""``kill``, ``killall``, ``pgrep``, ``top`` and ``jobs``: processes by number and by name."""

from __future__ import annotations

from genie_host.simphone.shell.command import Call, CommandTable, Reply, expression, without_options

U2_PID = 9001
_U2_NAME = "app_process"


def _processes(call: Call) -> dict[int, str]:
    world = call.phone.world
    found = {world.pid_of(package): package for package in world.running}
    if call.phone.automation is not None:
        found[U2_PID] = _U2_NAME
    return found


def _end(call: Call, pid: int, name: str) -> None:
    if pid == U2_PID:
        call.phone.kill_u2()
    else:
        call.phone.world.stop_app(name)


def kill(call: Call) -> Reply:
    """``kill [-SIGNAL] PID...``; signal 0 only asks whether it is there. Apps of others may be killed here."""
    processes, errors = _processes(call), ""
    only_asks = "-0" in call.arguments
    for word in without_options(call.arguments, "-s"):
        if not word.isdecimal() or int(word) not in processes:
            errors += f"kill: bad pid '{word}': No such process\n" if word.isdecimal() else f"kill: bad pid '{word}'\n"
        elif not only_asks:
            _end(call, int(word), processes[int(word)])
    return Reply(status=int(bool(errors)), errors=errors)


def kill_all(call: Call) -> Reply:
    """``killall NAME...``."""
    errors = ""
    for name in call.plain_arguments():
        found = [pid for pid, other in _processes(call).items() if other == name]
        for pid in found:
            _end(call, pid, name)
        errors += "" if found else f"killall: {name}: No such process\n"
    return Reply(status=int(bool(errors)), errors=errors)


def process_grep(call: Call) -> Reply:
    """``pgrep [-fl] PATTERN``."""
    pattern = (call.plain_arguments() or [""])[-1]
    wanted = expression(pattern)
    found = [(pid, name) for pid, name in _processes(call).items() if wanted.search(name)]
    lines = (f"{pid} {name}\n" if "l" in call.flags() else f"{pid}\n" for pid, name in found)
    return Reply("".join(lines), status=int(not found))


def top(call: Call) -> Reply:
    """``top -n 1``; always one picture."""
    lines = ["Tasks: 2 total,   1 running,   1 sleeping,   0 stopped,   0 zombie", "  Mem:  7680M total,  5120M used"]
    lines.append("  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS")
    lines += [
        f"{pid:5d} u0_a{pid:<9} 10 -10  15G 210M 120M S  1.0   2.7   0:02.11 {name}"
        for pid, name in _processes(call).items()
    ]
    return Reply("\n".join(lines) + "\n")


COMMANDS: CommandTable = {
    "kill": kill,
    "killall": kill_all,
    "pgrep": process_grep,
    "top": top,
}
