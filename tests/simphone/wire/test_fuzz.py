"""A host that makes no sense: whatever it sends, the phone neither fails, nor hangs, nor fills up."""

from __future__ import annotations

import asyncio
import gc
import logging
import tracemalloc
from functools import partial

import pytest
from bench import listen
from mutations import MemoryChannel, Mutator

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.wire.auth import Auth
from genie_host.simphone.wire.services import resolve_service
from genie_host.simphone.wire.transport import Transport
from genie_host.simphone.world.engine import World

pytestmark = pytest.mark.unknown_commands
PATIENCE_SECONDS = 60
ROOM_BYTES = 64 * 1024 * 1024
DOORS = ({}, {}, {}, {"is_required": True}, {"uses_tls": True})
"""How the phones of a run treat a host that greets them."""


def make_phone(apps, **door) -> SimPhone:
    phone = SimPhone(World(apps), auth=Auth(**door))
    listen(phone)
    return phone


async def converse(phone: SimPhone, mutator: Mutator) -> None:
    """One host, from its first word to the end of its connection."""
    channel = MemoryChannel(mutator.conversation())
    transport = Transport(phone, partial(resolve_service, phone), channel)
    await asyncio.wait_for(transport.serve(), PATIENCE_SECONDS)
    assert channel.is_cut
    assert asyncio.all_tasks() == {asyncio.current_task()}, "the host is gone, and something of it is left"
    assert phone.reverses.listing() == ""
    assert phone.auth.prompted_keys == []


async def fuzz(apps, count: int, seed: int) -> int:
    """So many mutated packets; gives the most bytes that were held after a phone was done with."""
    mutator = Mutator(seed)
    most = 0
    while mutator.mutations < count:
        for door in DOORS:
            phone = make_phone(apps, **door)
            enough = mutator.mutations + min(count, 2500) // len(DOORS)
            while mutator.mutations < enough:
                await converse(phone, mutator)
        del phone
        gc.collect()
        most = max(most, tracemalloc.get_traced_memory()[0] if tracemalloc.is_tracing() else 0)
    return most


def failures(caplog) -> list[str]:
    """What the phone itself takes for a fault of its own."""
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


@pytest.mark.slow
def test_phone_survives_mutated_packets(bundled_apps, caplog):
    caplog.set_level(logging.ERROR)
    asyncio.run(fuzz(bundled_apps, 3000, seed=1))
    assert failures(caplog) == []


@pytest.mark.marathon
@pytest.mark.parametrize("seed", range(4))
def test_phone_survives_a_hundred_thousand_mutated_packets(bundled_apps, caplog, seed):
    caplog.set_level(logging.ERROR)
    asyncio.run(fuzz(bundled_apps, 25_000, seed=100 + seed))
    assert failures(caplog) == []


def test_memory_stays_where_it_was(bundled_apps):
    tracemalloc.start()
    try:
        asyncio.run(fuzz(bundled_apps, 100, seed=2))
        before = tracemalloc.get_traced_memory()[0]
        after = asyncio.run(fuzz(bundled_apps, 1500, seed=3))
    finally:
        tracemalloc.stop()
    assert after - before < ROOM_BYTES


def test_same_seed_says_the_same():
    one, other = Mutator(5), Mutator(5)
    for _ in range(50):
        assert list(one.conversation()) == list(other.conversation())
