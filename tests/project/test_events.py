"""docs/events.md names every kind of event that the code emits, and no other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from genie_host.agent.ending import EndReason

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "events.md").read_text(encoding="utf-8")


def emitted_kinds() -> set[str]:
    """The ``kind`` of each ``Event(kind="...")`` in the package."""
    calls = [
        node
        for path in (ROOT / "genie_host").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Event"
    ]
    kinds = [keyword.value for call in calls for keyword in call.keywords if keyword.arg == "kind"]
    return {kind.value for kind in kinds if isinstance(kind, ast.Constant)}


def test_page_names_every_kind_of_event_that_is_emitted() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == emitted_kinds()


def test_page_names_every_reason_for_an_end() -> None:
    assert all(f"`{reason}`" in PAGE for reason in EndReason)
