"""Intents as ``am`` takes them on its command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from genie_host.simphone.world.scripts import Intent

_EXTRA_OPTIONS = frozenset("-e --es --ez --ei --el --ef --ed --eu --ecn --esa --eia --ela --esal --eial --esn".split())
_FLAG_OPTIONS = frozenset(
    "-W -S -D -N -R --grant-read-uri-permission --activity-clear-top --receiver-foreground".split()
)
_VALUE_OPTIONS = frozenset(
    "--user -P --start-profiler --display --windowingMode --activityType -i --receiver-permission".split()
)
_PRINTED = (("act", "action"), ("cat", "category_list"), ("dat", "data"), ("typ", "mime_type"), ("pkg", "package"))


class BadIntent(Exception):
    """The command line makes no sense."""


@dataclass(kw_only=True)
class IntentLine:
    """One intent, and how it is to be sent."""

    action: str = ""
    data: str = ""
    mime_type: str = ""
    categories: list[str] = field(default_factory=list)
    component: str = ""
    package: str = ""
    flags: str = ""
    extras: dict[str, str] = field(default_factory=dict)
    options: set[str] = field(default_factory=set)
    """``-W`` to wait, ``-S`` to stop the app first ..."""

    @property
    def target(self) -> str:
        """The package that it is meant for; empty when any will do."""
        return self.component.partition("/")[0] or self.package

    @property
    def category_list(self) -> str:
        return f"[{','.join(self.categories)}]" if self.categories else ""

    @property
    def intent(self) -> Intent:
        """As apps see it."""
        return Intent(action=self.action, data=self.data, extras=dict(self.extras))

    def __str__(self) -> str:
        pairs = [f"{name}={value}" for name, key in _PRINTED if (value := getattr(self, key))]
        if self.flags:
            pairs.append(f"flg={self.flags}")
        if self.component:
            pairs.append(f"cmp={self.component}")
        if self.extras:
            pairs.append("(has extras)")
        return f"Intent {{ {' '.join(pairs)} }}"


def parse_intent(arguments: Sequence[str]) -> IntentLine:
    """Read the arguments after the verb; raises BadIntent."""
    line = IntentLine()
    rest = list(arguments)
    while rest:
        option = rest.pop(0)
        if option in _FLAG_OPTIONS:
            line.options.add(option)
        elif option == "--esn":
            line.extras[_next(rest, option)] = "null"
        elif option in _EXTRA_OPTIONS:
            name = _next(rest, option)
            line.extras[name] = _next(rest, option)
        elif option in _VALUE_OPTIONS:
            _next(rest, option)
        elif option.startswith("-") and len(option) > 1:
            _set(line, option, rest)
        elif option:
            _take_positional(line, option)
    return line


def _set(line: IntentLine, option: str, rest: list[str]) -> None:
    match option:
        case "-a":
            line.action = _next(rest, option)
        case "-d":
            line.data = _next(rest, option)
        case "-t":
            line.mime_type = _next(rest, option)
        case "-c":
            line.categories.append(_next(rest, option))
        case "-n":
            line.component = _next(rest, option)
            if "/" not in line.component:
                raise BadIntent(f"Bad component name: {line.component}")
        case "-p":
            line.package = _next(rest, option)
        case "-f":
            line.flags = _next(rest, option)
        case _ if option.startswith("--"):
            line.options.add(option)
        case _:
            raise BadIntent(f"Unknown option: {option}")


def _take_positional(line: IntentLine, word: str) -> None:
    """A URI, a component, or a package."""
    if ":" in word:
        line.data = word
        line.action = line.action or "android.intent.action.VIEW"
    elif "/" in word:
        line.component = word
    else:
        line.package = word


def _next(rest: list[str], option: str) -> str:
    if not rest:
        raise BadIntent(f'Argument expected after "{option}"')
    return rest.pop(0)
