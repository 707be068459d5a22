"""Apps that crash or do not respond, and the dialogs that say so."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import Window
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.notifications import Notifications
from genie_host.simphone.world.system.state import Prompt
from genie_host.simphone.world.system.surface import Brush, Layer
from genie_host.simphone.world.system.switches import SETTINGS_APP

_CRASHES_THAT_KEEP_ON = 2


class Failures(Notifications):
    """The part of the phone that notices what apps do wrong."""

    def crash(self, message: str, package: str = "") -> None:
        """An app, the one that acts or is in front by default, ends with an error."""
        package = package or self.actor.package
        label, count = self.label_of(package), self.system.crashes.get(package, 0) + 1
        self.system.crashes[package] = count
        self.log.append("app_crashed", package=package, message=message, pid=self.pid_of(package))
        self.stop_app(package)
        self.drop_prompts(package)
        self._ask("crash", package, label=label, keeps_on=count >= _CRASHES_THAT_KEEP_ON)

    def anr(self, package: str = "") -> None:
        """An app, the one that acts or is in front by default, answers no touch until the person decides."""
        package = package or self.actor.package
        self.log.append("app_not_responding", package=package)
        self._ask("anr", package, label=self.label_of(package))

    def is_hung(self, package: str) -> bool:
        """Whether the phone waits for an app in vain."""
        return any(prompt.kind == "anr" and prompt.package == package for prompt in self.system.prompts)

    def answer_failure(self, answer: str) -> None:
        """``close``, ``wait``, ``restart`` or ``info``."""
        prompt = next((prompt for prompt in reversed(self.system.prompts) if prompt.kind in ("crash", "anr")), None)
        if prompt is None:
            return
        self.system.prompts.remove(prompt)
        self.log.append("failure_answered", package=prompt.package, answer=answer)
        match answer:
            case "close":
                self.stop_app(prompt.package)
            case "restart":
                self.start_app(prompt.package)
            case "info":
                settings = next((app.package for app in self.apps.values() if app.app_id == SETTINGS_APP), "")
                self.start_app(settings)
        self._changed()

    def drop_prompts(self, package: str) -> None:
        """Questions of an app go when it ends; nobody hears their answers any more."""
        self.system.prompts = [prompt for prompt in self.system.prompts if prompt.package != package]

    def _ask(self, kind: str, package: str, **names: object) -> None:
        self._leave_keyboard()
        self.system.prompts.append(
            Prompt(kind="crash" if kind == "crash" else "anr", package=package, names=names, number=self._number())
        )
        self._changed()


class FailureSurface:
    """The system's dialog about an app."""

    layer = Layer.ALERT

    def window(self, world: System) -> Window | None:
        """Title and two answers."""
        prompt = world.top_prompt
        if prompt is None or prompt.kind not in ("crash", "anr"):
            return None
        brush, size = Brush(world, "android"), world.size
        left, right = max(90, size.width // 2 - 450), min(size.width - 90, size.width // 2 + 450)
        top = size.height // 2 - 240
        root = brush.box(left, top, right, top + 480)
        title = world.say(_title(prompt), app=prompt.names["label"])
        root.children.append(brush.text(title, left + 48, top + 30, right - 48, top + 150, id="android:id/alertTitle"))
        for number, (phrase, resource_id, answer) in enumerate(_answers(prompt)):
            spot = top + 170 + 140 * number
            root.children.append(
                brush.button(
                    world.say(phrase),
                    left + 48,
                    spot,
                    right - 48,
                    spot + 130,
                    id=resource_id,
                    on_tap=f"answer_failure:{answer}",
                )
            )
        words = "Application Error" if prompt.kind == "crash" else "Application Not Responding"
        return Window(
            kind="dialog", root=root, type="system_alert", layer=self.layer, title=f"{words}: {prompt.package}"
        )

    def back(self, world: System) -> bool:
        """Such a dialog is answered, not left."""
        return self.window(world) is not None

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """Nothing moves behind it."""
        return self.window(world) is not None


def _title(prompt: Prompt) -> str:
    if prompt.kind == "anr":
        return "{app} isn't responding"
    return "{app} keeps stopping" if prompt.names["keeps_on"] else "{app} has stopped"


def _answers(prompt: Prompt) -> list[tuple[str, str, str]]:
    if prompt.kind == "anr":
        return [("Close app", "android:id/aerr_close", "close"), ("Wait", "android:id/aerr_wait", "wait")]
    info = ("App info", "android:id/aerr_app_info", "info")
    if prompt.names["keeps_on"]:
        return [info, ("Close app", "android:id/aerr_close", "close")]
    return [info, ("Open app again", "android:id/aerr_restart", "restart")]
