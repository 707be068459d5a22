"""``genie policy``: what it shows, how it is changed, and that a wrong file stops everything."""

from __future__ import annotations

import json
import sys

import pytest

from genie_host.cli.policy import TEMPLATE, policy_path
from genie_host.core.verdicts import Ruling
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.xml import hierarchy_xml


def write(text: str) -> None:
    policy_path().parent.mkdir(parents=True, exist_ok=True)
    policy_path().write_text(text, encoding="utf-8")


@pytest.fixture
def dump(tmp_path):
    """The first screen of the clock, where nothing is at stake."""
    world = World.from_bundled_apps()
    world.start_app("com.android.deskclock")
    path = tmp_path / "screen.xml"
    path.write_text(hierarchy_xml(world), encoding="utf-8")
    return path


def try_tap(genie, dump, text: str):
    return genie("policy", "test", "--dump", dump, "--tool", "tap", "--args", json.dumps({"text": text}), "--json")


def test_show_prints_the_policy_in_force(genie) -> None:
    write('version = 1\nlevel = "quick"\n[never]\nrefuse = ["install"]\n[rules.app."com.a"]\nforbidden = true\n')
    told = json.loads(genie("policy", "show", "--json").out)
    assert (told["level"], told["never"], told["user_file"]) == ("quick", ["install"], True)
    assert told["app_rules"]["com.a"]["forbidden"] is True
    assert "app com.a: never touched" in genie("policy", "show").out


def test_show_prints_the_shipped_file(genie) -> None:
    assert 'level = "careful"' in genie("policy", "show", "--shipped").out


def test_a_call_is_tried_under_the_policy(genie, dump) -> None:
    assert json.loads(try_tap(genie, dump, "Timer").out)["verdict"] == Ruling.ALLOW
    write('version = 1\nlevel = "ask-always"\n')
    asked = json.loads(try_tap(genie, dump, "Timer").out)
    assert (asked["verdict"], asked["least_trust"]) == (Ruling.ASK, "console")


def test_an_app_is_tried_by_its_name(genie) -> None:
    told = json.loads(genie("policy", "test", "--app", "com.example.bank", "--json").out)
    assert told == {"app": "com.example.bank", "categories": ["money"], "level": "careful", "rules": []}


def test_nothing_to_try_is_said(genie) -> None:
    assert genie("policy", "test").code == 2


@pytest.mark.parametrize(
    "text",
    [
        "level = ",
        "version = 1\nlevel = 'reckless'",
        "version = 2",
        "level = 'careful'",
        "version = 1\nsurprise = true",
        "version = 1\n[quick]\npass = ['pay']",
        "version = 1\n[trust.real]\npay = 'test'",
        "version = 1\n[rules.app.'a.b']\ncategory = 'nonsense'",
    ],
)
def test_a_wrong_file_is_an_error_that_says_where(genie, dump, text) -> None:
    write(text)
    for ran in (genie("policy", "show"), try_tap(genie, dump, "Timer"), genie("policy", "test", "--app", "a.b")):
        assert (ran.code, ran.out) == (2, "")
        assert "your policy file" in ran.err
        assert ran.err.count("\n") == 1


def test_edit_opens_the_file_and_checks_it(genie, monkeypatch, tmp_path) -> None:
    script = tmp_path / "editor.py"
    script.write_text("import sys; open(sys.argv[1], 'a').write(sys.argv[0] and ADDED)".replace("ADDED", repr("#\n")))
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f'"{sys.executable}" "{script}"')
    assert genie("policy", "edit").code == 0
    assert policy_path().read_text(encoding="utf-8") == TEMPLATE + "#\n"
    script.write_text(f"import sys; open(sys.argv[1], 'w').write({'level = 3'!r})")
    assert genie("policy", "edit").code == 2


def test_edit_needs_an_editor(genie, monkeypatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    assert "EDITOR" in genie("policy", "edit").err
