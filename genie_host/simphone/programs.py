"""What apps that are more than an app file offer to ``am`` and ``content``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Program = Callable[[Mapping[str, str]], None]
"""An activity that is no screen of an app file: given the extras of the intent that starts it."""
Provider = Callable[[str, str], Mapping[str, str] | None]
"""What ``content call`` reaches: method and argument to the members of the result; None for no result."""
