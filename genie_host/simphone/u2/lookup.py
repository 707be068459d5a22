"""Finding things on the screen as the server does: which windows, in what order, with watchers when there is nothing.

A selector without index, instance and chain is looked for in every window; everything else in the active one alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from genie_host.simphone.u2.automation import Automation, Look
from genie_host.simphone.u2.by_search import find_by
from genie_host.simphone.u2.compression import compressed
from genie_host.simphone.u2.java import null_pointer
from genie_host.simphone.u2.method import object_not_found
from genie_host.simphone.u2.selectors import Selector
from genie_host.simphone.u2.tree import Located
from genie_host.simphone.u2.ui_search import Query, find_ui, query_of
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.xml import window_order

Reference = Selector | str | None
"""A selector, or the name under which the server remembers an object."""

_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 0.01, 0.1
"""Between two looks of a wait, longer each time: the phone's own pause is the longest."""
_NO_BY = (
    "Attempt to read from field 'java.util.regex.Pattern androidx.test.uiautomator.BySelector.mClazz' "
    "on a null object reference"
)


def window_roots(automation: Automation) -> list[SimNode]:
    """The root of every window, in the order of a dump."""
    world, look = automation.phone.world, _look(automation)
    if look.windows is None:
        look.windows = window_order(world, world.roots())
    return _shown(automation, look.windows)


def active_root(automation: Automation) -> SimNode | None:
    """The root of the window that would take a key; None when the screen is off."""
    look = _look(automation)
    if look.active is None:
        look.active = automation.phone.world.roots(active_only=True)
    return next(iter(_shown(automation, look.active)), None)


def query_for(automation: Automation, reference: Reference) -> Query:
    """What a reference stands for; raises UiObjectNotFoundException for a name that is not remembered."""
    if isinstance(reference, Selector):
        return query_of(reference)
    if reference is None:
        raise null_pointer("Attempt to invoke virtual method 'int java.lang.Object.hashCode()' on a null reference")
    query = automation.recall(reference)
    if query is None:
        raise object_not_found(f"UiObject {reference} not found!")
    return query


async def find_object2(automation: Automation, selector: Selector) -> Located | None:
    """By a BySelector, without regard to a chain; raises NullPointerException when none can be made of it."""
    if not any(True for _ in selector.fields()):
        raise null_pointer(_NO_BY)
    for _ in range(2):
        for root in window_roots(automation):
            found = find_by(root, selector)
            if found is not None:
                return found
        if not automation.memory.watchers:
            break
        await run_watchers(automation)
    return None


async def object2(automation: Automation, reference: Reference) -> Located | None:
    """As UiObject2; None when there is none, or the reference asks for more than a BySelector can say."""
    if not isinstance(reference, Selector) or not reference.is_by or reference.relations:
        return None
    return await find_object2(automation, reference)


async def find_query(automation: Automation, query: Query) -> Located | None:
    """As UiObject, at once; watchers get their chance when there is nothing."""
    root = active_root(automation)
    found = find_ui(root, query) if root is not None else None
    if found is None:
        await run_watchers(automation)
    return found


async def the_object(automation: Automation, reference: Reference) -> Located:
    """As UiObject; raises UiObjectNotFoundException when there is none within the configured time."""
    query = query_for(automation, reference)
    found = await find_query(automation, query)
    if found is None and (timeout_ms := automation.memory.configuration["waitForSelectorTimeout"]) > 0:
        await wait_until(automation, lambda: _is_there(automation, query), timeout_ms)
        found = await find_query(automation, query)
    if found is None:
        raise object_not_found(str(query))
    return found


async def the_one(automation: Automation, reference: Reference) -> Located:
    """As UiObject2 when that finds something, else as UiObject."""
    return await object2(automation, reference) or await the_object(automation, reference)


async def wait_until(automation: Automation, holds: Callable[[], Awaitable[bool]], timeout_ms: int) -> bool:
    """Whether something comes true in time; the screen is looked at again when it changed."""
    loop = asyncio.get_running_loop()
    end = loop.time() + timeout_ms / 1000
    world, seen, pause = automation.phone.world, -1, _FIRST_PAUSE_SECONDS
    while True:
        automation.phone.tick()
        if world.revision != seen or automation.memory.watchers:
            seen = world.revision
            if await holds():
                return True
        remaining = end - loop.time()
        if remaining <= 0:
            return False
        await asyncio.sleep(min(pause, remaining))
        pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)


async def run_watchers(automation: Automation) -> None:
    """Let each registered watcher look at the screen and act."""
    memory = automation.memory
    if memory.is_watching:
        return
    for name, watcher in list(memory.watchers.items()):
        root = active_root(automation)
        if root is None or any(find_ui(root, condition) is None for condition in watcher.conditions):
            continue
        memory.is_watching = True
        try:
            await watcher.action()
        finally:
            memory.is_watching = False
        memory.triggered.add(name)


async def _is_there(automation: Automation, query: Query) -> bool:
    return await find_query(automation, query) is not None


def _look(automation: Automation) -> Look:
    """What was seen since the screen last changed."""
    automation.phone.tick()
    revision = automation.phone.world.revision
    if automation.memory.look.revision != revision:
        automation.memory.look = Look(revision)
    return automation.memory.look


def _shown(automation: Automation, roots: list[SimNode]) -> list[SimNode]:
    return [compressed(root) for root in roots] if automation.memory.is_compressed else roots
