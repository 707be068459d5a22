"""Faults of apps and system: things that come between the host's look and its touch."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.simphone.faults.deed import Arguments, Deed
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.world.scripts import Script

_ELSEWHERE = {"package": "com.android.settings"}


def _start_app(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("app_start", package=given["package"])
    phone.world.start_app(given["package"])


def _stop_app(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("app_stop", package=given["package"])
    phone.world.stop_app(given["package"] or phone.world.foreground.package)


def _crash(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("app_crash", package=given["package"] or phone.world.foreground.package)
    phone.world.crash(given["message"], given["package"])


def _hang(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("app_anr", package=given["package"] or phone.world.foreground.package)
    phone.world.anr(given["package"])


def _ring(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("call_incoming", number=given["number"])
    phone.world.ring(given["number"], given["name"])


def _ask_permission(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("permission_dialog", permission=given["permission"])
    world = phone.world
    nothing = Script(actions=[], app_id=world.app_id, local={}, stage=world)
    world.ask_permission(given["permission"], nothing, nothing)


def _pop_up(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("popup", title=given["title"])
    phone.world.show_popup(given["title"], given["text"], given["button"])


def _lock(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("screen_locked")
    phone.world.set_lock("pin" if given["pin"] else "swipe", given["pin"])
    phone.world.lock()


def _screen_off(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("screen_off")
    phone.world.sleep()


def _change_after_dump(phone: SimPhone, given: Arguments) -> None:
    phone.faults.after_dump = lambda world: world.start_app(given["package"])


def _change_before_tap(phone: SimPhone, given: Arguments) -> None:
    phone.faults.before_tap = lambda world: world.start_app(given["package"])


DEEDS: Mapping[str, Deed] = {
    "app.start": Deed(_start_app, "another app is in front all of a sudden", _ELSEWHERE),
    "app.stop": Deed(_stop_app, "the app in front is gone", {"package": ""}),
    "app.crash": Deed(
        _crash, "the system's dialog: has stopped", {"message": "java.lang.NullPointerException", "package": ""}
    ),
    "app.anr": Deed(_hang, "the system's dialog: isn't responding; touches do nothing", {"package": ""}),
    "call.incoming": Deed(_ring, "a call covers the screen", {"number": "+1 555 0100", "name": ""}),
    "popup": Deed(
        _pop_up,
        "a dialog of the app covers the middle of its screen",
        {"title": "Enjoying the app?", "text": "Rate it in the store.", "button": "Not now"},
    ),
    "permission.dialog": Deed(
        _ask_permission, "the permission controller's dialog is in front", {"permission": "camera"}
    ),
    "screen.lock": Deed(_lock, "the keyguard is in front", {"pin": ""}),
    "screen.off": Deed(_screen_off, "no windows; touches do nothing"),
    "dump.mutate_after": Deed(_change_after_dump, "the dump is of a screen that is gone", _ELSEWHERE),
    "tap.screen_changes": Deed(
        _change_before_tap, "the tap lands on the new screen and says that it went well", _ELSEWHERE
    ),
}
