"""The windows of the app in front: its screen, what pops up over it, its dialog."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.core.errors import SimulatorError
from genie_host.simphone.world.layout import Page, lay_out, lay_out_dialog, popups
from genie_host.simphone.world.layout.controls import choice_dialog
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.schema import App, Dialog
from genie_host.simphone.world.stacks import Visit
from genie_host.simphone.world.system.keyboard import Keyboard
from genie_host.simphone.world.system.surface import Layer


class AppWindows(Keyboard):
    """The part of the phone that draws apps."""

    def app_windows(self) -> list[Window]:
        """From the bottom to the top."""
        app, visit = self.app, self.visit
        screen = app.screens[visit.screen]
        page = self.page_of(app, visit)
        root, visit.scroll, visit.last_scroll = lay_out(screen, page)
        component = f"{app.package}/{app.package if self.activity.startswith('.') else ''}{self.activity}"
        shown = [Window(kind="app", root=root, secure=screen.secure, layer=Layer.APP, title=component)]
        for popup in popups(screen, page):
            shown.append(
                Window(
                    kind="popup",
                    root=popup,
                    type="popup",
                    layer=Layer.APP,
                    focusable=False,
                    title=f"PopupWindow:{component}",
                )
            )
        if self._dialog is not None:
            name, scope = self._dialog
            dialog = self.dialog_named(app, name)
            box = lay_out_dialog(dialog, self.page_of(app, visit, scope=scope))
            shown.append(
                Window(
                    kind="dialog", root=box, secure=screen.secure, type="dialog", layer=Layer.DIALOG, title=component
                )
            )
        return shown

    @property
    def is_animating(self) -> bool:
        """Whether the glass never comes to rest."""
        return self.is_screen_on and not self.system.lock.is_up and self.app.screens[self.visit.screen].animates

    @property
    def activity(self) -> str:
        """The activity in front, as the app file calls it."""
        return self.app.screens[self.visit.screen].activity or self.app.activity

    @staticmethod
    def dialog_named(app: App, name: str) -> Dialog:
        """A dialog of an app file, or the list of a spinner."""
        dialog = choice_dialog(name) or app.dialogs.get(name)
        if dialog is None:
            raise SimulatorError(f"{app.label} has no dialog {name!r}")
        return dialog

    def page_of(self, app: App, visit: Visit, *, scope: Mapping[str, Any] | None = None) -> Page:
        """Where a screen of an app is laid out."""
        size = self.size
        sticks = app.screens[visit.screen].stick == "end"
        return Page(
            package=app.package,
            size=size,
            scope=self._scope_of(app, visit) if scope is None else scope,
            focus=self.focus,
            bottom=self.keyboard_top if self.is_keyboard_shown else size.height - self.navigation_height,
            scroll=-1 if self.is_keyboard_shown and sticks else visit.scroll,
            page=visit.page,
            words=self.words_of(app.app_id),
            is_mirrored=self.is_right_to_left,
            tree=app.screens[visit.screen].tree,
            scale=self.scale,
        )

    def tree_of(self, app: App, visit: Visit) -> SimNode:
        """A screen that need not be in front, as a tree."""
        root, _, _ = lay_out(app.screens[visit.screen], self.page_of(app, visit))
        return root
