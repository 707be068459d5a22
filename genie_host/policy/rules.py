"""What a person has decided about asking: how much, for which apps, and which approval is enough. Read-only records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from genie_host.core.verdicts import Stake, Trust

NEVER_UNASKED = frozenset({Stake.PAY, Stake.SECRET, Stake.INSTALL, Stake.GRANT, Stake.ACCOUNT})
"""No level and no app's rule lets these pass without a question."""

_LONG_WORD = 5
"""A word longer than this is also found inside another: "moneymanagement"."""


class Level(StrEnum):
    """How much Genie may do without asking."""

    ASK_ALWAYS = "ask-always"
    """Every touch, key and text is asked about."""
    CAREFUL = "careful"
    """What commits to something is asked about."""
    QUICK = "quick"
    """Of that, the stakes that the policy lists pass when nothing about them is odd."""


@dataclass(frozen=True, kw_only=True)
class Category:
    """A kind of app."""

    name: str
    packages: tuple[str, ...] = ()
    """Beginnings of package names."""
    words: frozenset[str] = frozenset()
    """Parts of package names, between dots or underscores; long ones are found inside others too."""
    is_sensitive: bool = False
    """Buttons there that cannot be read are asked about."""
    is_agent: bool = False
    """Another agent, an automation app, a terminal: what is tapped there may be an order."""

    def holds(self, package: str) -> bool:
        package = package.lower()
        if self.packages and package.startswith(self.packages):
            return True
        parts = package.replace("_", ".").split(".")
        return any(word in parts or (len(word) > _LONG_WORD and _is_inside(word, parts)) for word in self.words)


@dataclass(frozen=True, kw_only=True)
class AppRule:
    """What holds in one app, or in all apps of a category."""

    level: Level | None = None
    """None: the level of the whole policy."""
    ask: frozenset[Stake] = frozenset()
    """Always asked about there, whatever the level lets pass."""
    refuse: frozenset[Stake] = frozenset()
    """Never done there."""
    is_forbidden: bool = False
    """Nothing there is touched or typed."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Rules:
    """The whole policy, the shipped one and the user's put together."""

    level: Level = Level.CAREFUL
    passes: frozenset[Stake] = frozenset()
    """Stakes that the level ``quick`` lets pass. Never one of ``NEVER_UNASKED``."""
    refuse: frozenset[Stake] = frozenset()
    """Never done in any app."""
    trust_real: Mapping[Stake, Trust] = field(default_factory=dict)
    """The least approval for each stake on a real phone."""
    trust_test: Mapping[Stake, Trust] = field(default_factory=dict)
    """The same on a simulated phone or an emulator."""
    categories: Mapping[str, Category] = field(default_factory=dict)
    category_rules: Mapping[str, AppRule] = field(default_factory=dict)
    app_rules: Mapping[str, AppRule] = field(default_factory=dict)
    assigned: Mapping[str, str] = field(default_factory=dict)
    """Packages whose category a person has set by name."""

    @lru_cache(maxsize=1024)  # noqa: B019 - one object per run, and packages are few
    def categories_of(self, package: str) -> tuple[Category, ...]:
        """What kinds of app a package is; a category that a person has set is the only one."""
        if package in self.assigned:
            return (self.categories[self.assigned[package]],)
        return tuple(category for category in self.categories.values() if category.holds(package))

    def is_sensitive(self, package: str) -> bool:
        """An app for money, passwords or settings."""
        return any(category.is_sensitive for category in self.categories_of(package))

    def is_agent(self, package: str) -> bool:
        """Another agent, an automation app or a terminal."""
        return any(category.is_agent for category in self.categories_of(package))

    def is_in(self, category: str, package: str) -> bool:
        return any(each.name == category for each in self.categories_of(package))

    def rules_for(self, package: str) -> tuple[AppRule, ...]:
        """The rules of an app and of its categories, the app's own first."""
        own = self.app_rules.get(package)
        of_kind = (self.category_rules.get(category.name) for category in self.categories_of(package))
        return tuple(rule for rule in (own, *of_kind) if rule is not None)

    def level_for(self, package: str) -> Level:
        """The app's own level, else the most careful of its categories', else the policy's."""
        rules = self.rules_for(package)
        own = self.app_rules.get(package)
        if own is not None and own.level is not None:
            return own.level
        return min(
            (rule.level for rule in rules if rule.level is not None), key=_CAREFUL_FIRST.index, default=self.level
        )

    def least_trust(self, stake: Stake, *, is_real_phone: bool) -> Trust:
        """The least approval that is enough for a stake. What the policy does not name needs the most."""
        table = self.trust_real if is_real_phone else self.trust_test
        return table.get(stake, Trust.HW_BIO)


_CAREFUL_FIRST = tuple(Level)

TRUSTS = (Trust.HW_BIO, Trust.HW_CRED, Trust.SOFT, Trust.TEST, Trust.CONSOLE)
"""From most to least."""


def is_enough(given: Trust | None, least: Trust, *, is_real_phone: bool) -> bool:
    """Does an approval of this trust do? One of a test phone never does for a real one."""
    if given is None or (is_real_phone and given is Trust.TEST):
        return False
    return TRUSTS.index(given) <= TRUSTS.index(least)


def _is_inside(word: str, parts: Iterable[str]) -> bool:
    return any(word in part for part in parts)
