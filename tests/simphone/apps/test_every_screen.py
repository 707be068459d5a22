"""Every screen of every app, in both flavours of the dump."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from app_driver import HandClock
from every_app import FILES, opened

from genie_host.simphone.world.engine import World
from genie_host.simphone.world.schema import App, load_app
from genie_host.simphone.world.xml import hierarchy_xml

COMMON = (
    "index text resource-id class package content-desc checkable checked clickable enabled focusable focused "
    "scrollable long-clickable password selected"
).split()
SINCE = {"drawing-order": 24, "hint": 26, "display-id": 30}
"""Android versions in which an attribute came to the jar's dump."""
FLAGS = "checkable checked clickable enabled focusable focused scrollable long-clickable password selected".split()
_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f]")


def order(flavour: str, sdk: int) -> list[str]:
    """Attributes of a node in a dump, as they stand in it."""
    if flavour == "stock":
        return [*COMMON, "bounds"]
    return [*COMMON, "visible-to-user", "bounds", *(name for name, first in SINCE.items() if sdk >= first)]


def faults(xml: str, flavour: str, width: int, height: int, *, sdk: int = 34) -> list[str]:
    """What a dump has that a real one does not."""
    found = []
    if _CONTROL.search(xml.replace("\r\n", "\n")):
        found.append("a control character")
    root = ElementTree.fromstring(xml)
    if root.tag != "hierarchy" or list(root.attrib) != ["rotation"]:
        found.append(f"the root is {root.tag} {root.attrib}")
    if flavour == "stock" and len(root) != 1:
        found.append(f"{len(root)} windows in the stock dump")
    for node in root.iter("node"):
        names = list(node.attrib)
        marked = names[:1] == ["NAF"]
        if names[marked:] != order(flavour, sdk):
            found.append(f"attributes {names}")
            continue
        if any(node.get(flag) not in ("true", "false") for flag in FLAGS):
            found.append(f"a flag of {node.attrib}")
        match = _BOUNDS.fullmatch(node.get("bounds", ""))
        left, top, right, bottom = (int(side) for side in match.groups()) if match else (0, 0, 0, 0)
        if not (0 <= left < right <= width and 0 <= top < bottom <= height):
            found.append(f"{node.get('class')} {node.get('text')!r} at {node.get('bounds')}")
        if flavour == "u2" and node.get("visible-to-user") != "true":
            found.append("an invisible node")
        if node.get("class", "").count(".") < 2 or not node.get("package"):
            found.append(f"class {node.get('class')!r} of {node.get('package')!r}")
    return found


def settled(app: App, screen: str, **options: Any) -> World:
    """A phone with a screen in front; its time has come."""
    clock = HandClock()
    world = opened(app, screen, clock, **options)
    clock.sleep(3)
    world.tick()
    return world


def check(world: World) -> None:
    for flavour in ("u2", "stock"):
        xml = hierarchy_xml(world, flavour=flavour)
        assert faults(xml, flavour, world.size.width, world.size.height, sdk=world.profile.sdk) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_screen_gives_dumps_like_a_phones(path):
    app = load_app(path)
    for screen in app.screens:
        world = settled(app, screen)
        check(world)
        assert screen in (world.visit.screen, "lookup"), screen


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_dialog_gives_dumps_like_a_phones(path):
    app = load_app(path)
    for dialog in app.dialogs:
        world = settled(app, "home")
        world.show_dialog(dialog, world.scope())
        check(world)
        titles = [window.kind for window in world.windows()]
        assert "dialog" in titles


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_screen_can_be_shown_from_the_right_and_on_its_side(path):
    app = load_app(path)
    for screen in app.screens:
        world = settled(app, screen, locale="ar")
        check(world)
        world.set_rotation(1)
        check(world)


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["old-24", "tablet-34"])
def test_the_home_screen_of_every_app_fits_other_glasses(profile):
    for path in FILES:
        check(settled(load_app(path), "home", profile=profile))


@pytest.mark.parametrize(
    ("xml", "fault"),
    [
        ("<hierarchy rotation='0'><node text='x' index='0' /></hierarchy>", "attributes ['text', 'index']"),
        ("<hierarchy />", "the root is hierarchy {}"),
    ],
)
def test_a_dump_that_is_not_a_phones_is_found_out(xml, fault):
    assert fault in faults(xml, "u2", 1080, 2400)
