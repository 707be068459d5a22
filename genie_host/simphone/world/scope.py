"""What templates and paths can name: an app's variables, under what a screen, a list or a dialog lays over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any


class Scope(MutableMapping[str, Any]):
    """A live view of an app's variables with names laid over them; writing goes through to the variables."""

    def __init__(
        self,
        variables: MutableMapping[str, Any],
        local: Mapping[str, Any],
        *,
        app_id: str = "",
        phone: Mapping[str, Any] | None = None,
    ) -> None:
        self.variables = variables
        self.local = dict(local)
        """Names that hide variables: arguments of the screen, the entry of a list as ``item``."""
        self.app_id = app_id
        self.phone = phone or {}
        """Variables of all apps by app id, which paths reach as ``phone.gallery.photos``."""

    def over(self, **names: Any) -> Scope:
        """The same variables with more names over them."""
        return Scope(self.variables, {**self.local, **names}, app_id=self.app_id, phone=self.phone)

    def __getitem__(self, name: str) -> Any:
        if name in self.local:
            return self.local[name]
        return self.phone if name == "phone" and name not in self.variables else self.variables[name]

    def get(self, name: str, default: Any = None) -> Any:
        """As for any mapping; asked for often enough that it does without the exception."""
        if name in self.local:
            return self.local[name]
        if name == "phone" and name not in self.variables:
            return self.phone
        return self.variables.get(name, default)

    def __setitem__(self, name: str, value: Any) -> None:
        if name in self.local:
            self.local[name] = value
        if name in self.variables or name not in self.local:
            self.variables[name] = value

    def __delitem__(self, name: str) -> None:
        raise TypeError("variables are not deleted")

    def __iter__(self) -> Iterator[str]:
        return iter({**self.variables, **self.local})

    def __len__(self) -> int:
        return len({**self.variables, **self.local})


def widened(scope: Mapping[str, Any], **names: Any) -> Mapping[str, Any]:
    """A scope with more names; a plain mapping will do where nothing is written."""
    return scope.over(**names) if isinstance(scope, Scope) else {**scope, **names}
