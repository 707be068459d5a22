"""Notifications: what apps and the system put into the shade, and what becomes of it."""

from __future__ import annotations

from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.scripts import Notification
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.permissions import Permissions
from genie_host.simphone.world.system.state import Posted
from genie_host.simphone.world.system.surface import SYSTEM_UI, Brush, Layer, QuietSurface

_HEADS_UP_SECONDS = 5.0
_QUIET_CHANNELS = frozenset({"silent", "low", "ongoing"})
_FIRST_WITH_NOTIFICATION_PERMISSION = 33
_ROLE_HOLDERS = frozenset({"messages", "phone"})
"""The apps for texts and calls may notify from the start, as on a phone."""


class Notifications(Permissions):
    """The part of the phone that keeps notifications."""

    def post(self, notification: Notification) -> None:
        """Put an app's notification into the shade; one of the same app and id is replaced."""
        app = next((app for app in self.apps.values() if app.app_id == notification.app_id), None)
        if app is None:
            return
        needs_leave = "notifications" in app.permissions and self.profile.sdk >= _FIRST_WITH_NOTIFICATION_PERMISSION
        is_trusted = app.app_id in _ROLE_HOLDERS or self.has_permission("notifications", app.package)
        if needs_leave and not is_trusted:
            self.log.append("notification_dropped", package=app.package, title=notification.title)
            return
        self._put(
            Posted(
                notification=notification,
                key=f"{notification.app_id}:{notification.id}",
                package=app.package,
                title=notification.title,
                text=notification.text,
                channel=notification.channel,
                at=self.now,
                is_ongoing=notification.channel == "ongoing",
            )
        )

    def post_from_system(
        self, key: str, title: str, text: str, *, package: str = SYSTEM_UI, command: str = "", is_ongoing: bool = False
    ) -> None:
        """A notification of the phone itself; ``command`` is what a tap on it does."""
        self._put(
            Posted(
                notification=None,
                key=key,
                package=package,
                title=title,
                text=text,
                channel="low" if is_ongoing else "",
                command=command,
                at=self.now,
                is_ongoing=is_ongoing,
            )
        )

    def warn_of_low_storage(self) -> None:
        """The notification that a phone shows when its storage is nearly full."""
        self.post_from_system(
            "low_storage",
            self.say("Storage space running out"),
            self.say("Some system functions may not work"),
            command="open_storage_settings",
        )

    def cancel_notification(self, id: str, app_id: str = "") -> None:
        """Take back a notification of the app that acts, or of the app that is named."""
        self._remove(f"{app_id or self.actor.app_id}:{id}")

    def dismiss_notification(self, key: str) -> None:
        """Swipe one away; an ongoing one stays."""
        posted = self.posted(key)
        if posted is not None and not posted.is_ongoing:
            self._remove(key)
            self.log.append("notification_dismissed", package=posted.package, title=posted.title)

    def clear_notifications(self) -> None:
        """*Clear all*."""
        for posted in list(self.system.notifications):
            self.dismiss_notification(posted.key)
        self.system.shade = "closed"

    def open_notification(self, key: str) -> None:
        """Tap one: its app comes to the front, then does what it said."""
        posted = self.posted(key)
        self.system.shade, self.system.heads_up = "closed", ""
        if posted is None:
            return
        self.log.append("notification_opened", package=posted.package, title=posted.title)
        if not posted.is_ongoing:
            self._remove(key)
        if posted.notification is not None:
            self.start_app(posted.package)
            posted.notification.tap()
        elif posted.command:
            self.command(posted.command)

    def press_notification_button(self, argument: str) -> None:
        """``number:key``: a button on a notification, which then goes away."""
        number, _, key = argument.partition(":")
        posted = self.posted(key)
        if posted is None or posted.notification is None:
            return
        button = posted.notification.actions[int(number)]
        self.log.append("notification_action", package=posted.package, title=posted.title, button=button.text)
        self._remove(key)
        button.do()

    def posted(self, key: str) -> Posted | None:
        """The notification with a key, if it is there."""
        return next((posted for posted in self.system.notifications if posted.key == key), None)

    def end_heads_up(self) -> None:
        """The notification at the top slides away; it stays in the shade."""
        self.system.heads_up = ""
        self._changed()

    def _put(self, posted: Posted) -> None:
        self.system.notifications = [other for other in self.system.notifications if other.key != posted.key]
        self.system.notifications.insert(0, posted)
        self.log.append("notification_posted", package=posted.package, title=posted.title, text=posted.text)
        is_quiet = posted.channel in _QUIET_CHANNELS or self.system.shade != "closed" or self.system.lock.is_up
        if not is_quiet and self.is_screen_on and not self.is_on("do_not_disturb"):
            self.system.heads_up = posted.key
            self._forget_plan("end_heads_up")
            self._plan(_HEADS_UP_SECONDS, command="end_heads_up")
        self._changed()

    def _remove(self, key: str) -> None:
        self.system.notifications = [posted for posted in self.system.notifications if posted.key != key]
        if self.system.heads_up == key:
            self.system.heads_up = ""
        self._changed()


class HeadsUpSurface(QuietSurface):
    """The newest notification over the top of the screen, for five seconds."""

    layer = Layer.HEADS_UP

    def window(self, world: System) -> Window | None:
        """One notification, while it slides over the app."""
        posted = next((posted for posted in world.system.notifications if posted.key == world.system.heads_up), None)
        if posted is None or world.system.shade != "closed":
            return None
        brush, width = Brush(world, SYSTEM_UI), world.size.width
        root = brush.box(20, 90, width - 20, 90 + height_of(posted), id="expandableNotificationRow")
        fill_row(root, brush, world, posted, 20, 90, width - 20)
        return Window(
            kind="heads_up",
            root=root,
            type="notification_shade",
            layer=self.layer,
            focusable=False,
            title="NotificationShade",
        )


def height_of(posted: Posted) -> int:
    """Pixels that a notification takes."""
    has_buttons = posted.notification is not None and posted.notification.actions
    return 220 + (110 if has_buttons else 0)


def fill_row(root: SimNode, brush: Brush, world: System, posted: Posted, left: int, top: int, right: int) -> None:
    """App name, title, text and buttons of a notification."""
    root.clickable, root.on_tap = True, f"open_notification:{posted.key}"
    name = world.label_of(posted.package) if posted.package in world.apps else "Android System"
    root.children += [
        brush.text(name, left + 40, top + 20, right - 40, top + 70, id="android:id/app_name_text"),
        brush.text(posted.title, left + 40, top + 75, right - 40, top + 135, id="android:id/title"),
        brush.text(posted.text, left + 40, top + 140, right - 40, top + 205, id="android:id/text"),
    ]
    for number, action in enumerate(posted.notification.actions if posted.notification else ()):
        start = left + 40 + 300 * number
        root.children.append(
            brush.button(
                action.text,
                start,
                top + 215,
                start + 290,
                top + 315,
                id="android:id/action0",
                on_tap=f"press_notification_button:{number}:{posted.key}",
            )
        )
