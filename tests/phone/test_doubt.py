"""After an action whose outcome is unknown nothing is done before somebody has looked at the screen."""

from __future__ import annotations

import pytest

from genie_host.core.errors import OutcomeUnknown
from genie_host.core.geometry import Point
from genie_host.phone.adb_phone import AdbPhone
from genie_host.simphone.faults.plan import FaultPlan
from genie_host.simphone.faults.rules import parse_rules
from genie_host.simphone.server import SimServer

SPOT = Point(x=540, y=1200)


def test_a_second_action_waits_for_a_look(phone: AdbPhone, sim: SimServer, kinds) -> None:
    phone.observe()
    sim.call(lambda sim_phone: FaultPlan.lay(sim_phone, parse_rules([{"on": "rpc.click#1", "do": "u2.crash"}]), seed=1))
    with pytest.raises(OutcomeUnknown):
        phone.tap(SPOT)
    done = len(kinds("tap", "key"))
    for act in (lambda: phone.tap(SPOT), phone.go_back):
        with pytest.raises(OutcomeUnknown, match="Look at the screen"):
            act()
    assert len(kinds("tap", "key")) == done
    phone.observe()
    phone.tap(SPOT)
    assert len(kinds("tap")) >= 1
