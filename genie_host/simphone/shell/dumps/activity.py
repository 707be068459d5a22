"""``dumpsys activity``: what runs, and what is in front."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.components import short_class_name
from genie_host.simphone.shell.dumps.dump import Dump, front_record, truth, user_of
from genie_host.simphone.world.engine import LAUNCHER


def activity(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys activity [activities | top | processes | recents | services | broadcasts | PACKAGE]``."""
    part = next((argument for argument in arguments if not argument.startswith("-")), "")
    match part:
        case "top":
            return _top(phone)
        case "activities" | "a" | "containers":
            return _activities(phone)
        case "processes" | "p":
            return _processes(phone)
        case "recents" | "r":
            return _recents(phone)
        case "services" | "s":
            return "ACTIVITY MANAGER SERVICES (dumpsys activity services)\n  (nothing)\n"
        case "broadcasts" | "b":
            return "ACTIVITY MANAGER BROADCAST STATE (dumpsys activity broadcasts)\n  (nothing)\n"
        case "intents" | "i":
            return "ACTIVITY MANAGER PENDING INTENTS (dumpsys activity intents)\n  (nothing)\n"
        case "lastanr":
            return _last_anr(phone)
    return _recents(phone) + _activities(phone) + _top(phone) + _processes(phone)


def _record(phone: SimPhone, package: str, number: int) -> str:
    world = phone.world
    name = world.activity if package == world.app.package else world.apps[package].activity
    return f"ActivityRecord{{d4e5f6 u0 {package}/{short_class_name(package, name)} t{number}}}"


def _activities(phone: SimPhone) -> str:
    world = phone.world
    lines = ["ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)", "Display #0 (activities from top to bottom):"]
    for position, package in enumerate(reversed(world.running)):
        number = 12 + position
        visible = truth(position == 0)
        lines += [
            f"  * Task{{1a2b3c #{number} type={'home' if package == LAUNCHER else 'standard'} "
            f"A={user_of(phone, package)}:{package} U=0 visible={visible} mode=fullscreen translucent=false sz=1}}",
            f"    * Hist  #0: {_record(phone, package, number)}",
            f"      packageName={package} processName={package}",
            f"      app=ProcessRecord{{5d6e7f {world.pid_of(package)}:{package}/u0a{user_of(phone, package) % 10000}}}",
        ]
    front = front_record(phone)
    lines += [f"  mResumedActivity: {front}", f"  ResumedActivity: {front}", f"  topResumedActivity={front}"]
    return "\n".join(lines) + "\n"


def _top(phone: SimPhone) -> str:
    front = phone.world.foreground
    name = short_class_name(front.package, front.activity)
    pid = phone.world.pid_of(front.package) or phone.world.pid_of(phone.world.app.package)
    return (
        f"TASK {front.package} id=12 userId=0\n  ACTIVITY {front.package}/{name} 1a2b3c pid={pid}\n"
        "    Local Activity 1a2b3c State:\n      mResumed=true mStopped=false mFinished=false\n"
    )


def _processes(phone: SimPhone) -> str:
    world = phone.world
    lines = ["ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)", "  All known processes:"]
    for package in sorted(world.running):
        record = f"ProcessRecord{{5d6e7f {world.pid_of(package)}:{package}/u0a{user_of(phone, package) % 10000}}}"
        lines += [f"  *APP* UID {user_of(phone, package)} {record}", f"    pid={world.pid_of(package)}"]
    return "\n".join(lines) + "\n"


def _recents(phone: SimPhone) -> str:
    lines = ["ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)"]
    for number, package in enumerate(phone.world.recent_apps):
        lines += [
            f"  * Recent #{number}: Task{{1a2b3c #{12 + number} type=standard A={user_of(phone, package)}:{package}}}",
            f"    realActivity={{{package}/{phone.world.apps[package].activity}}}",
        ]
    return "\n".join(lines) + "\n"


def _last_anr(phone: SimPhone) -> str:
    found = phone.world.log.of_kind("app_not_responding")
    if not found:
        return "ACTIVITY MANAGER LAST ANR (dumpsys activity lastanr)\n  <no ANR has occurred since boot>\n"
    return f"ACTIVITY MANAGER LAST ANR (dumpsys activity lastanr)\n  ANR in {found[-1]['package']}\n"


SERVICES: Mapping[str, Dump] = {"activity": activity}
