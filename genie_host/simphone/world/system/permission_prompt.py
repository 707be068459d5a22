"""The permission controller's prompt."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import Window
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.phrases import PERMISSIONS
from genie_host.simphone.world.system.state import Prompt
from genie_host.simphone.world.system.surface import Brush, Layer

CONTROLLER = "com.android.permissioncontroller"
OLD_CONTROLLER = "com.android.packageinstaller"
GRANT_ACTIVITY = "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"
_FIRST_WITH_ONCE = 30
_FIRST_WITH_CONTROLLER = 29
_ONLY_IN_USE = frozenset({"camera", "microphone", "location"})
"""What can be allowed for once, or while the app is in use."""


class PermissionSurface:
    """The prompt, in front of the app that asks."""

    layer = Layer.PROMPT

    def window(self, world: System) -> Window | None:
        """The question and its two or three answers, from top to bottom."""
        prompt = world.top_prompt
        if prompt is None or prompt.kind != "permission":
            return None
        package = controller_of(world)
        brush, size = Brush(world, package), world.size
        answers = _answers(world, prompt.names["permission"])
        height = 420 + 150 * len(answers)
        left, right = max(60, size.width // 2 - 480), min(size.width - 60, size.width // 2 + 480)
        top = max(100, size.height - height - 120 if size.height > size.width else (size.height - height) // 2)
        root = brush.box(left, top, right, top + height, id="grant_dialog", kind="LinearLayout")
        root.children.append(
            brush.box(
                size.width // 2 - 40, top + 40, size.width // 2 + 40, top + 120, id="permission_icon", kind="ImageView"
            )
        )
        root.children.append(
            brush.text(_question(world, prompt), left + 60, top + 140, right - 60, top + 380, id="permission_message")
        )
        for number, (phrase, resource_id, answer) in enumerate(answers):
            spot = top + 400 + 150 * number
            root.children.append(
                brush.button(
                    world.say(phrase),
                    left + 60,
                    spot,
                    right - 60,
                    spot + 130,
                    id=resource_id,
                    on_tap=f"answer_permission:{answer}",
                )
            )
        return Window(
            kind="dialog", root=root, type="application", layer=self.layer, title=f"{package}/{GRANT_ACTIVITY}"
        )

    def back(self, world: System) -> bool:
        """Back leaves the question unanswered on the screen, as on a phone."""
        return self.window(world) is not None

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """Nothing moves behind a prompt."""
        return self.window(world) is not None


def controller_of(world: System) -> str:
    """Package of who asks; it was the package installer in old versions."""
    return CONTROLLER if world.profile.sdk >= _FIRST_WITH_CONTROLLER else OLD_CONTROLLER


def _question(world: System, prompt: Prompt) -> str:
    name = prompt.names["permission"]
    app = world.label_of(prompt.package)
    if name in PERMISSIONS:
        return world.say(PERMISSIONS[name], app=app)
    return world.say("Allow {app} to use {permission}?", app=app, permission=name.replace("_", " "))


def _answers(world: System, name: str) -> list[tuple[str, str, str]]:
    """Phrase, resource id and answer, from top to bottom."""
    deny = "Don't allow" if world.profile.sdk >= _FIRST_WITH_ONCE else "Deny"
    last = (deny, "permission_deny_button", "deny")
    if name in _ONLY_IN_USE and world.profile.sdk >= _FIRST_WITH_ONCE:
        return [
            ("While using the app", "permission_allow_foreground_only_button", "allow"),
            ("Only this time", "permission_allow_one_time_button", "once"),
            last,
        ]
    return [("Allow", "permission_allow_button", "allow"), last]
