"""Services behind ``cmd`` that are seen on the glass: status bar, notifications, night mode, lock, displays."""

from __future__ import annotations

import re
from collections.abc import Mapping

from genie_host.simphone.shell.command import OK, Call, CommandFunction, Reply, without_options
from genie_host.simphone.shell.dumps.display import display_line
from genie_host.simphone.shell.dumps.dump import user_of
from genie_host.simphone.shell.settings import switch_variable
from genie_host.simphone.world.system.state import Posted

_SHELL = "com.android.shell"


def status_bar(call: Call) -> Reply:
    """``cmd statusbar expand-notifications | expand-settings | collapse``."""
    world = call.phone.world
    match list(call.arguments):
        case ["expand-notifications"]:
            world.open_shade()
        case ["expand-settings", *_]:
            world.open_quick_settings()
        case ["collapse"]:
            world.close_shade()
        case ["get-status-icons"]:
            return Reply("clock\nbattery\nwifi\nmobile\nvolume\n")
        case ["add-tile" | "remove-tile" | "click-tile" | "send-disable-flag" | "tracing", *_]:
            return OK
        case _:
            return Reply("Status bar commands:\n  help\n    Print this help text.\n", status=255)
    return OK


def notification(call: Call) -> Reply:
    """``cmd notification post [-t TITLE] TAG TEXT | list | get KEY | set_dnd | snooze ...``."""
    verb, *rest = call.arguments or ("",)
    world = call.phone.world
    match verb:
        case "post":
            return _post(call.for_service("post", rest))
        case "list":
            return Reply(
                "".join(f"{_key(call, posted, n)}\n" for n, posted in enumerate(world.system.notifications, 1))
            )
        case "get" if rest:
            found = [p for n, p in enumerate(world.system.notifications, 1) if _key(call, p, n) == rest[0]]
            if not found:
                return Reply(f"No active notification matching key: {rest[0]}\n")
            return Reply(f"NotificationRecord(pkg={found[0].package}: {found[0].title}: {found[0].text})\n")
        case "set_dnd" if rest:
            switch_variable(call.phone, "do_not_disturb", is_on=rest[0] not in ("off", "all"))
            return OK
        case "allow_listener" | "disallow_listener" | "allow_dnd" | "disallow_dnd" | "snooze" | "unsnooze":
            return OK
        case "allow_assistant" | "disallow_assistant" | "set_exempt_th_force_grouping" | "set_bubbles":
            return OK
    return Reply("usage: cmd notification SUBCMD [args]\n", status=255)


def _post(call: Call) -> Reply:
    words = without_options(call.arguments, "-t", "--title", "-S", "--style", "-i", "-I", "-c", "--content-intent")
    if len(words) < 2:
        return Reply("usage: cmd notification post [flags] <tag> <text>\n", status=255)
    title = call.option("-t") or call.option("--title") or "Shell"
    call.phone.world.post_from_system(f"shell:{words[0]}", title, words[1], package=_SHELL)
    return Reply(f"posting:\n  Notification(channel=shell_cmd shortcut=null contentView=null {words[0]})\n")


def _key(call: Call, posted: Posted, number: int) -> str:
    return f"0|{posted.package}|{number}|{posted.key}|{user_of(call.phone, posted.package)}"


def ui_mode(call: Call) -> Reply:
    """``cmd uimode night [yes | no | auto]``."""
    match list(call.arguments):
        case ["night"]:
            pass
        case ["night", "yes" | "no" | "auto" as value]:
            switch_variable(call.phone, "dark_theme", is_on=value == "yes")
        case _:
            return Reply("UiModeManager service (uimode) commands:\n  help\n", status=255)
    is_dark = bool(call.phone.world.state.get("settings", {}).get("dark_theme"))
    return Reply(f"Night mode: {'yes' if is_dark else 'no'}\n")


def lock_settings(call: Call) -> Reply:
    """``locksettings get-disabled | set-disabled | set-pin | set-password | set-pattern | verify | clear``."""
    arguments = list(call.arguments)
    old = call.option("--old")
    words = without_options(arguments, "--old", "--user")
    verb, values = (words[0] if words else ""), words[1:]
    world = call.phone.world
    lock = world.system.lock
    if verb == "get-disabled":
        return Reply(f"{str(lock.kind == 'none').lower()}\n")
    if verb in ("set-pin", "set-password", "set-pattern", "set-disabled") and "no_screen_lock_from_shell" in (
        world.profile.quirks
    ):
        return Reply("The device does not support lock screen\n")
    if verb not in ("set-pin", "set-password", "set-pattern", "set-disabled", "verify", "clear"):
        return Reply(status=255, errors=f"Unknown command: {verb}\n")
    if refusal := _wrong_credential(lock.pin if lock.kind == "pin" else "", old):
        return Reply(refusal)
    match verb:
        case "set-disabled":
            is_off = values[:1] == ["true"]
            if lock.kind != "pin":
                world.set_lock("none" if is_off else "swipe")
            return Reply(f"Lock screen disabled set to {str(is_off).lower()}\n")
        case "verify":
            return Reply("Lock credential verified successfully\n")
        case "clear":
            world.set_lock("swipe")
            return Reply("Lock credential cleared\n")
    name = verb.removeprefix("set-").capitalize()
    if not values or not re.fullmatch(r"\d{4,16}", values[0]):
        return Reply(
            status=255, errors=f"Error while executing command: {verb}\nNew credential doesn't satisfy policy\n"
        )
    world.set_lock("pin", values[0])
    return Reply(f"{name} set to '{values[0]}'\n")


def _wrong_credential(current: str, old: str) -> str:
    """Why the credential given is not the one there is; empty when it is."""
    if current and not old:
        return "Credential can't be null or empty\n"
    if current and old != current:
        return f"Old password '{old}' didn't match\n"
    return "Old password provided but user has no password\n" if old and not current else ""


def display(call: Call) -> Reply:
    """``cmd display get-displays | set-brightness``."""
    match list(call.arguments):
        case ["get-displays", *_]:
            return Reply(f"Displays:\n{display_line(call.phone)}")
        case ["set-brightness", *_] | ["reset-brightness-configuration"]:
            return OK
    return Reply("Display manager commands:\n  help\n", status=255)


def locale(call: Call) -> Reply:
    """``cmd locale set-app-locales PACKAGE --locales TAGS | get-app-locales PACKAGE``."""
    words = without_options(call.arguments, "--user", "--locales")
    match words:
        case ["set-app-locales", package] if call.phone.packages.get(package) is not None:
            call.phone.world.settings["app_locales", package] = call.option("--locales")
            return OK
        case ["get-app-locales", package]:
            tags = call.phone.world.settings.get(("app_locales", package), "")
            return Reply(f"Locales for {package} for user 0 are [{tags}]\n")
    return Reply("Locale manager (locale) shell commands:\n  help\n", status=255)


SERVICES: Mapping[str, CommandFunction] = {
    "display": display,
    "locale": locale,
    "lock_settings": lock_settings,
    "notification": notification,
    "statusbar": status_bar,
    "uimode": ui_mode,
}
"""Behind ``cmd``."""

COMMANDS: Mapping[str, CommandFunction] = {"locksettings": lock_settings}
