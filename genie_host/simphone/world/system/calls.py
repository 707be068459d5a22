"""Telephone calls, in and out, and the screen that stands in front meanwhile."""

from __future__ import annotations

import re

from genie_host.simphone.world.system.notifications import Notifications
from genie_host.simphone.world.system.state import Call

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
