"""Training samples on disk: generated once, in parallel, by seed, so that the trainer never waits for them.

A source is named `module:function`; the function takes a seed and yields samples without end.
"""

import argparse
import importlib
import itertools
import json
import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from scripts.nano.config import NanoConfig
from scripts.nano.places import Places

_HELD_OUT_SEED = 900_000_000
"""Far above any training shard's seed."""


class Sample(Protocol):
    """One step: what the model reads and the call it should make of it."""

    @property
    def prompt(self) -> str: ...
    @property
    def answer(self) -> str: ...
    @property
    def kind(self) -> str: ...


@dataclass(frozen=True, kw_only=True)
class StoredSample:
    """A sample read back from a file."""

    prompt: str
    answer: str
    kind: str


@dataclass(frozen=True, kw_only=True)
class Shard:
    """One file's worth of samples, made by one process from one seed."""

    source: str
    seed: int
    count: int
    path: Path


def source_function(source: str) -> Callable[[int], Iterator[Sample]]:
    """The generator function behind `module:function`."""
    module, _, name = source.partition(":")
    function: Callable[[int], Iterator[Sample]] = getattr(importlib.import_module(module), name)
    return function


def write_shard(shard: Shard) -> int:
    """Generate one shard; it appears under its name only when complete. Returns how many samples it has."""
    partial = shard.path.with_suffix(".partial")
    with partial.open("w", encoding="utf-8") as file:
        for sample in itertools.islice(source_function(shard.source)(shard.seed), shard.count):
            file.write(json.dumps([sample.prompt, sample.answer, sample.kind], ensure_ascii=False) + "\n")
    partial.replace(shard.path)
    return shard.count


def generate(folder: Path, source: str, *, seed: int, count: int, shard_size: int = 10_000, processes: int = 2) -> Path:
    """Fill `folder` with `count` samples in shards of consecutive seeds; shards that exist are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    counts = [min(shard_size, count - start) for start in range(0, count, shard_size)]
    shards = [
        Shard(source=source, seed=seed + index, count=size, path=folder / f"{seed + index}-{size}.jsonl")
        for index, size in enumerate(counts)
    ]
    missing = [shard for shard in shards if not shard.path.exists()]
    with multiprocessing.get_context("spawn").Pool(min(processes, len(missing)) or 1) as pool:
        for done in pool.imap_unordered(write_shard, missing):
            print(f"{folder.name}: {done} samples written", flush=True)
    return folder


def shards(folder: Path) -> list[Path]:
    """The finished shards of a folder, in the order of their seeds."""
    return sorted(folder.glob("*.jsonl"), key=lambda path: int(path.stem.split("-")[0]))


def read_shard(path: Path) -> Iterator[StoredSample]:
    """The samples of one shard."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            prompt, answer, kind = json.loads(line)
            yield StoredSample(prompt=prompt, answer=answer, kind=kind)


def read_samples(folder: Path) -> Iterator[StoredSample]:
    """Every sample of a folder."""
    for path in shards(folder):
        yield from read_shard(path)


def texts(samples: Iterable[Sample]) -> Iterator[str]:
    """What the tokenizer learns from."""
    for sample in samples:
        yield sample.prompt
        yield sample.answer


def run(config: NanoConfig, options: argparse.Namespace) -> None:
    """The stage `data`: training and held-out samples."""
    places = Places.of(options, config.name)
    held_out = options.held_out_source or options.source
    generate(places.held_out, held_out, seed=_HELD_OUT_SEED, count=options.held_out, processes=options.processes)
    generate(places.train, options.source, seed=config.seed, count=options.count, processes=options.processes)
