"""What a tap does: the verbs of app files. ``schema/verbs.py`` lists them with their arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

from genie_host.simphone.world import changes, paths
from genie_host.simphone.world.events import EventLog
from genie_host.simphone.world.schema import Action, App, load_app
from genie_host.simphone.world.scope import Scope, widened
from genie_host.simphone.world.scripts import Intent, Notification, NotificationAction, Script

DOWNLOADS = Path(__file__).parent.parent / "apps" / "downloads"
"""App files that are on no phone at first and that an app store can install."""


class Stage(Protocol):
    """The part of the phone that actions move about on. Scripts are callables without arguments that are also data."""

    log: EventLog
    random: Random
    state: dict[str, dict[str, Any]]
    """Variables of all apps by app id."""

    @property
    def app_id(self) -> str:
        """The app in front."""
        ...

    def words_of(self, app_id: str) -> Mapping[str, str]:
        """Translations of an app's templates into the phone's language."""
        ...

    def perform(self, actions: Sequence[Action], scope: Mapping[str, Any]) -> None:
        """Do actions in their order: ``perform_all`` with this stage."""
        ...

    def go_to(self, screen: str, args: Mapping[str, str]) -> None: ...

    def go_back(self) -> None: ...

    def start_app(self, package: str) -> bool: ...

    def finish_task(self) -> None:
        """End the task of the app in front."""
        ...

    def show_dialog(self, dialog: str | None, scope: Mapping[str, Any]) -> None: ...

    def show_toast(self, text: str) -> None: ...

    def after(self, ms: int, do: Script) -> None: ...

    def post(self, notification: Notification) -> None: ...

    def cancel_notification(self, id: str) -> None: ...

    def has_permission(self, name: str) -> bool: ...

    def ask_permission(self, name: str, granted: Script, denied: Script) -> None: ...

    def ask_finger(self, title: str, subtitle: str, approved: Script, denied: Script) -> None: ...

    def crash(self, message: str) -> None: ...

    def anr(self) -> None: ...

    def open_url(self, url: str) -> None:
        """An address or a deep link: shown by the app that claims it, else by the browser."""
        ...

    def send_intent(self, intent: Intent) -> None: ...

    def copy(self, text: str) -> None: ...

    def place_call(self, number: str) -> None: ...

    def command(self, text: str) -> None:
        """A command of the phone's own, ``name`` or ``name:argument``: ``set_locale:de``."""
        ...

    def install(self, app: App) -> None: ...

    def uninstall(self, package: str) -> bool: ...


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
