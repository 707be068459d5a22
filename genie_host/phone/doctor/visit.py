"""The two visits: the whole one of ``genie doctor``, and the short one before each run."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import PhoneError, PhoneUnavailable
from genie_host.phone.adb import AdbServer
from genie_host.phone.device_state import DeviceEntry, error_of_state, find_entry
from genie_host.phone.doctor import automation, phone
from genie_host.phone.doctor.computer import PROTOCOL, check_server, check_udev, computer_checks
from genie_host.phone.doctor.makers import maker_of
from genie_host.phone.doctor.readings import Readings
from genie_host.phone.doctor.report import Finding, Report, Status
from genie_host.phone.link import DeviceLink
from genie_host.phone.patience import DEFAULT_PATIENCE, Patience
from genie_host.phone.shell import Shell

Check = Callable[[Readings], Finding]
OF_PHONE: tuple[tuple[str, Check], ...] = (
    ("phone.android", phone.check_android),
    ("phone.touch", phone.check_touch),
    ("phone.maker", phone.check_maker),
    ("phone.battery", phone.check_battery),
    ("phone.storage", phone.check_storage),
    ("phone.screen", phone.check_screen),
    ("phone.keyboard", phone.check_keyboard),
    ("phone.time", phone.check_time),
    ("phone.accessibility", automation.check_accessibility),
)
CHECKS = (
    *("adb.program", "adb.server", "adb.others", "adb.environment", "system.wsl", "system.udev"),
    *("phone.state", "phone.lease", "phone.slot"),
    *(name for name, _ in OF_PHONE),
)
"""Every check by its lasting name."""
_log = logging.getLogger(__name__)


def whole_visit(
    adb: AdbServer,
    serial: str | None,
    *,
    cancel: CancelToken,
    patience: Patience = DEFAULT_PATIENCE,
    environment: Mapping[str, str] = os.environ,
    folder: Path | None = None,
) -> Report:
    """Everything there is to know; ``serial`` may be None where one phone is attached. Raises nothing of ours but
    Cancelled.
    """
    findings = list(computer_checks(adb, environment))
    if any(found.status is Status.FAIL for found in findings):
        return Report(serial="", findings=findings)
    try:
        devices = adb.devices()
        chosen = _chosen(devices, serial)
    except PhoneError as error:
        return Report(serial="", findings=[*findings, _state_finding(error, ())])
    findings.append(check_udev(devices))
    if (trouble := _trouble(chosen, serial)) is not None or chosen is None:
        return Report(serial="", findings=[*findings, _state_finding(trouble or PhoneUnavailable(), devices)])
    name = serial or chosen.serial
    summary = f"{name} is attached and ready{f', {chosen.model}' if chosen.model else ''}."
    facts = {"state": chosen.state, "model": chosen.model, "usb_port": chosen.usb_port}
    findings.append(Finding(check="phone.state", status=Status.OK, summary=summary, facts=facts))
    link = DeviceLink(name, adb, cancel=cancel, patience=patience)
    findings += phone_checks(link, folder)
    return Report(serial=name, findings=findings)


def phone_checks(link: DeviceLink, folder: Path | None = None) -> Iterator[Finding]:
    """Everything about a phone that adb calls ready."""
    shell = Shell(link)
    readings = Readings(shell)
    yield automation.check_lease(link.serial, folder)
    yield guarded("phone.slot", partial(automation.check_slot, link, shell, readings))
    for name, check in OF_PHONE:
        yield guarded(name, partial(check, readings))


def short_visit(adb: AdbServer, link: DeviceLink, shell: Shell) -> Iterator[Finding]:
    """What is worth a moment before each run: whatever would end it, and what the user should know. Nothing when all
    is well.
    """
    if adb.version() not in (None, PROTOCOL):
        yield check_server(adb)
    readings = Readings(shell)
    checks: list[tuple[str, Check]] = [
        ("phone.android", phone.check_android),
        ("phone.storage", phone.check_storage),
        ("phone.battery", phone.check_battery),
        ("phone.keyboard", phone.check_keyboard),
    ]
    try:
        if maker_of(readings.properties) is not None:
            # Trying costs a third of a second on a phone: only where it may be refused.
            checks.append(("phone.touch", phone.check_touch))
    except PhoneError as error:
        _log.info("the phone does not tell its maker: %s", error)
    for name, check in checks:
        found = guarded(name, partial(check, readings))
        if found.status in (Status.WARN, Status.FAIL):
            yield found


def guarded(name: str, check: Callable[[], Finding]) -> Finding:
    """A check that gets no answer is a finding, not the end of the visit; a phone that is lost is a failure."""
    try:
        return check()
    except PhoneError as error:
        status = Status.FAIL if isinstance(error, PhoneUnavailable) else Status.SKIPPED
        return Finding(check=name, status=status, summary="This could not be looked at.", remedy=str(error))


def _chosen(devices: Sequence[DeviceEntry], serial: str | None) -> DeviceEntry | None:
    """The phone that is meant; raises PhoneUnavailable when that cannot be told."""
    if serial is not None:
        return find_entry(serial, devices)
    ready = [device for device in devices if device.is_ready]
    if len(ready) > 1:
        names = ", ".join(device.serial for device in ready)
        raise PhoneUnavailable(f"Several phones are attached: {names}. Say which one with --device SERIAL.")
    return ready[0] if ready else devices[0] if devices else None


def _trouble(chosen: DeviceEntry | None, serial: str | None) -> PhoneUnavailable | None:
    """Why there is no phone that can be used."""
    if chosen is None and serial is None:
        return PhoneUnavailable(
            "No phone is attached. Plug one in with USB debugging on and accept the question on its screen."
        )
    return error_of_state(serial or (chosen.serial if chosen else ""), chosen.state if chosen else None)


def _state_finding(error: PhoneError, devices: Sequence[DeviceEntry]) -> Finding:
    sentence = str(error)
    summary, _, remedy = sentence.partition(". ")
    return Finding(
        check="phone.state",
        status=Status.FAIL,
        summary=f"{summary.rstrip('.')}.",
        remedy=remedy,
        facts={"phones": {device.serial: device.state for device in devices}},
        kind=type(error),
    )
