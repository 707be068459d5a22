"""One run: a new simulated phone, a plan of faults, the real adb and driver, the real loop and executor."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.resources import files
from random import Random

from benchmarks.chaotic.goals import Goal, random_goal
from benchmarks.chaotic.judge import judge
from benchmarks.chaotic.model import GoalModel, ShowingPlanner
from benchmarks.chaotic.plans import AT_START, lost_answer, random_plan
from benchmarks.chaotic.record import Record
from benchmarks.chaotic.watched import WatchedPhone
from genie_host.agent.executor import Executor
from genie_host.agent.limits import Limits
from genie_host.agent.loop import run_episode
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.errors import GenieError, PhoneError
from genie_host.core.events import EventList
from genie_host.core.verdicts import Approval, ApprovalRequest, Trust
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.patience import SIMULATED_PATIENCE
from genie_host.policy.approval import denied, granted
from genie_host.simphone.faults.plan import FaultPlan
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.schema import App
from genie_host.tools.toolset import Toolset

LIMITS = Limits(max_turns=25, budget_seconds=20.0)
SLACK_SECONDS = 15.0
"""A run looks at its budget between turns; no turn goes on for longer than this."""
STOP_SECONDS = 5.0
"""From the user's stop to the end, on a machine that is busy with other runs; 1 second is what is promised."""
PATIENCE = replace(
    SIMULATED_PATIENCE,
    shell_seconds=8.0,
    start_seconds=15.0,
    push_seconds=20.0,
    reconnect_seconds=3.0,
    authorize_seconds=3.0,
    app_start_seconds=5.0,
)
"""As for any simulated phone, a little shorter where a phone is given up: the faults are short as well."""


@dataclass
class Person:
    """Whoever is asked before a risky step."""

    random: Random
    is_kind: bool = False
    """Says yes to everything."""
    has_denied: bool = False

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        is_granted = self.is_kind or self.random.random() < 0.85
        self.has_denied = self.has_denied or not is_granted
        return granted(Trust.TEST) if is_granted else denied("denied")


