"""The training loop: small batches of like length, cosine rate, checkpoints to resume from, exact match as it goes."""

import argparse
import json
import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sentencepiece import SentencePieceProcessor
from torch import Tensor
from torch.nn import functional

from scripts.nano.config import PAD_ID, NanoConfig, TrainingConfig
from scripts.nano.data import Sample, read_samples
from scripts.nano.network import NanoNetwork, parameter_count
from scripts.nano.places import Places
from scripts.nano.tokenizer import answer_ids, load_tokenizer, prompt_ids

_IGNORED = -100


@dataclass(frozen=True, kw_only=True)
class Encoded:
    """Samples in one flat array: sample i is `ids[starts[i]:starts[i + 1]]`, its answer the last `answers[i]` of it."""

    ids: np.ndarray
    starts: np.ndarray
    answers: np.ndarray
    kinds: list[str]

    def __len__(self) -> int:
        return len(self.answers)


@dataclass(frozen=True, kw_only=True)
class Budget:
    """When to stop: whichever comes first. The cosine is laid over it."""

    seconds: float
    steps: int
    evaluate_seconds: float = 180.0
    checkpoint_seconds: float = 120.0

    def spent(self, seconds: float, steps: int) -> float:
        """From 0 at the start to 1 at the end."""
        return min(1.0, max(seconds / self.seconds, steps / self.steps))


def encode_samples(tokenizer: SentencePieceProcessor, samples: Iterator[Sample], *, longest: int) -> Encoded:
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
    lengths = [int(encoded.starts[i + 1] - encoded.starts[i]) for i in chosen]
    wanted = max(int(encoded.answers[i]) for i in chosen)
    ids = torch.full((len(chosen), max(lengths)), PAD_ID, dtype=torch.long)
    positions = torch.zeros((len(chosen), wanted), dtype=torch.long)
    targets = torch.full((len(chosen), wanted), _IGNORED, dtype=torch.long)
    for row, (index, length) in enumerate(zip(chosen, lengths, strict=True)):
        sample = torch.from_numpy(encoded.ids[encoded.starts[index] : encoded.starts[index + 1]].astype(np.int64))
        answer = int(encoded.answers[index])
        ids[row, :length] = sample
        positions[row, :answer] = torch.arange(length - answer - 1, length - 1)
        targets[row, :answer] = sample[length - answer :]
    return ids, positions, targets


def batches(encoded: Encoded, config: TrainingConfig, chance: random.Random) -> Iterator[list[int]]:
    """Endless batches of like length: shuffle, sort a window by length, cut, shuffle the cuts."""
    size, window = config.batch_samples, config.batch_samples * config.sort_window
    while True:
        order = list(range(len(encoded)))
        chance.shuffle(order)
        for start in range(0, len(order) - size + 1, window):
            part = sorted(order[start : start + window], key=lambda i: int(encoded.starts[i + 1] - encoded.starts[i]))
            cuts = [part[at : at + size] for at in range(0, len(part) - size + 1, size)]
            chance.shuffle(cuts)
            yield from cuts


@torch.no_grad()
def exact_match(network: NanoNetwork, encoded: Encoded, *, limit: int) -> dict[str, tuple[int, int]]:
    """Kind -> (answers fully right, asked). With the right beginning given, so equal to greedy decoding when right."""
    score: dict[str, tuple[int, int]] = {}
    order = sorted(range(min(limit, len(encoded))), key=lambda i: int(encoded.starts[i + 1] - encoded.starts[i]))
    for start in range(0, len(order), 32):
        chosen = order[start : start + 32]
        ids, positions, targets = batch_of(encoded, chosen)
        right = ((network(ids, positions).argmax(-1) == targets) | (targets == _IGNORED)).all(dim=1)
        for index, is_right in zip(chosen, right.tolist(), strict=True):
            good, asked = score.get(encoded.kinds[index], (0, 0))
            score[encoded.kinds[index]] = (good + is_right, asked + 1)
    return score


