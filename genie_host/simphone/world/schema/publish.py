"""The form of an app file as JSON schema, for editors and for other programs that write app files."""

from __future__ import annotations

import json
from typing import Any

from genie_host.simphone.world.schema.records import App
from genie_host.simphone.world.schema.verbs import ACTION_MARK, action_schema


def app_schema() -> dict[str, Any]:
    """JSON schema (2020-12) of an app file."""
    schema: dict[str, Any] = _with_actions(App.model_json_schema())
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["$defs"] = {"Action": action_schema(), **schema["$defs"]}
    return schema


def app_schema_text() -> str:
    """The published text: ``docs/app.schema.json``."""
    return json.dumps(app_schema(), indent=2, ensure_ascii=False) + "\n"


def _with_actions(value: Any) -> Any:
    if value == ACTION_MARK:
        return {"$ref": "#/$defs/Action"}
    if isinstance(value, dict):
        return {key: _with_actions(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_actions(inner) for inner in value]
    return value
