"""Episodes on a simulated phone behind the real adb, with a scripted model and a scripted person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import pytest

from genie_host.agent.ending import EpisodeResult
from genie_host.agent.executor import Executor
from genie_host.agent.limits import Limits
from genie_host.agent.loop import run_episode
from genie_host.agent.planner import Planner
from genie_host.agent.terms import Terms
from genie_host.core.audit import AuditList
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.events import Event, EventList
from genie_host.core.verdicts import Approval, ApprovalRequest, Scope, Trust
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.patience import SIMULATED_PATIENCE
from genie_host.policy.approval import denied, granted
from genie_host.simphone.server import SimServer
from genie_host.tools.toolset import Toolset
from tests.agent.scripted_model import Answer, ScriptedModel
from tests.conftest import PrivateAdb, put_u2_jar


@dataclass
class Person:
    """Says yes or no, and may do something to the phone while being asked."""

    says: object = False
    """An answer that is neither True nor False is given as it is."""
    meanwhile: Callable[[], object] = lambda: None
    asked: list[ApprovalRequest] = field(default_factory=list)

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        self.asked.append(request)
        self.meanwhile()
        if self.says is True:
            return granted(Trust.TEST)
        return denied("denied") if self.says is False else self.says


@dataclass
class Stage:
    """One phone and all that an episode on it needs."""

    phone: AdbPhone
    server: SimServer
    person: Person = field(default_factory=Person)
    cancel: CancelToken = field(default_factory=CancelToken)
    sink: EventList = field(default_factory=EventList)
    limits: Limits = field(default_factory=Limits)
    terms: Terms = field(default_factory=Terms)
    audit: AuditList = field(default_factory=AuditList)
    clock: Clock = SYSTEM_CLOCK
    """The door's."""

    def door(self) -> Executor:
        """The one door, as a run has it."""
        return Executor(
            phone=self.phone,
            toolset=Toolset.default(),
            approver=self.person,
            sink=self.sink,
            cancel=self.cancel,
            audit=self.audit,
            terms=self.terms,
            clock=self.clock,
        )

    def run(self, *answers: Answer, goal: str = "do it") -> EpisodeResult:
        return self.run_lazily(answers, goal=goal)

    def run_lazily(self, answers: Iterable[Answer], *, goal: str = "do it") -> EpisodeResult:
        """With answers that may be made while the run goes on."""
        self.model = ScriptedModel(answers)
        return run_episode(
            goal,
            phone=self.phone,
            planner=Planner(
                self.model,
                Toolset.default().within(self.terms.profile.scopes),
                sees_screen=self.terms.profile.allows(Scope.SCREEN),
            ),
            executor=self.door(),
            limits=self.limits,
            sink=self.sink,
            cancel=self.cancel,
        )

    def show(self, app_id: str, screen: str, **args: str) -> None:
        self.server.call(lambda phone: phone.world.show(app_id, screen, **args))

    def state(self, app_id: str) -> dict[str, object]:
        return self.server.call(lambda phone: phone.world.state[app_id])

    def happened(self, kind: str) -> list[dict[str, object]]:
        return self.server.call(lambda phone: phone.world.log.of_kind(kind))

    def effects(self) -> list[str]:
        return [entry["kind"] for entry in self.server.call(lambda phone: phone.world.log.effects)]

    def events(self, kind: str) -> list[Event]:
        return [event for event in self.sink.events if event.kind == kind]

    def records(self, kind: str) -> list[dict[str, object]]:
        """What was written for the audit."""
        return [dict(data) for each, data in self.audit.records if each == kind]

    def outcomes(self) -> list[str]:
        return [event.data["code"] for event in self.events("acted")]


@pytest.fixture
def stage(sim: SimServer, adb_server: PrivateAdb) -> Iterator[Stage]:
    sim.call(put_u2_jar)
    adb = AdbServer.bundled(port=adb_server.port, environment=adb_server.environment)
    phone = AdbPhone.connect(sim.serial, adb=adb, patience=SIMULATED_PATIENCE)
    yield Stage(phone=phone, server=sim)
    phone.close()
