"""The training loop: small batches of like length, cosine rate, checkpoints to resume from, exact match as it goes."""

import argparse
import json
import math
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from scripts.nano.config import PAD_ID, NanoConfig
from scripts.nano.data import read_samples
from scripts.nano.feed import IGNORED, Encoded, Feed, batch_of, encode_samples
from scripts.nano.network import NanoNetwork, parameter_count
from scripts.nano.places import Places
from scripts.nano.team import Team, run_team
from scripts.nano.tokenizer import load_tokenizer

_COPIED_TOKENS = 64
_MEET_EVERY = 20
"""Steps that each trainer takes by itself before all take the mean of their weights."""


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


@torch.no_grad()
def exact_match(network: NanoNetwork, encoded: Encoded, *, limit: int) -> dict[str, tuple[int, int]]:
    """Kind -> (answers fully right, asked). With the right beginning given, so equal to greedy decoding when right."""
    score: dict[str, tuple[int, int]] = {}
    order = sorted(range(min(limit, len(encoded))), key=encoded.length)
    for start in range(0, len(order), 32):
        chosen = order[start : start + 32]
        ids, positions, targets = batch_of(encoded, chosen)
        right = ((network(ids, positions).argmax(-1) == targets) | (targets == IGNORED)).all(dim=1)
        for index, is_right in zip(chosen, right.tolist(), strict=True):
            good, asked = score.get(encoded.kinds[index], (0, 0))
            score[encoded.kinds[index]] = (good + is_right, asked + 1)
    return score


class Trainer:
    """One network being trained; `run` may be called again after `resume` with another rate or budget."""

    def __init__(self, config: NanoConfig, places: Places, team: Team) -> None:
        torch.manual_seed(config.seed)
        self.team = team
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
        self._spent = 0.0

    def resume(self, checkpoint: Path) -> None:
        """Take weights, optimiser state and counters from a checkpoint; rate and budget are this run's own."""
        state = torch.load(checkpoint, weights_only=True)
        self.network.load_state_dict(state["network"])
        if "optimizer" in state:  # one that was unpacked from a bundle has none
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

    def run(self, feed: Feed, held_out: Encoded, budget: Budget, *, evaluate_samples: int) -> None:
        """Train until the budget is spent, then evaluate and save once more."""
        settings = self.config.training
        self.log(
            event="start",
            parameters=parameter_count(self.network),
            trainers=self.team.size,
            config=self.config.as_dict(),
        )
        # The order of the data follows from the seed and the step we start at.
        batches = feed.batches(settings, random.Random(self.config.seed + self.steps + self.team.rank))
        first_step, started, loss_average = self.steps, time.monotonic(), None
        last = {"evaluate": started, "checkpoint": started, "log": started}
        spent = self._spent = 0.0
        while spent < 1.0:
            now = time.monotonic()
            rate = self._rate(spent, self.steps - first_step)
            reached = budget.spent(now - started, self.steps + 1 - first_step)
            loss, spent = self._step(*next(batches), rate, reached)
            if not self.team.is_leader:
                continue
            loss_average = loss if loss_average is None else 0.98 * loss_average + 0.02 * loss
            if now - last["log"] > 20:
                speed = (self.steps - first_step) * settings.batch_samples * self.team.size / (now - started)
                self.log(event="step", spent=spent, loss=loss_average, rate=rate, samples_per_second=speed)
                last["log"] = now
            if now - last["evaluate"] > budget.evaluate_seconds:
                self.evaluate(held_out, limit=evaluate_samples)
                last["evaluate"] = time.monotonic()
            if now - last["checkpoint"] > budget.checkpoint_seconds:
                self.save()
                last["checkpoint"] = now
        if not self.team.is_leader:
            return
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
        if not self.team.is_leader:
            return
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

    def _step(
        self, ids: Tensor, positions: Tensor, targets: Tensor, rate: float, reached: float
    ) -> tuple[float, float]:
        """The loss, and how much of the budget the leader says is spent."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        loss = self._loss(ids, positions, targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.config.training.clip_norm)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.steps += 1
        self.samples += len(ids) * self.team.size
        if self.team.size == 1:
            self._spent = reached
        elif self.steps % _MEET_EVERY == 0:
            self._spent = self.team.average(self.network.parameters(), reached)
        return loss.item(), self._spent

    def _loss(self, ids: Tensor, positions: Tensor, targets: Tensor) -> Tensor:
        """How wrong the answers are; with a weight on it, also how wrong the prompt's own tokens are.

        Predicting the prompt teaches the network to copy: names stand in it twice, in the goal and on the screen.
        """
        settings = self.config.training
        if settings.copying_every and self.steps % settings.copying_every == 0:
            return self._copying_loss(ids)
        weight = settings.prompt_loss_weight
        if weight == 0:
            return _cross_entropy(self.network(ids, positions), targets)
        logits = self.network(ids)
        answers = logits.gather(1, positions.unsqueeze(-1).expand(-1, -1, logits.shape[-1]))
        following = ids[:, 1:].masked_fill(ids[:, 1:] == PAD_ID, IGNORED)
        return _cross_entropy(answers, targets) + weight * _cross_entropy(logits[:, :-1], following)

    def _copying_loss(self, ids: Tensor) -> Tensor:
        """How wrong a prompt is said a second time. It is the shortest way to the heads that copy names and texts."""
        once = ids[:, 1 : 1 + _COPIED_TOKENS]
        twice = torch.cat((ids[:, :1], once, once), dim=1)
        length = once.shape[1]
        positions = torch.arange(length + 1, 2 * length).expand(len(ids), -1)
        return _cross_entropy(self.network(twice, positions), once[:, 1:].masked_fill(once[:, 1:] == PAD_ID, IGNORED))


def _cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    return functional.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=IGNORED)


def run(config: NanoConfig, options: argparse.Namespace) -> None:
    """The stage `train`: from nothing, or on from the checkpoint."""
    run_team(options.trainers, _train, config, options)


def _train(team: Team, config: NanoConfig, options: argparse.Namespace) -> None:
    places = Places.of(options, config.name)
    pieces = load_tokenizer(places.tokenizer)
    longest = config.network.context_tokens
    held_out = list(read_samples(places.held_out))
    feed = Feed(places.train, pieces, without=frozenset(sample.prompt for sample in held_out), longest=longest)
    trainer = Trainer(config, places, team)
    if options.resume:
        trainer.resume(places.checkpoint)
    budget = Budget(
        seconds=options.minutes * 60,
        steps=options.steps,
        evaluate_seconds=options.evaluate_minutes * 60,
        checkpoint_seconds=options.checkpoint_minutes * 60,
    )
    trainer.run(feed, encode_samples(pieces, held_out, longest=longest), budget, evaluate_samples=400)
