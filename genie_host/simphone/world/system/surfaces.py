"""All surfaces of the system."""

from __future__ import annotations

from genie_host.simphone.world.system.bars import NavigationBarSurface, StatusBarSurface
from genie_host.simphone.world.system.call_screen import CallSurface
from genie_host.simphone.world.system.chooser import ChooserSurface
from genie_host.simphone.world.system.confirmation import ConfirmationSurface
from genie_host.simphone.world.system.failures import FailureSurface
from genie_host.simphone.world.system.finger import FingerSurface
from genie_host.simphone.world.system.keyboard import KeyboardSurface
from genie_host.simphone.world.system.lock_screen import KeyguardSurface
from genie_host.simphone.world.system.notifications import HeadsUpSurface
from genie_host.simphone.world.system.permission_prompt import PermissionSurface
from genie_host.simphone.world.system.popups import PopupSurface
from genie_host.simphone.world.system.recents import RecentsSurface
from genie_host.simphone.world.system.shade import ShadeSurface
from genie_host.simphone.world.system.surface import Surface
from genie_host.simphone.world.system.toasts import ToastSurface

SURFACES: tuple[Surface, ...] = (
    PopupSurface(),
    PermissionSurface(),
    ChooserSurface(),
    CallSurface(),
    ConfirmationSurface(),
    RecentsSurface(),
    ToastSurface(),
    FailureSurface(),
    KeyboardSurface(),
    KeyguardSurface(),
    StatusBarSurface(),
    ShadeSurface(),
    HeadsUpSurface(),
    FingerSurface(),
    NavigationBarSurface(),
)
"""From the lowest to the highest."""
