"""``am``: starting, stopping and calling apps."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from genie_host.simphone.shell.broadcasts import broadcast
from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply, without_options
from genie_host.simphone.shell.components import activities_of, full_class_name
from genie_host.simphone.shell.intents import BadIntent, IntentLine, parse_intent
from genie_host.simphone.world.engine import LAUNCHER
from genie_host.simphone.world.schema import App

_MAIN, _CALL = "android.intent.action.MAIN", ("android.intent.action.CALL", "android.intent.action.CALL_PRIVILEGED")
_HOME = "android.intent.category.HOME"
_BROUGHT_TO_FRONT = "Warning: Activity not started, its current task has been brought to the front\n"


def am(call: Call) -> Reply:
    """``am VERB ...``."""
    verb, *rest = call.arguments or ("",)
    function = _VERBS.get(verb)
    if function is None:
        return Reply(status=255, errors=f"Error: Unknown command: {' '.join(call.arguments)}\n")
    return function(call.for_service(verb, rest))


def _start(call: Call) -> Reply:
    """``am start [-W] [-S] [-n COMPONENT] [-a ACTION] [-d DATA] [-c CATEGORY] [-e KEY VALUE]... [PACKAGE | URI]``."""
    try:
        line = parse_intent(call.arguments)
    except BadIntent as error:
        return Reply(status=1, errors=f"Error: {error}\n")
    starting = f"Starting: {line}\n"
    found = call.phone.packages.get(line.target) if line.target else None
    is_known = found is not None and found.is_enabled
    program = call.phone.programs.get(_full(line.component)) if is_known else None
    if program is not None:
        program(line.extras)
        return Reply(starting + (_waited(call) if "-W" in line.options else ""))
    if line.component and not (is_known and _names_an_activity(call, line)):
        return _failed(starting, f"Error type 3\nError: Activity class {{{line.component}}} does not exist.\n")
    world = call.phone.world
    if "-S" in line.options and line.target:
        world.stop_app(line.target)
    was_in_front = bool(line.target) and world.foreground.package == line.target
    if not _sent(call, line, is_known=is_known):
        world.log.append("intent", action=line.action, data=line.data, apps=[])
        return _failed(starting, f"Error: Activity not started, unable to resolve {line}\n")
    warning = _BROUGHT_TO_FRONT if was_in_front and line.action == _MAIN else ""
    return Reply(starting + (_waited(call) if "-W" in line.options else ""), errors=warning)


def _sent(call: Call, line: IntentLine, *, is_known: bool) -> bool:
    world = call.phone.world
    if line.action in _CALL and line.data.startswith("tel:"):
        world.place_call(line.data.removeprefix("tel:").replace("%20", " "))
        return True
    if _HOME in line.categories or line.target == LAUNCHER:
        world.go_home()
        return True
    if line.action and line.action != _MAIN and world.claims_on(line.intent, line.target):
        return world.send_intent(line.intent, line.target)
    if not is_known or (not line.component and line.action not in ("", _MAIN)):
        return False
    is_done = world.start_app(line.target)
    screen = _screen_of(world.apps[line.target], line.component) if line.component else ""
    if screen:
        world.go_to(screen, {})
    return is_done


def _full(component: str) -> str:
    package, _, activity = component.partition("/")
    return f"{package}/{full_class_name(package, activity)}"


def _names_an_activity(call: Call, line: IntentLine) -> bool:
    package, _, activity = line.component.partition("/")
    app = call.phone.world.apps.get(package)
    return app is not None and full_class_name(package, activity) in activities_of(app)


def _screen_of(app: App, component: str) -> str:
    """The screen that an activity of its own stands for; empty for the main one."""
    package, _, activity = component.partition("/")
    wanted = full_class_name(package, activity)
    if wanted == full_class_name(package, app.activity):
        return ""
    return next(
        (name for name, screen in app.screens.items() if full_class_name(package, screen.activity) == wanted), ""
    )


def _waited(call: Call) -> str:
    front = call.phone.world.foreground
    return (
        f"Status: ok\nLaunchState: COLD\nActivity: {front.package}/{front.activity}\n"
        "TotalTime: 187\nWaitTime: 190\nComplete\n"
    )


def _failed(starting: str, errors: str) -> Reply:
    return Reply(starting, status=1, errors=errors)


def _stop(call: Call) -> Reply:
    """``am force-stop`` and ``am kill [--user USER] PACKAGE``; the latter spares what is in front."""
    words = without_options(call.arguments, "--user")
    if not words:
        return Reply(
            status=255,
            errors="\nException occurred while executing '" + call.name + "':\n"
            "java.lang.IllegalArgumentException: Argument expected\n",
        )
    world = call.phone.world
    if call.name == "force-stop" or world.foreground.package != words[0]:
        world.stop_app(words[0])
    return OK


def _kill_all(call: Call) -> Reply:
    world = call.phone.world
    for package in world.running:
        if package not in (world.foreground.package, LAUNCHER):
            world.stop_app(package)
    return OK


def _crash(call: Call) -> Reply:
    """``am crash PACKAGE``."""
    words = without_options(call.arguments, "--user")
    if words and call.phone.world.is_running(words[0]):
        call.phone.world.crash(
            "android.app.RemoteServiceException$CrashedByAdbException: shell-induced crash", words[0]
        )
    return OK


def _service(call: Call) -> Reply:
    """``am startservice`` and its kind: apps here have no services."""
    try:
        line = parse_intent(call.arguments)
    except BadIntent as error:
        return Reply(status=1, errors=f"Error: {error}\n")
    if call.name == "stopservice":
        return Reply(f"Stopping service: {line}\nService not stopped: was not running.\n")
    return Reply(f"Starting service: {line}\n", status=255, errors="Error: Not found; no service started.\n")


def _instrument(call: Call) -> Reply:
    """``am instrument``: nothing here can be instrumented."""
    component = (without_options(call.arguments, "-e", "--user") or [""])[-1]
    return Reply(
        f"INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{{{component}}}\n"
        f"INSTRUMENTATION_STATUS_CODE: -1\nandroid.util.AndroidException: INSTRUMENTATION_FAILED: {component}\n",
        status=1,
    )


def _stack(call: Call) -> Reply:
    """``am stack list``: one task for each app, the one in front first."""
    world = call.phone.world
    size = world.size
    text = ""
    for number, package in enumerate(reversed(world.running)):
        app = world.apps[package]
        text += (
            f"RootTask id={12 + number} bounds=[0,0][{size.width},{size.height}] displayId=0 userId=0\n"
            f"  taskId={12 + number}: {package}/{app.activity} bounds=[0,0][{size.width},{size.height}] userId=0 "
            f"visible={'true' if number == 0 else 'false'}\n\n"
        )
    return Reply(text)


def _configuration(call: Call) -> Reply:
    """``am get-config``."""
    world = call.phone.world
    way = "land" if world.size.width > world.size.height else "port"
    language = call.phone.properties.get("persist.sys.locale", "en-US").replace("-", "-r", 1)
    return Reply(
        f"config: mcc310-mnc260-{language}-{way}-notnight-{world.profile.density}dpi-finger-keysexposed-nokeys-"
        f"navhidden-nonav-v{world.profile.sdk}\nabi: {call.phone.properties['ro.product.cpu.abi']}\n"
    )


def _user(call: Call) -> Reply:
    return Reply("0\n")


def _nothing(call: Call) -> Reply:
    """Debugging aids that change nothing to be seen."""
    return OK


_VERBS: Mapping[str, Callable[[Call], Reply]] = {
    "broadcast": broadcast,
    "clear-debug-app": _nothing,
    "clear-watch-heap": _nothing,
    "crash": _crash,
    "force-stop": _stop,
    "get-config": _configuration,
    "get-current-user": _user,
    "idle-maintenance": _nothing,
    "instrument": _instrument,
    "kill": _stop,
    "kill-all": _kill_all,
    "send-trim-memory": _nothing,
    "set-debug-app": _nothing,
    "stack": _stack,
    "start": _start,
    "start-activity": _start,
    "start-foreground-service": _service,
    "start-service": _service,
    "startforegroundservice": _service,
    "startservice": _service,
    "stop-service": _service,
    "stopservice": _service,
    "wait-for-broadcast-barrier": _nothing,
    "wait-for-broadcast-idle": _nothing,
}

COMMANDS: CommandTable = {"am": am}
