"""The verbs of app files: what each takes, as JSON schema. ``actions.py`` carries them out."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, WithJsonSchema

from genie_host.simphone.world.schema.checking import fault_in

_TEMPLATE = {"type": "string"}
_PATH = {"type": "string"}
_ACTIONS = {"type": "array", "items": {"$ref": "#/$defs/Action"}}
_FIELDS = {"type": "object"}
_NUMBER = {"type": ["number", "string"]}


def _record(required: tuple[str, ...] = (), **properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _open_record(required: tuple[str, ...], **properties: dict[str, Any]) -> dict[str, Any]:
    return {**_record(required, **properties), "additionalProperties": True}


TARGET_SCHEMA: dict[str, Any] = {
    "anyOf": [_TEMPLATE, _record(("screen",), screen=_TEMPLATE, args={"type": "object"})],
}
_NOTIFICATION = _record(
    ("title",),
    id=_TEMPLATE,
    app={
        "type": "string",
        "description": "Id of the app that it comes from, where it is not this one: a text message.",
    },
    title=_TEMPLATE,
    text=_TEMPLATE,
    channel=_TEMPLATE,
    tap=_ACTIONS,
    actions={"type": "array", "items": _record(("text",), text=_TEMPLATE, do=_ACTIONS)},
)
_ANYTHING: dict[str, Any] = {}

VERBS: dict[str, dict[str, Any]] = {
    "goto": TARGET_SCHEMA,
    "back": _ANYTHING,
    "start": _TEMPLATE,
    "finish": _ANYTHING,
    "set": _FIELDS,
    "toggle": _PATH,
    "add": _record(("path",), path=_PATH, by=_NUMBER, times=_NUMBER),
    "clear": _PATH,
    "append": _record(("to", "value"), to=_PATH, value=_ANYTHING),
    "remove": _record(("from", "where"), **{"from": _PATH, "where": _FIELDS}),
    "ensure": _record(("list", "where", "value"), list=_PATH, where=_FIELDS, value=_ANYTHING),
    "sort": _record(("list", "by"), list=_PATH, by={"type": "string"}),
    "effect": _open_record(("kind",), kind={"type": "string"}),
    "emit": _open_record(("kind",), kind={"type": "string"}),
    "toast": _TEMPLATE,
    "dialog": _TEMPLATE,
    "dismiss": _ANYTHING,
    "delay": _record(("ms", "then"), ms={"type": "integer", "minimum": 0}, then=_ACTIONS),
    "if": _record(("path", "then"), path=_PATH, then=_ACTIONS, **{"else": _ACTIONS}),
    "for": _record(("each", "do"), each=_PATH, when=_PATH, do=_ACTIONS),
    "random": {"type": "array", "items": _ACTIONS, "minItems": 1},
    "permission": _record(("name",), name={"type": "string"}, granted=_ACTIONS, denied=_ACTIONS),
    "finger": _record((), title=_TEMPLATE, subtitle=_TEMPLATE, approved=_ACTIONS, denied=_ACTIONS),
    "notify": _NOTIFICATION,
    "cancel_notification": _TEMPLATE,
    "copy": _TEMPLATE,
    "url": _TEMPLATE,
    "link": _TEMPLATE,
    "intent": _record(("action",), action=_TEMPLATE, data=_TEMPLATE, extras={"type": "object"}),
    "call": _TEMPLATE,
    "crash": _TEMPLATE,
    "anr": _ANYTHING,
    "install": _TEMPLATE,
    "uninstall": _TEMPLATE,
    "command": _TEMPLATE,
}
"""Verb -> JSON schema of its argument."""

EXTRAS = {"toggle": {"name": _TEMPLATE}}
"""What may stand beside a verb."""

ACTION_MARK = {"type": "object", "title": "Action"}
"""Stands for an action where pydantic writes the schema, which knows nothing of our ``$defs``."""


def fault_of(action: Any) -> str:
    """What is wrong with an action, or nothing. A verb that is not known is found out when it is to be done."""
    if not isinstance(action, dict) or not action:
        return f"{action!r} is no action"
    verb, argument = next(iter(action.items()))
    if verb not in VERBS:
        return ""
    odd = [name for name in list(action)[1:] if name not in EXTRAS.get(verb, {})]
    if odd:
        return f"{odd[0]} cannot stand beside {verb}"
    fault = fault_in(argument, VERBS[verb], fault_of)
    return f"{verb}: {fault}" if fault else ""


def _checked(action: dict[str, Any]) -> dict[str, Any]:
    fault = fault_of(action)
    if fault:
        raise ValueError(fault)
    return action


Action = Annotated[dict[str, Any], AfterValidator(_checked), WithJsonSchema(ACTION_MARK)]
"""One verb and its argument, such as ``{"goto": "network"}``."""


def action_schema() -> dict[str, Any]:
    """JSON schema of one action: a mapping with one verb."""
    return {
        "title": "Action",
        "description": "One verb and its argument.",
        "anyOf": [_record((verb,), **{verb: argument}, **EXTRAS.get(verb, {})) for verb, argument in VERBS.items()],
    }
