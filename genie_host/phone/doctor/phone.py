"""Checks of one phone that adb calls ready."""

from __future__ import annotations

from genie_host.core.clock import wall_seconds
from genie_host.core.errors import DeniedByPhone, PhoneRejected
from genie_host.phone.doctor.makers import ANY_TOUCH_SWITCH, INJECT, maker_of
from genie_host.phone.doctor.readings import Readings, free_megabytes, number
from genie_host.phone.doctor.report import Finding, Status
from genie_host.phone.foreground import parse_foreground

OLDEST_SDK = 24
_NEEDED_MB, _GOOD_MB = 20, 300
_LOW_PERCENT = 15
_HOT_TENTHS = 450
_SKEW_SECONDS = 120
_FOREIGN_KEYBOARDS = ("adbkeyboard", "fastinputime", "appium", "uiautomator", "yadb", "mobilerun", "droidrun")


def check_android(readings: Readings) -> Finding:
    """The version of Android, and whether it has come up."""
    properties = readings.properties
    sdk = number(properties.get("ro.build.version.sdk")) or 0
    release = properties.get("ro.build.version.release", "of an unknown version")
    facts = {"sdk": sdk, "release": release, "model": properties.get("ro.product.model", "")}
    if properties.get("sys.boot_completed") != "1":
        return Finding(
            check="phone.android",
            status=Status.FAIL,
            summary="The phone is still starting.",
            remedy="Wait until its home screen shows, then try again.",
            facts=facts,
        )
    if sdk < OLDEST_SDK:
        return Finding(
            check="phone.android",
            status=Status.FAIL,
            summary=f"The phone runs Android {release}, which is too old.",
            remedy="Use a phone with Android 7 or later.",
            facts=facts,
            kind=PhoneRejected,
        )
    return Finding(check="phone.android", status=Status.OK, summary=f"Android {release}, SDK {sdk}.", facts=facts)


def check_touch(readings: Readings) -> Finding:
    """Whether touches are taken: a key that means nothing is sent, and refused where touches are."""
    maker = maker_of(readings.properties)
    remedy = maker.touch_switch if maker else ANY_TOUCH_SWITCH
    facts = {"maker": maker.name if maker else ""}
    printed = readings.ask("input", "keyevent", "0")
    is_off = bool(maker and maker.touch_property and readings.properties.get(maker.touch_property) == "0")
    if INJECT in printed or (is_off and "SecurityException" in printed):
        return Finding(
            check="phone.touch",
            status=Status.FAIL,
            summary="The phone refuses touches from a computer.",
            remedy=remedy,
            facts=facts,
            kind=DeniedByPhone,
        )
    return Finding(check="phone.touch", status=Status.OK, summary="The phone takes touches.", facts=facts)


def check_maker(readings: Readings) -> Finding:
    """What this maker's phones want besides, which adb cannot read."""
    maker = maker_of(readings.properties)
    if maker is None:
        return Finding(check="phone.maker", status=Status.OK, summary="This maker adds no switches of its own.")
    summary = f"A phone by {maker.name}."
    return Finding(
        check="phone.maker", status=Status.OK, summary=f"{summary} {maker.advice}", facts={"maker": maker.name}
    )


def check_battery(readings: Readings) -> Finding:
    """Charge, heat, and the battery saver, which slows and ends what runs in the background."""
    level, tenths = number(readings.battery.get("level")), number(readings.battery.get("temperature"))
    is_charging = any(value == "true" for name, value in readings.battery.items() if name.endswith("powered"))
    is_saving = readings.setting("global", "low_power") == "1"
    facts = {"percent": level, "is_charging": is_charging, "is_saving": is_saving, "celsius": (tenths or 0) / 10}
    if level is None:
        return Finding(check="phone.battery", status=Status.SKIPPED, summary="The battery does not tell.", facts=facts)
    trouble = []
    if level < _LOW_PERCENT and not is_charging:
        trouble.append(("The battery is nearly empty.", "Plug the phone in."))
    if (tenths or 0) > _HOT_TENTHS:
        trouble.append(("The phone is hot and may slow down.", "Let it cool."))
    if is_saving:
        trouble.append(("The battery saver is on and slows the phone.", "Switch it off for the run."))
    if not trouble:
        how = ", charging" if is_charging else ""
        return Finding(check="phone.battery", status=Status.OK, summary=f"Battery {level} %{how}.", facts=facts)
    return Finding(
        check="phone.battery",
        status=Status.WARN,
        summary=" ".join(what for what, _ in trouble),
        remedy=" ".join(advice for _, advice in trouble),
        facts=facts,
    )


def check_storage(readings: Readings) -> Finding:
    """Room for the automation server."""
    free = free_megabytes(readings.ask("df", "-k", "/data"))
    facts = {"free_mb": free}
    if free is None:
        return Finding(check="phone.storage", status=Status.SKIPPED, summary="The phone does not tell.", facts=facts)
    if free < _GOOD_MB:
        is_full = free < _NEEDED_MB
        return Finding(
            check="phone.storage",
            status=Status.FAIL if is_full else Status.WARN,
            summary=f"The phone's storage is {'full' if is_full else 'nearly full'}: {free} MB are free.",
            remedy="Delete some photos, downloads or apps on it.",
            facts=facts,
            kind=PhoneRejected,
        )
    return Finding(check="phone.storage", status=Status.OK, summary=f"{free} MB are free.", facts=facts)


def check_screen(readings: Readings) -> Finding:
    """Whether the screen is on and unlocked."""
    is_on = "mWakefulness=Awake" in readings.ask("dumpsys", "power")
    is_locked = parse_foreground(readings.ask("dumpsys", "window")).is_locked
    facts = {"is_on": is_on, "is_locked": is_locked}
    if is_on and not is_locked:
        return Finding(check="phone.screen", status=Status.OK, summary="The screen is on and unlocked.", facts=facts)
    return Finding(
        check="phone.screen",
        status=Status.WARN,
        summary=f"The screen is {'locked' if is_locked else 'off'}.",
        remedy="Unlock the phone by hand: Genie never types a PIN.",
        facts=facts,
    )


def check_keyboard(readings: Readings) -> Finding:
    """Whether another tool left its keyboard behind."""
    keyboard = readings.setting("secure", "default_input_method") or ""
    facts = {"keyboard": keyboard}
    if not keyboard or any(name in keyboard.lower() for name in _FOREIGN_KEYBOARDS):
        return Finding(
            check="phone.keyboard",
            status=Status.WARN,
            summary="A testing tool left its keyboard on." if keyboard else "No keyboard is chosen.",
            remedy="Choose your own in Settings, Languages and input.",
            facts=facts,
        )
    return Finding(check="phone.keyboard", status=Status.OK, summary="The keyboard is the user's own.", facts=facts)


def check_time(readings: Readings) -> Finding:
    """Whether phone and computer agree on the time; times in goals and logs are the computer's."""
    seconds = number(readings.ask("date", "+%s").strip())
    if seconds is None:
        return Finding(check="phone.time", status=Status.SKIPPED, summary="The phone does not tell the time.")
    skew = round(seconds - wall_seconds())
    facts = {"skew_seconds": skew}
    if abs(skew) > _SKEW_SECONDS:
        return Finding(
            check="phone.time",
            status=Status.WARN,
            summary=f"The phone's clock is {abs(skew)} seconds {'ahead of' if skew > 0 else 'behind'} this computer's.",
            remedy="Let both set their time by themselves.",
            facts=facts,
        )
    return Finding(check="phone.time", status=Status.OK, summary="Phone and computer agree on the time.", facts=facts)
