"""Training samples: the oracle drives a simulated phone; every screen it meets is a question with its answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import yaml

from genie_host.agent.fold import fold
from genie_host.agent.goal import Goal
from genie_host.agent.history import Step
from genie_host.agent.nano_prompt import NanoView, nano_view
from genie_host.core.calls import Outcome, Tier, ToolCall
from genie_host.core.errors import SimulatorError
from genie_host.core.screen import Observation, Role
from genie_host.phone.observation import build_observation
from genie_host.simphone.world.engine import LAUNCHER, World
from genie_host.simphone.world.schema import App, load_app
from genie_host.simphone.world.xml import hierarchy_xml
from scripts.nano.clutter import cluttered, with_switch
from scripts.nano.oracle import Call, Oracle
from scripts.nano.page_tasks import STRANGE_STATE
from scripts.nano.phrases import Phraser, load_phrase_book, normalised
from scripts.nano.starts import place
from scripts.nano.task import Task
from scripts.nano.tasks import TaskMaker

APPS = Path(__file__).parents[2] / "genie_host" / "simphone" / "apps"
EXAMINATION = Path(__file__).parents[2] / "tests" / "goals"
_MAX_STEPS = 16
_NOISE = 0.06
_KEPT = {
    "open_app": 0.3, "go_home": 0.6, "write_note/click": 0.35, "write_note/tasks": 0.4, "set_alarm/click": 0.35,
    "set_alarm/tasks": 0.5, "set_alarm/type_text": 0.7, "send_message/click": 0.6, "send_message/tasks": 0.5,
    "switch/tasks": 0.5, "alarm_switch/tasks": 0.6,
}  # fmt: skip
"""Share of the easy steps that is kept: the hard ones are what training time is for."""
_RISKY = {"Save", "Send", "Delete", "Call", "Erase", "Start timer", "Start stopwatch", "Share"}


@dataclass(frozen=True)
class Sample:
    """One question to the model and the right answer; ``kind`` is for counting."""

    prompt: str
    answer: str
    kind: str


def samples(seed: int) -> Iterator[Sample]:
    """An endless stream; the same seed gives the same stream."""
    rng = Random(seed)
    apps = [load_app(path) for path in sorted(APPS.glob("*.yaml"))]
    book = load_phrase_book()
    maker = TaskMaker(Phraser(book, examination_wordings()), apps)
    while True:
        task = maker.draw(rng)
        phone = cluttered(apps, book, rng)
        if task.strange_row is not None:
            phone = with_switch(phone, *task.strange_row, STRANGE_STATE, rng)
        yield from Episode(task, phone, rng).samples()


def examination_wordings(folder: Path = EXAMINATION) -> frozenset[str]:
    """Normalised wordings of the shipped goals, which training must never see."""
    files = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.yaml"))]
    return frozenset(normalised(text) for file in files for goal in file["goals"] for text in goal["wordings"])


class Episode:
    """One task driven to its end, with now and then a step that a careful person would not have made."""

    def __init__(self, task: Task, apps: Sequence[App], rng: Random) -> None:
        self._task, self._rng = task, rng
        self.world = World(apps, state=task.state)
        self._goal = Goal(task.goal)
        self._labels = {app.package: app.label for app in apps}
        self._steps: list[Step] = []
        place(rng, task, self.world)
        self._oracle = Oracle(task, self.world)

    def samples(self) -> Iterator[Sample]:
        """Every step's question and answer."""
        observation = self._observe()
        for _ in range(_MAX_STEPS):
            view = nano_view(self._goal, observation, self._steps)
            try:
                name, arguments = self._oracle.next_call(view, self._steps)
            except LookupError:
                return
            answer = {"name": name, "arguments": {key: fold(value) for key, value in arguments.items()}}
            kind = f"{self._task.intent}/{name}"
            if self._rng.random() < _KEPT.get(kind, _KEPT.get(name, 1.0)):
                yield Sample(view.prompt, json.dumps(answer, separators=(",", ":")), kind)
            if name in ("tasks", "reply"):
                return
            if self._rng.random() < _NOISE and name != "type_text":
                name, arguments = self._stray(view)
            try:
                observation = self._take(name, arguments, view, observation)
            except SimulatorError:  # strayed onto a page that was not opened the way it wants to be
                return

    def _observe(self) -> Observation:
        front = self.world.foreground
        return build_observation(
            hierarchy_xml(self.world),
            size=self.world.size,
            foreground=(front.package, front.activity),
            app_labels=self._labels,
        )

    def _stray(self, view: NanoView) -> Call:
        safe = [
            label
            for label, element in view.labels.items()
            if element.is_actionable and element.role is not Role.SWITCH and element.name not in _RISKY
        ]
        moves: list[Call] = [("go_back", {}), ("go_home", {}), ("scroll", {"direction": "down"})]
        if safe:
            moves += [("click", {"target": self._rng.choice(safe)})] * 3
        return self._rng.choice(moves)

    def _take(self, name: str, arguments: Mapping[str, Any], view: NanoView, before: Observation) -> Observation:
        world = self.world
        match name:
            case "open_app":
                package = next(p for p, label in self._labels.items() if label == arguments["name"])
                world.start_app(package)
            case "click":
                center = view.labels[arguments["target"]].node.bounds.center
                world.tap(center.x, center.y)
            case "switch_on" | "switch_off":
                element = view.labels[arguments["target"]]
                if element.is_checked is not (name == "switch_on"):
                    world.tap(element.node.bounds.center.x, element.node.bounds.center.y)
            case "type_text":
                center = view.labels[arguments["field"]].node.bounds.center
                world.tap(center.x, center.y)
                world.clear_focused()
                world.type_text(arguments["text"])
            case "scroll":
                self._scroll(arguments["direction"])
            case "go_back":
                world.press_key(4)
            case "go_home":
                world.start_app(LAUNCHER)
        after = self._observe()
        changed = after.fingerprint != before.fingerprint
        outcome = Outcome(tier=Tier.OK, code="done" if changed else "no_change", message="")
        self._steps.append(Step(call=ToolCall(call_id="", tool_name=name, arguments=arguments), outcome=outcome))
        return after

    def _scroll(self, direction: str) -> None:
        size = self.world.size
        reach = int(size.height * self._rng.uniform(0.28, 0.52))
        middle = int(size.height * 0.45)
        first, last = (
            (middle + reach // 2, middle - reach // 2)
            if direction == "down"
            else (middle - reach // 2, middle + reach // 2)
        )
        self.world.swipe(size.width // 2, first, size.width // 2, last)
