"""``ime``: which keyboards there are, which are allowed, which one is used."""

from __future__ import annotations

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.command import Call, CommandTable, Reply, without_options

_DEFAULT, _ENABLED = ("secure", "default_input_method"), ("secure", "enabled_input_methods")


def ime(call: Call) -> Reply:
    """``ime list [-a] [-s] | set ID | enable ID | disable ID | reset``."""
    words = without_options(call.arguments, "--user")
    match words:
        case ["list", *_]:
            return _list(call.phone, shows_all="a" in call.flags(), is_brief="s" in call.flags())
        case ["set", name]:
            return _set(call.phone, name)
        case ["enable" | "disable" as verb, name]:
            return _allow(call.phone, name, is_allowed=verb == "enable")
        case ["reset"]:
            first = call.phone.packages.input_methods[0]
            call.phone.world.settings[_ENABLED] = call.phone.world.settings[_DEFAULT] = first
            return Reply("Reset current and enabled IMEs for user #0\n")
    return Reply(status=255, errors=f"Unknown command: {' '.join(words)}\n")


def enabled_keyboards(phone: SimPhone) -> list[str]:
    """Installed keyboards that may be chosen."""
    allowed = phone.world.settings.get(_ENABLED, "").split(":")
    return [name for name in phone.packages.input_methods if name in allowed]


def _list(phone: SimPhone, *, shows_all: bool, is_brief: bool) -> Reply:
    names = phone.packages.input_methods if shows_all else enabled_keyboards(phone)
    if is_brief:
        return Reply("".join(f"{name}\n" for name in names))
    current = phone.world.settings.get(_DEFAULT)
    return Reply("".join(_described(name, is_current=name == current) for name in names))


def _described(name: str, *, is_current: bool) -> str:
    package, _, service = name.partition("/")
    full = package + service if service.startswith(".") else service
    return (
        f"{name}:\n  mId={name} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true\n"
        f"  mIsDefaultResId=0x{int(is_current)}\n  Service:\n    ServiceInfo:\n"
        f"      name={full}\n      packageName={package}\n"
    )


def _set(phone: SimPhone, name: str) -> Reply:
    if name not in enabled_keyboards(phone):
        return Reply(status=1, errors=f"Unknown input method {name} cannot be selected for user #0\n")
    if phone.world.settings.get(_DEFAULT) != name:
        phone.world.settings[_DEFAULT] = name
        phone.world.log.append("setting_changed", effect=True, namespace=_DEFAULT[0], name=_DEFAULT[1], value=name)
    return Reply(f"Input method {name} selected for user #0\n")


def _allow(phone: SimPhone, name: str, *, is_allowed: bool) -> Reply:
    installed, enabled = phone.packages.input_methods, enabled_keyboards(phone)
    verb = "enabled" if is_allowed else "disabled"
    if name not in installed:
        return Reply(status=1, errors=f"Unknown input method {name} cannot be {verb} for user #0\n")
    was_allowed = name in enabled
    enabled = [other for other in installed if (is_allowed if other == name else other in enabled)]
    phone.world.settings[_ENABLED] = ":".join(enabled)
    if not is_allowed and phone.world.settings.get(_DEFAULT) == name:
        phone.world.settings[_DEFAULT] = enabled[0] if enabled else ""
    how = "already" if was_allowed == is_allowed else "now"
    return Reply(f"Input method {name}: {how} {verb} for user #0\n")


COMMANDS: CommandTable = {"ime": ime}
