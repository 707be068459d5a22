"""Checks of this computer: its adb, the adb server, and what keeps phones from being seen."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version as package_version
from pathlib import Path

from genie_host.core.errors import PhoneUnavailable
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_program import bundled_adb
from genie_host.phone.device_state import DeviceEntry
from genie_host.phone.doctor.ports import listener_on
from genie_host.phone.doctor.report import Finding, Status

_OLDEST_FOR_PAIRING = 30
PROTOCOL = 41
"""Of every adb since 2018; a client with another one would kill the server."""
_TRAPS = ("ADB_SERVER_SOCKET", "ANDROID_ADB_SERVER_ADDRESS", "ADB_TRACE")
_VERSION_SECONDS = 10.0
_RULES = ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")


def computer_checks(adb: AdbServer, environment: Mapping[str, str] = os.environ) -> Iterator[Finding]:
    """Everything that needs no phone. Starts nothing."""
    yield check_program(adb)
    yield check_server(adb)
    yield check_other_adb(adb, environment)
    yield check_environment(environment)
    yield check_wsl(_kernel_release())


def check_program(adb: AdbServer) -> Finding:
    """Which adb is used, and how old it is."""
    version = adb_version(adb.adb)
    is_bundled = adb.adb == bundled_adb().absolute()
    origin = f"the one that adbutils {package_version('adbutils')} brings" if is_bundled else "the one you named"
    facts = {"version": version, "is_bundled": is_bundled}
    if version is None:
        return Finding(
            check="adb.program",
            status=Status.FAIL,
            summary=f"The adb program, {origin}, does not run on this computer.",
            remedy="Install Android's platform-tools and name its adb with --adb or GENIE_ADB.",
            facts=facts,
        )
    if int(version.split(".")[0]) < _OLDEST_FOR_PAIRING:
        return Finding(
            check="adb.program",
            status=Status.WARN,
            summary=f"adb {version}, {origin}, is too old to pair with phones over Wi-Fi.",
            remedy="Leave --adb and GENIE_ADB out to use the one that comes with Genie.",
            facts=facts,
        )
    return Finding(check="adb.program", status=Status.OK, summary=f"adb {version}, {origin}.", facts=facts)


def check_server(adb: AdbServer) -> Finding:
    """Whether a server runs, how old it is, and who holds the port."""
    holder = listener_on(adb.port)
    facts = {"port": adb.port, "held_by": str(holder) if holder else "", "protocol": None}
    try:
        protocol = adb.version()
    except PhoneUnavailable as error:
        by = str(holder) if holder else "a program that is not adb"
        return Finding(
            check="adb.server",
            status=Status.FAIL,
            summary=f"Port {adb.port} is held by {by}, which does not answer as an adb server.",
            remedy="Close it, or choose another port with ANDROID_ADB_SERVER_PORT.",
            facts=facts,
            kind=type(error),
        )
    facts["protocol"] = protocol
    if protocol is None:
        summary = f"No adb server runs on port {adb.port}; one is started when it is needed."
        return Finding(check="adb.server", status=Status.OK, summary=summary, facts=facts)
    if protocol != PROTOCOL:
        return Finding(
            check="adb.server",
            status=Status.WARN,
            summary=f"The adb server on port {adb.port} speaks version {protocol}; today's is {PROTOCOL}.",
            remedy=f"Close the program that started it{f', {holder},' if holder else ''} or update its adb: two kinds "
            "of adb keep stopping each other's server.",
            facts=facts,
        )
    by = f", {holder}" if holder else ""
    summary = f"An adb server runs on port {adb.port}{by}, version {protocol}."
    return Finding(check="adb.server", status=Status.OK, summary=summary, facts=facts)


def check_other_adb(adb: AdbServer, environment: Mapping[str, str]) -> Finding:
    """Another adb on the path may stop the server that Genie uses."""
    found = shutil.which("adb", path=environment.get("PATH"))
    if found is None or Path(found).resolve() == adb.adb.resolve():
        return Finding(check="adb.others", status=Status.OK, summary="No other adb is on the path.")
    text = _printed(Path(found))
    protocol = re.search(r"version 1\.0\.(\d+)", text)
    version = _release(text)
    facts = {"version": version, "protocol": int(protocol.group(1)) if protocol else None}
    if protocol is not None and int(protocol.group(1)) == PROTOCOL:
        summary = f"Another adb, {version or 'of an unknown release'}, is on the path and gets along with Genie's."
        return Finding(check="adb.others", status=Status.OK, summary=summary, facts=facts)
    return Finding(
        check="adb.others",
        status=Status.WARN,
        summary="Another adb on the path is of a kind that stops servers of newer ones.",
        remedy="Update or remove it, or give Genie a port of its own with ANDROID_ADB_SERVER_PORT.",
        facts=facts,
    )


def check_environment(environment: Mapping[str, str]) -> Finding:
    """Variables that send other tools elsewhere than Genie."""
    found = [name for name in _TRAPS if environment.get(name)]
    if not found:
        return Finding(check="adb.environment", status=Status.OK, summary="No variable misleads adb.")
    return Finding(
        check="adb.environment",
        status=Status.WARN,
        summary=f"{' and '.join(found)} changes what adb does, and Genie does not follow it.",
        remedy="Unset it. For a server on another port use ANDROID_ADB_SERVER_PORT.",
        facts={"variables": found},
    )


def check_wsl(kernel_release: str) -> Finding:
    """Linux inside Windows sees no USB by itself."""
    if "microsoft" not in kernel_release.lower():
        return Finding(check="system.wsl", status=Status.SKIPPED, summary="Not Linux inside Windows.")
    return Finding(
        check="system.wsl",
        status=Status.WARN,
        summary="This is Linux inside Windows, which sees no phone on a cable by itself.",
        remedy="Attach the phone with usbipd on the Windows side, run Genie in Windows, or use Wi-Fi: genie pair",
    )


def check_udev(devices: Sequence[DeviceEntry]) -> Finding:
    """Whether Linux lets this user open phones on a cable."""
    refused = [device for device in devices if device.state == "no permissions"]
    if sys.platform != "linux":
        return Finding(check="system.udev", status=Status.SKIPPED, summary="Only Linux has udev rules.")
    has_rules = any(_has_android_rule(Path(folder)) for folder in _RULES)
    facts = {"has_rules": has_rules, "refused": len(refused)}
    if refused:
        how = "Log out and in again, then plug it in anew" if has_rules else "Install the package android-udev-rules"
        return Finding(
            check="system.udev",
            status=Status.FAIL,
            summary="This user may not open a phone that is plugged in.",
            remedy=f"{how}, or add a rule for the phone's maker and the group plugdev.",
            facts=facts,
        )
    summary = "Rules for phones on a cable are there." if has_rules else "No phone on a cable is refused."
    return Finding(check="system.udev", status=Status.OK, summary=summary, facts=facts)


def adb_version(program: Path) -> str | None:
    """The release of an adb, ``36.0.0``; None when it does not run or does not say."""
    return _release(_printed(program))


def _release(text: str) -> str | None:
    found = re.search(r"^Version (\d+(?:\.\d+)*)", text, re.MULTILINE)
    return found.group(1) if found else None


def _printed(program: Path) -> str:
    try:
        done = subprocess.run([str(program), "version"], capture_output=True, timeout=_VERSION_SECONDS, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", errors="replace")


def _kernel_release() -> str:
    return os.uname().release if sys.platform != "win32" else ""


def _has_android_rule(folder: Path) -> bool:
    try:
        return any("android" in path.name or "adb" in path.name for path in folder.iterdir())
    except OSError:
        return False
