"""What the system remembers apart from apps and their variables. All of it is data, so that a snapshot can hold it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from genie_host.simphone.world.scripts import Notification

Do = Callable[[], object]
"""What is done later; a ``Script`` where it must outlive a snapshot."""


@dataclass(kw_only=True)
class Pending:
    """Something that is due at a time, in seconds since the phone was made."""

    at: float
    number: int
    """Breaks ties: first asked, first done."""
    do: Do | None = None
    command: str = ""
    """A command of the phone's own, ``name:argument``, instead of an app's script."""


@dataclass(kw_only=True)
class Posted:
    """A notification in the shade."""

    notification: Notification | None
    """None for the system's own, which are told by ``key``."""
    key: str
    package: str
    title: str
    text: str
    at: float
    channel: str = ""
    command: str = ""
    """What a tap on a notification of the system does."""
    is_ongoing: bool = False


@dataclass(kw_only=True)
class Prompt:
    """A question of the system that waits for an answer."""

    kind: Literal["permission", "crash", "anr", "finger", "chooser", "popup"]
    package: str
    """The app that it is about."""
    names: dict[str, Any] = field(default_factory=dict)
    """What its texts are filled with, and what kind of answer it wants."""
    answers: dict[str, Do] = field(default_factory=dict)
    number: int = 0


@dataclass(kw_only=True)
class LockScreen:
    """The keyguard."""

    kind: Literal["none", "swipe", "pin"] = "none"
    pin: str = ""
    is_up: bool = False
    asks_pin: bool = False
    """The PIN pad is in front, not the clock."""
    entered: str = ""
    message: str = ""
    """English phrase under the field."""
    wrong: int = 0
    """Wrong answers since the last right one."""
    locked_until: float = 0.0


@dataclass(kw_only=True)
class Call:
    """The one telephone call that there can be."""

    number: str
    name: str
    phase: Literal["ringing", "dialling", "active"]
    since: float
    is_hidden: bool = False
    """The person has gone elsewhere while it lasts."""
    is_muted: bool = False
    is_on_speaker: bool = False


@dataclass(kw_only=True)
class Confirmation:
    """What the companion shows over the app in front: a request that waits for a finger, or an enrolment."""

    package: str
    activity: str
    lines: list[str]
    """Exactly what is signed, top to bottom."""
    over: str
    """The app that was in front; when it is another, the companion has lost the screen."""
    code: str = ""
    """The six digits of an enrolment."""
    message: str = ""
    """What stands under the lines."""
    tries: int = 0
    """Fingers that were not recognised."""
    number: int = 0
    since: float = 0.0


@dataclass(kw_only=True)
class Settling:
    """The tree still shows the screen that was there before."""

    package: str
    screen: str
    args: dict[str, str]
    scroll: int
    until: float


@dataclass(kw_only=True)
class SystemState:
    """Everything together."""

    shade: Literal["closed", "notifications", "quick"] = "closed"
    shows_recents: bool = False
    notifications: list[Posted] = field(default_factory=list)
    heads_up: str = ""
    """Key of the notification that slides in at the top."""
    heads_up_until: float = 0.0
    toast: str = ""
    toast_package: str = ""
    toast_until: float = 0.0
    prompts: list[Prompt] = field(default_factory=list)
    permissions: dict[str, dict[str, str]] = field(default_factory=dict)
    """Package, then permission: ``granted``, ``once`` or ``denied``."""
    denials: dict[str, dict[str, int]] = field(default_factory=dict)
    crashes: dict[str, int] = field(default_factory=dict)
    lock: LockScreen = field(default_factory=LockScreen)
    call: Call | None = None
    keyboard: Literal["letters", "capitals", "symbols"] = "letters"
    settling: Settling | None = None
    confirmation: Confirmation | None = None
    pending: list[Pending] = field(default_factory=list)
    count: int = 0
    """Numbers given to pending work and prompts so far."""
    is_folded: bool = False
    held: int = 0
    """How the phone is held: quarter turns that its sensor tells."""
