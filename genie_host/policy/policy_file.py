"""Reads the policy: the file that ships with the package, and the user's laid over it. What is not right is refused.

A policy that cannot be read is no policy, so the error ends the run: nothing is guessed, nothing is left out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from genie_host.core.errors import UsageError
from genie_host.core.verdicts import Stake, Trust
from genie_host.policy.rules import NEVER_UNASKED, AppRule, Category, Level, Rules

POLICY_FILE = "policy.toml"
"""Name of the user's file in the state folder."""
SHIPPED = "genie_host.policy"
_MOST_BYTES = 1_000_000
_Word = Annotated[str, Field(min_length=1, max_length=200)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Quick(_Table):
    passes: list[Stake] | None = Field(default=None, alias="pass")


class _Never(_Table):
    refuse: list[Stake] = []


class _Trust(_Table):
    real: dict[Stake, Trust] = {}
    test: dict[Stake, Trust] = {}


class _Category(_Table):
    packages: list[_Word] = []
    words: list[_Word] = []
    sensitive: bool | None = None
    agent: bool | None = None


class _Rule(_Table):
    level: Level | None = None
    ask: list[Stake] = []
    refuse: list[Stake] = []
    forbidden: bool = False


class _AppRule(_Rule):
    category: str | None = None


class _RuleTables(_Table):
    category: dict[str, _Rule] = {}
    app: dict[str, _AppRule] = {}


class _File(_Table):
    version: Literal[1]
    level: Level | None = None
    quick: _Quick = _Quick()
    never: _Never = _Never()
    trust: _Trust = _Trust()
    categories: dict[str, _Category] = {}
    rules: _RuleTables = _RuleTables()


def load_rules(user_file: Path | None = None) -> Rules:
    """The shipped policy, with the user's file laid over it when there is one.

    Raises UsageError for a file that cannot be read, is malformed, or lets pass what must never pass unasked.
    """
    shipped = _parse(shipped_text(), "the policy that ships with Genie")
    name = "your policy file" if user_file is None else f"your policy file {user_file.name}"
    text = None if user_file is None else _text_of(user_file, name)
    return _rules((shipped,) if text is None else (shipped, _parse(text, name)))


@cache
def default_rules() -> Rules:
    """The policy that ships with the package."""
    return load_rules()


def shipped_text() -> str:
    """The shipped policy file as it is."""
    return files(SHIPPED).joinpath(POLICY_FILE).read_text(encoding="utf-8")


def _text_of(path: Path, name: str) -> str | None:
    """None when there is no such file; a file that is there and cannot be read is an error."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        if path.is_symlink():
            # Somebody has a policy, and it is out of reach: to go by the shipped one would be to go by less.
            raise UsageError(f"{name} cannot be read: it is a link that leads to nothing.") from error
        return None
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror or type(error).__name__}.") from error
    if len(data) > _MOST_BYTES:
        raise UsageError(f"{name} is too large.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} is not UTF-8 text.") from error


def _parse(text: str, name: str) -> _File:
    try:
        parsed = _File.model_validate(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{name} is not TOML: {error}.") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise UsageError(f"{name} is wrong at {where}: {first['msg']}.") from error
    _check(parsed, name)
    return parsed


def _check(file: _File, name: str) -> None:
    """What pydantic cannot say in a type."""
    unasked = NEVER_UNASKED.intersection(file.quick.passes or ())
    if unasked:
        listed = ", ".join(sorted(unasked))
        raise UsageError(f"{name} is wrong at quick.pass: {listed} can never pass without a question.")
    if Trust.TEST in file.trust.real.values():
        raise UsageError(f"{name} is wrong at trust.real: an approval by a test phone never counts for a real one.")


def _rules(layers: tuple[_File, ...]) -> Rules:
    categories = _categories(layers)
    assigned = {
        package: rule.category for layer in layers for package, rule in layer.rules.app.items() if rule.category
    }
    for name in (*assigned.values(), *(name for layer in layers for name in layer.rules.category)):
        if name not in categories:
            raise UsageError(f"your policy file names the category {name[:40]!r}, which it does not describe.")
    return Rules(
        level=next((layer.level for layer in reversed(layers) if layer.level is not None), Level.CAREFUL),
        passes=frozenset(
            next((layer.quick.passes for layer in reversed(layers) if layer.quick.passes is not None), ())
        ),
        refuse=frozenset(stake for layer in layers for stake in layer.never.refuse),
        trust_real=_laid_over([layer.trust.real for layer in layers]),
        trust_test=_laid_over([layer.trust.test for layer in layers]),
        categories=categories,
        category_rules={name: _rule(rule) for layer in layers for name, rule in layer.rules.category.items()},
        app_rules={package: _rule(rule) for layer in layers for package, rule in layer.rules.app.items()},
        assigned=assigned,
    )


def _categories(layers: tuple[_File, ...]) -> dict[str, Category]:
    found: dict[str, Category] = {}
    for layer in layers:
        for name, entry in layer.categories.items():
            before = found.get(name, Category(name=name))
            found[name] = Category(
                name=name,
                packages=(*before.packages, *(package.lower() for package in entry.packages)),
                words=before.words.union(word.lower() for word in entry.words),
                is_sensitive=before.is_sensitive if entry.sensitive is None else entry.sensitive,
                is_agent=before.is_agent if entry.agent is None else entry.agent,
            )
    return found


def _rule(entry: _Rule) -> AppRule:
    return AppRule(
        level=entry.level,
        ask=frozenset(entry.ask),
        refuse=frozenset(entry.refuse),
        is_forbidden=entry.forbidden,
    )


def _laid_over(tables: list[dict[Stake, Trust]]) -> Mapping[Stake, Trust]:
    merged: dict[Stake, Any] = {}
    for table in tables:
        merged.update(table)
    return merged
