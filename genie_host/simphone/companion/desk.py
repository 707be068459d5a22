"""Takes requests and enrolments in: the checks in their order, and the dialog when nothing stands against it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from genie_host.core.gap.answers import MAX_APP_LABEL, AuthType, Progress, Reason
from genie_host.core.gap.enrolling import ENROLMENT_SECONDS, CodeShown
from genie_host.core.gap.keys import PrivateKey, short_code
from genie_host.core.gap.requests import Request
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
from genie_host.simphone.companion.screen import CompanionScreen, Waiting
from genie_host.simphone.companion.sensor import Sensor
from genie_host.simphone.companion.talk import Talk

_PACKAGE = "dev.genie.confirm"
_FIRST_WITH_PIN = 30
Taker = Callable[[Talk, bytes, bool], None]
"""Takes what came in, and answers on the talk; the last is whether a PIN shall do."""


@dataclass(frozen=True, kw_only=True)
class Desk:
    """Of one phone."""

    phone: Owner
    hosts: Hosts
    sensor: Sensor
    screen: CompanionScreen

    def asked(self, talk: Talk, line: bytes, _wants_pin: bool) -> None:
        """A request to approve something."""
        envelope = read_envelope(line)
        if envelope is None:
            self.screen.say_no(talk, Reason.MALFORMED)
            return
        request = envelope.request
        talk.req_id = request.req_id
        host = self.hosts.of(envelope)
        if isinstance(host, Reason):
            self.screen.say_no(talk, host)
            return
        reason = self._reason_against(request, host)
        if reason is None:
            self._show(talk, request, host)
        else:
            self.screen.say_no(talk, reason)

    def introduced(self, talk: Talk, line: bytes, wants_pin: bool) -> None:
        """A computer wants to be known."""
        request = read_enrolment(line)
        if request is None:
            self.screen.say_no(talk, Reason.MALFORMED)
            return
        talk.req_id = request.req_id
        takes_pin = wants_pin and self.phone.world.profile.sdk >= _FIRST_WITH_PIN
        reason = Reason.BUSY if self.screen.waiting is not None else self._obstacle(takes_pin=takes_pin)
        if reason is not None:
            self.screen.say_no(talk, reason)
            return
        key = PrivateKey.generate()
        code = short_code(request.host_key, key.public)
        code = f"{code[:3]} {code[3:]}"
        lines = [
            "Let this computer ask you?",
            f"Code: {code}",
            f"Computer: {shown_value(request.host_name)}",
            "Go on only when the computer shows the same code.",
        ]
        dialog = self.phone.world.show_confirmation(_PACKAGE, ".EnrollActivity", lines, code=code)

        def touched() -> bytes:
            host = Host(
                public=request.host_key,
                name=request.host_name,
                key=key,
                generation=self.sensor.generation,
                takes_pin=takes_pin,
            )
            self.hosts.keep(host)
            return enrolled(request, key, self.version).line()

        until = self._now + ENROLMENT_SECONDS
        waiting = Waiting(talk=talk, dialog=dialog, until=until, touched=touched, takes_pin=takes_pin)
        talk.say(Progress(req_id=request.req_id).line())
        self.screen.wait(waiting, CodeShown(req_id=request.req_id, key=key.public).line())

    @property
    def version(self) -> int:
        """The companion's own version code."""
        found = self.phone.packages.get(_PACKAGE)
        return max(1, found.version_code) if found is not None else 1

    def _reason_against(self, request: Request, host: Host) -> Reason | None:
        if self.screen.waiting is not None:
            return Reason.BUSY
        if request.seq <= host.last_seq:
            return Reason.REPLAYED
        # Whatever comes of it, the number is used up.
        host.last_seq = request.seq
        # A key that the PIN unlocks too outlives new fingers.
        is_invalidated = host.generation != self.sensor.generation and not host.takes_pin
        return self._obstacle(takes_pin=host.takes_pin) or (Reason.KEY_INVALIDATED if is_invalidated else None)

    def _obstacle(self, *, takes_pin: bool) -> Reason | None:
        is_locked = self.phone.world.is_locked
        return Reason.LOCKED if is_locked else self.sensor.obstacle(self._now, takes_pin=takes_pin)

    def _show(self, talk: Talk, request: Request, host: Host) -> None:
        world, package = self.phone.world, request.action.target.package
        label = world.label_of(package)[:MAX_APP_LABEL] if package in world.apps else ""
        dialog = world.show_confirmation(_PACKAGE, ".ConfirmActivity", list(lines_for(request, host, label)))

        def touched() -> bytes:
            by = AuthType.BIOMETRIC if self.sensor.fingers else AuthType.CREDENTIAL
            answer = approval(request, host, app_label=label, apk_version=self.version, auth_type=by)
            kind = self.phone.faults.companion.forges
            if kind:
                self.phone.fault_fired("companion_forged", what=kind)
            return forged(answer, kind, host.key).line()

        until = self._now + request.not_after_ms / 1000
        waiting = Waiting(talk=talk, dialog=dialog, until=until, touched=touched, takes_pin=host.takes_pin)
        self.screen.wait(waiting, Progress(req_id=request.req_id).line())

    @property
    def _now(self) -> float:
        return self.phone.clock.now()
