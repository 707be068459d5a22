"""``pm``: the package manager, which ``cmd package`` is too."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping

from genie_host.simphone.shell import package_installs as installs
from genie_host.simphone.shell import package_queries as queries
from genie_host.simphone.shell.command import OK, Call, CommandFunction, CommandTable, Reply, without_options


def pm(call: Call) -> Reply | Awaitable[Reply]:
    """``pm VERB ...``."""
    verb, *rest = call.arguments or ("",)
    function = _VERBS.get(verb)
    if function is None:
        return Reply(status=255, errors=f"Unknown command: {verb}\n")
    return function(call.for_service(verb, rest))


def _unknown_package(package: str) -> Reply:
    return Reply(status=1, errors=f"Error: Unknown package: {package}\n")


def _clear(call: Call) -> Reply:
    words = without_options(call.arguments, "--user")
    is_done = bool(words) and call.phone.packages.clear(words[0])
    return Reply("Success\n") if is_done else Reply("Failed\n", status=1)


def _change_permission(call: Call) -> Reply:
    """``pm grant PACKAGE PERMISSION`` and ``pm revoke``."""
    words = without_options(call.arguments, "--user")
    if len(words) != 2:
        return Reply(status=255, errors="Error: no permission specified\n")
    package, permission = words
    found = call.phone.packages.get(package)
    if found is None:
        return _refused(call.name, f"java.lang.IllegalArgumentException: Unknown package: {package}")
    if permission not in found.permissions:
        return _refused(
            call.name, f"java.lang.SecurityException: Package {package} has not requested permission {permission}"
        )
    if permission not in found.runtime_permissions:
        return _refused(
            call.name,
            f"java.lang.SecurityException: Permission {permission} requested by {package} is not a changeable "
            "permission type",
        )
    if call.name == "grant":
        call.phone.world.grant_permission(package, permission)
    else:
        call.phone.world.revoke_permission(package, permission)
        call.phone.world.stop_app(package)
    return OK


def _refused(verb: str, message: str) -> Reply:
    return Reply(
        status=255,
        errors=f"\nException occurred while executing '{verb}':\n{message}\n"
        "\tat com.android.server.pm.permission.PermissionManagerServiceImpl(PermissionManagerServiceImpl.java)\n",
    )


def _reset_permissions(call: Call) -> Reply:
    words = without_options(call.arguments, "--user")
    call.phone.world.reset_permissions(words[0] if words else "")
    return OK


def _enable(call: Call) -> Reply:
    """``pm enable | disable | disable-user | hide | unhide | suspend PACKAGE``."""
    words = without_options(call.arguments, "--user")
    package = words[0].partition("/")[0] if words else ""
    if call.phone.packages.get(package) is None:
        return _unknown_package(package)
    is_enabled = call.name in ("enable", "default-state", "unhide", "unsuspend")
    call.phone.packages.enable(package, is_enabled=is_enabled)
    state = "enabled" if is_enabled else call.name.replace("disable", "disabled", 1)
    return Reply(f"Package {package} new state: {state}\n")


def _nothing(call: Call) -> Reply:
    return Reply("Success\n")


def _number(call: Call) -> Reply:
    return Reply({"get-install-location": "0[auto]\n", "get-max-users": "Maximum supported users: 4\n"}[call.name])


_VERBS: Mapping[str, CommandFunction] = {
    "clear": _clear,
    "compile": _nothing,
    "default-state": _enable,
    "disable": _enable,
    "disable-user": _enable,
    "enable": _enable,
    "get-install-location": _number,
    "get-max-users": _number,
    "grant": _change_permission,
    "hide": _enable,
    "install": installs.install,
    "install-abandon": installs.abandon,
    "install-commit": installs.commit,
    "install-create": installs.create,
    "install-remove": installs.remove_part,
    "install-write": installs.write,
    "list": queries.list_things,
    "path": queries.path,
    "query-activities": queries.query_activities,
    "query-receivers": queries.query_nothing,
    "query-services": queries.query_nothing,
    "reset-permissions": _reset_permissions,
    "resolve-activity": queries.resolve_activity,
    "revoke": _change_permission,
    "suspend": _enable,
    "trim-caches": _nothing,
    "unhide": _enable,
    "uninstall": installs.uninstall,
    "unsuspend": _enable,
}

COMMANDS: CommandTable = {"pm": pm}
