"""YAML as people write it here: only ``true`` and ``false`` are truth values, ``on`` and ``no`` are words."""

from __future__ import annotations

import re
from typing import Any

import yaml

_BOOLEAN = "tag:yaml.org,2002:bool"
_BASE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_BASE):  # type: ignore[misc]  # one of two classes, by what is installed
    """The safe loader without YAML 1.1's many words for yes and no."""


_Loader.yaml_implicit_resolvers = {
    letter: [(tag, pattern) for tag, pattern in resolvers if tag != _BOOLEAN]
    for letter, resolvers in _BASE.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(_BOOLEAN, re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF"))


def parse_yaml(text: str) -> Any:
    """The data that a YAML or JSON text stands for; raises yaml.YAMLError."""
    return yaml.load(text, Loader=_Loader)  # noqa: S506 - a safe loader with fewer words for yes and no
