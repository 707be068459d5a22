"""``wm`` and ``dumpsys``: what the window manager and its neighbours tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply
from genie_host.simphone.shell.packages import full_class_name, is_system_app

_DENSITY = 420


def wm(call: Call) -> Reply:
    """``wm size | density``."""
    match call.arguments:
        case ("size",):
            width, height = _natural_size(call.phone)
            return Reply(f"Physical size: {width}x{height}\n")
        case ("density",):
            return Reply(f"Physical density: {_DENSITY}\n")
    return Reply(status=255, errors=f"Error: unknown command '{' '.join(call.arguments)}'\n")


def dumpsys(call: Call) -> Reply:
    """``dumpsys SERVICE [ARGUMENT...]``."""
    if call.arguments == ("-l",):
        return Reply("Currently running services:\n" + "".join(f"  {name}\n" for name in sorted(_SERVICES)))
    name, *rest = call.arguments or ("",)
    service = _SERVICES.get(name)
    if service is None:
        return Reply(status=1, errors=f"Can't find service: {name}\n")
    text = service(call.phone, rest)
    return Reply(text) if text else OK


def _natural_size(phone: SimPhone) -> tuple[int, int]:
    size = phone.world.size
    return (size.width, size.height) if phone.world.rotation % 2 == 0 else (size.height, size.width)


def _component(phone: SimPhone) -> str:
    front = phone.world.foreground
    return f"{front.package}/{full_class_name(front.package, front.activity)}"


def _activity_record(phone: SimPhone) -> str:
    front = phone.world.foreground
    return f"ActivityRecord{{d4e5f6 u0 {front.package}/{front.activity} t12}}"


def _window(phone: SimPhone, arguments: list[str]) -> str:
    world = phone.world
    focus = f"Window{{a1b2c3 u0 {_component(phone)}}}" if world.is_screen_on else "null"
    flags = " fl=SECURE" if any(window.secure for window in world.windows()) else ""
    return (
        "WINDOW MANAGER WINDOWS (dumpsys window windows)\n"
        f"  Window #0 Window{{a1b2c3 u0 {_component(phone)}}}:\n"
        f"    mAttrs={{(0,0)(fillxfill) sim={{adjust=resize}} ty=BASE_APPLICATION{flags}}}\n"
        f"  mCurrentFocus={focus}\n"
        f"  mFocusedApp={_activity_record(phone)}\n"
        "  mDreamingLockscreen=false\n"
        "  isKeyguardShowing=false\n"
    )


def _activity(phone: SimPhone, arguments: list[str]) -> str:
    front = phone.world.foreground
    return (
        f"  mResumedActivity: {_activity_record(phone)}\n"
        f"  topResumedActivity={_activity_record(phone)}\n"
        f"  ACTIVITY {front.package}/{front.activity} 1a2b3c pid={phone.world.pid_of(front.package)}\n"
    )


def _display(phone: SimPhone, arguments: list[str]) -> str:
    size = phone.world.size
    natural_width, natural_height = _natural_size(phone)
    frame = f"Rect(0, 0 - {size.width}, {size.height})"
    return (
        "DISPLAY MANAGER (dumpsys display)\n"
        "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:0', "
        f"physicalPort=0, orientation={phone.world.rotation}, logicalFrame={frame}, physicalFrame={frame}, "
        f"deviceWidth={natural_width}, deviceHeight={natural_height}}}]\n"
    )


def _power(phone: SimPhone, arguments: list[str]) -> str:
    is_on = phone.world.is_screen_on
    return (
        f"  mWakefulness={'Awake' if is_on else 'Asleep'}\n"
        f"  mHoldingDisplaySuspendBlocker={'true' if is_on else 'false'}\n"
    )


def _battery(phone: SimPhone, arguments: list[str]) -> str:
    return (
        "Current Battery Service state:\n  AC powered: false\n  USB powered: true\n  level: 83\n  scale: 100\n"
        "  voltage: 4100\n  temperature: 290\n  technology: Li-ion\n  status: 2\n  health: 2\n  present: true\n"
    )


def _package(phone: SimPhone, arguments: list[str]) -> str:
    package = arguments[0] if arguments else ""
    app = phone.world.apps.get(package)
    if app is None:
        return f"Unable to find package: {package}\n"
    flags = "HAS_CODE" + (" SYSTEM" if is_system_app(package) else "")
    return (
        f"Packages:\n  Package [{package}] (abc):\n    versionCode=1 minSdk=24 targetSdk=34\n    versionName=1.0\n"
        f"    pkgFlags=[ {flags} ]\n    signatures=PackageSignatures{{abc version:2, signatures:[51eb1e], "
        "past signatures:[]}\n    firstInstallTime=2026-01-01 10:00:00\n    lastUpdateTime=2026-01-01 10:00:00\n"
    )


def _input_method(phone: SimPhone, arguments: list[str]) -> str:
    keyboard = phone.world.settings.get(("secure", "default_input_method"), "null")
    return f"  mInputShown={'true' if phone.world.is_keyboard_shown else 'false'}\n  mCurMethodId={keyboard}\n"


def _surface_flinger(phone: SimPhone, arguments: list[str]) -> str:
    return 'Display 4619827259835644672 (HWC display 0): port=0 pnpId=SIM displayName="SIM_display_0"\n'


_SERVICES: Mapping[str, Callable[[SimPhone, list[str]], str]] = {
    "SurfaceFlinger": _surface_flinger,
    "activity": _activity,
    "battery": _battery,
    "display": _display,
    "input_method": _input_method,
    "package": _package,
    "power": _power,
    "window": _window,
}

COMMANDS: CommandTable = {"dumpsys": dumpsys, "wm": wm}
