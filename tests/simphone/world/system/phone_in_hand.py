"""A phone without a wire and a clock that stands still, for tests of the system."""

from __future__ import annotations

from typing import Any

import yaml

from genie_host.simphone.world.engine import World
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import App

LAUNCHER_FILE = """
app_id: launcher
package: com.android.launcher3
label: Launcher
activity: .Launcher
screens:
  home:
    up: false
    layout: grid
    body: [{kind: icon, each: apps, text: "{item.label}", tap: [{start: "{item.package}"}]}]
"""


class StoppedClock:
    """Time passes only when a test says so."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


class Hand:
    """A person with a phone."""

    def __init__(self, *files: str, **options: Any) -> None:
        self.clock = StoppedClock()
        self.world = World([app_of(text) for text in (LAUNCHER_FILE, *files)], clock=self.clock, **options)

    def wait(self, seconds: float) -> None:
        self.clock.sleep(seconds)
        self.world.tick()

    @property
    def nodes(self) -> list[SimNode]:
        return [node for root in self.world.roots() for node in root.walk()]

    @property
    def shown(self) -> list[str]:
        """All texts and descriptions in the tree."""
        return [said for node in self.nodes for said in (node.text, node.description) if said]

    @property
    def kinds(self) -> list[str]:
        """Types of the windows, from the bottom to the top."""
        return [window.type for window in self.world.windows()]

    def find(self, name: str) -> SimNode:
        found = [node for node in self.nodes if name in (node.text, node.description)]
        assert found, f"{name} is not among {self.shown}"
        return found[-1]

    def tap(self, *names: str) -> None:
        for name in names:
            center = self.find(name).bounds.center
            self.world.tap(center.x, center.y)

    def logged(self, kind: str) -> list[dict[str, Any]]:
        return self.world.log.of_kind(kind)


def app_of(text: str) -> App:
    return App.model_validate(yaml.safe_load(text))
