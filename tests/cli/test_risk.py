"""``genie risk assess``: the verdict on a call, and what is no call."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from genie_host.simphone.world.engine import World
from genie_host.simphone.world.xml import hierarchy_xml

SHARED = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture
def dump(tmp_path):
    """A conversation with something typed, ready to send."""
    world = World.from_bundled_apps(state={"messages": {"draft": "hi"}} if has_draft() else None)
    world.show("messages", "home")
    path = tmp_path / "screen.xml"
    path.write_text(hierarchy_xml(world), encoding="utf-8")
    return path


def has_draft() -> bool:
    return "draft" in World.from_bundled_apps().state["messages"]


def assess(genie, dump, tool, args, *options):
    return genie("risk", "assess", "--dump", dump, "--tool", tool, "--args", args, *options)


def test_assess_as_json_is_one_object_with_verdict_and_reasons(genie, dump) -> None:
    ran = assess(genie, dump, "tap", json.dumps({"text": "Mum"}), "--json")
    verdict = json.loads(ran.out)
    assert ran.code == 0, ran
    assert verdict["verdict"] == "allow"
    assert isinstance(verdict["reasons"], list)
    assert set(verdict) == {"verdict", "reasons", "stake", "evidence"}


def test_assess_for_people_says_the_verdict_first(genie, dump) -> None:
    assert assess(genie, dump, "tap", '{"text": "Mum"}').out.splitlines()[0] == "allow"


@pytest.mark.parametrize("args", ["", "{", "[]", '"tap"', "1", "nonsense"])
def test_assess_refuses_arguments_that_are_no_object(genie, dump, args) -> None:
    ran = assess(genie, dump, "tap", args, "--json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "--args" in ran.err


def test_assess_refuses_a_dump_that_is_none(genie, tmp_path) -> None:
    (tmp_path / "x.xml").write_text("hello", encoding="utf-8")
    ran = assess(genie, tmp_path / "x.xml", "tap", "{}", "--json")
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.skipif(not SHARED.exists(), reason="the labelled dumps are not part of the project")
def test_assess_takes_every_row_of_the_labelled_dumps(genie) -> None:
    with (SHARED / "risk-labels.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert rows
    for row in rows[::10]:
        ran = assess(genie, SHARED / "ui-dumps" / row["file"], row["tool"], row["args"], "--json")
        assert ran.code == 0, (row, ran)
        assert json.loads(ran.out)["verdict"] in {"allow", "ask", "refuse"}
