"""What the dumps have in common."""

from __future__ import annotations

from collections.abc import Callable

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.components import full_class_name, short_class_name

Dump = Callable[[SimPhone, list[str]], str]
"""From a phone and the arguments after the service's name to its text."""


def truth(value: bool) -> str:
    """As Java prints it."""
    return "true" if value else "false"


def front_component(phone: SimPhone) -> str:
    """``package/full.class.Name`` of what is in front."""
    front = phone.world.foreground
    return f"{front.package}/{full_class_name(front.package, front.activity)}"


def front_record(phone: SimPhone) -> str:
    """The activity record of what is in front."""
    front = phone.world.foreground
    return f"ActivityRecord{{d4e5f6 u0 {front.package}/{short_class_name(front.package, front.activity)} t12}}"


def user_of(phone: SimPhone, package: str) -> int:
    """The number of the Linux user that an app runs as, from 10100."""
    packages = sorted(phone.world.apps)
    return 10100 + (packages.index(package) if package in packages else 900)
