"""``dumpsys notification``, ``accessibility``, ``input_method``, ``statusbar``, ``clipboard`` and ``telephony``."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.dumps.dump import Dump, front_component, truth, user_of


def notification(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys notification [--noredact]``; without it texts are only as long as they are."""
    shows = "--noredact" in arguments
    world = phone.world
    lines = ["Current Notification Manager state:", "  Notification List:"]
    for number, posted in enumerate(world.system.notifications):
        user = user_of(phone, posted.package)
        key = f"0|{posted.package}|{number + 1}|{posted.key}|{user}"
        title, text = (posted.title, posted.text) if shows else (_redacted(posted.title), _redacted(posted.text))
        flags = "ONGOING_EVENT|NO_CLEAR" if posted.is_ongoing else "AUTO_CANCEL"
        lines += [
            f"    NotificationRecord(0x0d4e5f{number:02x}: pkg={posted.package} user=UserHandle{{0}} id={number + 1} "
            f"tag={posted.key} importance=3 key={key}: Notification(channel={posted.channel or 'default'} "
            f"flags={flags} category=msg actions={len(posted.notification.actions) if posted.notification else 0}))",
            f"      uid={user} userId=0",
            f"      opPkg={posted.package}",
            f"      key={key}",
            f"      seen={truth(world.system.shade != 'closed')}",
            "      extras={",
            f"          android.title=String ({title})",
            f"          android.text=String ({text})",
            "      }",
        ]
    lines += [
        "  ",
        f"  mZenMode={'ZEN_MODE_IMPORTANT_INTERRUPTIONS' if world.is_on('do_not_disturb') else 'ZEN_MODE_OFF'}",
    ]
    return "\n".join(lines) + "\n"


def _redacted(text: str) -> str:
    return f"[length={len(text)}]"


def accessibility(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys accessibility``: services that run, and windows."""
    enabled = phone.world.settings.get(("secure", "enabled_accessibility_services"), "")
    services = [name for name in enabled.split(":") if name]
    automation = "Ui Automation[registered]" if phone.automation is not None else ""
    listed = ", ".join(f"Service[label={name}, feedbackType[FEEDBACK_GENERIC]]" for name in services)
    windows = phone.world.windows()
    focused = next((shown for shown in reversed(windows) if shown.focusable), None)
    lines = [
        "ACCESSIBILITY MANAGER (dumpsys accessibility)",
        "",
        "User state[",
        f"     attributes:{{id=0, touchExplorationEnabled=false, serviceHandlesDoubleTap=false, "
        f"installedServiceCount={len(services)}, isAccessibilityButtonShown=false}}",
        f"     Bound services:{{{listed}}}",
        f"     Enabled services:{{{', '.join(f'{{{name}}}' for name in services)}}}",
        f"     {automation}" if automation else "     Ui Automation[none]",
        "]",
        "",
    ]
    for number, shown in enumerate(windows):
        bounds = shown.root.bounds
        kind = {"input_method": "TYPE_INPUT_METHOD", "application": "TYPE_APPLICATION", "dialog": "TYPE_APPLICATION"}
        lines.append(
            f"Window[AccessibilityWindowInfo[title={shown.title}, displayId={shown.display}, id={number}, "
            f"type={kind.get(shown.type, 'TYPE_SYSTEM')}, layer={number}, bounds=Rect({bounds.left}, {bounds.top} - "
            f"{bounds.right}, {bounds.bottom}), focused={truth(shown is focused)}, active={truth(shown is focused)}]]"
        )
    return "\n".join(lines) + "\n"


def input_method(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys input_method``."""
    keyboard = phone.world.settings.get(("secure", "default_input_method"), "null")
    shown = truth(phone.world.is_keyboard_shown)
    return (
        "Current Input Method Manager state:\n  Input Methods: mMethodMapUpdateCount=1\n"
        + "".join(
            f"  InputMethod #{number}:\n    mId={name}\n" for number, name in enumerate(phone.packages.input_methods)
        )
        + f"  mCurMethodId={keyboard}\n  mCurClient=ClientState{{1a2b3c4}} mCurSeq=1\n"
        f"  mServedView={front_component(phone)}\n  mShowRequested={shown} mShowExplicitlyRequested={shown}\n"
        f"  mInputShown={shown}\n  mIsInputViewShown={shown}\n  mInteractive={truth(phone.world.is_screen_on)}\n"
    )


def status_bar(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys statusbar``."""
    shade = phone.world.system.shade
    return f"  mDisabled1=0x0\n  mDisabled2=0x0\n  mExpandedVisible={truth(shade != 'closed')}\n"


def telephony(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys telephony.registry`` and ``telecom``: the one call that there can be."""
    call = phone.world.system.call
    state = 0 if call is None else 1 if call.phase == "ringing" else 2
    number = call.number if call is not None else ""
    return (
        f"last known state:\n  Phone Id=0\n    mCallState={state}\n    mRingingCallState={int(state == 1) * 5}\n"
        f"    mForegroundCallState={int(state == 2)}\n    mCallIncomingNumber={number}\n"
        "    mServiceState={mVoiceRegState=0(IN_SERVICE), mDataRegState=0(IN_SERVICE)}\n"
    )


SERVICES: Mapping[str, Dump] = {
    "accessibility": accessibility,
    "input_method": input_method,
    "notification": notification,
    "statusbar": status_bar,
    "telecom": telephony,
    "telephony.registry": telephony,
}
