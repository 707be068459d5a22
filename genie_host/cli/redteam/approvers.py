"""Who answers on the range: the attentive person, or the confirm app on the phone with a fault in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from genie_host.cli.approving import Approving
from genie_host.cli.opening import OpenedPhone
from genie_host.cli.questions import Questions
from genie_host.cli.redteam.person import AttentivePerson
from genie_host.cli.simulated import Simulated
from genie_host.cli.stop import StopButton
from genie_host.core.cancel import CancelToken
from genie_host.core.events import Event, EventSink, Tee
from genie_host.phone.adb_phone import AdbPhone
from genie_host.policy.approval import Approver
from genie_host.policy.policy_file import default_rules

_SECONDS = 10.0


@contextmanager
def approver_for(
    person: AttentivePerson,
    fault: Mapping[str, Any] | None,
    simulated: Simulated,
    phone: AdbPhone,
    sink: EventSink,
    cancel: CancelToken,
) -> Iterator[Approver]:
    """The person, unless a fault of the confirm app is what the case is about."""
    if fault is None:
        yield person
        return
    finger = ReadyFinger(lambda: simulated.server.call(lambda sim: sim.put_finger("approve")))
    approving = Approving(
        wish="phone",
        rules=default_rules(),
        seconds=_SECONDS,
        questions=Questions(StopButton()),
        sink=Tee(sink, finger),
        cancel=cancel,
    )
    opened = OpenedPhone(phone=phone, adb=simulated.adb, serial=simulated.serial, simulated=simulated)
    with approving.opened(opened) as approver:
        simulated.server.call(lambda sim: vars(sim.faults.companion).update(fault))
        yield approver


@dataclass
class ReadyFinger:
    """The user's finger, on the sensor as soon as the question is shown."""

    touch: Callable[[], object]

    def emit(self, event: Event) -> None:
        """Hears what a run tells."""
        if event.kind == "waiting_for_finger":
            self.touch()
