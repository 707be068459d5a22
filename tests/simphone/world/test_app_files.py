"""App files: their form, their paths and templates, and errors that name the place."""

from pathlib import Path

import pytest
import yaml

from genie_host.core.errors import SimulatorError
from genie_host.simphone.world import paths
from genie_host.simphone.world.actions import DOWNLOADS
from genie_host.simphone.world.engine import APPS, World
from genie_host.simphone.world.schema import load_app
from genie_host.simphone.world.xml import hierarchy_xml

SCOPE = {
    "name": "Mum",
    "empty": "",
    "talks": [{"name": "Mum", "messages": [{"text": "one"}, {"text": "two"}]}, {"name": "Sam", "messages": []}],
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("name", "Mum"),
        ("talks[name=Mum].messages[-1].text", "two"),
        ("talks[name={name}].messages[0].text", "one"),
        ("talks[name=Sam].messages[-1].text", None),
        ("talks[name=Zoe].messages", None),
        ("nothing.at.all", None),
    ],
)
def test_a_path_leads_to_its_value_or_to_nothing(path, value):
    assert paths.lookup(SCOPE, path) == value


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("Hi {name}!", "Hi Mum!"),
        ("{empty|name}", "Mum"),
        ("{nothing}", ""),
        ("{hour:pad2}", "07"),
        ("{empty:pad2}", "00"),
    ],
)
def test_a_template_is_filled(template, text):
    assert paths.expand(template, {**SCOPE, "hour": "7"}) == text


def test_a_variable_that_does_not_exist_cannot_be_set():
    with pytest.raises(SimulatorError, match="no variable speed"):
        paths.assign({"name": "x"}, "speed", 1)


@pytest.mark.parametrize("path", sorted(APPS.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_screen_of_every_bundled_app_can_be_shown(path):
    app = load_app(path)
    for screen in app.screens:
        world = World.from_bundled_apps()
        world.show(app.app_id, screen, name="Mum", shown="x", note_title="x", note_body="x")
        assert app.package in hierarchy_xml(world)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("app_id: [", "is not YAML"),
        ("app_id: x\npackage: y\nlabel: z", "wrong at screens"),
        ("app_id: x\npackage: y\nlabel: z\nscreens: {home: {body: [{kind: lever}]}}", "screens.home.body.0.kind"),
        ("app_id: x\npackage: y\nlabel: z\nscreens: {}\ncolour: red", "wrong at colour"),
    ],
)
def test_a_fault_in_an_app_file_is_named(tmp_path: Path, text: str, fault: str):
    path = tmp_path / "bad.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SimulatorError) as caught:
        load_app(path)
    assert fault in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


def test_an_unknown_verb_is_an_error_of_the_app_file(tmp_path: Path):
    path = tmp_path / "odd.yaml"
    path.write_text(
        "app_id: odd\npackage: com.odd\nlabel: Odd\n"
        "screens: {home: {body: [{kind: button, text: Go, tap: [{fly: up}]}]}}",
        encoding="utf-8",
    )
    world = World.from_bundled_apps(extra_apps=[path])
    world.show("odd", "home")
    go = next(node for root in world.roots() for node in root.walk() if node.text == "Go").bounds.center
    with pytest.raises(SimulatorError, match="no action 'fly'"):
        world.tap(go.x, go.y)


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [*sorted(APPS.glob("*.yaml")), *sorted(DOWNLOADS.glob("*.yaml"))], ids=lambda p: p.stem
)
def test_an_app_file_is_yaml_for_strict_readers_too(path):
    """libyaml lets a bare question mark pass before a comma; PyYAML's own parser, for one, does not."""
    assert list(yaml.parse(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader))
