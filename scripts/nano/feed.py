"""Batches for the trainer out of shard files, among them shards that were finished after training began."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from sentencepiece import SentencePieceProcessor
from torch import Tensor

from scripts.nano.config import PAD_ID, TrainingConfig
from scripts.nano.data import Sample, read_shard, shards
from scripts.nano.tokenizer import answer_ids, prompt_ids

IGNORED = -100
"""The target that means: nothing to predict here."""


@dataclass(frozen=True, kw_only=True)
class Encoded:
    """Samples in one flat array: sample i is `ids[starts[i]:starts[i + 1]]`, its answer the last `answers[i]` of it."""

    ids: np.ndarray
    starts: np.ndarray
    answers: np.ndarray
    kinds: list[str]

    def __len__(self) -> int:
        return len(self.answers)

    def length(self, index: int) -> int:
        """Tokens of one sample, answer included."""
        return int(self.starts[index + 1] - self.starts[index])


def encode_samples(tokenizer: SentencePieceProcessor, samples: Iterable[Sample], *, longest: int) -> Encoded:
    """Token ids of every sample; one that would not fit `longest` tokens is an error, not silently cut."""
    flat: list[np.ndarray] = []
    starts, answers, kinds = [0], [], []
    for sample in samples:
        answer = answer_ids(tokenizer, sample.answer)
        ids = [*prompt_ids(tokenizer, sample.prompt), *answer]
        if len(ids) > longest:
            raise ValueError(f"a {sample.kind} sample has {len(ids)} tokens, more than {longest}: {sample.prompt}")
        flat.append(np.array(ids, dtype=np.uint16))
        starts.append(starts[-1] + len(ids))
        answers.append(len(answer))
        kinds.append(sample.kind)
    return Encoded(ids=np.concatenate(flat), starts=np.array(starts), answers=np.array(answers), kinds=kinds)


def batch_of(encoded: Encoded, chosen: Sequence[int]) -> tuple[Tensor, Tensor, Tensor]:
    """Ids (batch, time), the positions that predict answers and what they should predict (both batch, answer)."""
    lengths = [encoded.length(index) for index in chosen]
    wanted = max(int(encoded.answers[index]) for index in chosen)
    ids = torch.full((len(chosen), max(lengths)), PAD_ID, dtype=torch.long)
    positions = torch.zeros((len(chosen), wanted), dtype=torch.long)
    targets = torch.full((len(chosen), wanted), IGNORED, dtype=torch.long)
    for row, (index, length) in enumerate(zip(chosen, lengths, strict=True)):
        sample = torch.from_numpy(encoded.ids[encoded.starts[index] : encoded.starts[index + 1]].astype(np.int64))
        answer = int(encoded.answers[index])
        ids[row, :length] = sample
        positions[row, :answer] = torch.arange(length - answer - 1, length - 1)
        targets[row, :answer] = sample[length - answer :]
    return ids, positions, targets


class Feed:
    """Endless batches from a folder of shards, always the least used shard next; held-out prompts are left out."""

    def __init__(
        self, folder: Path, tokenizer: SentencePieceProcessor, *, without: frozenset[str], longest: int
    ) -> None:
        self._folder = folder
        self._tokenizer = tokenizer
        self._without = without
        self._longest = longest
        self._encoded: dict[Path, Encoded] = {}
        self._uses: dict[Path, int] = {}

    def batches(self, config: TrainingConfig, chance: random.Random) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        """Shuffle a shard, sort windows of it by length so that little is padding, cut, shuffle the cuts."""
        size, window = config.batch_samples, config.batch_samples * config.sort_window
        while True:
            encoded = self._next_shard(chance)
            order = list(range(len(encoded)))
            chance.shuffle(order)
            for start in range(0, len(order), window):
                part = sorted(order[start : start + window], key=encoded.length)
                cuts = [part[at : at + size] for at in range(0, len(part) - size + 1, size)]
                chance.shuffle(cuts)
                for chosen in cuts:
                    yield batch_of(encoded, chosen)

    def _next_shard(self, chance: random.Random) -> Encoded:
        for path in shards(self._folder):
            # A late shard starts with the least use so far, else it alone would be used until it has caught up.
            self._uses.setdefault(path, min(self._uses.values(), default=0))
        if not self._uses:
            raise FileNotFoundError(f"no samples in {self._folder}; run the stage `data` first")
        fewest = min(self._uses.values())
        path = chance.choice([path for path, uses in self._uses.items() if uses == fewest])
        self._uses[path] += 1
        if path not in self._encoded:
            fresh = (sample for sample in read_shard(path) if sample.prompt not in self._without)
            self._encoded[path] = encode_samples(self._tokenizer, fresh, longest=self._longest)
        return self._encoded[path]
