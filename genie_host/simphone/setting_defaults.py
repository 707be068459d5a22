"""Settings of the system on an ordinary phone, in the namespaces that ``settings`` knows."""

from __future__ import annotations

from genie_host.simphone.world.engine import World

_KEYBOARD = "com.android.inputmethod.latin/.LatinIME"
DEFAULTS: dict[tuple[str, str], str] = {
    ("global", "adb_enabled"): "1",
    ("global", "airplane_mode_on"): "0",
    ("global", "animator_duration_scale"): "1.0",
    ("global", "auto_time"): "1",
    ("global", "auto_time_zone"): "1",
    ("global", "bluetooth_on"): "0",
    ("global", "data_roaming"): "0",
    ("global", "development_settings_enabled"): "1",
    ("global", "device_name"): "SimPhone",
    ("global", "device_provisioned"): "1",
    ("global", "low_power"): "0",
    ("global", "mobile_data"): "1",
    ("global", "mode_ringer"): "2",
    ("global", "package_verifier_user_consent"): "-1",
    ("global", "stay_on_while_plugged_in"): "0",
    ("global", "transition_animation_scale"): "1.0",
    ("global", "wifi_on"): "0",
    ("global", "window_animation_scale"): "1.0",
    ("global", "zen_mode"): "0",
    ("secure", "accessibility_enabled"): "0",
    ("secure", "android_id"): "5f3c1b0a9e8d7c6b",
    ("secure", "enabled_input_methods"): _KEYBOARD,
    ("secure", "location_mode"): "3",
    ("secure", "selected_input_method_subtype"): "-1",
    ("secure", "show_ime_with_hard_keyboard"): "0",
    ("secure", "user_setup_complete"): "1",
    ("system", "font_scale"): "1.0",
    ("system", "haptic_feedback_enabled"): "1",
    ("system", "pointer_location"): "0",
    ("system", "screen_brightness_mode"): "0",
    ("system", "screen_off_timeout"): "60000",
    ("system", "show_touches"): "0",
    ("system", "time_12_24"): "24",
    ("system", "volume_alarm"): "6",
    ("system", "volume_music"): "5",
    ("system", "volume_ring"): "5",
}


def add_defaults(world: World) -> None:
    """Give a phone the settings that it does not have yet."""
    for key, value in DEFAULTS.items():
        world.settings.setdefault(key, value)
