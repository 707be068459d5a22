"""Permissions: who may do what, and the permission controller that asks."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import Window
from genie_host.simphone.world.scripts import Script
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.phrases import PERMISSIONS
from genie_host.simphone.world.system.state import Do, Prompt
from genie_host.simphone.world.system.surface import Brush, Layer
from genie_host.simphone.world.system.switches import Switches

CONTROLLER = "com.android.permissioncontroller"
OLD_CONTROLLER = "com.android.packageinstaller"
GRANT_ACTIVITY = "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"
_FIRST_WITH_ONCE = 30
_FIRST_WITH_CONTROLLER = 29
_DENIALS_THAT_SETTLE_IT = 2
_ONLY_IN_USE = frozenset({"camera", "microphone", "location"})
"""What can be allowed for once, or while the app is in use."""
_GROUPS = {
    "record_audio": "microphone",
    "access_fine_location": "location",
    "access_coarse_location": "location",
    "access_background_location": "location",
    "read_contacts": "contacts",
    "write_contacts": "contacts",
    "get_accounts": "contacts",
    "read_calendar": "calendar",
    "write_calendar": "calendar",
    "send_sms": "sms",
    "read_sms": "sms",
    "receive_sms": "sms",
    "call_phone": "phone",
    "read_phone_state": "phone",
    "read_call_log": "call_log",
    "write_call_log": "call_log",
    "read_external_storage": "storage",
    "write_external_storage": "storage",
    "read_media_images": "photos",
    "read_media_video": "photos",
    "read_media_audio": "music",
    "post_notifications": "notifications",
    "bluetooth_scan": "bluetooth",
    "bluetooth_connect": "bluetooth",
    "activity_recognition": "activity",
}


def permission_name(name: str) -> str:
    """The name that app files use, of ``android.permission.READ_CONTACTS`` too."""
    bare = name.rpartition(".")[2].lower()
    return _GROUPS.get(bare, bare)


class Permissions(Switches):
    """The part of the phone that remembers answers."""

    def has_permission(self, name: str, package: str = "") -> bool:
        """Whether an app, the one in front by default, may do something."""
        held = self.system.permissions.get(package or self.app.package, {})
        return held.get(permission_name(name)) in ("granted", "once")

    def grant_permission(self, package: str, name: str) -> None:
        """As ``pm grant`` does."""
        self._remember(package, name, "granted")

    def revoke_permission(self, package: str, name: str) -> None:
        """As ``pm revoke`` does; the app may ask again."""
        self._remember(package, name, "denied")
        self.system.denials.get(package, {}).pop(permission_name(name), None)

    def forget_permission(self, package: str, name: str) -> None:
        """Neither allowed nor denied any more."""
        self.system.permissions.get(package, {}).pop(permission_name(name), None)

    def permission_state(self, package: str, name: str) -> str:
        """``granted``, ``once``, ``denied``, or nothing when no answer is known."""
        return self.system.permissions.get(package, {}).get(permission_name(name), "")

    def reset_permissions(self, package: str = "") -> None:
        """Forget all answers given to an app, or to all apps."""
        for table in (self.system.permissions, self.system.denials):
            if package:
                table.pop(package, None)
            else:
                table.clear()

    def ask_permission(self, name: str, granted: Do, denied: Do) -> None:
        """Ask the person, unless the answer is known: allowed already, or denied twice."""
        package = self._package_of(granted)
        wanted = permission_name(name)
        if self.has_permission(wanted, package):
            granted()
        elif self.system.denials.get(package, {}).get(wanted, 0) >= _DENIALS_THAT_SETTLE_IT:
            self.log.append("permission_denied_unasked", package=package, permission=wanted)
            denied()
        else:
            self.log.append("permission_asked", package=package, permission=wanted)
            self.system.prompts.append(
                Prompt(
                    kind="permission",
                    package=package,
                    names={"permission": wanted},
                    answers={"granted": granted, "denied": denied},
                    number=self._number(),
                )
            )
            self._leave_keyboard()
            self._changed()

    def answer_permission(self, answer: str) -> None:
        """``allow``, ``once`` or ``deny``: what the person taps."""
        prompt = next((prompt for prompt in reversed(self.system.prompts) if prompt.kind == "permission"), None)
        if prompt is None:
            return
        self.system.prompts.remove(prompt)
        name = prompt.names["permission"]
        states = {"allow": "granted", "once": "once", "deny": "denied"}
        self._remember(prompt.package, name, states[answer])
        self.log.append("permission_answered", effect=True, package=prompt.package, permission=name, answer=answer)
        if answer == "deny":
            counts = self.system.denials.setdefault(prompt.package, {})
            counts[name] = counts.get(name, 0) + 1
        prompt.answers["denied" if answer == "deny" else "granted"]()
        self._changed()

    def _remember(self, package: str, name: str, state: str) -> None:
        self.system.permissions.setdefault(package, {})[permission_name(name)] = state

    def _forget_once(self, package: str) -> None:
        held = self.system.permissions.get(package, {})
        for name in [name for name, state in held.items() if state == "once"]:
            del held[name]

    def _package_of(self, do: Do) -> str:
        """The app that left some work for later."""
        if isinstance(do, Script):
            return next((app.package for app in self.apps.values() if app.app_id == do.app_id), self.app.package)
        return self.app.package


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
