"""Plans as they are written down."""

from __future__ import annotations

import json

import pytest

from genie_host.core.errors import SimulatorError
from genie_host.simphone.faults.deeds import DEEDS
from genie_host.simphone.faults.plan import FaultPlan
from genie_host.simphone.faults.rules import load_rules, parse_rule, parse_rules

PLAN = """
- {at: step 3, do: app.start, package: com.example.notes}
- {t: 12.5, do: drop}
- {on: rpc.click#2, do: u2.crash, times: 1}
- {on: rpc.*, do: dump.empty, count: 2, times: -1, chance: 0.5}
"""


class HandClock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


def deeds(phone) -> list[str]:
    return [entry["do"] for entry in phone.world.log.of_kind("fault_planned")]


def test_yaml_and_json_say_the_same(tmp_path):
    (tmp_path / "plan.yaml").write_text(PLAN, encoding="utf-8")
    rules = load_rules(tmp_path / "plan.yaml")
    entries = [rule.model_dump(exclude_none=True) for rule in rules]
    (tmp_path / "plan.json").write_text(json.dumps(entries), encoding="utf-8")
    assert load_rules(tmp_path / "plan.json") == rules
    assert [rule.moment for rule in rules] == ["at step 3", "t 12.5", "on rpc.click#2", "on rpc.*"]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"at": "step 0", "do": "drop"}, "at"),
        ({"at": "soon", "do": "drop"}, "at"),
        ({"t": -1, "do": "drop"}, "t:"),
        ({"on": "rpc.click#0", "do": "drop"}, "on"),
        ({"on": "rpc click", "do": "drop"}, "on"),
        ({"t": 1, "on": "rpc.click", "do": "drop"}, "one of at, t and on"),
        ({"t": 1}, "do"),
        ("drop", "dictionary"),
    ],
)
def test_rule_that_says_nothing_clear_is_refused(entry, said):
    with pytest.raises(SimulatorError, match=said):
        parse_rule(entry)


@pytest.mark.parametrize("text", ["{a: 1}", "- [", "- 1", ""])
def test_file_that_is_no_plan_is_refused(tmp_path, text):
    (tmp_path / "plan.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(SimulatorError):
        load_rules(tmp_path / "plan.yaml")


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(SimulatorError, match="cannot be read"):
        load_rules(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"do": "earthquake"}, "no fault is called 'earthquake'"),
        ({"do": "drop", "hard": True}, "takes no 'hard'"),
        ({"do": "freeze", "for": "long"}, "cannot be 'long'"),
        ({"do": "dump.empty", "count": True}, "cannot be True"),
    ],
)
def test_deed_that_does_not_exist_or_fit_is_refused(sim_phone, entry, said):
    with pytest.raises(SimulatorError, match=said):
        FaultPlan.lay(sim_phone, parse_rules([entry]))


def test_rule_about_a_passage_fires_from_the_nth_on_as_often_as_said(sim_phone):
    FaultPlan.lay(sim_phone, parse_rules([{"on": "rpc.click#2", "do": "dump.empty", "times": 2}]))
    seen = []
    for point in ("rpc.click", "rpc.swipe", "rpc.click", "rpc.click", "rpc.click"):
        sim_phone.reached(point)
        seen.append(len(deeds(sim_phone)))
    assert seen == [0, 0, 1, 2, 2]
    assert not sim_phone.plan.rules


def test_rule_about_a_step_counts_whatever_the_hand_does(sim_phone):
    FaultPlan.lay(sim_phone, parse_rules([{"at": "step 3", "do": "screen.off"}]))
    for keycode in (24, 25):
        sim_phone.hand.press_key(keycode)
    assert sim_phone.world.is_screen_on
    sim_phone.hand.type_text("x")
    assert not sim_phone.world.is_screen_on


def test_rule_about_a_time_fires_when_the_clock_says_so(sim_phone):
    sim_phone.clock = clock = HandClock()
    FaultPlan.lay(sim_phone, parse_rules([{"t": 12.5, "do": "screen.off"}]))
    clock.seconds += 12.4
    sim_phone.tick()
    assert sim_phone.is_waiting
    assert sim_phone.world.is_screen_on
    clock.seconds += 0.2
    sim_phone.tick()
    assert not sim_phone.world.is_screen_on
    assert not sim_phone.is_waiting


def test_fault_with_an_end_passes_by_itself(sim_phone):
    sim_phone.clock = clock = HandClock()
    FaultPlan.lay(sim_phone, parse_rules([{"do": "freeze", "for": 2}]))
    assert sim_phone.faults.freeze
    clock.seconds += 2.1
    sim_phone.tick()
    assert not sim_phone.faults.freeze


def test_chances_come_out_alike_for_one_seed_and_differ_between_seeds(sim_phone):
    def drawn(seed: int) -> list[bool]:
        FaultPlan.lay(sim_phone, parse_rules([{"on": "x", "do": "dump.empty", "chance": 0.5, "times": -1}]), seed=seed)
        out = []
        for _ in range(40):
            before = len(deeds(sim_phone))
            sim_phone.reached("x")
            out.append(len(deeds(sim_phone)) > before)
        return out

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)
    assert any(drawn(1))
    assert not all(drawn(1))


def test_every_deed_says_what_the_client_sees():
    assert all(deed.seen for deed in DEEDS.values())
