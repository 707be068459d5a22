"""The screen of a telephone call."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.calls import CALL_ACTIVITY, CALL_PACKAGE
from genie_host.simphone.world.system.state import Call
from genie_host.simphone.world.system.surface import Brush, Layer


class CallSurface:
    """Who calls, and what to do about it. It comes over the lock screen too."""

    layer = Layer.CALL

    def window(self, world: System) -> Window | None:
        """The call's screen unless the person went elsewhere."""
        call = world.system.call
        if call is None or call.is_hidden:
            return None
        brush, size = Brush(world, CALL_PACKAGE), world.size
        root = brush.box(0, 0, size.width, size.height, id="incall_root")
        state = {"ringing": "Incoming call", "dialling": "Calling…", "active": "Ongoing call"}[call.phase]
        name = call.name or call.number or world.say("Unknown caller")
        root.children += [
            brush.text(world.say(state), 80, 240, size.width - 80, 320, id="contactgrid_status_text"),
            brush.text(name, 80, 340, size.width - 80, 460, id="contactgrid_contact_name"),
        ]
        if call.name:
            root.children.append(brush.text(call.number, 80, 470, size.width - 80, 540, id="contactgrid_number"))
        root.children += _buttons(call, brush, world)
        layer = Layer.KEYGUARD + 1 if world.system.lock.is_up else self.layer
        return Window(kind="call", root=root, type="application", layer=layer, title=f"{CALL_PACKAGE}/{CALL_ACTIVITY}")

    def back(self, world: System) -> bool:
        """Away from the call, which goes on."""
        if self.window(world) is None:
            return False
        world.command("hide_call")
        return True

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """Nothing moves on it."""
        return self.window(world) is not None


def _buttons(call: Call, brush: Brush, world: System) -> list[SimNode]:
    size = world.size
    top, middle = size.height - 420, size.width // 2
    if call.phase == "ringing":
        return [
            brush.button(
                world.say("Decline"), middle - 440, top, middle - 60, top + 160, id="decline_button", on_tap="end_call"
            ),
            brush.button(
                world.say("Answer"), middle + 60, top, middle + 440, top + 160, id="answer_button", on_tap="answer_call"
            ),
        ]
    return [
        _toggle(brush, world.say("Mute"), middle - 440, top - 240, "flip_mute", call.is_muted),
        _toggle(brush, world.say("Speaker"), middle + 60, top - 240, "flip_speaker", call.is_on_speaker),
        brush.button(
            world.say("Hang up"),
            middle - 160,
            top,
            middle + 160,
            top + 160,
            id="incall_end_call",
            kind="ImageButton",
            on_tap="end_call",
            described=True,
        ),
    ]


def _toggle(brush: Brush, text: str, left: int, top: int, command: str, is_on: bool) -> SimNode:
    node = brush.button(
        text,
        left,
        top,
        left + 380,
        top + 160,
        id=command.replace("flip", "incall"),
        kind="ToggleButton",
        on_tap=command,
    )
    node.checkable, node.checked = True, is_on
    return node
