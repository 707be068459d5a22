"""What ``dumpsys`` tells, one module for each kind of service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.dumps import activity, device, display, package, power, services, window
from genie_host.simphone.shell.dumps.dump import Dump

SERVICES: Mapping[str, Dump] = {
    **activity.SERVICES,
    **device.SERVICES,
    **display.SERVICES,
    **package.SERVICES,
    **power.SERVICES,
    **services.SERVICES,
    **window.SERVICES,
}
"""By name."""


def dump(phone: SimPhone, name: str, arguments: Sequence[str]) -> str | None:
    """One service's text; None when there is no such service."""
    service = SERVICES.get(name)
    return service(phone, list(arguments)) if service is not None else None
