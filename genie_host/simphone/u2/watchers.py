"""Watchers that the host registers: when something is on the screen, touch something or press keys."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from genie_host.simphone.u2.automation import Automation, Watcher
from genie_host.simphone.u2.java import STRING, JavaException, array_of, null_pointer
from genie_host.simphone.u2.keys import press_key
from genie_host.simphone.u2.lookup import run_watchers
from genie_host.simphone.u2.method import MethodTable, only
from genie_host.simphone.u2.selectors import SELECTOR, SELECTORS, Selector
from genie_host.simphone.u2.touching import click
from genie_host.simphone.u2.ui_search import query_of


def register_click(automation: Automation, name: str | None, conditions: list[Selector], target: Selector) -> None:
    """Touch the target when all conditions are on the screen."""
    query_of(target)  # a selector that is none is found out now

    async def action() -> None:
        try:
            await click(automation, automation.remember(query_of(target)))
        except JavaException as error:
            if not error.class_name.endswith("UiObjectNotFoundException"):
                raise

    _register(automation, name, conditions, action)


def register_keys(automation: Automation, name: str | None, conditions: list[Selector], keys: list[str]) -> None:
    """Press keys, one after another, when all conditions are on the screen."""

    async def action() -> None:
        for key in keys:
            press_key(automation, key)

    _register(automation, name, conditions, action)


def remove_watcher(automation: Automation, name: str | None) -> None:
    """Forget a watcher."""
    automation.memory.watchers.pop(name or "", None)


def get_watchers(automation: Automation) -> list[str]:
    """Names of all watchers."""
    return list(automation.memory.watchers)


def has_watcher_triggered(automation: Automation, name: str | None) -> bool:
    """Whether this one has done something."""
    return name in automation.memory.triggered


def has_any_watcher_triggered(automation: Automation) -> bool:
    """Whether any has done something."""
    return bool(automation.memory.triggered)


def reset_watcher_triggers(automation: Automation) -> None:
    """Forget which have done something."""
    automation.memory.triggered.clear()


def _register(
    automation: Automation, name: str | None, conditions: list[Selector], action: Callable[[], Awaitable[object]]
) -> None:
    if name is None:
        raise null_pointer("Attempt to get length of null array")
    queries = tuple(query_of(condition) for condition in conditions)
    automation.memory.watchers[name] = Watcher(queries, action)


METHODS: MethodTable = {
    "getWatchers": only(get_watchers),
    "hasAnyWatcherTriggered": only(has_any_watcher_triggered),
    "hasWatcherTriggered": only(has_watcher_triggered, STRING),
    "registerClickUiObjectWatcher": only(register_click, STRING, SELECTORS, SELECTOR),
    "registerPressKeyskWatcher": only(register_keys, STRING, SELECTORS, array_of(STRING)),
    "removeWatcher": only(remove_watcher, STRING),
    "resetWatcherTriggers": only(reset_watcher_triggers),
    "runWatchers": only(run_watchers),
}
