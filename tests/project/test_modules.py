"""Modules keep the size and the habits that the house style asks for."""

from __future__ import annotations

import ast
import re
import statistics
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted(path for path in (ROOT / "genie_host").rglob("*.py") if path.name != "__init__.py")
TESTS = sorted((ROOT / "tests").rglob("*.py"))
VAGUE = {"utils", "util", "common", "helpers", "helper", "manager", "misc"}


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_median_module_is_near_100_lines() -> None:
    assert 60 <= statistics.median(lines_of(path) for path in MODULES) <= 140


def test_most_modules_are_under_200_lines() -> None:
    sizes = [lines_of(path) for path in MODULES]
    assert sum(size < 200 for size in sizes) / len(sizes) > 0.8


def test_a_module_over_300_lines_says_in_its_docstring_why_it_is_long() -> None:
    unexplained = {}
    for path in MODULES:
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        if lines_of(path) > 300 and "long" not in docstring.lower():
            unexplained[name_of(path)] = lines_of(path)
    assert unexplained == {}


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [name_of(path) for path in MODULES if VAGUE & set(path.relative_to(ROOT).with_suffix("").parts)] == []


@pytest.mark.parametrize("path", TESTS, ids=name_of)
def test_tests_patch_nothing_of_ours(path: Path) -> None:
    names = {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name | ast.Attribute)
    }
    assert not names & {"Mock", "MagicMock", "AsyncMock", "patch", "create_autospec"}
    assert not re.search(r"monkeypatch\.(setattr|delattr)", path.read_text(encoding="utf-8"))
