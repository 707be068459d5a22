"""``dumpsys`` of what is only looked at: radio, sound, memory, and services that have little to say here."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.dumps.dump import Dump, truth

_QUIET = (
    "alarm appops audio batterystats bluetooth_manager clipboard cpuinfo dbinfo device_policy diskstats dropbox "
    "fingerprint jobscheduler media_session mount netpolicy netstats procstats role sensorservice shortcut "
    "thermalservice uimode usagestats usb user vibrator_manager wallpaper webviewupdate"
).split()


def wifi(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys wifi``."""
    is_on = phone.world.is_on("wifi")
    network = phone.world.state.get("settings", {}).get("network_name", "HomeNet")
    tail = f'mWifiInfo SSID: "{network}", BSSID: 02:00:00:aa:bb:cc, Supplicant state: COMPLETED\n' if is_on else ""
    return f"Wi-Fi is {'enabled' if is_on else 'disabled'}\n{tail}"


def connectivity(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys connectivity``."""
    world = phone.world
    kind = "WIFI" if world.is_on("wifi") else "MOBILE"
    is_connected = not world.is_on("aeroplane")
    return f"Active default network: {100 if is_connected else 'none'}\nCurrent Networks:\n" + (
        f"  NetworkAgentInfo{{network{{100}} ni{{{kind} CONNECTED extra: }} Satisfied 5}}\n" if is_connected else ""
    )


def memory(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys meminfo [PACKAGE]``."""
    world = phone.world
    names = [argument for argument in arguments if not argument.startswith("-")]
    if names and not world.is_running(names[0]):
        return f"No process found for: {names[0]}\n"
    if names:
        return (
            f"Applications Memory Usage (in Kilobytes):\n\n** MEMINFO in pid {world.pid_of(names[0])} [{names[0]}] **\n"
            "                   Pss  Private  Private  SwapPss\n           TOTAL    52431    41200     3180        0\n"
        )
    lines = "".join(f"     52,431K: {name} (pid {world.pid_of(name)})\n" for name in world.running)
    return f"Total PSS by process:\n{lines}Total RAM: 7,864,320K (status normal)\n"


def graphics(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys gfxinfo [PACKAGE]``."""
    package = next((argument for argument in arguments if not argument.startswith("-")), phone.world.app.package)
    return (
        "Applications Graphics Acceleration Info:\n\n"
        f"** Graphics info for pid {phone.world.pid_of(package)} [{package}] **\n\n"
        "Total frames rendered: 240\nJanky frames: 4 (1.67%)\n50th percentile: 6ms\n90th percentile: 9ms\n"
    )


def location(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys location``."""
    is_on = bool(phone.world.state.get("settings", {}).get("location", True))
    return f"Location Manager State:\n  Location Setting: {truth(is_on)}\n  gps provider:\n    enabled={truth(is_on)}\n"


def _quiet(phone: SimPhone, arguments: list[str]) -> str:
    """A service that is there and tells nothing that hosts look for."""
    return "(nothing to report)\n"


SERVICES: Mapping[str, Dump] = {
    **dict.fromkeys(_QUIET, _quiet),
    "connectivity": connectivity,
    "gfxinfo": graphics,
    "location": location,
    "meminfo": memory,
    "wifi": wifi,
}
