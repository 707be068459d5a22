"""The switches: what can be made to go wrong with a simulated phone, on demand.

The fields may be set at any moment on the phone's own thread (``SimServer.call``). A fault that fires is written to
the world's event log as kind ``fault`` by ``SimPhone.fault_fired``. Counters count down as they fire; -1 is *for ever*.
``plan.py`` sets the same switches at moments written down beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from genie_host.simphone.faults.companion_switches import CompanionFaults
from genie_host.simphone.world.engine import World

RpcErrorFault = tuple[str, str, str, int]
"""Method (``*`` for any), Java class, message, how many times (-1: for ever)."""


@dataclass(kw_only=True)
class Faults:
    """The switches; all off is a healthy phone."""

    refuse: bool = False
    """Connections are accepted and reset at once."""
    freeze: bool = False
    """Nothing is read from the host any more; the connection stays open and silent."""
    offline: bool = False
    """The host's greeting is never answered."""
    u2_crash_on: str | None = None
    """The automation server dies in the middle of the next call of this method (``*``: any), before it does anything;
    once."""
    u2_hang_on: str | None = None
    """Calls of this method (``*``: of any) take ``u2_hang_seconds`` of real time, and only then do their work."""
    u2_hang_seconds: float = 15.0
    u2_error_on: RpcErrorFault | None = None
    """Calls of a method answer with this error and do nothing."""
    u2_busy: bool = False
    """Another tool holds the automation slot: the server prints *already registered* and ends."""
    dump_empty: int = 0
    """So many hierarchy dumps have no nodes."""
    dump_truncate: float | None = None
    """Hierarchy dumps are cut off after this fraction of their length."""
    screenshot_none: bool = False
    """The automation server's screenshots are null."""
    inject_denied: bool = False
    """Touches, keys and text are refused with a SecurityException."""
    hang_shell: str | None = None
    """Shell commands that contain this text never end."""
    clipboard_denied: bool = False
    """The automation server may neither read nor write the clipboard."""
    u2_http_errors: int = 0
    """So many requests to the automation server are answered with HTTP 500."""
    u2_start_seconds: float = 0.0
    """The automation server takes so much longer to start."""
    u2_survives: bool = False
    """The automation server outlives the shell that started it, and ignores ``/stop``."""
    dump_delay_seconds: float = 0.0
    """Hierarchy dumps come so late."""
    dump_stale: int = 0
    """So many hierarchy dumps are the former one again, whatever has happened since."""
    dump_lag: int = 0
    """After the next navigation so many hierarchy dumps still show the screen that was left."""
    after_dump: Callable[[World], object] | None = None
    """Called once, right after the next hierarchy dump: the screen is no longer what the host has just read."""
    screenshot_black: bool = False
    """Pictures of the screen are black, as of a secure window."""
    screenshot_sideways: bool = False
    """Pictures of the screen come turned by a quarter, while tree and touches are upright."""
    screenshot_delay_seconds: float = 0.0
    """Pictures of the screen come so late."""
    shell_delay_seconds: float = 0.0
    """Every shell command begins so late."""
    sync_delay_seconds: float = 0.0
    """Every file transfer begins so late."""
    sync_disk_full: bool = False
    """Files cannot be written: no space is left on the device."""
    sync_short_write: float | None = None
    """Of a file that is pushed only this fraction arrives, and the phone says that all is well."""
    install_denied: bool = False
    """Nothing can be installed: the user, or the maker's own guard, cancels it."""
    before_tap: Callable[[World], object] | None = None
    """Called before every tap, between the host's decision and the finger; may change the screen."""
    companion: CompanionFaults = field(default_factory=CompanionFaults)
    """Those of the app that asks for approvals."""
    storage_low: bool = False
    """The card is full: ``df`` says so, and nothing can be installed."""
    last_dumps: dict[str, tuple[tuple[str, str], str]] = field(default_factory=dict, repr=False)
    """What the faults remember: by flavour the last dump, and the app and screen it was of."""

    def clear(self) -> None:
        """Everything is well again; takes effect at once."""
        for name, value in vars(Faults()).items():
            setattr(self, name, value)

    def take_rpc_error(self, method: str) -> tuple[str, str] | None:
        """The Java class and message to answer this call with, or None; counts down."""
        if self.u2_error_on is None:
            return None
        wanted, class_name, message, times = self.u2_error_on
        if wanted not in (method, "*") or times == 0:
            return None
        if times > 0:
            self.u2_error_on = (wanted, class_name, message, times - 1) if times > 1 else None
        return class_name, message

    def take_crash(self, method: str) -> bool:
        """Whether the automation server dies on this call; only once."""
        if self.u2_crash_on not in (method, "*"):
            return False
        self.u2_crash_on = None
        return True

    def take_empty_dump(self) -> bool:
        """Whether this dump is empty; counts down."""
        return self.take("dump_empty")

    def take(self, counter: str) -> bool:
        """Whether a counted fault fires now; counts it down unless it is for ever."""
        left: int = getattr(self, counter)
        if left > 0:
            setattr(self, counter, left - 1)
        return left != 0
