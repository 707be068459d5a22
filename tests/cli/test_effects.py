"""The summary of what the simulated phone saw."""

from __future__ import annotations

import io

from rich.console import Console

from genie_host.cli.effects import Effects
from genie_host.core.events import EventList
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.events import EventLog


def tapped(effects: Effects, *labels: str) -> None:
    """Tap these things, one after the other, on a phone that reports to the summary."""
    world = World.from_bundled_apps()
    world.log = EventLog(sink=effects.take)
    for label in labels:
        nodes = [node for root in world.roots() for node in root.walk()]
        point = next(node.bounds.center for node in nodes if label in (node.text, node.description))
        world.tap(point.x, point.y)


def shown(effects: Effects) -> str:
    console = Console(file=io.StringIO(), width=80)
    effects.show(console)
    return console.file.getvalue()


def test_summary_tells_each_touch_and_what_it_changed() -> None:
    effects = Effects()
    tapped(effects, "Settings", "Network & internet", "Wi-Fi")
    lines = shown(effects).splitlines()
    assert lines[0] == "on the simulated phone:"
    assert lines[-1] == "  → switch changed  name: Wi-Fi, value: True"
    assert lines[-2].startswith("  tap on Wi-Fi")


def test_summary_says_so_when_nothing_was_changed() -> None:
    effects = Effects()
    tapped(effects, "Settings")
    assert shown(effects).splitlines()[-1] == "  nothing was changed"


def test_summary_is_empty_without_a_simulated_phone() -> None:
    assert shown(Effects()) == ""


def test_effects_are_passed_on_as_they_happen() -> None:
    sink = EventList()
    tapped(Effects(forward_to=sink), "Settings", "Network & internet", "Wi-Fi")
    assert [event.kind for event in sink.events] == ["effect"]
    assert sink.events[0].data["kind"] == "switch_changed"
