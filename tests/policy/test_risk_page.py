"""The page about risk names every piece of evidence that the code can give, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "risk.md").read_text(encoding="utf-8")
MAKERS = {"ask": 0, "refuse": 0, "allow": 0, "raised": 1}
"""Functions that make evidence, and which of their arguments is its name."""
NOT_DECISIVE = {"disabled"}


def names_in(path: Path) -> Iterator[str]:
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MAKERS:
            place = MAKERS[call.func.id]
            argument = call.args[place] if len(call.args) > place else None
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


def test_every_evidence_of_the_code_is_on_the_page() -> None:
    given = {name for path in (ROOT / "genie_host" / "policy").glob("*.py") for name in names_in(path)}
    assert len(given) > 30
    missing = {name for name in given - NOT_DECISIVE if f"`{name}`" not in PAGE}
    assert missing == set()


def test_the_page_names_no_evidence_that_there_is_not() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "genie_host" / "policy").glob("*.py"))
    table = PAGE[PAGE.index("| Evidence |") : PAGE.index("Labels are compared")]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = {name for cell in cells for name in re.findall(r"`([a-z_]+)`", cell)}
    assert {name for name in named if f'"{name}"' not in source} == set()
