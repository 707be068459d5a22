"""What is on the glass: the windows of apps and system in their order, and their trees."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.layout.page import clip
from genie_host.simphone.world.navigation import Foreground
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.stacks import Visit
from genie_host.simphone.world.system.calls import CALL_ACTIVITY, CALL_PACKAGE
from genie_host.simphone.world.system.confirmation import Confirmations
from genie_host.simphone.world.system.failures import Failures
from genie_host.simphone.world.system.finger import Fingers
from genie_host.simphone.world.system.intents import Intents
from genie_host.simphone.world.system.keyguard import Keyguard
from genie_host.simphone.world.system.permission_prompt import GRANT_ACTIVITY, controller_of
from genie_host.simphone.world.system.popups import Popups
from genie_host.simphone.world.system.recents import Recents
from genie_host.simphone.world.system.shade import Shade
from genie_host.simphone.world.system.state import Settling
from genie_host.simphone.world.system.surfaces import SURFACES
from genie_host.simphone.world.system.toasts import Toasts
from genie_host.simphone.world.windows import AppWindows


class Glass(Toasts, Intents, Popups, Confirmations, Failures, Fingers, Shade, Recents, Keyguard, AppWindows):
    """All parts of the phone, seen from the front."""

    _seen: tuple[int, list[Window]] = (-1, [])
    """A revision and what was on the glass then: to draw it again would give the same."""

    def windows(self) -> list[Window]:
        """From the bottom to the top of the glass, to be looked at only; none when the screen is off."""
        self.tick()
        if not self.is_screen_on:
            return []
        if self._seen[0] != self.revision:
            self._seen = self.revision, self._drawn()
        return self._seen[1]

    def _drawn(self) -> list[Window]:
        shown = self.app_windows()
        for surface in SURFACES:
            window = surface.window(self)
            if window is not None:
                # Bounds in a dump end where the glass does.
                clip(window.root, window.root.bounds.clipped(self._whole))
                shown.append(window)
        shown.sort(key=lambda window: window.layer)
        shown = self._uncovered(shown)
        for position, window in enumerate(shown):
            window.root.number(str(position))
        return shown

    def roots(self, active_only: bool = False) -> list[SimNode]:
        """One tree per window that accessibility knows; with ``active_only`` the one that takes keys."""
        shown = [window for window in self.windows() if window.is_accessible]
        if active_only:
            shown = [window for window in shown if window.focusable][-1:]
        return [self._stale(window) for window in shown]

    def focused_window(self) -> Window | None:
        """The window that takes keys; None when the screen is off."""
        return next((window for window in reversed(self.windows()) if window.focusable), None)

    @property
    def foreground(self) -> Foreground:
        """The activity in front; a prompt or a call is one of its own."""
        prompt, call, shown = self.top_prompt, self.system.call, self.confirmation
        if shown is not None and self.has_confirmation_focus:
            return Foreground(package=shown.package, activity=shown.activity, app_id="", screen="confirmation")
        if call is not None and not call.is_hidden:
            return Foreground(package=CALL_PACKAGE, activity=CALL_ACTIVITY, app_id="", screen="call")
        if prompt is not None and prompt.kind == "permission":
            return Foreground(package=controller_of(self), activity=GRANT_ACTIVITY, app_id="", screen="permission")
        if prompt is not None and prompt.kind == "chooser":
            activity = "com.android.internal.app.ResolverActivity"
            return Foreground(package="android", activity=activity, app_id="", screen="chooser")
        return super().foreground

    def go_to(self, screen: str, args: Mapping[str, str]) -> None:
        """Open a screen; where it takes its time, the tree shows the one before for a while."""
        package, before = self.app.package, self.visit
        super().go_to(screen, args)
        settle_ms = self.app.screens[self.visit.screen].settle_ms
        if self.visit is not before and settle_ms:
            self._settle(package, before, settle_ms)

    def settled(self) -> None:
        """The tree has caught up with the glass."""
        self.system.settling = None

    def _settle(self, package: str, before: Visit, settle_ms: int) -> None:
        self.system.settling = Settling(
            package=package,
            screen=before.screen,
            args=dict(before.args),
            scroll=before.scroll,
            until=self.now + settle_ms / 1000,
        )
        self._forget_plan("settled")
        self._plan(settle_ms / 1000, command="settled")

    def _stale(self, window: Window) -> SimNode:
        settling = self.system.settling
        if window.kind != "app" or settling is None or window.root.package != settling.package:
            return window.root
        visit = Visit(screen=settling.screen, args=settling.args, scroll=settling.scroll)
        root = self.tree_of(self.apps[settling.package], visit)
        root.number(window.root.path)
        return root

    @property
    def _whole(self) -> Bounds:
        return Bounds(left=0, top=0, right=self.size.width, bottom=self.size.height)

    def _uncovered(self, shown: list[Window]) -> list[Window]:
        """Without windows that lie wholly under another, which a phone does not report either."""
        whole = self._whole
        covering = [
            position
            for position, window in enumerate(shown)
            if window.root.bounds == whole and window.focusable and window.kind != "app"
        ]
        return shown[covering[-1] :] if covering else shown
