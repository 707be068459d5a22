"""Several trainers: each takes steps of its own on batches of its own, and now and then all take the mean weights.

Two single-threaded processes are nearly twice as fast as one with two threads, for the matrices are small. They meet
seldom, so that none waits long for one whose core is busy with something else.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, distributed, multiprocessing

_PORT = "29517"


@dataclass(frozen=True, kw_only=True)
class Team:
    """One trainer's place among them."""

    rank: int = 0
    size: int = 1

    @property
    def is_leader(self) -> bool:
        """The one that logs, evaluates and saves."""
        return self.rank == 0

    @torch.no_grad()
    def average(self, weights: Iterable[Tensor], leaders_word: float) -> float:
        """Replace weights by their mean over all trainers; every trainer gets the number that the leader gave."""
        if self.size == 1:
            return leaders_word
        parts = list(weights)
        word = torch.tensor([leaders_word * self.size if self.is_leader else 0.0])
        flat = torch.cat([*(part.flatten() for part in parts), word])
        distributed.all_reduce(flat)
        flat /= self.size
        start = 0
        for part in parts:
            part.copy_(flat[start : start + part.numel()].view_as(part))
            start += part.numel()
        return float(flat[-1])


def run_team(size: int, work: Callable[..., None], *arguments: Any) -> None:
    """Call ``work(team, *arguments)`` in each of so many processes; 1 stays in this one."""
    if size == 1:
        work(Team(), *arguments)
        return
    multiprocessing.spawn(_member, args=(size, work, arguments), nprocs=size)


def _member(rank: int, size: int, work: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": _PORT}
    distributed.init_process_group("gloo", rank=rank, world_size=size)
    try:
        work(Team(rank=rank, size=size), *arguments)
    finally:
        distributed.destroy_process_group()
