"""The machine: who, when, how long, and its properties."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone

from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply
from genie_host.simphone.shell.settings import speak
from genie_host.simphone.world.locales import LOCALES

_LOCALE = "persist.sys.locale"


def succeed(call: Call) -> Reply:
    """``true``, and what does nothing that could be seen here."""
    return OK


def fail(call: Call) -> Reply:
    """``false``."""
    return Reply(status=1)


async def sleep(call: Call) -> Reply:
    """``sleep SECONDS``, at the phone's speed."""
    match = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)([smhd]?)", call.arguments[0]) if call.arguments else None
    if match is None:
        return Reply(status=1, errors="sleep: bad time\n")
    await call.phone.hand.pause(float(match[1]) * {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}[match[2]] * 1000)
    return OK


def identity(call: Call) -> Reply:
    """``id [-u|-un|-g]``."""
    match call.flags():
        case "u" | "g":
            return Reply("2000\n")
        case "un" | "nu" | "gn":
            return Reply("shell\n")
    return Reply(
        "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),"
        "3003(inet) context=u:r:shell:s0\n"
    )


def whoami(call: Call) -> Reply:
    """``whoami``."""
    return Reply("shell\n")


def date(call: Call) -> Reply:
    """``date [-u] [+FORMAT]`` in the phone's time zone."""
    form = next((argument[1:] for argument in call.arguments if argument.startswith("+")), "%a %b %e %H:%M:%S %Z %Y")
    now = call.phone.world.date_time.astimezone(UTC if "u" in call.flags() else _zone(call))
    form = form.replace("%s", str(int(now.timestamp()))).replace("%N", f"{now.microsecond * 1000:09d}")
    return Reply(now.strftime(form) + "\n")


def _zone(call: Call) -> timezone:
    """The zone of ``persist.sys.timezone`` where that is an offset; Greenwich for names."""
    match = re.fullmatch(r"GMT([+-]\d\d):?(\d\d)", call.phone.properties.get("persist.sys.timezone", ""))
    return timezone(timedelta(hours=int(match[1]), minutes=int(match[2]))) if match else UTC


def uname(call: Call) -> Reply:
    """``uname [-asnrvm]``."""
    parts = {
        "s": "Linux",
        "n": "localhost",
        "r": "6.1.57-android14-11-gsim",
        "v": "#1 SMP PREEMPT Mon Jan 1 10:00:00 UTC 2026",
        "m": "aarch64",
        "o": "Toybox",
    }
    flags = call.flags()
    wanted = list(parts) if "a" in flags else [letter for letter in parts if letter in flags] or ["s"]
    return Reply(" ".join(parts[letter] for letter in wanted) + "\n")


def uptime(call: Call) -> Reply:
    """``uptime``."""
    clock = call.phone.world.date_time.strftime("%H:%M:%S")
    return Reply(f" {clock} up 1 day,  2:03,  0 users,  load average: 1.02, 1.10, 1.08\n")


def getprop(call: Call) -> Reply:
    """``getprop [-T] [NAME [DEFAULT]]``."""
    properties, names = _properties(call), call.plain_arguments()
    if "T" in call.flags():
        return Reply("".join(f"[{name}]: [string]\n" for name in sorted(properties)))
    if names:
        return Reply((properties.get(names[0]) or (names[1] if len(names) > 1 else "")) + "\n")
    return Reply("".join(f"[{name}]: [{value}]\n" for name, value in sorted(properties.items())))


def setprop(call: Call) -> Reply:
    """``setprop NAME VALUE``; the read-only ones stay."""
    if len(call.arguments) != 2:
        return Reply(status=1, errors="setprop: Need 2 arguments\n")
    name, value = call.arguments
    if name.startswith("ro."):
        return Reply(status=1, errors=f"Failed to set property '{name}' to '{value}'.\nSee dmesg for error reason.\n")
    call.phone.properties[name] = value
    if name == _LOCALE:
        speak(call.phone, value)
    return OK


def _properties(call: Call) -> dict[str, str]:
    """All of them; the language is the one that the phone speaks now, whoever chose it."""
    properties, language = call.phone.properties, call.phone.world.locale
    told = properties.get(_LOCALE, "").replace("_", "-").partition("-")[0]
    return properties if told == language else {**properties, _LOCALE: LOCALES.get(language, language)}


def environment(call: Call) -> Reply:
    """``env`` and ``printenv [NAME]``."""
    names = call.plain_arguments()
    if call.name == "printenv" and names:
        value = call.environment.get(names[0])
        return Reply(f"{value}\n") if value is not None else Reply(status=1)
    return Reply("".join(f"{name}={value}\n" for name, value in call.environment.items()))


def hostname(call: Call) -> Reply:
    """``hostname``."""
    return Reply("localhost\n")


def processors(call: Call) -> Reply:
    """``nproc``."""
    return Reply("8\n")


def memory(call: Call) -> Reply:
    """``free [-m]``, in kilobytes otherwise."""
    step = 1024 if "m" in call.flags() else 1
    total, used, shared, buffers = (number // step for number in (7_864_320, 5_242_880, 65_536, 131_072))
    return Reply(
        "\t\ttotal        used        free      shared     buffers\n"
        f"Mem:{total:>17}{used:>12}{total - used:>12}{shared:>12}{buffers:>12}\n"
        f"-/+ buffers/cache:{used - buffers:>15}{total - used + buffers:>12}\nSwap:{0:>16}{0:>12}{0:>12}\n"
    )


def network_address(call: Call) -> Reply:
    """``ip`` and ``ifconfig``: one wireless interface."""
    if call.name == "ifconfig":
        if "eth0" in call.arguments:
            return Reply(status=1, errors="ifconfig: ioctl 8913: No such device\n")
        return Reply(
            "wlan0     Link encap:UNSPEC    Driver sim\n"
            "          inet addr:192.168.1.77  Bcast:192.168.1.255  Mask:255.255.255.0 \n"
            "          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1\n\n"
        )
    if "route" in call.arguments:
        return Reply("192.168.1.0/24 dev wlan0 proto kernel scope link src 192.168.1.77 \n")
    return Reply(
        "3: wlan0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 3000\n"
        "    link/ether 02:00:00:44:55:66 brd ff:ff:ff:ff:ff:ff\n"
        "    inet 192.168.1.77/24 brd 192.168.1.255 scope global wlan0\n"
        "       valid_lft forever preferred_lft forever\n"
    )


def reboot(call: Call) -> Reply:
    """``reboot [TARGET]``: the line is cut, and the phone comes back with nothing running."""
    call.phone.reboot(*call.plain_arguments()[:1])
    return OK


def bug_report(call: Call) -> Reply:
    """``bugreportz [-v|-p]``: a file with the log."""
    if "v" in call.flags():
        return Reply(errors="1.1\n")  # adb looks for it there
    path = "/data/user_de/0/com.android.shell/files/bugreports/bugreport-simphone.zip"
    call.phone.files.write(path, b"simphone bug report\n")
    return Reply(f"OK:{path}\n")


COMMANDS: CommandTable = {
    "bugreportz": bug_report,
    "date": date,
    "env": environment,
    "false": fail,
    "free": memory,
    "getprop": getprop,
    "hostname": hostname,
    "id": identity,
    "ifconfig": network_address,
    "ip": network_address,
    "nproc": processors,
    "printenv": environment,
    "reboot": reboot,
    "setprop": setprop,
    "sleep": sleep,
    "start": succeed,
    "stop": succeed,
    "true": succeed,
    "uname": uname,
    "uptime": uptime,
    "whoami": whoami,
}
