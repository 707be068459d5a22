"""A simulated phone that a real adb server has taken for a phone, as tests use it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

from genie_host.simphone.companion.app import FingerAnswer
from genie_host.simphone.control.orders import plan_of
from genie_host.simphone.control.person import tap, type_text
from genie_host.simphone.faults.rules import parse_rule
from genie_host.simphone.fleet import Fleet
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.private_adb import PrivateAdb
from genie_host.simphone.recipe import Recipe

T = TypeVar("T")


class AttachedPhone:
    """One phone of a running fleet. All methods may be called from the test's own thread."""

    def __init__(self, fleet: Fleet, number: int, adb: PrivateAdb) -> None:
        self._fleet = fleet
        self._number = number
        self.adb = adb
        """The adb server it is attached to."""

    @property
    def serial(self) -> str:
        """adb's name for it."""
        return self._fleet.serials[self._number]

    @property
    def environment(self) -> dict[str, str]:
        """What a program needs to find this phone and no other."""
        return {**self.adb.environment, "ANDROID_SERIAL": self.serial}

    @property
    def state(self) -> dict[str, dict[str, Any]]:
        """Variables of all apps, by app id."""
        return self.call(lambda phone: copy.deepcopy(phone.world.state))

    @property
    def foreground(self) -> str:
        """Package of the app in front."""
        return self.call(lambda phone: phone.world.foreground.package)

    def events(self, kind: str = "") -> list[dict[str, Any]]:
        """What happened to it so far, or what of one kind did: taps with what they hit, texts, apps, faults."""
        entries = self.call(lambda phone: phone.world.log.entries)
        return [entry for entry in entries if not kind or entry["kind"] == kind]

    @property
    def unknown_commands(self) -> list[str]:
        """Shell commands that it did not know."""
        return self.call(lambda phone: list(phone.unknown_commands))

    def fault(self, **rule: Any) -> None:
        """Let something go wrong: ``fault(on="rpc.click#2", do="u2.crash")``; without ``on``, ``at`` or ``t``, now."""
        listener = self._fleet.listeners[self._number]
        self.call(lambda phone: plan_of(listener).add(parse_rule(rule)))

    def heal(self) -> None:
        """Everything is well again."""
        self.call(lambda phone: phone.faults.clear())

    def put_file(self, path: str, data: bytes) -> None:
        """Put a file on it without adb."""
        self.call(lambda phone: phone.files.write(path, data))

    def read_file(self, path: str) -> bytes | None:
        """A file that is on it; None when there is none."""
        return self.call(lambda phone: phone.files.read(path))

    def tap(self, text: str) -> None:
        """Touch what is written on its screen, as the person who holds it."""
        listener = self._fleet.listeners[self._number]
        self.call(lambda phone: tap(listener, {"text": text}))

    def type_text(self, text: str) -> bool:
        """Type into the focused field, as the person who holds it; False when there is none."""
        listener = self._fleet.listeners[self._number]
        return self.call(lambda phone: type_text(listener, {"text": text}))

    def finger(self, answer: FingerAnswer) -> bool:
        """Put a finger on its sensor, as the person who holds it; False when nothing asks for one."""
        return self.call(lambda phone: phone.put_finger(answer))

    def call(self, function: Callable[[SimPhone], T]) -> T:
        """Do anything with it, on its own thread."""
        return self._fleet.call(self._number, function)


@contextmanager
def attached_phones(recipe: Recipe, count: int, adb: PrivateAdb) -> Iterator[list[AttachedPhone]]:
    """Phones of one kind, attached for as long as the block runs."""
    fleet = Fleet(recipe.phones(count))
    with fleet.running():
        phones = [AttachedPhone(fleet, number, adb) for number in range(count)]
        try:
            for phone in phones:
                adb.connect(phone.serial)
            yield phones
        finally:
            for phone in phones:
                adb.disconnect(phone.serial)


def recipe_of(options: Mapping[str, Any]) -> Recipe:
    """A recipe out of keywords, with fault rules as plain data under ``faults``."""
    given = dict(options)
    rules = tuple(parse_rule(entry) for entry in given.pop("faults", ()))
    return Recipe(faults=rules, apps=tuple(given.pop("apps", ())), **given)
