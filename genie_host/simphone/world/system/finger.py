"""The biometric prompt, which a person answers with a finger."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import Window
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.permissions import Permissions
from genie_host.simphone.world.system.state import Do, Prompt
from genie_host.simphone.world.system.surface import SYSTEM_UI, Brush, Layer

_TIMEOUT_SECONDS = 30.0
_TRIES = 5


class Fingers(Permissions):
    """The part of the phone with the sensor."""

    def ask_finger(self, title: str, subtitle: str, approved: Do, denied: Do) -> None:
        """Ask for a finger; without one the answer is no after half a minute."""
        number = self._number()
        self._leave_keyboard()
        self.system.prompts.append(
            Prompt(
                kind="finger",
                package=self._package_of(approved),
                names={"title": title, "subtitle": subtitle, "message": "Touch the fingerprint sensor", "tries": 0},
                answers={"approved": approved, "denied": denied},
                number=number,
            )
        )
        self.log.append("finger_asked", package=self._package_of(approved), title=title, subtitle=subtitle)
        self._plan(_TIMEOUT_SECONDS, command=f"finger_timeout:{number}")
        self._changed()

    @property
    def asks_finger(self) -> bool:
        """Whether a prompt waits for one."""
        return self._finger_prompt() is not None

    def finger(self, is_approved: bool) -> bool:
        """The person's finger, or their *Cancel*; False when nothing asks for it."""
        prompt = self._finger_prompt()
        if prompt is None:
            return False
        self._finish_finger(prompt, is_approved, "person")
        return True

    def wrong_finger(self) -> bool:
        """A finger that the phone does not know; the fifth ends the prompt. False when nothing asks."""
        prompt = self._finger_prompt()
        if prompt is None:
            return False
        prompt.names["tries"] += 1
        prompt.names["message"] = "Not recognised"
        self.log.append("finger_not_recognised", tries=prompt.names["tries"])
        if prompt.names["tries"] >= _TRIES:
            self._finish_finger(prompt, False, "lockout")
            self.show_toast(self.say("Too many attempts. Try again later."))
        return self._changed()

    def cancel_finger(self) -> None:
        """*Cancel*, or the back key."""
        self.finger(False)

    def finger_timeout(self, number: str) -> None:
        """Nobody came."""
        prompt = next((prompt for prompt in self.system.prompts if prompt.number == int(number)), None)
        if prompt is not None:
            self._finish_finger(prompt, False, "timeout")

    def _finger_prompt(self) -> Prompt | None:
        prompt = self.top_prompt
        return prompt if prompt is not None and prompt.kind == "finger" else None

    def _finish_finger(self, prompt: Prompt, is_approved: bool, by: str) -> None:
        self.system.prompts.remove(prompt)
        self._forget_plan(f"finger_timeout:{prompt.number}")
        self.log.append("finger", package=prompt.package, approved=is_approved, by=by)
        prompt.answers["approved" if is_approved else "denied"]()
        self._changed()


class FingerSurface:
    """The sheet at the bottom; a picture of it is black, as on a phone."""

    layer = Layer.FINGER

    def window(self, world: System) -> Window | None:
        """Title, subtitle, what to do, and *Cancel*."""
        prompt = world.top_prompt
        if prompt is None or prompt.kind != "finger":
            return None
        brush, size = Brush(world, SYSTEM_UI), world.size
        top = max(90, size.height - 1000)
        left, right = max(0, size.width // 2 - 540), min(size.width, size.width // 2 + 540)
        root = brush.box(left, top, right, size.height, id="biometric_dialog")
        lines = [
            ("title", prompt.names["title"], 60, 140),
            ("subtitle", prompt.names["subtitle"], 150, 300),
            ("indicator", world.say(prompt.names["message"]), 640, 720),
        ]
        for resource_id, text, upper, lower in lines:
            if text:
                root.children.append(brush.text(text, left + 60, top + upper, right - 60, top + lower, id=resource_id))
        middle = (left + right) // 2
        icon = brush.box(middle - 110, top + 360, middle + 110, top + 580, id="biometric_icon", kind="ImageView")
        icon.description = world.say("Touch the fingerprint sensor")
        root.children.append(icon)
        cancel = brush.button(
            world.say("Cancel"),
            left + 60,
            min(top + 780, size.height - 150),
            left + 460,
            min(top + 900, size.height - 30),
            id="button_negative",
            on_tap="cancel_finger",
        )
        root.children.append(cancel)
        return Window(
            kind="dialog", root=root, secure=True, type="system_alert", layer=self.layer, title="BiometricPrompt"
        )

    def back(self, world: System) -> bool:
        """Back is *Cancel*."""
        if self.window(world) is None:
            return False
        world.command("cancel_finger")
        return True

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """Nothing moves behind it."""
        return self.window(world) is not None
