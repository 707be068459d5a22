"""Who is asked before a risky step of a run: the phone's owner on the phone, or the person at the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from genie_host.cli.companion_check import NOT_ENROLLED, check_companion
from genie_host.cli.enrolling import Enroller, default_host_name
from genie_host.cli.evidence import keys_folder
from genie_host.cli.opening import OpenedPhone
from genie_host.cli.questions import Questions
from genie_host.cli.simulated import Simulated
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.errors import PhoneRejected
from genie_host.core.events import Event, EventSink
from genie_host.core.gap.keys import PrivateKey
from genie_host.core.verdicts import ApprovalRequest
from genie_host.phone.companion.client import CompanionClient
from genie_host.phone.companion.install import install
from genie_host.phone.companion.known import KnownPhone, KnownPhones
from genie_host.phone.companion.shipped import shipped_apk
from genie_host.phone.companion.watch import is_in_front
from genie_host.policy.approval import Approver, ConsoleApprover, DenyApprover
from genie_host.policy.gate.approver import PhoneApprover
from genie_host.policy.gate.choosing import ChoosingApprover
from genie_host.policy.gate.ledger import Enrolment, Ledger
from genie_host.policy.gate.trust import enough_by, trust_on
from genie_host.policy.rules import Rules
from genie_host.store.host_key import existing_host_key, host_key

ApproveBy = Literal["phone", "console", "deny"]
LONGEST_SECONDS = 55.0
_CODE_STAYS_SECONDS = 65.0
_LOOK_AGAIN_SECONDS = 0.5


def _no_log() -> str:
    return "0" * 64


@dataclass(frozen=True, kw_only=True)
class Approving:
    """How a run's questions are to be answered."""

    wish: ApproveBy | None
    """None: the phone when it is enrolled, else the terminal where the policy allows that."""
    rules: Rules
    seconds: float
    """A person has so long at the phone."""
    questions: Questions
    sink: EventSink
    cancel: CancelToken
    log_hash: Callable[[], str] = field(default=_no_log)
    """Hash of the last record of the audit log, which the phone signs along."""

    @contextmanager
    def opened(self, phone: OpenedPhone) -> Iterator[Approver]:
        """Whoever answers. Raises PhoneRejected when the phone is to be asked and cannot be, and for a foreign app."""
        if self.wish == "deny":
            yield DenyApprover()
        elif phone.simulated is None:
            client = CompanionClient.connect(phone.serial, phone.adb, self.cancel)
            on_phone = None if self.wish == "console" else self._on_phone(client)
            yield self._chooser(on_phone, is_real_phone=client.is_real)
        elif self.wish != "phone":
            # Nobody but the run itself could have enrolled the phone of a run.
            yield self._chooser(None, is_real_phone=False)
        else:
            client = CompanionClient.connect(phone.serial, phone.adb, self.cancel, is_simulated=True)
            with TemporaryDirectory(prefix="genie-companion-", ignore_cleanup_errors=True) as folder:
                on_phone = self._on_simulated(client, phone.simulated, KnownPhones(Path(folder)))
                yield self._chooser(on_phone, is_real_phone=False)

    def _on_phone(self, client: CompanionClient) -> PhoneApprover | None:
        """None when the phone cannot be asked and need not be."""
        phones, key = KnownPhones(), existing_host_key(keys_folder())
        known = phones.find(client.name)
        if known is None or key is None:
            if self.wish == "phone":
                raise PhoneRejected(NOT_ENROLLED)
            return None
        found = check_companion(client, known, key.public.id)
        if found.trouble:
            if self.wish == "phone":
                raise PhoneRejected(found.trouble)
            self._tell(f"The phone cannot be asked, so you are, where the policy allows it. {found.trouble}")
            return None
        if found.advice:
            self._tell(found.advice)
        self._wait_until_away(client)
        return self._asking(client, phones, known, key)

    def _on_simulated(self, client: CompanionClient, simulated: Simulated, phones: KnownPhones) -> PhoneApprover:
        """The phone of this run alone: the companion is put on it, and its owner agrees to everything at once."""
        key = host_key(keys_folder())
        install(client.link, shipped_apk())
        enroller = Enroller(
            phones=phones,
            host_key=key,
            host_name=default_host_name(),
            cancel=self.cancel,
            on_code=lambda code: _touch(simulated),
            is_equal=lambda code: _shows(simulated, code),
        )
        known = enroller.enroll(client)
        simulated.server.call(lambda sim: sim.world.cancel_confirmation())
        self._tell(
            "This phone takes its finger from another window: genie sim finger approve (or deny, wrong, lockout)."
        )
        return self._asking(client, phones, known, key)

    def _asking(
        self, client: CompanionClient, phones: KnownPhones, known: KnownPhone, key: PrivateKey
    ) -> PhoneApprover:
        enrolment = Enrolment(host_key=key, host_name=known.host_name, phone_key=known.public_key)
        return PhoneApprover(
            ledger=Ledger(
                enrolment=enrolment,
                sequence=phones.sequence(known.name),
                not_after_ms=round(min(self.seconds, LONGEST_SECONDS) * 1000),
            ),
            opener=client.opener,
            trust=trust_on(known.trust, is_real_phone=client.is_real),
            is_enough=enough_by(self.rules.least_trust, is_real_phone=client.is_real),
            log_hash=self.log_hash,
            on_shown=self._waiting,
        )

    def _chooser(self, on_phone: PhoneApprover | None, *, is_real_phone: bool) -> ChoosingApprover:
        console = ConsoleApprover(self.questions.approve)
        enough = enough_by(self.rules.least_trust, is_real_phone=is_real_phone)
        return ChoosingApprover(phone=on_phone, console=console, is_enough=enough)

    def _wait_until_away(self, client: CompanionClient) -> None:
        """Nothing may be done to the phone while the code of an enrolment is still up, which it is for a minute."""
        deadline, is_told = Deadline.after(_CODE_STAYS_SECONDS), False
        while is_in_front(client.shell) and not deadline.is_over:
            if not is_told:
                self._tell("The code is still on the phone: close it there, or wait a minute.")
                is_told = True
            self.cancel.wait(_LOOK_AGAIN_SECONDS)

    def _waiting(self, request: ApprovalRequest) -> None:
        data = {"target": request.target, "app": request.app_label, "stake": request.stake.value}
        self.sink.emit(Event(kind="waiting_for_finger", data={**data, "seconds": self.seconds}))

    def _tell(self, words: str) -> None:
        self.sink.emit(Event(kind="notice", data={"message": words}))


def _touch(simulated: Simulated) -> None:
    """The owner of a phone that was made for this run agrees."""
    simulated.server.call(lambda sim: sim.put_finger("approve"))


def _shows(simulated: Simulated, code: str) -> bool:
    """Whether the code is on its glass."""
    shown = simulated.server.call(lambda sim: sim.world.confirmation)
    return shown is not None and shown.code.replace(" ", "") == code
