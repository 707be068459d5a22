"""Services that are about adbd itself: root, restarts, reboot, and the lists of debuggable processes.

Source: AOSP ``daemon/restart_service.cpp`` and ``daemon/jdwp_service.cpp``. A simulated phone stays on its port
whatever it is told about TCP and USB.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.wire.stream import Service, Stream

_IS_ROOT, _TCP_PORT = "service.adb.root", "service.adb.tcp.port"


def daemon_service(phone: SimPhone, name: str, argument: str) -> Service | None:
    """The service, or None when it is none of these."""
    find = _SERVICES.get(name)
    return find(phone, argument) if find is not None else None


def _root(phone: SimPhone, argument: str) -> Service:
    if phone.properties.get("ro.debuggable") != "1":
        return _saying("adbd cannot run as root in production builds\n")
    if _is_root(phone):
        return _saying("adbd is already running as root\n")
    return _restarting(phone, "restarting adbd as root\n", {_IS_ROOT: "1"})


def _unroot(phone: SimPhone, argument: str) -> Service:
    if not _is_root(phone):
        return _saying("adbd not running as root\n")
    return _restarting(phone, "restarting adbd as non root\n", {_IS_ROOT: "0"})


def _remount(phone: SimPhone, argument: str) -> Service:
    return _saying("remount succeeded\n" if _is_root(phone) else 'Not running as root. Try "adb root" first.\n')


def _tcpip(phone: SimPhone, argument: str) -> Service:
    port = int(argument) if argument.isdecimal() else 0
    if not 0 < port < 1 << 16:
        return _saying(f"invalid port {argument}\n")
    return _restarting(phone, f"restarting in TCP mode port: {port}\n", {_TCP_PORT: str(port)})


def _usb(phone: SimPhone, argument: str) -> Service:
    return _restarting(phone, "restarting in USB mode\n", {_TCP_PORT: "0"})


def _reconnect(phone: SimPhone, argument: str) -> Service:
    return _restarting(phone, "done", {})


def _jdwp(phone: SimPhone, argument: str) -> Service | None:
    """The debuggable processes, of which there are none; so there is nothing behind ``jdwp:PID`` either."""
    return None if argument else _saying("")


def _track(phone: SimPhone, argument: str) -> Service:
    return _no_processes


def _is_root(phone: SimPhone) -> bool:
    return phone.properties.get(_IS_ROOT) == "1"


def _saying(text: str) -> Service:
    async def serve(stream: Stream) -> None:
        await stream.write(text.encode())

    return serve


def _restarting(phone: SimPhone, text: str, properties: dict[str, str]) -> Service:
    """Say so, and cut all connections once the host has read it."""

    async def serve(stream: Stream) -> None:
        await stream.write(text.encode())
        await stream.flushed()
        stream.close()
        await stream.link.drained()
        phone.properties.update(properties)
        phone.later(0, phone.drop)

    return serve


def _reboot(phone: SimPhone, argument: str) -> Service:
    async def serve(stream: Stream) -> None:
        stream.close()
        phone.reboot(argument)

    return serve


async def _no_processes(stream: Stream) -> None:
    """An empty list, which never changes: hosts keep the stream open."""
    await stream.write(b"0000")
    while await stream.read():
        pass


_SERVICES: Mapping[str, Callable[[SimPhone, str], Service | None]] = {
    "jdwp": _jdwp,
    "reboot": _reboot,
    "reconnect": _reconnect,
    "remount": _remount,
    "root": _root,
    "tcpip": _tcpip,
    "track-app": _track,
    "track-jdwp": _track,
    "unroot": _unroot,
    "usb": _usb,
}
