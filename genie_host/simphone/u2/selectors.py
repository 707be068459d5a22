"""uiautomator2's selectors: a bit mask that says which fields count, and a chain of children and siblings.

The server has two ways to search, and they differ: by ``UiSelector`` (the active window; parts of texts without regard
to case) and by ``BySelector`` (every window; with regard to case; no index, no instance, no chain).
Source: the ``Selector`` class of u2.jar and androidx ``UiSelector``, ``BySelector``.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from genie_host.simphone.u2.java import (
    BOOLEAN,
    INT,
    LONG,
    STRING,
    JavaException,
    JavaType,
    array_of,
    check_properties,
    is_object,
    mismatched,
    null_pointer,
)
from genie_host.simphone.world.nodes import SimNode

_NAME = "com.wetest.uia2.stub.Selector"
INDEX_BIT, INSTANCE_BIT = 0x800000, 0x1000000


@dataclass(frozen=True)
class Field:
    """One field of a selector."""

    bit: int
    type: JavaType
    order: int
    """Its key in a UiSelector, which orders them in messages."""
    label: str
    """Its name in messages of UiSelector."""
    read: Callable[[SimNode], Any]
    """What it is compared with; None where a phone has null."""


def _text(node: SimNode) -> str | None:
    return node.text or None


def _description(node: SimNode) -> str | None:
    return node.description or None


def _resource_id(node: SimNode) -> str | None:
    return node.resource_id or None


FIELDS: dict[str, Field] = {
    "text": Field(0x01, STRING, 1, "TEXT", _text),
    "textContains": Field(0x02, STRING, 3, "CONTAINS_TEXT", _text),
    "textMatches": Field(0x04, STRING, 25, "TEXT_REGEX", _text),
    "textStartsWith": Field(0x08, STRING, 2, "START_TEXT", _text),
    "className": Field(0x10, STRING, 4, "CLASS", lambda node: node.class_name),
    "classNameMatches": Field(0x20, STRING, 26, "CLASS_REGEX", lambda node: node.class_name),
    "description": Field(0x40, STRING, 5, "DESCRIPTION", _description),
    "descriptionContains": Field(0x80, STRING, 7, "CONTAINS_DESCRIPTION", _description),
    "descriptionMatches": Field(0x100, STRING, 27, "DESCRIPTION_REGEX", _description),
    "descriptionStartsWith": Field(0x200, STRING, 6, "START_DESCRIPTION", _description),
    "checkable": Field(0x400, BOOLEAN, 30, "CHECKABLE", lambda node: node.checkable),
    "checked": Field(0x800, BOOLEAN, 15, "CHECKED", lambda node: node.checked),
    "clickable": Field(0x1000, BOOLEAN, 14, "CLICKABLE", lambda node: node.clickable),
    "longClickable": Field(0x2000, BOOLEAN, 24, "LONG_CLICKABLE", lambda node: node.long_clickable),
    "scrollable": Field(0x4000, BOOLEAN, 13, "SCROLLABLE", lambda node: node.scrollable),
    "enabled": Field(0x8000, BOOLEAN, 10, "ENABLED", lambda node: node.enabled),
    "focusable": Field(0x10000, BOOLEAN, 12, "FOCUSABLE", lambda node: node.focusable),
    "focused": Field(0x20000, BOOLEAN, 11, "FOCUSED", lambda node: node.focused),
    "selected": Field(0x40000, BOOLEAN, 16, "SELECTED", lambda node: node.selected),
    "packageName": Field(0x80000, STRING, 18, "PACKAGE_NAME", lambda node: node.package),
    "packageNameMatches": Field(0x100000, STRING, 28, "PACKAGE_NAME_REGEX", lambda node: node.package),
    "resourceId": Field(0x200000, STRING, 29, "RESOURCE_ID", _resource_id),
    "resourceIdMatches": Field(0x400000, STRING, 31, "RESOURCE_ID_REGEX", _resource_id),
    "index": Field(INDEX_BIT, INT, 8, "INDEX", lambda node: None),
    "instance": Field(INSTANCE_BIT, INT, 9, "INSTANCE", lambda node: None),
}


@dataclass(frozen=True)
class Selector:
    """A selector as it came from the host, every field converted."""

    mask: int
    values: Mapping[str, Any]
    relations: tuple[str, ...] = ()
    following: tuple[Selector, ...] = ()

    def fields(self) -> Iterator[tuple[str, Field, Any]]:
        """Name, description and value of each field that counts; raises NullPointerException for a text that is null.

        Index and instance are not among them: they are no properties of a node.
        """
        for name, known in FIELDS.items():
            if self.mask & known.bit and name not in ("index", "instance"):
                value = self.values.get(name, False if known.type is BOOLEAN else None)
                if value is None:
                    raise null_pointer(f"{name} cannot be null")
                yield name, known, value

    @property
    def index(self) -> int | None:
        """Place among its siblings that is asked for."""
        return int(self.values.get("index", 0)) if self.mask & INDEX_BIT else None

    @property
    def instance(self) -> int | None:
        """Which of the matches is asked for."""
        return int(self.values.get("instance", 0)) if self.mask & INSTANCE_BIT else None

    @property
    def is_by(self) -> bool:
        """Whether the server can make a BySelector of it; children and siblings do not show in it."""
        return not self.mask & (INDEX_BIT | INSTANCE_BIT) and any(True for _ in self.fields())

    @property
    def deepest(self) -> Selector:
        """The last of the chain."""
        if self.relations and not self.following:
            raise JavaException("java.lang.ArrayIndexOutOfBoundsException", "length=0; index=-1")
        return self.following[-1] if self.relations else self

    def with_instance(self, instance: int) -> Selector:
        """The same for the n-th match."""
        return Selector(self.mask | INSTANCE_BIT, {**self.values, "instance": instance}, self.relations, self.following)

    def with_deepest_instance(self, instance: int) -> Selector:
        """The same for the n-th match of the last of its chain."""
        if not self.relations:
            return self.with_instance(instance)
        following = (*self.following[:-1], self.following[-1].with_instance(instance))
        return Selector(self.mask, self.values, self.relations, following)


def _selector(value: Any) -> Selector:
    if value is None:
        raise null_pointer(f"Attempt to invoke virtual method 'long {_NAME}.getMask()' on a null object reference")
    if not isinstance(value, dict):
        raise mismatched(_NAME, value)
    check_properties(_NAME, value, {**FIELDS, "mask": 0, "childOrSibling": 0, "childOrSiblingSelector": 0})
    return Selector(
        mask=LONG.convert(value.get("mask")),
        values={name: known.type.convert(value[name]) for name, known in FIELDS.items() if name in value},
        relations=tuple(_relation(entry) for entry in array_of(STRING).convert(value.get("childOrSibling", []))),
        following=tuple(SELECTORS.convert(value.get("childOrSiblingSelector", []))),
    )


def _relation(name: str | None) -> str:
    if name is None:
        raise null_pointer("Attempt to invoke virtual method 'boolean java.lang.String.equalsIgnoreCase' on null")
    return name.lower()


SELECTOR = JavaType(f"L{_NAME.replace('.', '/')};", is_object, _selector)
SELECTORS = array_of(SELECTOR)


@lru_cache(maxsize=512)
def pattern(text: str, *, dot_all: bool) -> re.Pattern[str]:
    """A Java pattern; raises PatternSyntaxException."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Python's, about characters that Java reads otherwise
            return re.compile(text, re.DOTALL if dot_all else 0)
    except (re.error, OverflowError, RecursionError) as error:
        raise JavaException("java.util.regex.PatternSyntaxException", f"{error} near index 0\n{text[:200]}") from error
