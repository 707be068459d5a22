"""What the companion has on the screen: at most one thing, which waits for a finger and for nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from genie_host.core.gap.answers import NOBODY, Denial, Reason
from genie_host.simphone.companion.owner import Owner
from genie_host.simphone.companion.sensor import Sensor
from genie_host.simphone.companion.talk import LINGER_SECONDS, Talk
from genie_host.simphone.world.system.state import Confirmation

KEPT_SECONDS = 60.0
"""How long a code stays on the screen, and an answer for whoever polls."""


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """One request, or one enrolment, whose dialog is up."""

    talk: Talk
    dialog: Confirmation
    until: float
    """By the phone's clock."""
    takes_pin: bool = False
    """The PIN does as well as a finger."""
    touched: Callable[[], bytes]
    """What a finger that the phone knows does; the line that tells the host."""


class CompanionScreen:
    """Of one phone."""

    def __init__(self, phone: Owner, sensor: Sensor) -> None:
        self._phone = phone
        self._sensor = sensor
        self.waiting: Waiting | None = None

    def wait(self, waiting: Waiting, first_line: bytes) -> None:
        """The dialog is up: say so, and wait."""
        self.waiting = waiting
        waiting.talk.say(first_line)
        self._go_wrong(waiting)

    def touch(self) -> None:
        """A finger that the phone knows."""
        waiting = self.waiting
        if waiting is None:
            return
        obstacle = self._sensor.obstacle(self._now, takes_pin=waiting.takes_pin)
        if obstacle is not None:
            self.deny(obstacle)
            return
        self._sensor.known()
        line = waiting.touched()
        self.waiting = None
        if waiting.dialog.code:
            # People still have to compare it.
            self._phone.world.tell_confirmation("Done. Now say on the computer that the codes are equal.")
            self._phone.later(KEPT_SECONDS, lambda: self._close(waiting.dialog, "done"))
        else:
            self._close(waiting.dialog, "approved")
        seconds = self._phone.faults.companion.answers_after_seconds
        if seconds:
            self._phone.fault_fired("companion_answers_late", seconds=seconds)
            self._phone.later(seconds, lambda: self.answer(waiting.talk, line))
        else:
            self.answer(waiting.talk, line)

    def strange_finger(self) -> None:
        """One that the phone does not know."""
        if self.waiting is None:
            return
        reason = self._sensor.strange(self._now)
        self._phone.world.tell_confirmation("Not recognised")
        self._phone.world.log.append("finger_not_recognised", tries=self._sensor.wrong)
        if reason is not None:
            self.deny(reason)

    def look(self) -> None:
        """Notice what has happened to the dialog: lost focus, time that is over."""
        waiting, world = self.waiting, self._phone.world
        if waiting is None:
            return
        if world.is_locked or not world.is_screen_on:
            self.deny(Reason.LOCKED)
        elif world.confirmation is not waiting.dialog or not world.has_confirmation_focus:
            self.deny(Reason.FOCUS_LOST)
        elif self._now >= waiting.until:
            self.deny(Reason.TIMEOUT)

    def deny(self, reason: Reason) -> None:
        """Close what is up, and say why."""
        waiting, self.waiting = self.waiting, None
        if waiting is not None:
            self._close(waiting.dialog, reason.value)
            self.say_no(waiting.talk, reason)

    def die(self) -> None:
        """The process is gone: no word, no socket."""
        waiting, self.waiting = self.waiting, None
        if waiting is None:
            return
        waiting.talk.die()
        self._close_socket(waiting.talk)

    def say_no(self, talk: Talk, reason: Reason) -> None:
        """The last line of a request that is not approved."""
        self._phone.world.log.append("companion_denied", reason=reason.value)
        self.answer(talk, Denial(req_id=talk.req_id or NOBODY, reason=reason).line())

    def answer(self, talk: Talk, line: bytes) -> None:
        """The last line of a request."""
        if self._phone.faults.companion.answers_twice:
            self._phone.fault_fired("companion_answers_twice")
            talk.say(line)
        talk.say(line, is_last=True)
        self._phone.later(LINGER_SECONDS, lambda: self._close_socket(talk))

    def _close_socket(self, talk: Talk) -> None:
        sockets = self._phone.sockets
        for name in [name for name, service in sockets.items() if service == talk.serve]:
            del sockets[name]

    def _close(self, dialog: Confirmation, why: str) -> None:
        if self._phone.world.confirmation is dialog:
            self._phone.world.close_confirmation(why)

    def _go_wrong(self, waiting: Waiting) -> None:
        """The faults that come once the dialog is there."""
        faults, world = self._phone.faults.companion, self._phone.world
        seconds = faults.dies_after_seconds
        if seconds is not None:
            self._phone.fault_fired("companion_dies", seconds=seconds)
            if seconds:
                self._phone.later(seconds, lambda: world.stop_app(waiting.dialog.package))
            else:
                world.stop_app(waiting.dialog.package)
        if faults.loses_focus:
            self._phone.fault_fired("companion_loses_focus")
            world.show_popup("Enjoying the app?", "Rate it in the store.", "Not now")

    @property
    def _now(self) -> float:
        return self._phone.clock.now()
