"""What can be made to go wrong with a simulated phone, on demand.

The fields may be set at any moment on the phone's own thread (``SimServer.call``). A fault that fires is written to
the world's event log as kind ``fault`` by ``SimPhone.fault_fired``. Counters count down as they fire; -1 is *for ever*.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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
    """The automation server dies in the middle of the next call of this method, before it does anything; once."""
    u2_hang_on: str | None = None
    """Calls of this method take ``u2_hang_seconds`` of real time, and only then do their work."""
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
    before_tap: Callable[[World], object] | None = None
    """Called before every tap, between the host's decision and the finger; may change the screen."""

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
        if self.u2_crash_on != method:
            return False
        self.u2_crash_on = None
        return True

    def take_empty_dump(self) -> bool:
        """Whether this dump is empty; counts down."""
        if self.dump_empty == 0:
            return False
        if self.dump_empty > 0:
            self.dump_empty -= 1
        return True
