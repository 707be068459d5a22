"""What the README tells people to type exists, and CI types it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")

NEEDS_A_PHONE_OR_THE_NET = {"genie models pull", "genie models import", "genie pair"}


def commands(pattern: str) -> list[str]:
    return sorted(set(re.findall(pattern, README)))


@pytest.mark.parametrize("target", commands(r"\bmake ([a-z-]+)\b(?! /)(?=\s|`|$)"))
def test_every_make_target_in_the_readme_exists(target: str) -> None:
    assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)


@pytest.mark.parametrize("command", commands(r"`(genie [a-z]+(?: [a-z]+)?)"))
def test_every_genie_command_in_the_readme_runs_in_ci(command: str) -> None:
    assert command in CI or command in NEEDS_A_PHONE_OR_THE_NET


@pytest.mark.parametrize("link", commands(r"\]\(([^)#:]+)\)"))
def test_every_link_in_the_readme_leads_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
