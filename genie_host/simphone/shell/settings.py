"""``settings``: the three tables, of which some entries are switches that are seen elsewhere too."""

from __future__ import annotations

import contextlib

from genie_host.core.errors import SimulatorError
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply
from genie_host.simphone.world.system.switches import SETTINGS_APP, SWITCHES

NAMESPACES = ("global", "secure", "system")
_SWITCH_OF = {(switch.namespace, switch.key): name for name, switch in SWITCHES.items()}
_VARIABLE_OF = {("global", "mobile_data"): "mobile_data", ("secure", "location_mode"): "location"}
"""Entries that are variables of the Settings app alone."""
_ON_VALUES = {"location_mode": "3"}


def settings(call: Call) -> Reply:
    """``settings [--user USER] get | put | delete | list | reset``."""
    arguments = list(call.arguments)
    if "--user" in arguments:
        position = arguments.index("--user")
        del arguments[position : position + 2]
    match arguments:
        case ["get", namespace, name, *_] if namespace in NAMESPACES:
            return Reply((read_setting(call.phone, namespace, name) or "null") + "\n")
        case ["put", namespace, name, value, *_] if namespace in NAMESPACES:
            change_setting(call.phone, namespace, name, value)
            return OK
        case ["delete", namespace, name] if namespace in NAMESPACES:
            was_there = call.phone.world.settings.pop((namespace, name), None) is not None
            return Reply(f"Deleted {int(was_there)} rows\n")
        case ["list", namespace] if namespace in NAMESPACES:
            return Reply("".join(f"{name}={value}\n" for name, value in all_settings(call.phone, namespace)))
        case ["reset", namespace, *_] if namespace in NAMESPACES:
            return OK
    return Reply(status=255, errors="Invalid command: " + " ".join(arguments[:1]) + "\n")


def all_settings(phone: SimPhone, namespace: str) -> list[tuple[str, str]]:
    """Names and values of one table, by name."""
    names = sorted(name for space, name in phone.world.settings if space == namespace)
    return [(name, read_setting(phone, namespace, name) or "") for name in names]


def read_setting(phone: SimPhone, namespace: str, name: str) -> str | None:
    """The value; that of the switch where there is one."""
    world, key = phone.world, (namespace, name)
    if key in _SWITCH_OF:
        return str(int(world.is_on(_SWITCH_OF[key])))
    variables = world.state.get(SETTINGS_APP, {})
    if _VARIABLE_OF.get(key) in variables:
        return _ON_VALUES.get(name, "1") if variables[_VARIABLE_OF[key]] else "0"
    return world.settings.get(key)


def change_setting(phone: SimPhone, namespace: str, name: str, value: str) -> None:
    """Put a setting, with its effect and its line in the log."""
    world, key = phone.world, (namespace, name)
    if read_setting(phone, namespace, name) == value:
        return
    if key in _SWITCH_OF:
        world.switch(_SWITCH_OF[key], value not in ("0", ""))
        return
    if key in _VARIABLE_OF:
        switch_variable(phone, _VARIABLE_OF[key], is_on=value not in ("0", ""))
        return
    world.settings[key] = value
    world.log.append("setting_changed", effect=True, namespace=namespace, name=name, value=value)
    if key == ("system", "user_rotation") and value.isdecimal():
        world.set_rotation(int(value) % 4)
    if key == ("system", "system_locales"):
        speak(phone, value.partition(",")[0])
    world.revision += 1


def speak(phone: SimPhone, tag: str) -> None:
    """Change the language of the phone; one that it does not know changes nothing."""
    with contextlib.suppress(SimulatorError):
        phone.world.set_locale(tag)


def switch_variable(phone: SimPhone, name: str, *, is_on: bool) -> None:
    """Turn a switch of the phone on or off by the name that the Settings app has for it."""
    world = phone.world
    if name in SWITCHES:
        world.switch(name, is_on)
        return
    variables = world.state.get(SETTINGS_APP, {})
    if bool(variables.get(name)) != is_on:
        world.log.append("switch_changed", effect=True, app=SETTINGS_APP, name=name, key=name, value=is_on)
    if name in variables:
        variables[name] = is_on
    for (namespace, key), variable in _VARIABLE_OF.items():
        if variable == name:
            world.settings[namespace, key] = _ON_VALUES.get(key, "1") if is_on else "0"
    world.revision += 1


COMMANDS: CommandTable = {"settings": settings}
