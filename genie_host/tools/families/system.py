"""Tools for the phone around its apps: panels, rotation, volume, clipboard, links, permissions, the lock."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from genie_host.core.errors import UsageError
from genie_host.core.geometry import Point
from genie_host.core.provenance import Origin
from genie_host.core.screen import Observation
from genie_host.core.verdicts import RiskClass, Scope
from genie_host.phone.hit_test import spot_for
from genie_host.phone.permission import answers_to
from genie_host.phone.phone import Panel
from genie_host.tools.families.apps import Nothing
from genie_host.tools.tool import Arguments, RetryDifferently, Tool, ToolContext


class Turn(Arguments):
    """How to turn the screen."""

    rotation: Literal["portrait", "left", "right", "auto"]


class Loudness(Arguments):
    """The volume keys."""

    change: Literal["up", "down", "mute"]
    steps: int = Field(default=1, ge=1, le=25)


class Copied(Arguments):
    """Text for the clipboard."""

    text: str = Field(max_length=2000, description="The text to copy.")


class Link(Arguments):
    """A place in an app or on the web."""

    url: str = Field(min_length=3, max_length=2000, description="Such as https://example.org or geo:0,0?q=cafe.")


class Intent(Arguments):
    """An Android intent."""

    action: str = Field(min_length=3, max_length=200, description="Such as android.settings.WIFI_SETTINGS.")
    data: str = Field(default="", max_length=2000, description="A URI, when the action wants one.")
    package: str = Field(default="", max_length=200, description="The app that is to answer, when only one may.")


class Decided(Arguments):
    """What to answer a permission prompt."""

    answer: Literal["allow", "while_using", "once", "deny"]


def _panel(panel: Panel, words: str) -> Tool[Nothing]:
    def run(arguments: Nothing, context: ToolContext) -> str:
        context.phone.open_panel(panel)
        return f"Opened {words}."

    name = panel if panel == "recents" else f"open_{panel}"
    return Tool(
        name=name,
        description=f"Open {words}.",
        arguments=Nothing,
        risk=RiskClass.NAVIGATE,
        scope=Scope.NOTIFICATIONS if panel == "notifications" else Scope.MOVE,
        run=run,
    )


def _rotate(arguments: Turn, context: ToolContext) -> str:
    context.phone.rotate(arguments.rotation)
    return "The screen turns as the phone is held." if arguments.rotation == "auto" else "Turned the screen."


def _set_volume(arguments: Loudness, context: ToolContext) -> str:
    context.phone.change_volume(arguments.change, arguments.steps)
    return "Muted." if arguments.change == "mute" else f"Turned the volume {arguments.change}."


def _get_clipboard(arguments: Nothing, context: ToolContext) -> str:
    text = context.phone.read_clipboard()
    return f"On the clipboard is: {text[:500]}" if text else "The clipboard is empty."


def _set_clipboard(arguments: Copied, context: ToolContext) -> str:
    context.phone.write_clipboard(arguments.text)
    return "Copied to the clipboard."


def _open_link(arguments: Link, context: ToolContext) -> str:
    try:
        context.phone.open_link(arguments.url)
    except UsageError as error:
        raise RetryDifferently(str(error)) from error
    return "Opened the link."


def _launch_intent(arguments: Intent, context: ToolContext) -> str:
    try:
        context.phone.start_intent(arguments.action, data=arguments.data, package=arguments.package)
    except UsageError as error:
        raise RetryDifferently(str(error)) from error
    return "Started what answers the intent."


def _button(arguments: Decided, observation: Observation) -> Point:
    answers = answers_to(observation)
    if not answers:
        raise RetryDifferently("No permission prompt of the system is in front.")
    node = answers.get(arguments.answer)
    if node is None:
        raise RetryDifferently(f"This prompt can be answered with: {', '.join(answers)}.")
    spot = spot_for(observation, node)
    if spot.point is None:
        raise RetryDifferently("The button of the prompt cannot be reached.")
    return spot.point


def _answer_permission(arguments: Decided, context: ToolContext) -> str:
    context.phone.tap(_button(arguments, context.observation))
    return "Denied the permission." if arguments.answer == "deny" else "Granted the permission."


def _wake(arguments: Nothing, context: ToolContext) -> str:
    context.phone.wake()
    return "The screen is on."


def _unlock(arguments: Nothing, context: ToolContext) -> str:
    context.phone.unlock(context.tell, context.seconds_left)
    return "The phone is unlocked."


TOOLS = (
    _panel("recents", "the overview of open apps"),
    _panel("notifications", "the notifications"),
    _panel("quick_settings", "the quick settings"),
    Tool(
        name="rotate",
        description="Turn the screen, or let it turn by itself again.",
        arguments=Turn,
        risk=RiskClass.NAVIGATE,
        scope=Scope.DEVICE,
        run=_rotate,
        is_idempotent=True,
    ),
    Tool(
        name="set_volume",
        description="Press the volume keys.",
        arguments=Loudness,
        risk=RiskClass.NAVIGATE,
        scope=Scope.DEVICE,
        run=_set_volume,
        changes_screen=False,
    ),
    Tool(
        name="get_clipboard",
        description="Read what was copied.",
        arguments=Nothing,
        risk=RiskClass.READ,
        scope=Scope.CLIPBOARD,
        run=_get_clipboard,
        tells=Origin.CLIPBOARD,
        is_idempotent=True,
        changes_screen=False,
    ),
    Tool(
        name="set_clipboard",
        description="Copy a text.",
        arguments=Copied,
        risk=RiskClass.NAVIGATE,
        scope=Scope.CLIPBOARD,
        run=_set_clipboard,
        is_idempotent=True,
        changes_screen=False,
    ),
    Tool(
        name="open_link",
        description="Open a link in the app that claims it.",
        arguments=Link,
        risk=RiskClass.NAVIGATE,
        scope=Scope.LINKS,
        run=_open_link,
        is_idempotent=True,
    ),
    Tool(
        name="launch_intent",
        description="Start the screen that answers an Android intent.",
        arguments=Intent,
        risk=RiskClass.NAVIGATE,
        scope=Scope.LINKS,
        run=_launch_intent,
        # For programs and skills: its data is optional, which a grammar cannot say to a model.
        fits=lambda observation: False,
    ),
    Tool(
        name="answer_permission",
        description="Answer the system's question for a permission.",
        arguments=Decided,
        risk=RiskClass.TOUCH,
        scope=Scope.PERMISSIONS,
        run=_answer_permission,
        aim=_button,
        fits=lambda observation: bool(answers_to(observation)),
    ),
    Tool(
        name="wake",
        description="Turn the screen on.",
        arguments=Nothing,
        risk=RiskClass.NAVIGATE,
        scope=Scope.DEVICE,
        run=_wake,
        fits=lambda observation: not observation.is_screen_on,
        is_idempotent=True,
    ),
    Tool(
        name="unlock",
        description="Turn the screen on and wait until the user has unlocked the phone.",
        arguments=Nothing,
        risk=RiskClass.NAVIGATE,
        scope=Scope.DEVICE,
        run=_unlock,
        fits=lambda observation: observation.is_locked or not observation.is_screen_on,
        is_idempotent=True,
    ),
)
