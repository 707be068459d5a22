"""``settings``, ``ime`` and ``svc``: what can be configured from the shell."""

from __future__ import annotations

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply

_NAMESPACES = ("global", "secure", "system")
_SWITCHES = {"wifi": "wifi_on", "bluetooth": "bluetooth_on", "data": "mobile_data"}


def settings(call: Call) -> Reply:
    """``settings get | put | delete | list``."""
    match list(call.arguments):
        case ["get", namespace, name] if namespace in _NAMESPACES:
            return Reply(call.phone.world.settings.get((namespace, name), "null") + "\n")
        case ["put", namespace, name, value, *_] if namespace in _NAMESPACES:
            change_setting(call.phone, namespace, name, value)
            return OK
        case ["delete", namespace, name] if namespace in _NAMESPACES:
            was_there = call.phone.world.settings.pop((namespace, name), None) is not None
            return Reply(f"Deleted {int(was_there)} rows\n")
        case ["list", namespace] if namespace in _NAMESPACES:
            found = sorted(
                (key, value) for (space, key), value in call.phone.world.settings.items() if space == namespace
            )
            return Reply("".join(f"{key}={value}\n" for key, value in found))
    return Reply(status=255, errors="Invalid command\n")


def ime(call: Call) -> Reply:
    """``ime list | set | enable | disable``."""
    keyboard = call.phone.world.settings.get(("secure", "default_input_method"), "")
    match list(call.arguments):
        case ["list", *_]:
            return Reply(f"{keyboard}\n" if keyboard else "")
        case ["set", name] if name == keyboard:
            return Reply(f"Input method {name} selected for user #0\n")
        case ["enable" | "disable" as verb, name] if name == keyboard:
            return Reply(f"Input method {name}: now {verb}d for user #0\n")
        case ["set" | "enable" | "disable", name]:
            return Reply(status=1, errors=f"Unknown input method {name} cannot be selected for user #0\n")
    return Reply(status=255, errors="Invalid command\n")


def svc(call: Call) -> Reply:
    """``svc wifi | bluetooth | data enable | disable``."""
    match list(call.arguments):
        case [("wifi" | "bluetooth" | "data") as what, ("enable" | "disable") as verb]:
            change_setting(call.phone, "global", _SWITCHES[what], str(int(verb == "enable")))
            return OK
        case ["power", "stayon", *_]:
            return OK
    return Reply(status=1, errors="Available commands:\n    wifi\n    bluetooth\n    data\n    power\n")


def change_setting(phone: SimPhone, namespace: str, name: str, value: str) -> None:
    """Put a setting, with its effect and its line in the log."""
    world = phone.world
    if world.settings.get((namespace, name)) == value:
        return
    world.settings[namespace, name] = value
    world.log.append("setting_changed", effect=True, namespace=namespace, name=name, value=value)
    if (namespace, name) == ("system", "user_rotation") and value.isdigit():
        world.set_rotation(int(value) % 4)


COMMANDS: CommandTable = {"ime": ime, "settings": settings, "svc": svc}
