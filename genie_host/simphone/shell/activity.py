"""``am`` and ``monkey``: starting and stopping apps."""

from __future__ import annotations

from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply
from genie_host.simphone.shell.packages import full_class_name


def am(call: Call) -> Reply:
    """``am start | force-stop | broadcast | get-current-user | kill-all``."""
    match list(call.arguments):
        case ["start" | "start-activity", *_]:
            return _start(call)
        case ["force-stop" | "kill", *_, package]:
            call.phone.world.stop_app(package)
            return OK
        case ["broadcast", *_]:
            action = call.option("-a")
            call.phone.world.log.append("broadcast", action=action)
            return Reply(f"Broadcasting: Intent {{ act={action} flg=0x400000 }}\nBroadcast completed: result=0\n")
        case ["get-current-user"]:
            return Reply("0\n")
    return Reply(status=255, errors=f"Error: Unknown command: {' '.join(call.arguments)}\n")


def monkey(call: Call) -> Reply:
    """``monkey -p PACKAGE -c CATEGORY 1``, which hosts use to open an app without knowing its activity."""
    package = call.option("-p")
    if not call.phone.world.start_app(package):
        return Reply("** No activities found to run, monkey aborted.\n", status=252)
    return Reply("Events injected: 1\n## Network stats: elapsed time=20ms (0ms mobile, 0ms wifi, 20ms not connected)\n")


def _start(call: Call) -> Reply:
    component, package = call.option("-n"), call.option("-p")
    if component:
        package, _, activity = component.partition("/")
        app = call.phone.world.apps.get(package)
        known = {full_class_name(package, app.activity)} if app else set()
        if app:
            known |= {full_class_name(package, screen.activity) for screen in app.screens.values() if screen.activity}
        if full_class_name(package, activity) not in known:
            return _not_found(call, f"Activity class {{{component}}} does not exist.")
    elif not package:
        return _implicit(call)
    if "-S" in call.arguments:
        call.phone.world.stop_app(package)
    if not call.phone.world.start_app(package):
        return _not_found(call, f"Activity not started, unable to resolve {_intent(call)}")
    status = "Status: ok\nLaunchState: COLD\nComplete\n" if "-W" in call.arguments else ""
    return Reply(f"Starting: {_intent(call)}\n{status}")


def _implicit(call: Call) -> Reply:
    """An intent for whoever wants it. No simulated app does, but what was asked for is on record."""
    call.phone.world.log.append("intent", action=call.option("-a"), data=call.option("-d"))
    if call.option("-a") == "android.intent.action.VIEW" and call.option("-d"):
        return Reply(f"Starting: {_intent(call)}\n")
    return _not_found(call, f"Activity not started, unable to resolve {_intent(call)}")


def _intent(call: Call) -> str:
    names = {"-a": "act", "-c": "cat", "-d": "dat", "-n": "cmp", "-p": "pkg"}
    pairs = [f"{name}={call.option(option)}" for option, name in names.items() if call.option(option)]
    return f"Intent {{ {' '.join(pairs)} }}"


def _not_found(call: Call, message: str) -> Reply:
    return Reply(f"Starting: {_intent(call)}\n", status=1, errors=f"Error type 3\nError: {message}\n")


COMMANDS: CommandTable = {"am": am, "monkey": monkey}
