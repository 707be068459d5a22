"""Checks of who automates the phone: leases, the slot, its port, and accessibility services that pause."""

from __future__ import annotations

from pathlib import Path

from genie_host.core.errors import AutomationBusy, PhoneError, ServerDead
from genie_host.phone.doctor.readings import Readings
from genie_host.phone.doctor.report import Finding, Status
from genie_host.phone.http_exchange import exchange
from genie_host.phone.lease import holder_of
from genie_host.phone.link import DeviceLink
from genie_host.phone.shell import Shell
from genie_host.phone.slot import bound_services, common_names, holders, is_held
from genie_host.phone.translate import translated
from genie_host.phone.u2_server import SERVICE

_PORT_SECONDS = 3.0


def check_lease(serial: str, folder: Path | None = None) -> Finding:
    """Whether another run of Genie's has the phone."""
    holder = holder_of(serial, folder=folder)
    if holder is None:
        return Finding(check="phone.lease", status=Status.OK, summary="No other run of Genie's uses the phone.")
    return Finding(
        check="phone.lease",
        status=Status.FAIL,
        summary=f"The phone is in use by {holder}.",
        remedy="Wait for it to end, or stop it.",
        facts={"holder": holder.what, "pid": holder.pid},
        kind=AutomationBusy,
    )


def check_slot(link: DeviceLink, shell: Shell, readings: Readings) -> Finding:
    """Whether the automation slot is free, ours, or another tool's, and the port of the server with it."""
    answer = answer_on_port(link)
    found = holders(shell)
    named = ", ".join(dict.fromkeys(str(holder) for holder in found))
    facts = {"holders": [holder.name for holder in found], "port_9008": "free" if answer is None else "held"}
    if answer == b"pong":
        facts["port_9008"] = "uiautomator2"
        summary = "A uiautomator2 server runs on the phone and will be used."
        return Finding(check="phone.slot", status=Status.OK, summary=summary, facts=facts)
    if answer is not None:
        return Finding(
            check="phone.slot",
            status=Status.FAIL,
            summary=f"Port 9008 of the phone is held by {named or 'a program that is no automation server'}.",
            remedy="Close it, or restart the phone.",
            facts=facts,
            kind=AutomationBusy,
        )
    if is_held(readings.accessibility) or (found and not all(holder.is_own_kind for holder in found)):
        return Finding(
            check="phone.slot",
            status=Status.FAIL,
            summary=f"The phone is automated by {named or 'another tool or test run'}.",
            remedy="Close it, then try again; Android allows one at a time.",
            facts=facts,
            kind=AutomationBusy,
        )
    return Finding(check="phone.slot", status=Status.OK, summary="Nobody else automates the phone.", facts=facts)


def check_accessibility(readings: Readings) -> Finding:
    """Which services of the user's pause during a run."""
    names = common_names(readings.setting("secure", "enabled_accessibility_services"))
    facts = {"services": list(names), "bound": list(bound_services(readings.accessibility))}
    if not names:
        return Finding(
            check="phone.accessibility", status=Status.OK, summary="No accessibility service is on.", facts=facts
        )
    return Finding(
        check="phone.accessibility",
        status=Status.WARN,
        summary=f"{', '.join(names)} may pause while Genie uses the phone.",
        remedy="It works again afterwards; whoever depends on it should not use the phone meanwhile.",
        facts=facts,
    )


def answer_on_port(link: DeviceLink) -> bytes | None:
    """What listens on the automation server's port says to a ping: None when nobody listens."""
    try:
        stream = link.open(SERVICE, _PORT_SECONDS)
    except ServerDead:
        return None
    try:
        with translated():
            answer = exchange(stream, "GET", "/ping")
    except PhoneError:
        return b""
    finally:
        stream.close()
    return answer.body if answer.status == 200 else b""