class Trainer:
    """One network being trained; `run` may be called again after `resume` with another rate or budget."""

    def __init__(self, config: NanoConfig, places: Places) -> None:
        torch.manual_seed(config.seed)
        torch.set_num_threads(config.training.threads)
        self.config = config
        self.places = places
        self.network = NanoNetwork(config)
        matrices = [weight for weight in self.network.parameters() if weight.ndim > 1]
        gains = [weight for weight in self.network.parameters() if weight.ndim == 1]
        groups = [
            {"params": matrices, "weight_decay": config.training.weight_decay},
            {"params": gains, "weight_decay": 0.0},
        ]
        self.optimizer = torch.optim.AdamW(groups, betas=config.training.betas, fused=True)
        self.steps = 0
        self.samples = 0

    def resume(self, checkpoint: Path) -> None:
        """Take weights, optimiser state and counters from a checkpoint; rate and budget are this run's own."""
        state = torch.load(checkpoint, weights_only=True)
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.steps, self.samples = state["steps"], state["samples"]

    def save(self) -> Path:
        """Write the checkpoint; complete or not at all."""
        path = self.places.checkpoint
        state = {
            "config": self.config.as_dict(),
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "steps": self.steps,
            "samples": self.samples,
        }
        torch.save(state, path.with_suffix(".partial"))
        path.with_suffix(".partial").replace(path)
        return path

    def run(self, train: Encoded, held_out: Encoded, budget: Budget, *, evaluate_samples: int) -> None:
        """Train until the budget is spent, then evaluate and save once more."""
        settings = self.config.training
        self.log(event="start", parameters=parameter_count(self.network), train_samples=len(train), steps=self.steps)
        # The order of the data follows from the seed and the step we start at.
        cuts = batches(train, settings, random.Random(self.config.seed + self.steps))
        first_step, started, loss_average = self.steps, time.monotonic(), None
        last = {"evaluate": started, "checkpoint": started, "log": started}
        while True:
            now = time.monotonic()
            spent = budget.spent(now - started, self.steps - first_step)
            if spent >= 1.0:
                break
            rate = self._rate(spent, self.steps - first_step)
            loss = self._step(*batch_of(train, next(cuts)), rate)
            loss_average = loss if loss_average is None else 0.98 * loss_average + 0.02 * loss
            if now - last["log"] > 20:
                speed = (self.steps - first_step) * settings.batch_samples / (now - started)
                self.log(event="step", spent=spent, loss=loss_average, rate=rate, samples_per_second=speed)
                last["log"] = now
            if now - last["evaluate"] > budget.evaluate_seconds:
                self.evaluate(held_out, limit=evaluate_samples)
                last["evaluate"] = time.monotonic()
            if now - last["checkpoint"] > budget.checkpoint_seconds:
                self.save()
                last["checkpoint"] = now
        self.evaluate(held_out, limit=len(held_out))
        self.log(event="end", checkpoint=str(self.save()), seconds=time.monotonic() - started)

    def evaluate(self, held_out: Encoded, *, limit: int) -> float:
        """Log the exact match by kind; returns the whole share."""
        score = exact_match(self.network, held_out, limit=limit)
        right, asked = (sum(column) for column in zip(*score.values(), strict=True))
        self.log(event="evaluate", exact=right / asked, by_kind=dict(sorted(score.items())))
        return right / asked

    def log(self, **fields: Any) -> None:
        """One JSON line to the log file and to the terminal."""
        rounded = {key: float(f"{value:.4g}") if isinstance(value, float) else value for key, value in fields.items()}
        line = json.dumps({"at": time.strftime("%H:%M:%S"), "step": self.steps, "samples": self.samples, **rounded})
        with self.places.training_log.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        print(line, flush=True)

    def _rate(self, spent: float, step: int) -> float:
        settings = self.config.training
        cosine = 0.5 * (1 + math.cos(math.pi * spent))
        warm = min(1.0, (step + 1) / settings.warmup_steps)
        return settings.learning_rate * warm * (settings.final_fraction + (1 - settings.final_fraction) * cosine)

    def _step(self, ids: Tensor, positions: Tensor, targets: Tensor, rate: float) -> float:
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        logits = self.network(ids, positions)
        loss = functional.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=_IGNORED)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.config.training.clip_norm)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.steps += 1
        self.samples += len(ids)
        return loss.item()


def run(config: NanoConfig, options: argparse.Namespace) -> None:
    """The stage `train`: from nothing, or on from the checkpoint."""
    places = Places.of(options, config.name)
    pieces = load_tokenizer(places.tokenizer)
    longest = config.network.context_tokens
    held_out_samples = list(read_samples(places.held_out))
    asked = {sample.prompt for sample in held_out_samples}
    fresh = (sample for sample in read_samples(places.train) if sample.prompt not in asked)
    train_set = encode_samples(pieces, fresh, longest=longest)
    held_out = encode_samples(pieces, iter(held_out_samples), longest=longest)
    trainer = Trainer(config, places)
    if options.resume:
        trainer.resume(places.checkpoint)
    budget = Budget(
        seconds=options.minutes * 60,
        steps=options.steps,
        evaluate_seconds=options.evaluate_minutes * 60,
        checkpoint_seconds=options.checkpoint_minutes * 60,
    )
    trainer.run(train_set, held_out, budget, evaluate_samples=400)
