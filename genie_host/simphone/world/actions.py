"""What a tap does: the verbs of app files. ``schema/verbs.py`` lists them with their arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from genie_host.simphone.world import changes, paths
from genie_host.simphone.world.schema import Action, load_app
from genie_host.simphone.world.scope import Scope, widened
from genie_host.simphone.world.scripts import Intent, Notification, NotificationAction, Script
from genie_host.simphone.world.stage import Stage

DOWNLOADS = Path(__file__).parent.parent / "apps" / "downloads"
"""App files that are on no phone at first and that an app store can install."""


def perform_all(actions: Sequence[Action], scope: Mapping[str, Any], stage: Stage) -> None:
    """Do actions in their order."""
    for action in actions:
        perform(action, scope, stage)


def perform(action: Action, scope: Mapping[str, Any], stage: Stage) -> None:
    """Do one action; raises SimulatorError for a verb that does not exist."""
    verb, argument = next(iter(action.items()))
    for group in (_move, _say, _choose, _ask, _reach_out):
        if group(verb, argument, scope, stage):
            return
    if verb == "toggle":
        _toggle(argument, paths.expand(str(action.get("name", argument)), scope), scope, stage)
    else:
        changes.change(verb, argument, scope)


def script(actions: Sequence[Action], scope: Mapping[str, Any], stage: Stage) -> Script:
    """Actions put off until later."""
    local = dict(scope.local) if isinstance(scope, Scope) else {}
    return Script(actions=list(actions), app_id=_owner(scope, stage), local=local, stage=stage)


def _said(template: str, scope: Mapping[str, Any], stage: Stage) -> str:
    """A template in the phone's language, filled."""
    return paths.expand(stage.words_of(_owner(scope, stage)).get(template, template), scope)


def _owner(scope: Mapping[str, Any], stage: Stage) -> str:
    return (scope.app_id if isinstance(scope, Scope) else "") or stage.app_id


def _move(verb: str, argument: Any, scope: Mapping[str, Any], stage: Stage) -> bool:
    """From screen to screen. An app that is not in front cannot open its screens, as on a phone."""
    in_front = _owner(scope, stage) == stage.app_id
    match verb:
        case "goto" if in_front:
            stage.go_to(*target(argument, scope))
        case "back" if in_front:
            stage.go_back()
        case "dialog" if in_front:
            stage.show_dialog(argument, scope)
        case "dismiss" if in_front:
            stage.show_dialog(None, scope)
        case "finish" if in_front:
            stage.finish_task()
        case "start":
            stage.start_app(paths.expand(argument, scope))
        case _:
            return verb in ("goto", "back", "dialog", "dismiss", "finish")
    return True


def target(argument: Any, scope: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Screen and arguments that a ``goto`` names, its templates filled."""
    if isinstance(argument, str):
        return argument, {}
    return argument["screen"], {key: paths.expand(value, scope) for key, value in argument.get("args", {}).items()}


def _say(verb: str, argument: Any, scope: Mapping[str, Any], stage: Stage) -> bool:
    """What is seen or written down."""
    match verb:
        case "toast":
            stage.show_toast(_said(argument, scope, stage))
        case "effect" | "emit":
            fields = {key: changes.filled(value, scope) for key, value in argument.items() if key != "kind"}
            stage.log.append(argument["kind"], effect=True, app=_owner(scope, stage), **fields)
        case "notify":
            stage.post(_notification(argument, scope, stage))
        case "cancel_notification":
            stage.cancel_notification(paths.expand(argument, scope))
        case "copy":
            stage.copy(paths.expand(argument, scope))
        case _:
            return False
    return True


def _notification(argument: Any, scope: Mapping[str, Any], stage: Stage) -> Notification:
    title = _said(argument["title"], scope, stage)
    buttons = tuple(
        NotificationAction(text=_said(button["text"], scope, stage), do=script(button.get("do", []), scope, stage))
        for button in argument.get("actions", [])
    )
    return Notification(
        id=paths.expand(str(argument.get("id", argument["title"])), scope),
        app_id=argument.get("app", _owner(scope, stage)),
        title=title,
        text=_said(argument.get("text", ""), scope, stage),
        channel=argument.get("channel", ""),
        tap=script(argument.get("tap", []), scope, stage),
        actions=buttons,
    )


def _choose(verb: str, argument: Any, scope: Mapping[str, Any], stage: Stage) -> bool:
    """Actions inside an action."""
    match verb:
        case "if":
            branch = "then" if paths.holds(argument["path"], scope) else "else"
            perform_all(argument.get(branch, []), scope, stage)
        case "for":
            for entry in list(paths.lookup(scope, argument["each"]) or []):
                inner = widened(scope, item=entry)
                if paths.holds(argument.get("when", ""), inner):
                    perform_all(argument["do"], inner, stage)
        case "random":
            perform_all(stage.random.choice(argument), scope, stage)
        case "delay":
            stage.after(argument["ms"], script(argument["then"], scope, stage))
        case _:
            return False
    return True


def _ask(verb: str, argument: Any, scope: Mapping[str, Any], stage: Stage) -> bool:
    """Questions to the person at the phone."""
    match verb:
        case "permission" if stage.has_permission(argument["name"]):
            perform_all(argument.get("granted", []), scope, stage)
        case "permission":
            granted, denied = (script(argument.get(key, []), scope, stage) for key in ("granted", "denied"))
            stage.ask_permission(argument["name"], granted, denied)
        case "finger":
            title, subtitle = (_said(argument.get(key, ""), scope, stage) for key in ("title", "subtitle"))
            approved, denied = (script(argument.get(key, []), scope, stage) for key in ("approved", "denied"))
            stage.ask_finger(title, subtitle, approved, denied)
        case _:
            return False
    return True


def _reach_out(verb: str, argument: Any, scope: Mapping[str, Any], stage: Stage) -> bool:
    """Other apps and the system."""
    match verb:
        case "url" | "link":
            stage.open_url(paths.expand(argument, scope))
        case "intent":
            extras = {key: paths.expand(str(value), scope) for key, value in argument.get("extras", {}).items()}
            action, data = (paths.expand(argument.get(key, ""), scope) for key in ("action", "data"))
            stage.send_intent(Intent(action=action, data=data, extras=extras))
        case "call":
            stage.place_call(paths.expand(argument, scope))
        case "crash":
            stage.crash(paths.expand(argument, scope))
        case "anr":
            stage.anr()
        case "install":
            stage.install(load_app(DOWNLOADS / f"{paths.expand(argument, scope)}.yaml"))
        case "uninstall":
            stage.uninstall(paths.expand(argument, scope))
        case "command":
            stage.command(paths.expand(argument, scope))
        case _:
            return False
    return True


def _toggle(path: str, name: str, scope: Mapping[str, Any], stage: Stage) -> None:
    value = not paths.lookup(scope, path)
    paths.assign(scope, path, value)
    stage.log.append("switch_changed", effect=True, app=_owner(scope, stage), name=name, key=path, value=value)
