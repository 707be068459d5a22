"""Telephone calls, in and out, and the screen that stands in front meanwhile."""

from __future__ import annotations

import re

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.notifications import Notifications
from genie_host.simphone.world.system.state import Call
from genie_host.simphone.world.system.surface import Brush, Layer

CALL_PACKAGE = "com.android.dialer"
CALL_ACTIVITY = "com.android.incallui.InCallActivity"
_RINGS_SECONDS = 30.0
_CONNECTS_SECONDS = 2.0
_NOTE = "call"


class Calls(Notifications):
    """The part of the phone that is a telephone."""

    def ring(self, number: str, name: str = "") -> bool:
        """Somebody calls; False when there is a call already. It rings for half a minute."""
        if self.system.call is not None:
            return False
        who = name or self._name_of(number)
        self.system.call = Call(number=number, name=who, phase="ringing", since=self.now)
        self.is_screen_on = True
        self.log.append("call_incoming", number=number, name=who)
        self._plan(_RINGS_SECONDS, command="miss_call")
        self._leave_keyboard()
        return self._changed()

    def place_call(self, number: str) -> None:
        """Call somebody; they pick up after two seconds."""
        if self.system.call is not None or not number:
            return
        name = self._name_of(number)
        self.system.call = Call(number=number, name=name, phase="dialling", since=self.now)
        self.log.append("call_started", effect=True, number=number, name=name)
        self._note_call(self.system.call, "Outgoing")
        self._plan(_CONNECTS_SECONDS, command="connect_call")
        self._leave_keyboard()
        self._changed()

    def answer_call(self) -> None:
        """Pick up."""
        call = self.system.call
        if call is not None and call.phase == "ringing":
            self._forget_plan("miss_call")
            self._talk(call)
            self._note_call(call, "Incoming")
            self.log.append("call_answered", effect=True, number=call.number, name=call.name)

    def connect_call(self) -> None:
        """The other side picks up."""
        call = self.system.call
        if call is not None and call.phase == "dialling":
            self._talk(call)
            self.log.append("call_connected", number=call.number)

    def end_call(self) -> None:
        """Decline or hang up."""
        call = self.system.call
        if call is None:
            return
        kind = "call_declined" if call.phase == "ringing" else "call_ended"
        self.log.append(kind, effect=True, number=call.number, name=call.name)
        if call.phase == "ringing":
            self._note_call(call, "Declined")
        self._hang_up()

    def flip_mute(self) -> None:
        """The microphone, off or on again."""
        call = self.system.call
        if call is not None:
            call.is_muted = not call.is_muted
            self.log.append("call_muted", value=call.is_muted)
            self._changed()

    def flip_speaker(self) -> None:
        """Loud, or at the ear again."""
        call = self.system.call
        if call is not None:
            call.is_on_speaker = not call.is_on_speaker
            self.log.append("call_on_speaker", value=call.is_on_speaker)
            self._changed()

    def miss_call(self) -> None:
        """Nobody picked up in time."""
        call = self.system.call
        if call is None or call.phase != "ringing":
            return
        self.log.append("call_missed", number=call.number, name=call.name)
        self._note_call(call, "Missed")
        who = call.name or call.number or self.say("Unknown caller")
        self._hang_up()
        self.post_from_system("missed_call", self.say("Missed call"), who, package=CALL_PACKAGE)

    def show_call(self) -> None:
        """Back to the call from wherever one is."""
        if self.system.call is not None:
            self.system.call.is_hidden = False
            self._remove(_NOTE)

    def hide_call(self) -> None:
        """Elsewhere while the call lasts; a notification leads back."""
        call = self.system.call
        if call is not None and not call.is_hidden:
            call.is_hidden = True
            title = self.say("Incoming call" if call.phase == "ringing" else "Ongoing call")
            self.post_from_system(
                _NOTE, title, call.name or call.number, package=CALL_PACKAGE, command="show_call", is_ongoing=True
            )

    def emergency_call(self) -> None:
        """The lock screen's button: on record, and nothing else."""
        self.log.append("emergency_dialler_opened")

    def _talk(self, call: Call) -> None:
        call.phase, call.since = "active", self.now
        self._changed()

    def _hang_up(self) -> None:
        self.system.call = None
        self._forget_plan("miss_call")
        self._forget_plan("connect_call")
        self._remove(_NOTE)

    def _note_call(self, call: Call, how: str) -> None:
        """Put a call at the top of the Phone app's list, where there is such an app."""
        calls = self.state.get("phone", {}).get("calls")
        if isinstance(calls, list):
            time = self.date_time.strftime("%H:%M")
            entry = {"id": f"call{self._number()}", "name": call.name, "number": call.number, "how": how, "time": time}
            calls.insert(0, entry)

    def _name_of(self, number: str) -> str:
        """Who has a number, by the first list of an app that knows it."""
        wanted = re.sub(r"\D", "", number)
        for app_id in ("contacts", "phone", "messages"):
            for variable in self.state.get(app_id, {}).values():
                for entry in variable if isinstance(variable, list) else ():
                    if isinstance(entry, dict) and wanted and _digits(entry) == wanted and entry.get("name"):
                        return str(entry["name"])
        return ""


def _digits(entry: dict[str, object]) -> str:
    return re.sub(r"\D", "", str(entry.get("number") or entry.get("phone") or ""))


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
