"""What of a call may be written down: everything but secrets. Pure."""

from __future__ import annotations

from typing import Any

from genie_host.core.calls import ToolCall
from genie_host.core.screen import Observation
from genie_host.policy.keyboard import field_meant
from genie_host.policy.layout import Layout
from genie_host.policy.secrets import looks_secret, secret_reason
from genie_host.policy.tool_names import TYPING

MASK = "••••"


def told_arguments(call: ToolCall, observation: Observation) -> dict[str, Any]:
    """The arguments of a call as they may stand in a log; a text for a field that holds a secret is masked."""
    arguments = dict(call.arguments)
    if call.tool_name not in TYPING | {"set_clipboard"} or not arguments.get("text"):
        return arguments
    layout, name = Layout(observation), str(arguments.get("field") or "")
    field = field_meant(arguments, None, name, layout) if call.tool_name != "set_clipboard" else None
    is_secret = field is not None and bool(secret_reason(field, name, layout))
    return {**arguments, "text": MASK} if is_secret or looks_secret(str(arguments["text"])) else arguments
