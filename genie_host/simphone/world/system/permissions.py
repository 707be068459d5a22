"""Permissions: who may do what, who has been asked, and what was answered."""

from __future__ import annotations

from functools import lru_cache

from genie_host.simphone.world.scripts import Script
from genie_host.simphone.world.system.state import Do, Prompt
from genie_host.simphone.world.system.switches import Switches

_DENIALS_THAT_SETTLE_IT = 2
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


@lru_cache(maxsize=1024)
def permission_name(name: str) -> str:
    """The name that app files use, of ``android.permission.READ_CONTACTS`` too."""
    bare = name.rpartition(".")[2].lower()
    return _GROUPS.get(bare, bare)


class Permissions(Switches):
    """The part of the phone that remembers answers."""

    def has_permission(self, name: str, package: str = "") -> bool:
        """Whether an app, the one that acts or is in front by default, may do something."""
        held = self.system.permissions.get(package or self.actor.package, {})
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
        self._changed()

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
        self._changed()

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
        prompt = self.top_prompt
        if prompt is None or prompt.kind != "permission":
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
        self._changed()

    def _forget_once(self, package: str) -> None:
        held = self.system.permissions.get(package, {})
        for name in [name for name, state in held.items() if state == "once"]:
            del held[name]

    def _package_of(self, do: Do) -> str:
        """The app that left some work for later."""
        if isinstance(do, Script):
            return next((app.package for app in self.apps.values() if app.app_id == do.app_id), self.app.package)
        return self.actor.package
