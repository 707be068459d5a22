"""A fault plan at work: it counts what the phone passes, looks at the clock, and lets the rules' deeds happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from genie_host.core.errors import SimulatorError
from genie_host.simphone.faults.deeds import DEEDS
from genie_host.simphone.faults.rules import Rule
from genie_host.simphone.phone import SimPhone


class FaultPlan:
    """What will go wrong with one phone. The seed makes the chances repeatable."""

    def __init__(self, phone: SimPhone, rules: Iterable[Rule] = (), *, seed: int = 0) -> None:
        self._phone = phone
        self._random = Random(seed)  # noqa: S311 - repeatable faults, no secrets
        self._since = phone.clock.now()
        self._rules: list[_Pending] = []
        for rule in rules:
            self.add(rule)

    @classmethod
    def lay(cls, phone: SimPhone, rules: Iterable[Rule] = (), *, seed: int = 0) -> FaultPlan:
        """Make a plan and give it to the phone, in place of the one it had."""
        phone.plan = cls(phone, rules, seed=seed)
        return phone.plan

    @property
    def is_waiting(self) -> bool:
        """Whether a rule waits for its time."""
        return any(pending.rule.t is not None for pending in self._rules)

    @property
    def rules(self) -> list[Rule]:
        """Those that may still fire."""
        return [pending.rule for pending in self._rules]

    def add(self, rule: Rule) -> None:
        """Expect one more fault; one without a moment happens now. Raises SimulatorError for an unknown deed."""
        deed = DEEDS.get(rule.do)
        if deed is None:
            raise SimulatorError(f"no fault is called {rule.do!r}; there are {', '.join(sorted(DEEDS))}")
        arguments = deed.arguments_of(rule.arguments, rule.do)
        pending = _Pending(rule, lambda: deed.does(self._phone, arguments))
        if rule.at is None and rule.on is None and rule.t is None:
            self._fire(pending)
        else:
            self._rules.append(pending)

    def reached(self, point: str) -> None:
        """The phone passes a point."""
        self.tick()
        for pending in list(self._rules):
            if not pending.rule.is_about(point):
                continue
            pending.passages += 1
            if pending.passages >= pending.rule.first and self._is_drawn(pending.rule):
                self._fire(pending)

    def tick(self) -> None:
        """Let happen whatever is due."""
        seconds = self._phone.clock.now() - self._since
        for pending in list(self._rules):
            if pending.rule.t is not None and pending.rule.t <= seconds:
                self._fire(pending)

    def _is_drawn(self, rule: Rule) -> bool:
        return rule.chance >= 1 or self._random.random() < rule.chance

    def _fire(self, pending: _Pending) -> None:
        rule = pending.rule
        pending.fired += 1
        if pending in self._rules and (rule.t is not None or pending.fired == rule.times):
            self._rules.remove(pending)
        self._phone.world.log.append("fault_planned", do=rule.do, when=rule.moment)
        pending.deed()


class _Pending:
    """A rule and how far it has come."""

    def __init__(self, rule: Rule, deed: Callable[[], None]) -> None:
        self.rule = rule
        self.deed = deed
        self.passages = 0
        self.fired = 0
