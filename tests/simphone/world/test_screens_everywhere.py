"""Every screen and dialog of every app is sound on phones of all kinds, either way up, in either direction."""

from pathlib import Path

import pytest
from invariants import broken, xml_faults

from genie_host.simphone.world.actions import DOWNLOADS
from genie_host.simphone.world.engine import APPS, World
from genie_host.simphone.world.schema import load_app

FILES = [*sorted(APPS.glob("*.yaml")), *sorted(DOWNLOADS.glob("*.yaml"))]
PHONES = [("old-24", 1, "ar"), ("tablet-34", 0, "en"), ("foldable-34", 1, "de"), ("xiaomi-33", 0, "ar")]


@pytest.mark.slow
@pytest.mark.parametrize("position", range(len(FILES)), ids=[path.stem for path in FILES])
def test_every_screen_and_dialog_is_sound_on_some_phone(position: int):
    """Each app on one kind of phone, so that all kinds have their turn."""
    path: Path = FILES[position]
    app = load_app(path)
    profile, turns, locale = PHONES[position % len(PHONES)]
    extra = (path,) if path.parent == DOWNLOADS else ()
    world = World.from_bundled_apps(profile=profile, locale=locale, extra_apps=extra)
    world.set_rotation(turns)
    for screen in app.screens:
        world.show(app.app_id, screen)
        assert (screen, broken(world) or next(xml_faults(world), "")) == (screen, "")
    for dialog in app.dialogs:
        world.show(app.app_id, "home")
        world.show_dialog(dialog, world.scope())
        assert (dialog, broken(world)) == (dialog, "")
