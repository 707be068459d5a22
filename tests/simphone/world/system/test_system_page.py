"""What the page about the system says is true of the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from genie_host.simphone.profiles import profile, profile_names
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.locales import LOCALES
from genie_host.simphone.world.nodes import WindowType

PAGE = (Path(__file__).parents[4] / "docs" / "simulated-phone-system.md").read_text(encoding="utf-8")


def test_the_table_of_phones_is_that_of_the_profiles():
    rows = re.findall(r"^\| `([a-z]+-\d+)` \| (\d+) \| (\d+)x(\d+) \| (\d+) \| (\w+) \|", PAGE, re.MULTILINE)
    kinds = [profile(name) for name in profile_names()]
    assert rows == [
        (kind.name, str(kind.sdk), str(kind.width), str(kind.height), str(kind.density), kind.navigation)
        for kind in kinds
    ]


def test_what_it_calls_is_there():
    called = set(re.findall(r"`(?:world\.)?(\w+)\(", PAGE)) - {"World"}
    assert len(called) > 20
    assert [name for name in called if not hasattr(World, name)] == []


def test_its_types_of_windows_and_its_languages_are_those_there_are():
    types = set(re.findall(r"^\| [^|]+ \| `(\w+)` \|", PAGE, re.MULTILINE))
    assert types == set(get_args(WindowType)) - {"application_starting"}
    assert ", ".join(LOCALES) in PAGE
