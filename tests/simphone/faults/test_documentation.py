"""The page about faults names every fault, every argument, and what the client sees."""

from __future__ import annotations

import re
from pathlib import Path

from genie_host.simphone.control.orders import ORDERS
from genie_host.simphone.faults.deeds import DEEDS
from genie_host.simphone.faults.plan import FaultPlan
from genie_host.simphone.faults.rules import load_rules

PAGE = (Path(__file__).parents[3] / "docs" / "simulated-phone-control.md").read_text(encoding="utf-8")


def test_table_of_faults_is_the_table_in_the_code():
    rows = re.findall(r"^\| `([\w.]+)` \| (.*?) \| (.*?) \|$", PAGE, re.MULTILINE)
    told = {name: (re.findall(r"`(\w+)`", arguments), seen) for name, arguments, seen in rows if name in DEEDS}
    assert told == {name: (list(deed.defaults), deed.seen) for name, deed in DEEDS.items()}


def test_plan_of_the_page_is_a_plan(sim_phone, tmp_path):
    (tmp_path / "plan.yaml").write_text(re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)[1], encoding="utf-8")
    FaultPlan.lay(sim_phone, load_rules(tmp_path / "plan.yaml"))
    assert len(sim_phone.plan.rules) == 5


def test_every_order_is_on_the_page():
    assert all(f"`{name}`" in PAGE for name in ORDERS)
