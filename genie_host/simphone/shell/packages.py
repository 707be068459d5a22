"""``pm``: what is installed."""

from __future__ import annotations

from genie_host.simphone.faults.passages import refused_install
from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply
from genie_host.simphone.world.engine import LAUNCHER
from genie_host.simphone.world.schema import App

_SYSTEM_PREFIX = "com.android."


def component_of(app: App) -> str:
    """``package/full.class.Name`` of an app's main activity."""
    return f"{app.package}/{full_class_name(app.package, app.activity)}"


def full_class_name(package: str, activity: str) -> str:
    """An activity's class name with the package that a leading dot stands for."""
    return package + activity if activity.startswith(".") else activity


def pm(call: Call) -> Reply:
    """``pm list packages | path | clear | grant | revoke | resolve-activity | query-activities``."""
    arguments = list(call.arguments)
    match arguments:
        case ["list", "packages" | "package", *rest]:
            return Reply(_list(call, rest))
        case ["path", package]:
            is_there = package in call.phone.world.apps
            return Reply(f"package:{_apk_of(package)}\n") if is_there else Reply(status=1)
        case ["clear", package]:
            if package not in call.phone.world.apps:
                return Reply("Failed\n", status=1)
            call.phone.world.stop_app(package)
            return Reply("Success\n")
        case ["grant" | "revoke", _, _]:
            return OK
        case ["install" | "install-create" | "install-commit", *_] if refusal := refused_install(call.phone):
            return Reply(refusal, status=1)
        case ["install" | "uninstall", *_]:
            return Reply("Failure [INSTALL_FAILED_USER_RESTRICTED: not possible on a simulated phone]\n", status=1)
        case ["resolve-activity", *_]:
            app = call.phone.world.apps.get(arguments[-1])
            return Reply(f"priority=0 preferredOrder=0\n{component_of(app)}\n" if app else "No activity found\n")
        case ["query-activities", *_]:
            return Reply(_query_activities(call))
    return Reply(status=255, errors=f"Unknown command: {' '.join(arguments)}\n")


def is_system_app(package: str) -> bool:
    """Whether an app came with the phone."""
    return package.startswith(_SYSTEM_PREFIX)


def _apk_of(package: str) -> str:
    return f"/{'system/priv-app' if is_system_app(package) else 'data/app'}/{package}/base.apk"


def _list(call: Call, options: list[str]) -> str:
    wanted = [text for text in options if text and not text.startswith("-")]
    packages = sorted(call.phone.world.apps)
    if "-3" in options:
        packages = [package for package in packages if not is_system_app(package)]
    if "-s" in options:
        packages = [package for package in packages if is_system_app(package)]
    if wanted:
        packages = [package for package in packages if wanted[0] in package]
    prefix = [f"{_apk_of(package)}=" if "-f" in options else "" for package in packages]
    return "".join(f"package:{path}{package}\n" for path, package in zip(prefix, packages, strict=True))


def _query_activities(call: Call) -> str:
    """What the launcher would show: activities of the main action and the launcher category."""
    apps = [app for app in call.phone.world.apps.values() if app.package != LAUNCHER]
    is_brief = "--brief" in call.arguments or "--components" in call.arguments
    lines = [] if "--components" in call.arguments else [f"{len(apps)} activities found:"]
    for number, app in enumerate(apps):
        if is_brief:
            if lines and "--brief" in call.arguments:
                lines += [f"  Activity #{number}:", "    priority=0 preferredOrder=0 match=0x108000 isDefault=true"]
            lines.append(("    " if "--brief" in call.arguments else "") + component_of(app))
            continue
        lines += [
            f"  Activity #{number}:",
            "    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false",
            "    ActivityInfo:",
            f"      name={full_class_name(app.package, app.activity)}",
            f"      packageName={app.package}",
            f"      labelRes=0x0 nonLocalizedLabel={app.label} icon=0x0 banner=0x0",
        ]
    return "".join(line + "\n" for line in lines)


COMMANDS: CommandTable = {"pm": pm}
