"""Methods that give an object a name, and those that find one inside another."""

from __future__ import annotations

from collections.abc import Callable

from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.java import BOOLEAN, INT, STRING
from genie_host.simphone.u2.lookup import active_root, find_query, the_one
from genie_host.simphone.u2.method import MethodTable, object_not_found, only, overload
from genie_host.simphone.u2.objects import exists
from genie_host.simphone.u2.scrolling import into_view
from genie_host.simphone.u2.selectors import FIELDS, SELECTOR, Selector
from genie_host.simphone.u2.ui_search import Query, chain_of, count_pattern, query_of
from genie_host.simphone.world.nodes import SimNode


def get_ui_object(automation: Automation, selector: Selector) -> str:
    """Remember an object under a name; it need not be there."""
    return automation.remember(query_of(selector))


def get_ui_objects(automation: Automation) -> list[str]:
    """Names of all that is remembered."""
    return list(automation.objects())


def remove_ui_object(automation: Automation, name: str | None) -> None:
    """Forget an object."""
    automation.memory.objects.pop(name or "", None)


def get_child(automation: Automation, name: str | None, selector: Selector) -> str | None:
    """Remember a child of a remembered object; null when that is not remembered."""
    return _relative(automation, name, selector, "child")


def get_from_parent(automation: Automation, name: str | None, selector: Selector) -> str | None:
    """Remember something below the parent of a remembered object; null when that is not remembered."""
    return _relative(automation, name, selector, "sibling")


async def child_by_text(automation: Automation, selector: Selector, child: Selector, text: str | None) -> str:
    """Remember the child that has a text, on it or below it; a list is scrolled for it."""
    is_list = await _is_list(automation, selector)
    return await child_by_text_in_list(automation, selector, child, text, is_list)


async def child_by_text_in_list(
    automation: Automation, selector: Selector, child: Selector, text: str | None, may_scroll: bool
) -> str:
    """The same, with a word on whether to scroll."""
    if text is not None and may_scroll:
        await into_view(automation, selector, _single("text", text))
    return await _child(automation, selector, child, "text", text, lambda node: node.text == text)


async def child_by_description(automation: Automation, selector: Selector, child: Selector, text: str | None) -> str:
    """Remember the child whose description, or that of something below it, contains a text; a list is scrolled."""
    is_list = await _is_list(automation, selector)
    return await child_by_description_in_list(automation, selector, child, text, is_list)


async def child_by_description_in_list(
    automation: Automation, selector: Selector, child: Selector, text: str | None, may_scroll: bool
) -> str:
    """The same, with a word on whether to scroll."""
    if text is not None and may_scroll:
        await into_view(automation, selector, _single("descriptionContains", text))
    return await _child(
        automation, selector, child, "description", text, lambda node: text is not None and text in node.description
    )


async def child_by_instance(automation: Automation, selector: Selector, child: Selector, instance: int) -> str:
    """Remember the n-th child; it need not be there."""
    await _is_list(automation, selector)
    return automation.remember(Query(container=chain_of(selector), pattern=chain_of(child), instance=instance))


async def _child(
    automation: Automation,
    selector: Selector,
    child: Selector,
    what: str,
    text: str | None,
    is_it: Callable[[SimNode], bool],
) -> str:
    root = active_root(automation)
    container, wanted = query_of(selector).chain, query_of(child).chain
    number = count_pattern(root, container, wanted) if root is not None and text is not None else 0
    below = _single("text" if what == "text" else "descriptionContains", text or "")
    for instance in range(number):
        query = Query(container=container, pattern=wanted, instance=instance)
        found = await find_query(automation, query)
        if found is None:
            raise object_not_found(str(query))
        if is_it(found.node) or await find_query(automation, query.extended(below, "child")) is not None:
            return automation.remember(query)
    raise object_not_found(f'for {what}= "{text if text is not None else "null"}"')


async def _is_list(automation: Automation, selector: Selector) -> bool:
    return await exists(automation, selector) and (await the_one(automation, selector)).node.scrollable


def _relative(automation: Automation, name: str | None, selector: Selector, relation: str) -> str | None:
    query = automation.recall(name or "")
    return automation.remember(query.extended(selector, relation)) if query is not None else None


def _single(field: str, value: str) -> Selector:
    return Selector(FIELDS[field].bit, {field: value})


METHODS: MethodTable = {
    "childByDescription": (
        overload(child_by_description, SELECTOR, SELECTOR, STRING),
        overload(child_by_description_in_list, SELECTOR, SELECTOR, STRING, BOOLEAN),
    ),
    "childByInstance": only(child_by_instance, SELECTOR, SELECTOR, INT),
    "childByText": (
        overload(child_by_text, SELECTOR, SELECTOR, STRING),
        overload(child_by_text_in_list, SELECTOR, SELECTOR, STRING, BOOLEAN),
    ),
    "getChild": only(get_child, STRING, SELECTOR),
    "getFromParent": only(get_from_parent, STRING, SELECTOR),
    "getUiObject": only(get_ui_object, SELECTOR),
    "getUiObjects": only(get_ui_objects),
    "removeUiObject": only(remove_ui_object, STRING),
}
