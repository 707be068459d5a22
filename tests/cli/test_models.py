"""``genie models``: the list, and importing. (Downloading is tested with the downloader.)"""

from __future__ import annotations

import json

import pytest


def test_list_has_the_bundled_model_here_and_the_large_ones_with_their_sizes(genie) -> None:
    ran = genie("models", "list", "--json")
    models = {model["name"]: model for model in json.loads(ran.out)}
    assert ran.code == 0
    assert models["genie-nano"]["is_here"]
    assert models["genie-nano"]["is_default"]
    assert models["gemma-4-e2b"]["size_bytes"] == 2_583_085_056


def test_list_for_people_names_every_model(genie) -> None:
    out = genie("models", "list").out
    for name in ("genie-nano", "gemma-4-e2b", "gemma-4-e4b"):
        assert name in out


def test_pull_of_the_bundled_model_needs_no_network(genie) -> None:
    ran = genie("models", "pull", "genie-nano")
    assert ran.code == 0
    assert "here already" in ran.out


def test_pull_of_a_model_nobody_knows_lists_those_there_are(genie) -> None:
    ran = genie("models", "pull", "gemma-9")
    assert ran.code == 2
    assert "genie-nano" in ran.err


@pytest.mark.parametrize("content", [None, b"", b"something else"])
def test_import_of_what_is_no_model_ends_in_a_sentence(genie, tmp_path, content) -> None:
    path = tmp_path / "mine.litertlm"
    if content is not None:
        path.write_bytes(content)
    ran = genie("models", "import", path)
    assert ran.code == 5
    assert ran.out == ""
    assert ran.err.count("\n") == 1