class Overheard(logging.Handler):
    """What was logged as a failure of the code itself, by the thread that had it."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.lines.append(f"{record.name}: {record.getMessage()} ({type(error).__name__}: {error})")


@dataclass(kw_only=True)
class Runs:
    """Plays runs one after the other against one adb server."""

    adb: AdbServer
    seed: int
    apps: tuple[App, ...] = field(default_factory=lambda: tuple(World.from_bundled_apps().apps.values()))
    overheard: Overheard = field(default_factory=Overheard)

    def play(self, number: int) -> Record:
        """Run one goal; a run that never ends is given up and written down as such."""
        record = Record(number=number, goal="", plan=[])
        thread = threading.Thread(target=self._play, args=(number, record), daemon=True)
        thread.start()
        thread.join(LIMITS.budget_seconds + SLACK_SECONDS + PATIENCE.start_seconds + PATIENCE.push_seconds)
        if thread.is_alive():
            record.miss("hung", "the run never ended")
        for line in self.overheard.lines:
            record.miss("foreign error", line)
        self.overheard.lines.clear()
        return record

    def _play(self, number: int, record: Record) -> None:
        random = Random(f"{self.seed}/{number}")
        goal, rules = random_goal(random), random_plan(number, random)
        worst = lost_answer(number, random)
        record.goal, record.plan = goal.words, [f"{rule.moment}: {rule.do} {rule.arguments or ''}" for rule in rules]
        record.plan += [str(worst)] if worst is not None else []
        is_at_start = bool(rules) and (rules[0].do in AT_START or random.random() < 0.1)
        sim = SimPhone(World(self.apps), serial=f"SIM{number:04}")
        if not is_at_start or rules[0].do not in AT_START:
            jar = files("uiautomator2") / "assets" / "u2.jar"
            sim.files.write("/data/local/tmp/u2.jar", jar.read_bytes(), mode=0o755)
        if worst is not None:
            worst.lay(sim)
        try:
            with SimServer(sim) as server:
                self._attached(record, goal, server, random, lambda: _lay(server, rules, number), is_at_start)
        except Exception as error:
            record.miss("foreign error", f"{type(error).__name__}: {error}")

    def _attached(
        self,
        record: Record,
        goal: Goal,
        server: SimServer,
        random: Random,
        lay: Callable[[], object],
        is_at_start: bool,
    ) -> None:
        is_calm = not record.plan
        token, person = CancelToken(), Person(random, is_kind=is_calm)
        calls = WatchedPhone(None)
        stopper = Stopper(token, random.uniform(0.1, 1.5)) if random.random() < 0.06 and not is_calm else None
        started = SYSTEM_CLOCK.now()
        try:
            self.adb.connect(server.serial)
            if is_at_start:
                lay()
            phone = AdbPhone.connect(server.serial, adb=self.adb, cancel=token, patience=PATIENCE)
        except GenieError as error:
            record.reason, record.message = "phone_unavailable", str(error)
        else:
            calls = WatchedPhone(phone)
            if not is_at_start:
                lay()
            meddling = Meddling(random, server, calls, record)
            if stopper is not None:
                stopper.start()
            self._episode(record, goal, calls, person, meddling, token)
            if stopper is not None:
                record.stop_seconds = stopper.seconds_since()
            with suppress(PhoneError):
                calls.close()
        record.seconds = SYSTEM_CLOCK.now() - started
        with suppress(GenieError):
            self.adb.disconnect(server.serial)
        self._conclude(record, goal, calls, server, is_denied=person.has_denied)

    def _episode(
        self,
        record: Record,
        goal: Goal,
        phone: WatchedPhone,
        person: Person,
        meddling: Meddling,
        token: CancelToken,
    ) -> None:
        toolset, sink = Toolset.default(), EventList()
        executor = Executor(phone=phone, toolset=toolset, approver=person, sink=sink, cancel=token)
        result = run_episode(
            goal.words,
            phone=phone,
            planner=ShowingPlanner(GoalModel(goal, meddling.now_and_then), toolset),
            executor=executor,
            limits=LIMITS,
            sink=sink,
            cancel=token,
        )
        record.reason, record.message, record.turns = result.reason.value, result.message, result.turns
        record.codes.update(event.data["code"] for event in sink.events if event.kind == "acted")
        if result.seconds > LIMITS.budget_seconds + SLACK_SECONDS:
            record.miss("hung", f"{result.seconds:.0f} s, {SLACK_SECONDS:g} s past its budget")

    def _conclude(self, record: Record, goal: Goal, phone: WatchedPhone, server: SimServer, *, is_denied: bool) -> None:
        log = server.call(lambda sim: sim.world.log.entries)
        record.happened = [entry["do"] for entry in log if entry["kind"] == "fault_planned"]
        record.asked.update(call.name for call in phone.calls)
        record.errors.update(call.error for call in phone.calls if call.error)
        if record.stop_seconds is not None and record.reason == "cancelled" and record.stop_seconds > STOP_SECONDS:
            record.miss("hung", f"ended {record.stop_seconds:.1f} s after the user's stop")
        judge(record, goal, phone.calls, log, is_denied=is_denied)


@dataclass
class Meddling:
    """What happens while the model thinks: a picture is taken, or somebody else's finger comes."""

    random: Random
    server: SimServer
    phone: WatchedPhone
    record: Record

    def now_and_then(self) -> None:
        """Called before each answer of the model."""
        draw = self.random.random() if self.record.plan else 1 / 2
        if draw < 0.12:
            with suppress(PhoneError):
                self.phone.screenshot()
        elif draw > 0.996:
            self.record.person_came = True
            self.server.call(_touch_by_hand)


class Stopper(threading.Thread):
    """The user's stop, some time after the start."""

    def __init__(self, token: CancelToken, after_seconds: float) -> None:
        super().__init__(daemon=True)
        self._token, self._after = token, after_seconds
        self._stopped_at: float | None = None

    def run(self) -> None:
        """Wait, then stop."""
        SYSTEM_CLOCK.sleep(self._after)
        self._stopped_at = SYSTEM_CLOCK.now()
        self._token.cancel()

    def seconds_since(self) -> float | None:
        """Seconds since the stop; None when it has not come yet."""
        return None if self._stopped_at is None else SYSTEM_CLOCK.now() - self._stopped_at


def _lay(server: SimServer, rules: tuple[object, ...], seed: int) -> None:
    server.call(lambda phone: FaultPlan.lay(phone, rules, seed=seed))  # type: ignore[arg-type]


def _touch_by_hand(phone: SimPhone) -> None:
    """A finger on an empty spot of the glass."""
    phone.world.log.append("person", does="tap", x=540, y=20)
    phone.world.tap(540, 20)
