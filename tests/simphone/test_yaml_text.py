"""YAML as people write it."""

from __future__ import annotations

import pytest
import yaml

from genie_host.simphone.world.engine import World
from genie_host.simphone.yaml_text import parse_yaml


def test_only_true_and_false_are_truth_values():
    assert parse_yaml("{on: on, Off: no, a: true, b: FALSE, y: yes}") == {
        "on": "on",
        "Off": "no",
        "a": True,
        "b": False,
        "y": "yes",
    }


def test_numbers_nothing_and_json_are_as_ever():
    assert parse_yaml('{"a": [1, 2.5, null, "x"]}') == {"a": [1, 2.5, None, "x"]}


@pytest.mark.parametrize("text", ["- [", "!!python/object/apply:os.getcwd []"])
def test_what_is_no_plain_yaml_is_refused(text):
    with pytest.raises(yaml.YAMLError):
        parse_yaml(text)


def names_in(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from names_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names_in(inner)


def test_state_of_the_bundled_apps_has_names_that_are_text():
    assert all(isinstance(name, str) for name in names_in(World.from_bundled_apps().state))
