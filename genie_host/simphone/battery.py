"""The battery, and what may disturb its sleep."""

from __future__ import annotations

from dataclasses import dataclass, field

_LEVEL = 83
_CHARGING, _DISCHARGING = 2, 3


@dataclass(kw_only=True)
class Battery:
    """As the battery service sees it."""

    level: int = _LEVEL
    """Percent."""
    status: int = _CHARGING
    """Android's number: 2 charging, 3 discharging, 5 full."""
    is_on_ac: bool = False
    is_on_usb: bool = True
    is_on_wireless: bool = False
    stays_on: bool = False
    """The screen stays on while there is power."""
    exempt: set[str] = field(default_factory=set)
    """Packages that may run while the phone dozes."""

    @property
    def is_charging(self) -> bool:
        return self.is_on_ac or self.is_on_usb or self.is_on_wireless

    def unplug(self) -> None:
        """Pretend that no power comes in."""
        self.is_on_ac = self.is_on_usb = self.is_on_wireless = False
        self.status = _DISCHARGING

    def reset(self) -> None:
        """Tell the truth again."""
        self.level, self.status = _LEVEL, _CHARGING
        self.is_on_ac, self.is_on_usb, self.is_on_wireless = False, True, False
