"""``svc``, and the services behind ``cmd`` that deal in radios: wifi, phone, bluetooth, location, airplane mode."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.simphone.shell.command import OK, Call, CommandFunction, CommandTable, Reply, without_options
from genie_host.simphone.shell.settings import change_setting, switch_variable

_RADIOS = {"wifi": "wifi", "bluetooth": "bluetooth", "data": "mobile_data", "nfc": "nfc"}
_STAY_ON = {"true": "7", "false": "0", "usb": "2", "ac": "1", "wireless": "4"}
_NETWORK_ID = "0"


def svc(call: Call) -> Reply:
    """``svc wifi | bluetooth | data | nfc enable | disable``, ``svc power stayon | reboot | shutdown``, ``svc usb``."""
    match list(call.arguments):
        case [radio, "enable" | "disable" as verb] if radio in _RADIOS:
            switch_variable(call.phone, _RADIOS[radio], is_on=verb == "enable")
            return OK
        case ["power", "stayon", which] if which in _STAY_ON:
            call.phone.battery.stays_on = which != "false"
            change_setting(call.phone, "global", "stay_on_while_plugged_in", _STAY_ON[which])
            return OK
        case ["power", "shutdown" | "reboot", *_]:
            call.phone.drop()
            return OK
        case ["usb", *_]:
            return Reply("mtp\n" if "getFunctions" in call.arguments else "")
    return Reply(
        status=1,
        errors="Available commands:\n    help\n    power\n    data\n    wifi\n    usb\n    nfc\n    bluetooth\n",
    )


def wifi(call: Call) -> Reply:
    """``cmd wifi status | set-wifi-enabled | list-networks | list-scan-results | start-scan | connect-network``."""
    world = call.phone.world
    network = str(world.state.get("settings", {}).get("network_name", "HomeNet"))
    match list(call.arguments):
        case ["status"]:
            return Reply(_wifi_status(network, is_on=world.is_on("wifi")))
        case ["set-wifi-enabled", "enabled" | "disabled" as how]:
            switch_variable(call.phone, "wifi", is_on=how == "enabled")
            return OK
        case ["list-networks"]:
            return Reply(
                f"Network Id      SSID                         Security type\n{_NETWORK_ID:<16}{network:<29}wpa2-psk\n"
            )
        case ["list-scan-results"]:
            return Reply(
                "    BSSID              Frequency      RSSI           Age(sec)     SSID                 Flags\n"
                f"  02:00:00:aa:bb:cc       5180    -52(0:-55/1:-55)       1.2    {network:<32} [WPA2-PSK-CCMP][ESS]\n"
            )
        case ["start-scan"] | ["force-country-code", *_] | ["set-scan-always-available", *_]:
            return OK
        case ["connect-network", name, *_] | ["add-network", name, *_]:
            world.state.get("settings", {}).update({"network_name": name})
            switch_variable(call.phone, "wifi", is_on=True)
            return Reply("Connection initiated \n")
        case ["forget-network", *_]:
            return Reply("Forget successful\n")
    return _help("Wi-Fi (wifi) commands:")


def _wifi_status(network: str, *, is_on: bool) -> str:
    if not is_on:
        return "Wifi is disabled\nWifi scanning is only available when wifi is enabled\n"
    return (
        "Wifi is enabled\nWifi scanning is only available when wifi is enabled\n"
        f'==== Primary ClientModeManager instance ====\nWifi is connected to "{network}"\n'
        f'WifiInfo: SSID: "{network}", BSSID: 02:00:00:aa:bb:cc, MAC: 02:00:00:44:55:66, IP: /192.168.1.77, '
        "Security type: 2, Supplicant state: COMPLETED, Wi-Fi standard: 11ac, RSSI: -52, Link speed: 433Mbps\n"
    )


def connectivity(call: Call) -> Reply:
    """``cmd connectivity airplane-mode [enable | disable]``."""
    match list(call.arguments):
        case ["airplane-mode"]:
            return Reply("enabled\n" if call.phone.world.is_on("aeroplane") else "disabled\n")
        case ["airplane-mode", "enable" | "disable" as verb]:
            switch_variable(call.phone, "aeroplane", is_on=verb == "enable")
            return OK
    return _help("Connectivity service commands:")


def phone(call: Call) -> Reply:
    """``cmd phone data enable | disable``."""
    match list(call.arguments):
        case ["data", "enable" | "disable" as verb]:
            switch_variable(call.phone, "mobile_data", is_on=verb == "enable")
            return OK
    return _help("Telephony Commands:")


def bluetooth(call: Call) -> Reply:
    """``cmd bluetooth_manager enable | disable``."""
    if call.arguments[:1] in (("enable",), ("disable",)):
        switch_variable(call.phone, "bluetooth", is_on=call.arguments[0] == "enable")
        return OK
    return OK if call.arguments[:1] == ("wait-for-state:STATE_ON",) else _help("Bluetooth Manager Commands:")


def location(call: Call) -> Reply:
    """``cmd location is-location-enabled | set-location-enabled true | false``."""
    words = without_options(call.arguments, "--user")
    match words:
        case ["is-location-enabled"]:
            is_on = bool(call.phone.world.state.get("settings", {}).get("location", True))
            return Reply(f"{str(is_on).lower()}\n")
        case ["set-location-enabled", "true" | "false" as value]:
            switch_variable(call.phone, "location", is_on=value == "true")
            return OK
    return _help("Location service commands:")


def _help(heading: str) -> Reply:
    return Reply(f"{heading}\n  help or -h\n    Print this help text.\n", status=255)


SERVICES: Mapping[str, CommandFunction] = {
    "bluetooth_manager": bluetooth,
    "connectivity": connectivity,
    "location": location,
    "phone": phone,
    "wifi": wifi,
}
"""Behind ``cmd``."""

COMMANDS: CommandTable = {"svc": svc}
