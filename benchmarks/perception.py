"""Compares our reading of screens with uiautomator2's own ``u2cli`` text and with raw XML, on one folder of dumps.

    python benchmarks/perception.py --dumps DIR [--json] [--tokenizer FILE] [--rounds N]

For each dump: tokens, milliseconds, and how many of its actionable elements are kept, by ours, by u2cli and by the XML.
A dump's actionable elements are the nodes that take a touch, a long touch, text or a scroll and that u2cli shows. Ours
keeps one when it has an element for it, when the element that stands for it has a line, or when a line in brackets
says where it is: scroll areas, system bars, windows behind, things off the screen. Leaves, which hold no other such
node, and which are enabled and within reach, are counted apart: each must have a line of its own element.

Tokens are counted with ``--tokenizer``, a SentencePiece model; without one, by a rough rule that the report names.
Milliseconds are the least of ``--rounds`` runs, all in this process, turn about, beside ``lxml.etree.fromstring`` on
the same bytes. The medians are of the processor time: on a busy machine most runs of a few milliseconds are interrupted
and those of lxml are not, which says nothing of either. Exits with 1 when ours takes more than a tenth of u2cli's
tokens at the median, loses something that u2cli shows, or takes more than four times as long as lxml at the median of
the dumps with 200 nodes or more. It needs no phone.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from lxml import etree
from uiautomator2.agent_cli.server import hierarchy_to_text

from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.phone.coverage import Cover, covered_nodes
from genie_host.phone.describe import describe
from genie_host.phone.hierarchy import clean_dump, decode_dump
from genie_host.phone.names import is_field, is_interactive
from genie_host.phone.observation import build_observation

MOST_TOKENS_SHARE = 0.1
MOST_TIMES_LXML = 4.0
LARGE = 200
"""Nodes from which time matters; smaller screens take less than two milliseconds whatever one does."""
_WORD = re.compile(r"\w{1,4}|[^\w\s]|\n")


@dataclass(frozen=True, kw_only=True)
class Row:
    """One dump."""

    dump: str
    nodes: int
    ours_tokens: int
    u2cli_tokens: int
    xml_tokens: int
    ours_ms: float
    u2cli_ms: float
    lxml_ms: float
    ours_busy_ms: float
    """Median of the processor time."""
    lxml_busy_ms: float
    actionable: int
    ours_kept: int
    u2cli_kept: int
    leaves: int
    leaves_kept: int
    lost: tuple[str, ...]
    """Paths of actionable nodes that u2cli shows and ours does not account for."""


def token_counter(path: Path | None) -> tuple[Callable[[str], int], str]:
    """A counter and what it is."""
    if path is None:
        return (lambda text: len(_WORD.findall(text))), "estimate (four letters a token)"
    from sentencepiece import SentencePieceProcessor

    processor = SentencePieceProcessor(model_file=str(path))
    return (lambda text: len(processor.encode(text))), path.name


def timed(works: Sequence[Callable[[], object]], rounds: int) -> list[tuple[float, float]]:
    """Of each the least milliseconds and the median of the processor's; they take turns, so that a busy moment of the
    machine hits all of them.
    """
    taken: list[list[float]] = [[] for _ in works]
    busy: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for position, work in enumerate(works):
            start, busy_start = SYSTEM_CLOCK.now(), time.thread_time()
            work()
            busy[position].append((time.thread_time() - busy_start) * 1000)
            taken[position].append((SYSTEM_CLOCK.now() - start) * 1000)
    return [(round(min(all_of), 3), round(statistics.median(own), 3)) for all_of, own in zip(taken, busy, strict=True)]


def is_actionable(node: AccessibilityNode) -> bool:
    """Takes a touch, text or a scroll."""
    return is_interactive(node) or node.is_scrollable


def shown_by_u2cli(node: AccessibilityNode) -> Iterator[AccessibilityNode]:
    """The nodes that u2cli gives a line: it drops what has no area, with all that is in it."""
    if node.bounds.area == 0:
        return
    yield node
    for child in node.children:
        yield from shown_by_u2cli(child)


def measure(path: Path, count: Callable[[str], int], rounds: int) -> Row:
    """One dump. u2cli cannot read what is not well-formed, so it gets the document as we clean it."""
    data = path.read_bytes()
    dump = decode_dump(data)
    clean = clean_dump(dump)
    observation = build_observation(dump)
    ours, theirs = describe(observation), hierarchy_to_text(clean)
    document = clean.encode()
    (ours_ms, ours_busy_ms), (u2cli_ms, _), (lxml_ms, lxml_busy_ms) = timed(
        [
            lambda: describe(build_observation(decode_dump(data))),
            lambda: hierarchy_to_text(clean),
            lambda: etree.fromstring(document),
        ],
        rounds,
    )
    shown = [node for root in observation.roots for node in shown_by_u2cli(root) if is_actionable(node)]
    # By its own rule u2cli says of fields and long touches nothing; it still has a line for them.
    u2cli_kept = sum(node.is_clickable or node.is_scrollable or is_field(node) for node in shown)
    kept = kept_paths(observation, ours)
    leaves = [node for node in shown if is_leaf_in_reach(node, observation)]
    with_line = {element.node.path for element in observation.elements if has_line(element.ref, ours)}
    return Row(
        dump=path.name,
        nodes=sum(1 for root in observation.roots for _ in root.walk()),
        ours_tokens=count(ours),
        u2cli_tokens=count(theirs),
        xml_tokens=count(clean),
        ours_ms=ours_ms,
        u2cli_ms=u2cli_ms,
        lxml_ms=lxml_ms,
        ours_busy_ms=ours_busy_ms,
        lxml_busy_ms=lxml_busy_ms,
        actionable=len(shown),
        ours_kept=sum(node.path in kept for node in shown),
        u2cli_kept=u2cli_kept,
        leaves=len(leaves),
        leaves_kept=sum(node.path in with_line for node in leaves),
        lost=tuple(node.path for node in shown if node.path not in kept),
    )


def has_line(ref: int, text: str) -> bool:
    """Does an element that can be acted on, or is disabled, have a line of its own?"""
    return re.search(rf"^{ref}\*? ", text, re.MULTILINE) is not None


def kept_paths(observation: Observation, text: str) -> set[str]:
    """Nodes that the text accounts for."""
    # A list may have a name of its own, and then its line is one to read.
    lines = set(text.splitlines())
    kept = {
        element.node.path
        for element in observation.elements
        if has_line(element.ref, text) or not {f"| {element.name}", f"screen: {element.name}"}.isdisjoint(lines)
    }
    refs = {element.ref for element in observation.elements if has_line(element.ref, text)}
    in_brackets = {
        Cover.SCROLL_AREA: "(scrolls" in text or ": row" in text or ": list" in text,
        Cover.BAR: "(keys" in text,
        Cover.BEHIND: "(behind" in text,
        Cover.OFF_SCREEN: "(off the screen" in text,
        Cover.KEYBOARD: "(keyboard shown)" in text,
    }
    for covered in covered_nodes(observation):
        if any(ref in refs for ref in covered.refs) or in_brackets.get(covered.why, False):
            kept.add(covered.node.path)
    return kept


def is_leaf_in_reach(node: AccessibilityNode, observation: Observation) -> bool:
    """An enabled thing to act on with nothing of that kind below it, in a window in front and on the screen."""
    if not is_interactive(node) or not node.is_enabled or not node.is_visible:
        return False
    if any(is_interactive(below) for below in node.walk() if below is not node):
        return False
    usable = {window.index for window in observation.windows if window.is_usable}
    left, top, right, bottom = node.bounds
    on_screen = right > 0 and bottom > 0 and left < observation.size.width and top < observation.size.height
    return int(node.path.partition("/")[0]) in usable and on_screen


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of them does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def summary(rows: Sequence[Row]) -> dict[str, float]:
    """What all dumps come to."""
    ratio = [row.ours_ms / row.lxml_ms for row in rows]
    large = [row.ours_ms / row.lxml_ms for row in rows if row.nodes >= LARGE]
    usual = [row.ours_busy_ms / row.lxml_busy_ms for row in rows if row.nodes >= LARGE]
    middling = [row for row in rows if LARGE <= row.nodes <= 2 * LARGE]
    return {
        "ours_tokens_median": statistics.median(row.ours_tokens for row in rows),
        "ours_tokens_p95": percentile([row.ours_tokens for row in rows], 0.95),
        "u2cli_tokens_median": statistics.median(row.u2cli_tokens for row in rows),
        "u2cli_tokens_p95": percentile([row.u2cli_tokens for row in rows], 0.95),
        "xml_tokens_median": statistics.median(row.xml_tokens for row in rows),
        "xml_tokens_p95": percentile([row.xml_tokens for row in rows], 0.95),
        "ours_ms_median": statistics.median(row.ours_ms for row in rows),
        "u2cli_ms_median": statistics.median(row.u2cli_ms for row in rows),
        "lxml_ms_median": statistics.median(row.lxml_ms for row in rows),
        "times_lxml_median": round(statistics.median(ratio), 2),
        "times_lxml_median_of_large": round(statistics.median(large), 2) if large else 0,
        "times_lxml_busy_median_of_large": round(statistics.median(usual), 2) if usual else 0,
        "ms_per_100_nodes_of_large": round(sum_of(middling, "ours_ms") / max(1, sum_of(middling, "nodes")) * 100, 3),
        "slowest_large_ms": max((row.ours_ms for row in rows if row.nodes >= LARGE), default=0),
        "actionable": sum(row.actionable for row in rows),
        "ours_kept": sum(row.ours_kept for row in rows),
        "u2cli_kept": sum(row.u2cli_kept for row in rows),
        "leaves": sum(row.leaves for row in rows),
        "leaves_kept": sum(row.leaves_kept for row in rows),
        "lost": sum(len(row.lost) for row in rows),
    }


def sum_of(rows: Sequence[Row], name: str) -> float:
    """All of one column."""
    return float(sum(getattr(row, name) for row in rows))


def is_goal_met(total: dict[str, float]) -> bool:
    """Tokens, completeness and time."""
    return (
        total["ours_tokens_median"] <= MOST_TOKENS_SHARE * total["u2cli_tokens_median"]
        and total["lost"] == 0
        and total["leaves_kept"] == total["leaves"]
        and total["times_lxml_median_of_large"] <= MOST_TIMES_LXML
    )


def show(rows: Sequence[Row], total: dict[str, float], tokenizer: str) -> None:
    """The table."""
    print(f"{len(rows)} dumps; tokens by {tokenizer}; milliseconds are the least of each\n")
    print(f"{'':<10}{'':>6}{'tokens':>22}{'milliseconds':>25}{'kept of actionable':>22}{'leaves':>10}")
    heads = ("dump", "nodes", "ours", "u2cli", "XML", "ours", "u2cli", "lxml", "", "ours", "u2cli", "of", "")
    widths = (10, 6, 7, 7, 8, 9, 8, 7, 1, 8, 7, 6, 10)
    print("".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True)))
    for row in rows:
        print(
            f"{row.dump:>10}{row.nodes:>6}{row.ours_tokens:>7}{row.u2cli_tokens:>7}{row.xml_tokens:>8}"
            f"{row.ours_ms:>9.2f}{row.u2cli_ms:>8.2f}{row.lxml_ms:>7.2f} {row.ours_kept:>8}{row.u2cli_kept:>7}"
            f"{row.actionable:>6}{row.leaves_kept:>6}/{row.leaves}"
        )
    print()
    for name, value in total.items():
        print(f"{name.replace('_', ' '):<40}{value:>10g}")


def main() -> int:
    """0 when the goal is met."""
    parser = argparse.ArgumentParser(description="Compare our reading of screens with u2cli's and with raw XML.")
    parser.add_argument("--dumps", type=Path, required=True, help="folder of hierarchy dumps (*.xml)")
    parser.add_argument("--tokenizer", type=Path, help="SentencePiece model to count tokens with")
    parser.add_argument("--rounds", type=int, default=10, help="runs of each kind per dump (default 10)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    options = parser.parse_args()
    paths = sorted(options.dumps.glob("*.xml"))
    if not paths:
        parser.error(f"there is no dump (*.xml) in {options.dumps}")
    count, tokenizer = token_counter(options.tokenizer or beside(options.dumps))
    rows = [measure(path, count, max(1, options.rounds)) for path in paths]
    total = summary(rows)
    is_met = is_goal_met(total)
    if options.json:
        report = {"tokenizer": tokenizer, "dumps": [asdict(row) for row in rows], "total": total, "is_met": is_met}
        print(json.dumps(report))
    else:
        show(rows, total, tokenizer)
        print(f"\nThe goal is {'met' if is_met else 'NOT met'}.")
    return 0 if is_met else 1


def beside(dumps: Path) -> Path | None:
    """A tokenizer that lies beside the folder of dumps."""
    return next(iter(sorted(dumps.resolve().parent.glob("*tokenizer*.model"))), None)


if __name__ == "__main__":
    sys.exit(main())
