"""Switches of the phone as a whole: the same ones in quick settings, in the Settings app and for the shell."""

from __future__ import annotations

from dataclasses import dataclass

from genie_host.simphone.world.system.base import System

SETTINGS_APP = "settings"


@dataclass(frozen=True)
class Switch:
    """One of them: its name in quick settings (an English phrase) and where the shell finds it."""

    tile: str
    namespace: str
    key: str
    is_on: bool = False
    """How it is where no Settings app says otherwise."""


SWITCHES = {
    "wifi": Switch("Internet", "global", "wifi_on"),
    "bluetooth": Switch("Bluetooth", "global", "bluetooth_on"),
    "do_not_disturb": Switch("Do Not Disturb", "global", "zen_mode"),
    "flashlight": Switch("Flashlight", "secure", "flashlight_enabled"),
    "auto_rotate": Switch("Auto-rotate", "system", "accelerometer_rotation"),
    "battery_saver": Switch("Battery Saver", "global", "low_power"),
    "aeroplane": Switch("Aeroplane mode", "global", "airplane_mode_on"),
}
"""By the variable's name in the Settings app."""


class Switches(System):
    """The part of the phone that knows what is on."""

    def is_on(self, name: str) -> bool:
        """Whether a switch is on; the Settings app's variable where it has one."""
        variables = self.state.get(SETTINGS_APP, {})
        if name in variables:
            return bool(variables[name])
        switch = SWITCHES[name]
        return self.settings.get((switch.namespace, switch.key), str(int(switch.is_on))) == "1"

    def switch(self, name: str, is_on: bool) -> None:
        """Turn one on or off, everywhere that it is seen."""
        if self.is_on(name) != is_on:
            self.log.append(
                "switch_changed", effect=True, app=SETTINGS_APP, name=SWITCHES[name].tile, key=name, value=is_on
            )
        variables = self.state.get(SETTINGS_APP, {})
        if name in variables:
            variables[name] = is_on
        self.settings[SWITCHES[name].namespace, SWITCHES[name].key] = str(int(is_on))
        self._changed()

    def flip(self, name: str) -> None:
        """Tap a tile."""
        self.switch(name, not self.is_on(name))

    @property
    def accepts_input(self) -> bool:
        """Whether the host may touch the glass; some makers ask for a second debugging switch first."""
        if "adb_input_switch" not in self.profile.quirks:
            return True
        variables = self.state.get(SETTINGS_APP, {})
        return bool(variables.get("usb_debugging_security")) or self.settings.get(("secure", "adb_input")) == "1"
