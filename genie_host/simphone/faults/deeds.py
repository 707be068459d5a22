"""All faults by the name that plans call them."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.simphone.faults import automation_deeds, companion_deeds, wire_deeds, world_deeds
from genie_host.simphone.faults.deed import Deed

DEEDS: Mapping[str, Deed] = {**wire_deeds.DEEDS, **automation_deeds.DEEDS, **companion_deeds.DEEDS, **world_deeds.DEEDS}
