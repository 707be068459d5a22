"""The companion's two activities and its provider: rules and reasons as in ``docs/protocol.md``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap import forms
from genie_host.core.gap.answers import MAX_APP_LABEL, NOBODY, Denial, Progress, Reason
from genie_host.core.gap.enrolling import (
    ENROLMENT_SECONDS,
    MAX_ENROLMENT_BYTES,
    CodeShown,
    EnrolmentRequest,
    Status,
)
from genie_host.core.gap.keys import PrivateKey, short_code
from genie_host.core.gap.requests import MAX_LINE_BYTES, Envelope, Request
from genie_host.core.gap.showing import shown_value
from genie_host.simphone.companion.forgery import forged
from genie_host.simphone.companion.hosts import (
    Host,
    Hosts,
    approval,
    enrolled,
    lines_for,
    read_enrolment,
    read_envelope,
)
from genie_host.simphone.companion.owner import Owner
from genie_host.simphone.companion.sensor import TRIES, Sensor
from genie_host.simphone.companion.talk import Talk
from genie_host.simphone.world.events import Entry
from genie_host.simphone.world.system.state import Confirmation

PACKAGE = "dev.genie.confirm"
CONFIRM, ENROLL = ".ConfirmActivity", ".EnrollActivity"
AUTHORITY = f"{PACKAGE}.channel"
FingerAnswer = Literal["approve", "deny", "wrong", "lockout", "enroll", "forget"]
"""``enroll``: one more finger is taught to the phone; ``forget``: all are taken off it."""
FINGERS: tuple[FingerAnswer, ...] = get_args(FingerAnswer)
_SOCKET = re.compile(r"genie\.[0-9a-f]{32}")
_KEPT_SECONDS = 60.0
_COMES_AND_GOES = frozenset({"app_installed", "app_uninstalled", "app_cleared", "restored"})


@dataclass(kw_only=True)
class _Open:
    """What is on the screen and waits for a finger."""

    talk: Talk
    dialog: Confirmation
    until: float
    touched: Callable[[], bytes]
    """What a known finger does; the line that tells the host."""


class CompanionApp:
    """Of one phone; it does something only while its package is installed."""

    def __init__(self, phone: Owner) -> None:
        self._phone = phone
        self.sensor = Sensor()
        self.hosts = Hosts()
        self._open: _Open | None = None
        self._recent: list[tuple[float, Talk]] = []
        self._register()
        phone.world.log.listen(self._notice)

    @property
    def is_open(self) -> bool:
        """Whether it waits for a finger."""
        return self._open is not None

    def finger(self, answer: FingerAnswer) -> bool:
        """What the person does at the sensor, or about it; False when nothing here asks for a finger."""
        if answer == "enroll":
            self.sensor.add_finger()
            return True
        if answer == "forget":
            self.sensor.forget_fingers()
            return True
        self.look()
        if self._open is None:
            return False
        if answer == "deny":
            self._phone.world.cancel_confirmation()
        elif answer == "approve":
            self._touched(self._open)
        else:
            for _ in range(TRIES if answer == "lockout" else 1):
                self._strange_finger()
        return True

    def look(self) -> None:
        """Notice what has happened to the dialog: lost focus, time that is over."""
        self._recent = [(until, talk) for until, talk in self._recent if until > self._now]
        waiting = self._open
        if waiting is None:
            return
        world = self._phone.world
        if world.is_locked or not world.is_screen_on:
            self._deny(waiting, Reason.LOCKED)
        elif world.confirmation is not waiting.dialog or not world.has_confirmation_focus:
            self._deny(waiting, Reason.FOCUS_LOST)
        elif self._now >= waiting.until:
            self._deny(waiting, Reason.TIMEOUT)

    def provider(self, method: str, argument: str) -> Mapping[str, str] | None:
        """``poll``, ``cancel`` and ``status``."""
        if self._phone.faults.companion.refuses_provider:
            return None
        if method == "status":
            return {"message": forms.b64(self._status().line())}
        talk = next((talk for _, talk in reversed(self._recent) if talk.req_id == argument), None)
        if method == "cancel":
            if talk is not None:
                self._withdrawn(talk, argument)
            return {"message": ""}
        if method == "poll":
            return {"message": forms.b64(talk.lines[-1]) if talk is not None and talk.lines else ""}
        return None

    def _status(self) -> Status:
        obstacle = self.sensor.obstacle(self._now)
        words = {None: "ok", Reason.NO_HARDWARE: "no_hardware", Reason.NONE_ENROLLED: "none_enrolled"}
        # Whoever has taught a phone a finger has given it a PIN too, though the simulated one lets everybody in.
        secure = self.sensor.fingers > 0 or self._phone.world.system.lock.kind == "pin"
        biometric = words.get(obstacle, "unavailable")
        return Status(apk_version=self._version, keys=self.hosts.keys, biometric=biometric, secure_lock=secure)

    def _confirm(self, extras: Mapping[str, str]) -> None:
        """``ConfirmActivity`` is started."""
        self._started(extras, lambda talk, line: self._asked(talk, read_envelope(line)), MAX_LINE_BYTES)

    def _enroll(self, extras: Mapping[str, str]) -> None:
        """``EnrollActivity`` is started."""
        self._started(extras, lambda talk, line: self._introduced(talk, read_enrolment(line)), MAX_ENROLMENT_BYTES)

    def _started(self, extras: Mapping[str, str], read: Callable[[Talk, bytes], None], longest: int) -> None:
        faults = self._phone.faults.companion
        if faults.is_silent:
            self._phone.fault_fired("companion_silent")
            return
        talk, name = Talk(self._withdrawn), extras.get("socket", "")
        self._recent.append((self._now + ENROLMENT_SECONDS + _KEPT_SECONDS, talk))
        has_socket = _SOCKET.fullmatch(name) is not None
        if has_socket and faults.refuses_socket:
            self._phone.fault_fired("companion_socket_refused")
        elif has_socket:
            self._phone.sockets[f"localabstract:{name}"] = talk.serve
        try:
            line = forms.unb64(extras.get("request"), longest) if has_socket else b""
        except MessageMalformed:
            line = b""
        if faults.shows_after_seconds:
            self._phone.fault_fired("companion_shows_late", seconds=faults.shows_after_seconds)
            self._phone.later(faults.shows_after_seconds, lambda: read(talk, line))
        else:
            read(talk, line)

    def _asked(self, talk: Talk, envelope: Envelope | None) -> None:
        if envelope is None:
            self._say_no(talk, Reason.MALFORMED)
            return
        request = envelope.request
        talk.req_id = request.req_id
        host = self.hosts.of(envelope)
        if isinstance(host, Reason):
            self._say_no(talk, host)
        elif self._open is not None:
            self._say_no(talk, Reason.BUSY)
        elif request.seq <= host.last_seq:
            self._say_no(talk, Reason.REPLAYED)
        else:
            host.last_seq = request.seq
            reason = self._obstacle() or self._key_trouble(host)
            if reason is None:
                self._show(talk, request, host)
            else:
                self._say_no(talk, reason)

    def _show(self, talk: Talk, request: Request, host: Host) -> None:
        world, package = self._phone.world, request.action.target.package
        label = world.label_of(package)[:MAX_APP_LABEL] if package in world.apps else ""
        dialog = world.show_confirmation(PACKAGE, CONFIRM, list(lines_for(request, host, label)))

        def touched() -> bytes:
            answer = approval(request, host, app_label=label, apk_version=self._version)
            kind = self._phone.faults.companion.forges
            if kind:
                self._phone.fault_fired("companion_forged", what=kind)
            return forged(answer, kind, host.key).line()

        self._wait(talk, dialog, request.not_after_ms / 1000, touched)
        self._say(talk, Progress(req_id=request.req_id).line())
        self._go_wrong_after_showing()

    def _introduced(self, talk: Talk, request: EnrolmentRequest | None) -> None:
        if request is None:
            self._say_no(talk, Reason.MALFORMED)
            return
        talk.req_id = request.req_id
        reason = Reason.BUSY if self._open is not None else self._obstacle()
        if reason is not None:
            self._say_no(talk, reason)
            return
        key = PrivateKey.generate()
        code = short_code(request.host_key, key.public)
        lines = ["Let this computer ask?", f"Computer: {shown_value(request.host_name)}", "The code on both sides:"]
        dialog = self._phone.world.show_confirmation(PACKAGE, ENROLL, lines, code=f"{code[:3]} {code[3:]}")

        def touched() -> bytes:
            host = Host(public=request.host_key, name=request.host_name, key=key, generation=self.sensor.generation)
            self.hosts.keep(host)
            return enrolled(request, key, self._version).line()

        self._wait(talk, dialog, ENROLMENT_SECONDS, touched)
        self._say(talk, CodeShown(req_id=request.req_id, key=key.public).line())
        self._go_wrong_after_showing()

    def _wait(self, talk: Talk, dialog: Confirmation, seconds: float, touched: Callable[[], bytes]) -> None:
        self._open = _Open(talk=talk, dialog=dialog, until=self._now + seconds, touched=touched)

    def _touched(self, waiting: _Open) -> None:
        """A finger that the phone knows; ``look`` has just found the dialog in front and its time not over."""
        obstacle = self.sensor.obstacle(self._now)
        if obstacle is not None:
            self._deny(waiting, obstacle)
            return
        self.sensor.known()
        line = waiting.touched()
        self._open = None
        world, faults = self._phone.world, self._phone.faults.companion
        if waiting.dialog.code:
            world.tell_confirmation("Done")
            self._phone.later(_KEPT_SECONDS, lambda: self._close(waiting.dialog, "done"))
        else:
            self._close(waiting.dialog, "approved")
        if faults.answers_after_seconds:
            self._phone.fault_fired("companion_answers_late", seconds=faults.answers_after_seconds)
            self._phone.later(faults.answers_after_seconds, lambda: self._say(waiting.talk, line, is_last=True))
        else:
            self._say(waiting.talk, line, is_last=True)

    def _strange_finger(self) -> None:
        waiting = self._open
        if waiting is None:
            return
        reason = self.sensor.strange(self._now)
        self._phone.world.tell_confirmation("Not recognised")
        self._phone.world.log.append("finger_not_recognised", tries=self.sensor.wrong)
        if reason is not None:
            self._deny(waiting, reason)

    def _withdrawn(self, talk: Talk, req_id: str) -> None:
        """The host takes it back."""
        if self._open is not None and self._open.talk is talk and talk.req_id == req_id:
            self._deny(self._open, Reason.EXPIRED)

    def _deny(self, waiting: _Open, reason: Reason) -> None:
        self._open = None
        self._close(waiting.dialog, reason.value)
        self._say_no(waiting.talk, reason)

    def _close(self, dialog: Confirmation, why: str) -> None:
        if self._phone.world.confirmation is dialog:
            self._phone.world.close_confirmation(why)

    def _say_no(self, talk: Talk, reason: Reason) -> None:
        self._phone.world.log.append("companion_denied", reason=reason.value)
        self._say(talk, Denial(req_id=talk.req_id or NOBODY, reason=reason).line(), is_last=True)

    def _say(self, talk: Talk, line: bytes, *, is_last: bool = False) -> None:
        if is_last and self._phone.faults.companion.answers_twice:
            self._phone.fault_fired("companion_answers_twice")
            talk.say(line)
        talk.say(line, is_last=is_last)

    def _obstacle(self) -> Reason | None:
        world = self._phone.world
        return Reason.LOCKED if world.is_locked else self.sensor.obstacle(self._now)

    def _key_trouble(self, host: Host) -> Reason | None:
        return None if host.generation == self.sensor.generation else Reason.KEY_INVALIDATED

    def _go_wrong_after_showing(self) -> None:
        faults, world = self._phone.faults.companion, self._phone.world
        if faults.dies_after_seconds is not None:
            self._phone.fault_fired("companion_dies", seconds=faults.dies_after_seconds)
            self._phone.later(faults.dies_after_seconds, lambda: world.stop_app(PACKAGE))
        if faults.loses_focus:
            self._phone.fault_fired("companion_loses_focus")
            world.show_popup("Enjoying the app?", "Rate it in the store.", "Not now")

    def _notice(self, entry: Entry) -> None:
        """The event log tells what becomes of the dialog and of the app."""
        kind = entry["kind"]
        if kind == "confirmation_closed" and self._open is not None:
            if entry["why"] == "gone":
                self._die()
            else:
                self._deny(self._open, Reason.FOCUS_LOST if entry["why"] == "left" else Reason.DENIED)
        elif kind == "unlocked":
            self.sensor.unlocked()
        elif kind in _COMES_AND_GOES:
            if kind != "app_installed" and entry.get("package", PACKAGE) == PACKAGE:
                self.hosts.forget()
            self._register()
        elif self._open is not None:
            self.look()

    def _die(self) -> None:
        """The process is gone: no word, no socket."""
        if self._open is not None:
            talk, self._open = self._open.talk, None
            talk.die()
            self._recent = [(until, other) for until, other in self._recent if other is not talk]
            sockets = self._phone.sockets
            for name in [name for name, service in sockets.items() if service == talk.serve]:
                del sockets[name]

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

    @property
    def _now(self) -> float:
        return self._phone.clock.now()

    @property
    def _version(self) -> int:
        found = self._phone.packages.get(PACKAGE)
        return max(1, found.version_code) if found is not None else 1
