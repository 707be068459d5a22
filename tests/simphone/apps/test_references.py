"""What app files name is there: screens, dialogs, packages, apps to install."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from every_app import FILES

from genie_host.simphone.world.actions import DOWNLOADS
from genie_host.simphone.world.engine import APPS
from genie_host.simphone.world.schema import load_app
from genie_host.simphone.world.schema.verbs import VERBS

PACKAGES = {load_app(path).package for path in FILES}
ACTION_LISTS = {"tap", "long_press", "on_open", "then", "else", "do", "granted", "denied", "approved"}


def actions_in(value: Any, key: str = "") -> Iterator[dict[str, Any]]:
    """Every action of an app file, those inside other actions included."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from actions_in(inner, name)
    elif isinstance(value, list):
        for inner in value:
            if key in ACTION_LISTS and isinstance(inner, dict) and len(inner) >= 1:
                yield inner
            if key == "random" and isinstance(inner, list):
                yield from actions_in(inner, "then")
            else:
                yield from actions_in(inner, key if isinstance(inner, list) else "")


def named(action: dict[str, Any], verb: str) -> str:
    argument = action[verb]
    return argument["screen"] if isinstance(argument, dict) else argument


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_screen_dialog_and_app_that_an_action_names_is_there(path: Path):
    app = load_app(path)
    for action in actions_in(app.model_dump()):
        verb = next(iter(action))
        assert verb in VERBS
        if verb == "goto":
            assert named(action, "goto") in app.screens
        elif verb == "dialog":
            assert action["dialog"] in app.dialogs
        elif verb == "start" and "{" not in action["start"]:
            assert action["start"] in PACKAGES
        elif verb == "permission":
            assert action["permission"]["name"] in app.permissions
    for link in (*app.links, *app.intents):
        assert link.goto.screen in app.screens


def test_what_the_store_sells_can_be_installed():
    for entry in load_app(APPS / "store.yaml").state["catalog"]:
        assert load_app(DOWNLOADS / f"{entry['id']}.yaml").package == entry["package"]


def test_no_two_apps_share_an_id_or_a_package():
    apps = [load_app(path) for path in FILES]
    assert len({app.app_id for app in apps}) == len({app.package for app in apps}) == len(apps)


def test_a_missing_screen_would_be_found():
    screens = {"home": {"body": [{"tap": [{"if": {"path": "x", "then": [{"random": [[{"goto": "lost"}]]}]}}]}]}}
    assert [named(action, "goto") for action in actions_in(screens) if "goto" in action] == ["lost"]
