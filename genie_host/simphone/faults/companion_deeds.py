"""Faults of the app on the phone that asks for approvals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.core.errors import SimulatorError
from genie_host.simphone.faults.deed import Arguments, Deed
from genie_host.simphone.phone import SimPhone

_FORGERIES = ("signature", "digest", "key")


def _set(name: str, seen: str, value: Any = True) -> Deed:
    """A deed that is no more than one switch."""
    return Deed(lambda phone, given: setattr(phone.faults.companion, name, value), seen)


def _late(name: str, seen: str, seconds: float) -> Deed:
    return Deed(
        lambda phone, given: setattr(phone.faults.companion, name, float(given["seconds"])), seen, {"seconds": seconds}
    )


def _forge(phone: SimPhone, given: Arguments) -> None:
    if given["what"] not in _FORGERIES:
        raise SimulatorError(f"an approval can be forged in its {', '.join(_FORGERIES)}, not {given['what']!r}")
    phone.faults.companion.forges = given["what"]


def _refuse(phone: SimPhone, given: Arguments) -> None:
    phone.faults.companion.refuses_socket = True
    phone.faults.companion.refuses_provider = given["provider"]


DEEDS: Mapping[str, Deed] = {
    "companion.silent": _set("is_silent", "nothing is shown, no socket; given up after 10 s: not approved"),
    "companion.shows_late": _late(
        "shows_after_seconds", "the dialog comes late; it counts as long as time is left", 3.0
    ),
    "companion.answers_late": _late("answers_after_seconds", "the answer comes after its time: not approved", 65.0),
    "companion.answers_twice": _set("answers_twice", "each answer comes two times; the second is for nothing"),
    "companion.forged": Deed(
        _forge, "an approval whose signature, digest or key is wrong: not approved", {"what": "signature"}
    ),
    "companion.dies": _late("dies_after_seconds", "the dialog vanishes and the socket ends: not approved", 0.0),
    "companion.socket_refused": Deed(
        _refuse, "nobody listens on the socket; the provider is asked, if it may", {"provider": False}
    ),
    "companion.focus_stolen": _set("loses_focus", "a pop-up comes over the dialog, which says no"),
}
