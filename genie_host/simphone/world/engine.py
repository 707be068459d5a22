"""The phone as a state machine: windows, touches, keys, time. No wire, no threads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.geometry import Size
from genie_host.simphone.profiles import Profile
from genie_host.simphone.profiles import profile as profile_named
from genie_host.simphone.world.navigation import LAUNCHER, Foreground
from genie_host.simphone.world.schema import load_app
from genie_host.simphone.world.scripts import Script
from genie_host.simphone.world.snapshot import Snapshotting
from genie_host.simphone.world.touch import LONG_PRESS_MS

__all__ = ["APPS", "LAUNCHER", "LONG_PRESS_MS", "PORTRAIT", "Foreground", "World"]

APPS = Path(__file__).parent.parent / "apps"
PORTRAIT = Size(width=1080, height=2400)


class World(Snapshotting):
    """One phone. Call it from one thread."""

    @classmethod
    def from_bundled_apps(
        cls,
        *,
        state: Mapping[str, Any] | None = None,
        seed: int = 0,
        extra_apps: Iterable[Path] = (),
        clock: Clock = SYSTEM_CLOCK,
        profile: Profile | str | None = None,
        locale: str = "en",
    ) -> World:
        """A phone with the apps that ship with Genie; ``state`` overrides variables per app id."""
        files = [*sorted(APPS.glob("*.yaml")), *extra_apps]
        kind = profile_named(profile) if isinstance(profile, str) else profile
        return cls((load_app(path) for path in files), state=state, seed=seed, clock=clock, profile=kind, locale=locale)

    def stop_app(self, package: str) -> None:
        """End an app: its screens, questions and notifications are gone, its variables stay."""
        super().stop_app(package)
        self.drop_prompts(package)
        if self.confirmation is not None and self.confirmation.package == package:
            self.close_confirmation("gone")
        self._forget_once(package)
        for posted in list(self.system.notifications):
            if posted.package == package and posted.notification is not None:
                self._remove(posted.key)

    def uninstall(self, package: str) -> bool:
        """Take an app away with all that it left behind."""
        app = self.apps.get(package)
        is_gone = super().uninstall(package)
        if app is not None and is_gone:
            self.reset_permissions(package)
            self.system.pending = [
                pending
                for pending in self.system.pending
                if not (isinstance(pending.do, Script) and pending.do.app_id == app.app_id)
            ]
        return is_gone

    def sleep(self) -> None:
        """Screen off; what waits for a finger waits no longer."""
        self.cancel_finger()
        super().sleep()

    def turn(self, quarter_turns: int) -> None:
        """Hold the phone another way; the screen follows when it may."""
        self.system.held = quarter_turns % 4
        if self.is_on("auto_rotate"):
            self.rotation = quarter_turns
        self._changed()

    def set_rotation(self, quarter_turns: int) -> None:
        """Turn the screen, however the phone is held."""
        self.rotation = quarter_turns
        self._changed()

    def fold(self, is_folded: bool) -> bool:
        """Close or open a foldable; False for phones that do not fold."""
        if self.profile.folded_size is None:
            return False
        self.system.is_folded = is_folded
        return self._changed()
