"""docs/failures.md names tests that exist, has a line for every known failure, and a reason where there is no test."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "failures.md").read_text(encoding="utf-8")
REPORTS = 85
"""Failure reports that the driver was built against; their numbers are the page's."""
PEERS = ROOT.parent / "shared" / "reference" / "peers.md"
"""What users of other tools complain about; not part of the project, so its test may be skipped."""


def rows() -> list[list[str]]:
    """Cells of every line of every table: numbers, threads, what goes wrong, what Genie does, tests."""
    lines = [line for line in PAGE.splitlines() if line.startswith("|") and not line.startswith(("|---", "| No."))]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def threads() -> set[str]:
    return set(re.findall(r"\b[\w.-]+/[\w.-]+#\d+", PAGE))


@cache
def functions(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def named_tests() -> list[str]:
    return sorted(set(re.findall(r"`(tests[\w/]*\.py::\w+)`", PAGE)))


@pytest.mark.parametrize("name", named_tests())
def test_test_that_the_page_names_exists(name: str) -> None:
    path, _, function = name.partition("::")
    assert (ROOT / path).is_file()
    assert function.startswith("test_")
    assert function in functions(path)


def test_every_line_has_a_test_or_a_reason_why_there_is_none() -> None:
    bare = [row for row in rows() if "`tests" not in row[4] and not row[4].startswith("Out of reach: ")]
    assert bare == []


def test_lines_are_whole() -> None:
    assert [row for row in rows() if len(row) != 5 or not all(row[2:4]) or not (row[0] or row[1])] == []


def test_every_report_has_one_line() -> None:
    numbers = [int(number) for row in rows() for number in re.findall(r"\d+", row[0])]
    assert sorted(numbers) == list(range(1, REPORTS + 1))


@pytest.mark.skipif(not PEERS.is_file(), reason="the survey of other tools is not here")
def test_every_complaint_is_on_the_page() -> None:
    section = PEERS.read_text(encoding="utf-8").partition("\n## B.")[2].partition("\n## C.")[0]
    found = re.findall(r"^\| \[([\w.-]+/[\w.-]+?)(?: PR)?#(\d+)\]", section, re.MULTILINE)
    assert len(found) > 140
    assert {f"{repository}#{number}" for repository, number in found} - threads() == set()
