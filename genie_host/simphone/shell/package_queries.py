"""``pm list``, ``pm path`` and the questions about activities: what is installed, and who answers what."""

from __future__ import annotations

from genie_host.simphone.packages import Installed
from genie_host.simphone.shell.command import Call, Reply, without_options
from genie_host.simphone.shell.components import component_of, full_class_name
from genie_host.simphone.world.engine import LAUNCHER
from genie_host.simphone.world.schema import App
from genie_host.simphone.world.scripts import Intent

_WITH_VALUE = ("-a", "-c", "-d", "-t", "--user", "-n", "-f", "--query-flags")
_MAIN = "android.intent.action.MAIN"
_FEATURES = (
    "android.hardware.bluetooth",
    "android.hardware.camera",
    "android.hardware.fingerprint",
    "android.hardware.location",
    "android.hardware.telephony",
    "android.hardware.touchscreen",
    "android.hardware.wifi",
    "android.software.input_methods",
)
_USERS = "Users:\n\tUserInfo{0:Owner:4c13} running\n"


def list_things(call: Call) -> Reply:
    """``pm list packages | permissions | features | users | libraries | instrumentation``."""
    what, *rest = call.arguments or ("",)
    match what:
        case "packages" | "package":
            return Reply("".join(_lines(call, rest)))
        case "features":
            return Reply("".join(f"feature:{name}\n" for name in _FEATURES))
        case "users":
            return Reply(_USERS)
        case "permissions":
            names = sorted({name for found in call.phone.packages.all() for name in found.permissions})
            return Reply("All Permissions:\n\n" + "".join(f"permission:{name}\n" for name in names))
        case "instrumentation" | "libraries" | "permission-groups":
            return Reply("")
    return Reply(status=255, errors=f"Error: unknown list type '{what}'\n")


def _lines(call: Call, options: list[str]) -> list[str]:
    options = [option for option in options if option]
    flags = {option for option in options if option.startswith("-")}
    wanted = without_options(options, "--user", "--uid")
    lines = []
    for number, found in enumerate(call.phone.packages.all()):
        if not _is_listed(found, flags) or (wanted and wanted[0] not in found.package):
            continue
        line = f"package:{found.paths[0]}={found.package}" if "-f" in flags else f"package:{found.package}"
        line += f" versionCode:{found.version_code}" if "--show-versioncode" in flags else ""
        line += f"  installer={found.installer}" if "-i" in flags else ""
        line += f" uid:{10100 + number}" if "-U" in flags else ""
        lines.append(line + "\n")
    return lines


def _is_listed(found: Installed, flags: set[str]) -> bool:
    if ("-3" in flags and found.is_system) or ("-s" in flags and not found.is_system):
        return False
    return not (("-d" in flags and found.is_enabled) or ("-e" in flags and not found.is_enabled))


def path(call: Call) -> Reply:
    """``pm path PACKAGE``: one line for each APK."""
    names = without_options(call.arguments, "--user")
    found = call.phone.packages.get(names[0]) if names else None
    return Reply("".join(f"package:{path}\n" for path in found.paths)) if found is not None else Reply(status=1)


def resolve_activity(call: Call) -> Reply:
    """``pm resolve-activity [--brief] [-a ACTION] [-c CATEGORY] [-d DATA] [PACKAGE]``."""
    apps = _matching(call)
    if not apps:
        return Reply("No activity found\n")
    if "--brief" in call.arguments:
        return Reply(f"{_priority(is_default=False)}\n{component_of(apps[0])}\n")
    return Reply("\n".join(_described(apps[0], "")) + "\n")


def query_activities(call: Call) -> Reply:
    """``pm query-activities [--brief | --components] [-a ACTION] [-c CATEGORY]``: without the launcher itself."""
    apps = [app for app in _matching(call) if app.package != LAUNCHER]
    if not apps:
        return Reply("No activities found\n")
    if "--components" in call.arguments:
        return Reply("".join(f"{component_of(app)}\n" for app in apps))
    lines = [f"{len(apps)} activities found:"]
    for number, app in enumerate(apps):
        lines.append(f"  Activity #{number}:")
        if "--brief" in call.arguments:
            lines += [f"    {_priority(is_default=True)}", f"    {component_of(app)}"]
        else:
            lines += _described(app, "    ")
    return Reply("".join(line + "\n" for line in lines))


def query_nothing(call: Call) -> Reply:
    """``pm query-services`` and ``query-receivers``: apps here have none."""
    return Reply(f"No {call.name.removeprefix('query-')} found\n")


def _matching(call: Call) -> list[App]:
    """Apps that would answer; a package alone means its main activity."""
    names = without_options(call.arguments, *_WITH_VALUE)
    package = call.option("-p") or (names[-1] if names else "") or call.option("-n").partition("/")[0]
    action, data = call.option("-a"), call.option("-d")
    world = call.phone.world
    apps = [app for app in world.apps.values() if (found := call.phone.packages.get(app.package)) and found.is_enabled]
    if package and "." in package:
        apps = [app for app in apps if app.package == package]
    if action and action != _MAIN:
        claims = {claim.package for claim in world.claims_on(Intent(action=action, data=data))}
        apps = [app for app in apps if app.package in claims]
    if action == _MAIN:
        apps = [app for app in apps if app.has_icon]
    if call.option("-c") == "android.intent.category.HOME":
        apps = [world.apps[LAUNCHER]]
    return apps


def _priority(*, is_default: bool) -> str:
    tail = "isDefault=true" if is_default else "isDefault=false"
    return f"priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 {tail}"


def _described(app: App, indent: str) -> list[str]:
    name = full_class_name(app.package, app.activity)
    lines = [
        _priority(is_default=False),
        "ActivityInfo:",
        f"  name={name}",
        f"  packageName={app.package}",
        f"  labelRes=0x0 nonLocalizedLabel={app.label} icon=0x0 banner=0x0",
        "  enabled=true exported=true directBootAware=false",
        f"  taskAffinity={app.package} targetActivity=null persistableMode=PERSIST_ROOT_ONLY",
        "  ApplicationInfo:",
        f"    packageName={app.package}",
        f"    processName={app.package}",
    ]
    return [indent + line for line in lines]
