"""The form of an app file: its records, the verbs of its actions, and how it is read. See docs/simulated-phone.md."""

from genie_host.simphone.world.schema.loader import load_app, parse_app
from genie_host.simphone.world.schema.records import (
    App,
    Dialog,
    Endless,
    IntentFilter,
    Item,
    Link,
    Overlay,
    Screen,
    Target,
    Tree,
)
from genie_host.simphone.world.schema.verbs import Action

__all__ = [
    "Action",
    "App",
    "Dialog",
    "Endless",
    "IntentFilter",
    "Item",
    "Link",
    "Overlay",
    "Screen",
    "Target",
    "Tree",
    "load_app",
    "parse_app",
]
