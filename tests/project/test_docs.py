"""What the documents show is true of the code."""

import re
from pathlib import Path

from genie_host.simphone.world.engine import World

ROOT = Path(__file__).parents[2]


def test_the_app_file_in_the_documentation_works(tmp_path):
    text = (ROOT / "docs" / "simulated-phone.md").read_text(encoding="utf-8")
    example = re.search(r"```yaml\n(.*?)```", text, re.DOTALL)
    path = tmp_path / "lamp.yaml"
    path.write_text(example[1], encoding="utf-8")
    world = World.from_bundled_apps(extra_apps=[path])
    world.show("lamp", "home")

    def tap(name):
        nodes = [node for root in world.roots() for node in root.walk() if name in (node.text, node.description)]
        world.tap(nodes[-1].bounds.center.x, nodes[-1].bounds.center.y)

    for name in ("Light", "Hall", "Delete", "Remove"):
        tap(name)
    assert [entry["kind"] for entry in world.log.effects] == ["switch_changed", "room_removed"]
    assert world.state["lamp"] == {"light": True, "rooms": [{"name": "Kitchen"}]}
