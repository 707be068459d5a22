"""Nothing touches the phone while an approval is open: not the run that asked, and nobody else who holds its phone.

The finger on the phone must be a person's. A host that sends no input meanwhile cannot press the button itself, nor
change what is asked about. Nor is anything touched while the user wants the run to wait.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import InputFrozen
from genie_host.phone.phone import Phone

READING = frozenset(
    {"serial", "observe", "installed_apps", "screenshot", "take_toast", "read_clipboard", "app_identity"}
    | {"watch_for_person", "yield_to_person", "expecting_person", "close"}
)
"""What of a phone puts no input into it. A method that is not named here is taken to."""


_SECONDS_TO_END = 30.0
"""For what is under way when an approval is to begin."""


class InputLock:
    """Held for as long as an approval is open."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._is_held = False
        self._under_way = 0

    @property
    def is_held(self) -> bool:
        return self._is_held

    @contextmanager
    def held(self) -> Iterator[None]:
        """Freeze all input, once what is under way has ended.

        Raises InputFrozen when an approval is open already, for there is never a second one, and when some input does
        not end.
        """
        with self._change:
            if self._is_held:
                raise InputFrozen("An approval is open already, so nothing else can be asked.")
            self._is_held = True
            if not self._change.wait_for(lambda: self._under_way == 0, _SECONDS_TO_END):
                self._is_held = False
                raise InputFrozen("Something still touches the phone, so nothing can be asked.")
        try:
            yield
        finally:
            with self._change:
                self._is_held = False

    @contextmanager
    def touching(self) -> Iterator[None]:
        """While some input goes to the phone. Raises InputFrozen while an approval is open."""
        with self._change:
            if self._is_held:
                raise InputFrozen("An approval is open, so nothing on the phone may be touched until it is answered.")
            self._under_way += 1
        try:
            yield
        finally:
            with self._change:
                self._under_way -= 1
                self._change.notify_all()


class _LockedPhone:
    """Passes everything on; what puts input into the phone fails while the lock is held, or the user said wait."""

    def __init__(self, phone: Phone, lock: InputLock, cancel: CancelToken) -> None:
        self._phone = phone
        self._lock = lock
        self._cancel = cancel

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._phone, name)
        if name in READING or not callable(found):
            return found

        def guarded(*arguments: Any, **named: Any) -> Any:
            if self._cancel.is_paused:
                # In the midst of a step: it ends here, and is planned anew on the screen that there is afterwards.
                raise InputFrozen("The user said wait, so the rest of this was not done.")
            with self._lock.touching():
                return found(*arguments, **named)

        return guarded


def locked_phone(phone: Phone, lock: InputLock, cancel: CancelToken | None = None) -> Phone:
    """The phone, with hands that can be tied."""
    return cast(Phone, _LockedPhone(phone, lock, cancel or CancelToken()))
