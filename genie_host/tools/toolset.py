"""The tools by name. The executor is the only holder of one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches

from pydantic import ValidationError

from genie_host.core.calls import ToolCall
from genie_host.core.screen import Observation
from genie_host.core.verdicts import Scope
from genie_host.tools.families import apps, gestures, screen, system, talk, text, touch
from genie_host.tools.tool import AnyTool, Arguments, RetryDifferently


class UnknownTool(RetryDifferently):
    """The model named a tool that does not exist."""


class Toolset:
    """Looks tools up and validates their arguments."""

    def __init__(self, tools: Iterable[AnyTool]) -> None:
        self._tools: dict[str, AnyTool] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise ValueError(f"two tools are called {tool.name}")
            self._tools[tool.name] = tool

    @classmethod
    def default(cls) -> Toolset:
        """Every tool there is."""
        families = (touch, gestures, text, apps, system, screen, talk)
        return cls([tool for family in families for tool in family.TOOLS])

    def __iter__(self) -> Iterator[AnyTool]:
        return iter(self._tools.values())

    def only(self, names: Iterable[str]) -> Toolset:
        """Those of the given names."""
        wanted = set(names)
        return Toolset(tool for tool in self if tool.name in wanted)

    def within(self, scopes: Collection[Scope]) -> Toolset:
        """Those that reach no further than these scopes."""
        return Toolset(tool for tool in self if tool.scope in scopes)

    def fitting(self, observation: Observation) -> Toolset:
        """Those that can be of use on a screen."""
        return Toolset(tool for tool in self if tool.fits(observation))

    def tool(self, name: str) -> AnyTool:
        """The tool of that name; raises UnknownTool, which suggests the nearest one."""
        tool = self._tools.get(name)
        if tool is None:
            near = get_close_matches(name, self._tools, n=1, cutoff=0.5)
            hint = f" Did you mean {near[0]}?" if near else f" There are: {', '.join(self._tools)}."
            raise UnknownTool(f"There is no tool called '{name[:60]}'.{hint}")
        return tool

    def validate(self, call: ToolCall) -> tuple[AnyTool, Arguments]:
        """The tool and its typed arguments; raises RetryDifferently with what is wrong with them."""
        tool = self.tool(call.tool_name)
        try:
            return tool, tool.arguments.model_validate(dict(call.arguments))
        except ValidationError as error:
            faults = "; ".join(
                f"{'.'.join(str(part) for part in fault['loc']) or 'arguments'}: {fault['msg']}"
                for fault in error.errors(include_url=False, include_context=False, include_input=False)
            )
            raise RetryDifferently(f"{tool.name} was called wrongly: {faults}.") from error
