"""More phones than one process can keep quick: several processes, each with a fleet of its own."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing.connection import Connection

from genie_host.core.errors import SimulatorError
from genie_host.simphone.control.client import ControlClient
from genie_host.simphone.control.server import ControlServer
from genie_host.simphone.fleet import Fleet
from genie_host.simphone.recipe import Recipe

_END_SECONDS = 30.0


@contextmanager
def sharded(recipe: Recipe, sizes: list[int]) -> Iterator[list[list[ControlClient]]]:
    """One process for each size, with so many phones; gives a way to control each phone, by process.

    The recipe's clock must be the system's: a clock cannot be shared between processes. Past 300 phones or so give
    each process an adb server of its own too, since one server is as much a bottleneck as one process.
    """
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        shards = []
        first = 0
        for size in sizes:
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, recipe, first, size), daemon=True)
            process.start()
            theirs.close()
            # A callback for each, so that all end even when one does not start.
            stack.callback(_end, ours, process)
            shards.append(ours)
            first += size
        yield [_answer(pipe) for pipe in shards]


def _serve(pipe: Connection, recipe: Recipe, first: int, size: int) -> None:
    """The other process."""
    try:
        fleet = Fleet([recipe.phone(first + number) for number in range(size)])
        control = ControlServer(fleet.listeners)
        with fleet.running(control):
            pipe.send((control.port, control.token, fleet.serials))
            with ExitStack() as stack:
                stack.callback(pipe.close)
                _wait_for_end(pipe)
    except SimulatorError as error:
        pipe.send(str(error))


def _wait_for_end(pipe: Connection) -> None:
    try:
        pipe.recv()
    except EOFError:
        return  # the process that started this one is gone


def _answer(pipe: Connection) -> list[ControlClient]:
    try:
        answer = pipe.recv()
    except EOFError as error:
        raise SimulatorError("a process of simulated phones ended before it began") from error
    if isinstance(answer, str):
        raise SimulatorError(answer)
    port, token, serials = answer
    return [ControlClient(port=port, token=token, phone=serial) for serial in serials]


def _end(pipe: Connection, process: multiprocessing.process.BaseProcess) -> None:
    pipe.close()
    process.join(_END_SECONDS)
    if process.is_alive():
        process.kill()
        process.join()
