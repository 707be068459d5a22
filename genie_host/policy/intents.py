"""Intents: opening a page or a composer is harmless, deeds done by intents are not, unknown ones are asked about."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from genie_host.core.verdicts import Ruling, Stake, Verdict
from genie_host.policy.links import judge_url
from genie_host.policy.rulings import ALLOWED, ask

_GRAVE: tuple[tuple[str, Stake], ...] = (
    (
        r"MASTER_CLEAR|FACTORY_RESET|WIPE|ERASE|REBOOT|SHUTDOWN|ADD_ACCOUNT|SET_NEW_PASSWORD|SECURITY_SETUP|CREDENTIAL",
        Stake.ACCOUNT,
    ),
    (
        r"BIOMETRIC_ENROLL|FINGERPRINT_ENROLL|FACE_ENROLL|REQUEST_SET_AUTOFILL|FORMAT|FACTORY_TEST|CONFIRM_DEVICE",
        Stake.ACCOUNT,
    ),
    (r"UNINSTALL|ACTION\.DELETE|\.DELETE\b", Stake.DELETE),
    (r"INSTALL_PACKAGE|INSTALL_SHORTCUT|REQUEST_INSTALL|MANAGE_UNKNOWN|PACKAGE_INSTALL", Stake.INSTALL),
    (
        r"MANAGE_OVERLAY|ADD_DEVICE_ADMIN|GRANT|VPN|MANAGE_ALL_FILES|ACCESSIBILITY_DETAILS|NOTIFICATION_LISTENER",
        Stake.GRANT,
    ),
    (r"REQUEST_IGNORE_BATTERY|REQUEST_SCHEDULE_EXACT|REQUEST_MANAGE_MEDIA|REQUEST_ROLE|CHANGE_DEFAULT", Stake.GRANT),
    (r"ACTION_CALL|\.CALL\b|CALL_PRIVILEGED|CALL_EMERGENCY|ACTION\.ANSWER", Stake.CALL),
    (r"RESPOND_VIA_MESSAGE|SEND_RESPOND|SENDTO_DIRECT", Stake.SEND),
    (r"SEND_MULTIPLE|MEDIA_PROJECTION|SCREEN_CAPTURE", Stake.SHARE),
    (r"\bPAY\b|PAYMENT_REQUEST|BILLING|PURCHASE", Stake.PAY),
)
_OPENING_ACTIONS = re.compile(
    r"android\.intent\.action\.(MAIN|VIEW|DIAL|SEND|SENDTO|SEARCH|WEB_SEARCH|PICK|GET_CONTENT|CHOOSER|SET_ALARM"
    r"|SET_TIMER|SHOW_ALARMS|INSERT|EDIT|OPEN_DOCUMENT|ALL_APPS|ASSIST|VOICE_COMMAND|APPLICATION_PREFERENCES"
    r"|CREATE_NOTE|MUSIC_PLAYER|POWER_USAGE_SUMMARY|INSERT_OR_EDIT|QUICK_VIEW|CREATE_DOCUMENT|SHOW_TIMERS)"
    r"|android\.provider\.action\.\w+|android\.media\.action\.\w+|android\.settings\.[\w.]+|com\.android\.settings\.\w+"
)
_SHOWS_AN_APP = re.compile(
    r"android\.settings\.(APPLICATION_DETAILS|APP_OPEN_BY_DEFAULT|APP_LOCALE|PICTURE_IN_PICTURE"
    r"|IGNORE_BACKGROUND_DATA_RESTRICTIONS)_SETTINGS"
)
"""Pages about one app, which is named by its package."""
_PACKAGE = re.compile(r"package:[\w.]+")
_PROGRAM = re.compile(r"package-archive|\.apks?\b", re.IGNORECASE)
_FLAGS = {"-a": "action", "-d": "data", "-n": "component", "-t": "type", "-p": "package"}


def judge_intent(arguments: Mapping[str, Any]) -> Verdict:
    """One intent, by its action, data, component and everything else it carries."""
    action = str(arguments.get("action") or arguments.get("intent") or "")
    data = str(arguments.get("data") or arguments.get("uri") or arguments.get("url") or "")
    component = str(arguments.get("component") or arguments.get("class") or arguments.get("activity") or "")
    everything = " ".join(str(value) for value in arguments.values())
    spelt = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", f"{action} {component}").upper()
    for pattern, stake in _GRAVE:
        if re.search(pattern, f"{action} {component}".upper()) or re.search(pattern, spelt):
            return ask("grave_intent", f"the intent {(action or component)[:80]} does something by itself", stake)
    if _PROGRAM.search(everything):
        return ask("grave_intent", "the intent hands a program to the installer", Stake.INSTALL)
    if "*%23" in everything or "*#" in everything or "%23" in data:
        return ask("dialling_code", "it holds a dialling code", Stake.CALL)
    if data and not (_SHOWS_AN_APP.fullmatch(action) and _PACKAGE.fullmatch(data)):
        verdict = judge_url(data)
        if verdict.ruling is not Ruling.ALLOW:
            return verdict
    if not action:
        return (
            ALLOWED
            if component or arguments.get("package")
            else ask("unknown_intent", "it is not said what the intent does")
        )
    if _OPENING_ACTIONS.fullmatch(action):
        return ALLOWED
    return ask("unknown_intent", f"the intent {action[:80]} is not known to be harmless")


def intent_of(words: Sequence[str]) -> dict[str, str]:
    """The intent that the words after ``am start`` describe."""
    found = {_FLAGS[flag]: value for flag, value in pairwise(words) if flag in _FLAGS}
    rest = [word for word in words if not word.startswith("-")]
    if words and not words[0].startswith("-"):
        found.setdefault("component", words[0])
    found["rest"] = " ".join(rest)
    return found
