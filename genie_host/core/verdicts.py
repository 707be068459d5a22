"""Risk classes of tools, and the verdict on one call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class RiskClass(StrEnum):
    """What a tool can do at worst. Every tool declares one."""

    READ = "read"
    """Looks only."""
    NAVIGATE = "navigate"
    """Moves about; undone by going back."""
    TOUCH = "touch"
    """Hits a node: as harmless or as grave as that node."""
    TYPE = "type"
    """Puts text into a field."""
    TALK = "talk"
    """Speaks to the user, or ends the run."""


class Scope(StrEnum):
    """What a tool reaches. Every tool declares one; a profile says which of them a run may use."""

    TALK = "talk"
    """The user, and the end of the run. Every profile has it."""
    SCREEN = "screen"
    """Reads what is on the screen."""
    PICTURE = "picture"
    """Takes pictures of the screen."""
    NOTIFICATIONS = "notifications"
    """Reads and opens notifications."""
    TOUCH = "touch"
    """Fingers on the glass, and keys."""
    TYPE = "type"
    """Text into fields."""
    MOVE = "move"
    """Between apps and screens, and within them."""
    LINKS = "links"
    """Links and intents: into other apps past the screen."""
    CLIPBOARD = "clipboard"
    PERMISSIONS = "permissions"
    """Answers to the system's questions for permissions."""
    DEVICE = "device"
    """The phone itself: rotation, volume, screen on, lock."""
    FILES = "files"
    """Documents on the phone or the computer."""
    MEMORY = "memory"
    """Facts kept about the user."""
    LIBRARY = "library"
    """Reference works that ship with Genie."""
    BOARD = "board"
    """The teaching board on the computer."""


class Ruling(StrEnum):
    """May the call run?"""

    ALLOW = "allow"
    ASK = "ask"
    REFUSE = "refuse"


class Stake(StrEnum):
    """What a call that asks puts at stake: the first line a person is shown, and which approval is enough."""

    SEND = "send"
    PAY = "pay"
    DELETE = "delete"
    INSTALL = "install"
    GRANT = "grant"
    ACCOUNT = "account"
    """How accounts or the phone are locked, signed in, reset."""
    CALL = "call"
    SECRET = "secret"  # noqa: S105 - the name of a class of stakes
    SHARE = "share"
    OTHER = "other"


class Trust(StrEnum):
    """How much an approval proves, from most to least."""

    HW_BIO = "hw-bio"
    """Signed by a key in secure hardware that a class 3 biometric unlocks for one use."""
    HW_CRED = "hw-cred"
    """The same key, but the phone's PIN unlocks it too: adb can type a known PIN."""
    SOFT = "soft"
    """A key whose hardware nobody vouches for."""
    TEST = "test"
    """An emulator or the simulated phone. Never enough for a real phone."""
    CONSOLE = "console"
    """A key pressed on the computer: proves nothing about the phone's owner."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """One thing that spoke for or against a call."""

    name: str
    """Stable, in snake case: ``commit_verb``, ``money_form``, ``secret_field``, ``tainted_recipient``."""
    detail: str = ""
    """What was seen, for a person; never a secret."""
    is_decisive: bool = False
    """True when it asks or refuses alone; else it is context."""


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """A ruling and why."""

    ruling: Ruling
    reasons: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    stake: Stake = Stake.OTHER


@dataclass(frozen=True, kw_only=True)
class Subject:
    """The node that an approval is for, as the protocol names it. All of it is signed."""

    package: str
    version_code: int = 0
    signer_sha256: str = ""
    activity: str = ""
    display_id: int = 0
    node_path: str = ""
    bounds: tuple[int, int, int, int] = (0, 0, 0, 0)
    """Left, top, right, bottom in pixels."""
    label: str = ""
    resource_id: str = ""


@dataclass(frozen=True, kw_only=True)
class ApprovalRequest:
    """What a person is shown before a risky call."""

    tool_name: str
    target: str
    """Name of the node that will really be hit; empty when there is none."""
    app_label: str
    details: tuple[tuple[str, str], ...]
    """Name and value of what is at stake, such as recipient and text."""
    reasons: tuple[str, ...]
    stake: Stake = Stake.OTHER
    subject: Subject | None = None
    """None when the call hits no node."""
    arguments: str = "{}"
    """The call's arguments as canonical JSON, secrets replaced by their digest."""
    screen_digest: str = ""
    """SHA-256 in hex of the target's ancestors and the nodes the details were read from."""


@dataclass(frozen=True, kw_only=True)
class Approval:
    """The answer to one request. Anything but ``is_granted`` is a denial."""

    is_granted: bool
    reason: str = ""
    """Why not, or how: ``denied``, ``timeout``, ``lockout``, ``none_enrolled``, ``approved``, ..."""
    trust: Trust | None = None
    """None for a denial."""
    record: Mapping[str, Any] | None = None
    """The signed request and answer as they went over the wire, for the audit log."""
