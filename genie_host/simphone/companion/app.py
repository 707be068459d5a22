"""The companion: its two activities and its provider. Rules and reasons are those of ``docs/protocol.md``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from genie_host.core.gap import forms
from genie_host.core.gap.answers import Reason
from genie_host.core.gap.enrolling import ENROLMENT_SECONDS, MAX_ENROLMENT_BYTES, Status
from genie_host.core.gap.requests import MAX_LINE_BYTES
from genie_host.simphone.companion.desk import Desk, Taker
from genie_host.simphone.companion.hosts import Hosts
from genie_host.simphone.companion.intake import line_of, socket_of
from genie_host.simphone.companion.owner import Owner
from genie_host.simphone.companion.screen import KEPT_SECONDS, CompanionScreen
from genie_host.simphone.companion.sensor import TRIES, Sensor
from genie_host.simphone.companion.talk import Talk
from genie_host.simphone.world.events import Entry

PACKAGE = "dev.genie.confirm"
CONFIRM, ENROLL = ".ConfirmActivity", ".EnrollActivity"
AUTHORITY = f"{PACKAGE}.channel"
FingerAnswer = Literal["approve", "deny", "wrong", "lockout", "enroll", "forget"]
"""``deny``: cancel; ``lockout``: five strange ones; ``enroll``: one more is taught to the phone; ``forget``: all go."""
FINGERS: tuple[FingerAnswer, ...] = get_args(FingerAnswer)
_COMES_AND_GOES = frozenset({"app_installed", "app_uninstalled", "app_cleared", "restored"})
_BIOMETRIC = {None: "ok", Reason.NO_HARDWARE: "no_hardware", Reason.NONE_ENROLLED: "none_enrolled"}


class CompanionApp:
    """Of one phone; it does something only while its package is installed."""

    def __init__(self, phone: Owner) -> None:
        self._phone = phone
        self.sensor = Sensor()
        self.hosts = Hosts()
        self.screen = CompanionScreen(phone, self.sensor)
        self._desk = Desk(phone=phone, hosts=self.hosts, sensor=self.sensor, screen=self.screen)
        self._recent: list[tuple[float, Talk]] = []
        """Until when each is kept for whoever polls."""
        self._register()
        phone.world.log.listen(self._notice)

    @property
    def is_open(self) -> bool:
        """Whether it waits for a finger."""
        return self.screen.waiting is not None

    def finger(self, answer: FingerAnswer) -> bool:
        """What the person does at the sensor, or about it; False when nothing here asks for a finger."""
        if answer == "enroll":
            self.sensor.add_finger()
        elif answer == "forget":
            self.sensor.forget_fingers()
        else:
            self.look()
            return self.is_open and self._answered(answer)
        return True

    def look(self) -> None:
        """Notice what time and others have done."""
        now = self._phone.clock.now()
        if self._recent and self._recent[0][0] <= now:
            self._recent = [(until, talk) for until, talk in self._recent if until > now]
        self.screen.look()

    def provider(self, method: str, argument: str) -> Mapping[str, str] | None:
        """``poll``, ``cancel`` and ``status``."""
        if self._phone.faults.companion.refuses_provider:
            return None
        talk = next((talk for _, talk in reversed(self._recent) if talk.req_id == argument and not talk.is_dead), None)
        match method:
            case "status":
                return {"message": forms.b64(self._status().line())}
            case "poll":
                return {"message": forms.b64(talk.lines[-1]) if talk is not None and talk.lines else ""}
            case "cancel":
                if talk is not None:
                    self._withdrawn(talk, argument)
                return {"message": ""}
        return None

    def _answered(self, answer: FingerAnswer) -> bool:
        if answer == "approve":
            self.screen.touch()
        elif answer == "deny":
            self._phone.world.cancel_confirmation()
        else:
            for _ in range(TRIES if answer == "lockout" else 1):
                self.screen.strange_finger()
        return True

    def _status(self) -> Status:
        biometric = _BIOMETRIC.get(self.sensor.obstacle(self._phone.clock.now()), "unavailable")
        # Whoever has taught a phone a finger has given it a PIN too, though the simulated one lets everybody in.
        secure = self.sensor.fingers > 0 or self._phone.world.system.lock.kind == "pin"
        return Status(apk_version=self._desk.version, keys=self.hosts.keys, biometric=biometric, secure_lock=secure)

    def _confirm(self, extras: Mapping[str, str]) -> None:
        """``ConfirmActivity`` is started."""
        self._started(extras, self._desk.asked, MAX_LINE_BYTES)

    def _enroll(self, extras: Mapping[str, str]) -> None:
        """``EnrollActivity`` is started."""
        self._started(extras, self._desk.introduced, MAX_ENROLMENT_BYTES)

    def _started(self, extras: Mapping[str, str], take: Taker, longest: int) -> None:
        """Listen first, then look at what came."""
        faults, phone = self._phone.faults.companion, self._phone
        if faults.is_silent:
            phone.fault_fired("companion_silent")
            return
        talk, socket = Talk(self._withdrawn), socket_of(extras)
        self._recent.append((phone.clock.now() + ENROLMENT_SECONDS + KEPT_SECONDS, talk))
        if socket and faults.refuses_socket:
            phone.fault_fired("companion_socket_refused")
        elif socket:
            phone.sockets[socket] = talk.serve
        line, wants_pin = line_of(extras, longest), extras.get("credential") == "true"
        if faults.shows_after_seconds:
            phone.fault_fired("companion_shows_late", seconds=faults.shows_after_seconds)
            phone.later(faults.shows_after_seconds, lambda: take(talk, line, wants_pin))
        else:
            take(talk, line, wants_pin)

    def _withdrawn(self, talk: Talk, req_id: str) -> None:
        """The host takes it back."""
        waiting = self.screen.waiting
        if waiting is not None and waiting.talk is talk and talk.req_id == req_id:
            self.screen.deny(Reason.EXPIRED)

    def _notice(self, entry: Entry) -> None:
        """The event log tells what becomes of the dialog and of the app."""
        kind = entry["kind"]
        if kind == "confirmation_closed":
            if entry["why"] == "gone":
                self.screen.die()
            else:
                self.screen.deny(Reason.FOCUS_LOST if entry["why"] == "left" else Reason.DENIED)
        elif kind == "unlocked":
            self.sensor.unlocked()
        elif kind in _COMES_AND_GOES:
            is_emptied = kind in ("app_uninstalled", "app_cleared") and entry["package"] == PACKAGE
            if is_emptied or PACKAGE not in self._phone.world.apps:
                self.hosts.forget()
            self._register()
        else:
            self.screen.look()

    def _register(self) -> None:
        """Be there for ``am`` and ``content`` while the package is installed."""
        activities = {f"{PACKAGE}/{PACKAGE}{CONFIRM}": self._confirm, f"{PACKAGE}/{PACKAGE}{ENROLL}": self._enroll}
        if PACKAGE in self._phone.world.apps:
            self._phone.programs.update(activities)
            self._phone.providers[AUTHORITY] = self.provider
            return
        for name in activities:
            self._phone.programs.pop(name, None)
        self._phone.providers.pop(AUTHORITY, None)
