"""A page of an app of the simulated phone as the agent sees it, without a phone around it."""

from functools import cache
from pathlib import Path

import genie_host.simphone as simphone
from genie_host.core.screen import Observation
from genie_host.phone.observation import build_observation
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.schema import App, load_app
from genie_host.simphone.world.xml import hierarchy_xml

_APPS = Path(simphone.__file__).parent / "apps"


def look(app_id: str, page: str, **args: str) -> Observation:
    """The page as it is on a new phone."""
    world = World(_apps())
    world.show(app_id, page, **args)
    front = world.foreground
    return build_observation(
        hierarchy_xml(world), size=world.size, foreground=(front.package, front.activity), app_labels={}
    )


@cache
def _apps() -> list[App]:
    return [load_app(_APPS / f"{name}.yaml") for name in ("launcher", "notes", "clock", "messages", "settings")]
