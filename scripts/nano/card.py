"""The model card: what the bundle is, how it was made, what it scores; figures only from files the stages left."""

import argparse
import datetime
import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scripts.nano.config import NanoConfig
from scripts.nano.network import NanoNetwork, parameter_count
from scripts.nano.pack import sha256_of
from scripts.nano.places import Places


def write_card(config: NanoConfig, places: Places) -> None:
    """Write the card in Markdown beside the bundle. Text between the `kept` marks of an older card is carried over."""
    shape, train, bundle = config.network, config.training, places.bundle
    parameters = parameter_count(NanoNetwork(config))
    log = [json.loads(line) for line in places.training_log.read_text(encoding="utf-8").splitlines()]
    evaluation = json.loads(places.evaluation.read_text(encoding="utf-8"))
    trainers = max(entry.get("trainers", 1) for entry in log if entry["event"] == "start")
    lines = [
        f"# {config.name}",
        "",
        "A Gemma-3 shaped language model of our own for LiteRT-LM, trained on synthetic steps of the",
        "simulated phone's apps. It reads one screen as text and answers with one call. It knows nothing else.",
        "",
        "| | |",
        "|---|---|",
        f"| file | `{bundle.name}`, {bundle.stat().st_size:,} bytes |",
        f"| sha256 | `{sha256_of(bundle)}` |",
        f"| parameters | {parameters:,} |",
        f"| shape | {shape.layers} layers, width {shape.hidden}, {shape.heads} heads of {shape.head_dim}, "
        f"feed-forward {shape.feed_forward}, vocabulary {config.tokenizer.vocab_size}, "
        f"context {shape.context_tokens} |",
        f"| weights | {config.export.quantization} |",
        f"| seed | {config.seed} |",
        f"| training | {log[-1]['step']:,} steps, {log[-1]['samples']:,} samples in batches of {train.batch_samples}, "
        f"{_minutes(log):.0f} minutes, {trainers} trainers of {train.threads} thread{'s' * (train.threads > 1)} |",
        "| data | synthetic, made by `scripts/nano/traces.py`; no personal data, no third-party text |",
        "| licence | Apache-2.0 |",
        "",
        "## Exact calls on held-out steps, inside LiteRT-LM",
        "",
        *_table(evaluation),
        "",
        "Made again by `make nano`. Packing gives the same bytes from the same graph. Training with a time budget does",
        "not, because the number of steps depends on the machine; `--steps` fixes it.",
        "",
        *_kept(places.card),
    ]
    places.card.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _table(evaluation: dict[str, dict[str, Any]]) -> list[str]:
    free, constrained = evaluation["free"], evaluation["constrained"]
    rows = [
        f"| {kind} | {free['by_kind'][kind][0]} of {free['by_kind'][kind][1]} | {right} of {asked} |"
        for kind, (right, asked) in constrained["by_kind"].items()
    ]
    return [
        "| kind of step | free | under the grammar |",
        "|---|---|---|",
        *rows,
        f"| **all** | **{free['exact']:.1%}** | **{constrained['exact']:.1%}** |",
        f"| one valid call | {free['one_call']:.1%} | {constrained['one_call']:.1%} |",
        f"| median / p95 ms a call | {free['median_ms']} / {free['p95_ms']} | "
        f"{constrained['median_ms']} / {constrained['p95_ms']} |",
    ]


def _minutes(log: Sequence[Mapping[str, Any]]) -> float:
    """How long all legs took, those that were cut short as well, by the clock."""
    seconds = 0
    for before, after in itertools.pairwise(log):
        if after["event"] != "start":
            seconds += int((_clock(after["at"]) - _clock(before["at"])).total_seconds()) % 86_400
    return seconds / 60


def _clock(at: str) -> datetime.datetime:
    return datetime.datetime.strptime(at, "%H:%M:%S")


def _kept(card: Path) -> list[str]:
    begin, end = "<!-- kept -->", "<!-- end -->"
    old = card.read_text(encoding="utf-8") if card.exists() else ""
    if begin in old and end in old:
        return [begin, *old.partition(begin)[2].partition(end)[0].strip("\n").splitlines(), end]
    return [begin, end]


def run(config: NanoConfig, options: argparse.Namespace) -> None:
    """The stage `card`."""
    write_card(config, Places.of(options, config.name))
