"""Names of tools, ours and those that traces of other agents use, by what they do. A name not listed is unknown."""

from __future__ import annotations

TOUCHING = frozenset(
    {"tap", "click", "tap_at", "click_at", "double_tap", "double_click", "long_press", "long_click", "long_press_at"}
    | {"press", "touch", "select", "activate", "activate_focused", "click_element_by_id", "tap_element", "toggle"}
    | {"answer_permission"}
    | {"switch_on", "switch_off"}
)
HOLDING = frozenset({"long_press", "long_click", "long_press_at"})
TYPING = frozenset({"type_text", "append_text", "input_text", "set_text", "type", "enter_text", "fill", "paste"})
PRESSING = frozenset({"press_key", "key", "keyevent", "press_keys", "send_key", "input_key"})
GLIDING = frozenset({"swipe", "scroll", "drag", "fling", "scroll_to", "pinch", "swipe_at"})
LOOKING = frozenset(
    {"read_screen", "read_screen_summary", "describe_screen", "wait_for", "wait", "where_am_i", "read_dialog"}
    | {"read_form_state", "read_nearby_context", "read_screen_changes", "read_recent_events", "what_can_i_do_here"}
    | {"list_apps", "current_app", "get_state", "find", "assert_visible", "dump_hierarchy", "battery", "focus_next"}
    | {"focus_previous", "focus_first", "focus_by_text", "focus_by_role", "scroll_forward", "scroll_backward"}
)
SENDING_OUT = frozenset({"screenshot", "take_screenshot", "read_screen", "capture", "record_screen"})
"""Looking tools whose arguments may say that the picture leaves the machine."""
OPENING = frozenset(
    {"open_app", "launch_app", "start_app", "go_back", "go_home", "back", "home", "recents", "open_notifications"}
    | {"open_quick_settings", "wake", "wake_up", "screen_on", "screen_off", "set_clipboard", "copy", "rotate"}
    | {"dismiss_notification", "hide_keyboard", "clear_text", "clear_field", "focus", "set_volume", "close_app"}
)
TALKING = frozenset({"reply", "tasks", "finish", "say", "ask_user", "done", "fail"})

ASKING = {
    "grant_permission": "it grants a permission without the system's own question",
    "install_apk": "it installs software",
    "install_app": "it installs software",
    "uninstall_app": "it uninstalls an app and its data",
    "uninstall": "it uninstalls an app and its data",
    "clear_app_data": "it wipes an app's data",
    "clear_app": "it wipes an app's data",
    "replay_skill": "a recorded skill has to be judged step by step, not once",
    "run_skill": "a recorded skill has to be judged step by step, not once",
    "send_sms": "it sends a message",
    "send_message": "it sends a message",
    "send_email": "it sends a message",
    "share": "it hands something to another app or person",
    "call": "it calls somebody",
    "make_call": "it calls somebody",
    "delete_file": "it deletes a file",
    "push_file": "it writes a file to the phone",
    "pull_file": "it takes a file off the phone",
    "upload_file": "it sends a file away",
    "read_clipboard": "the clipboard may hold a secret",
    "get_clipboard": "the clipboard may hold a secret",
    "read_sms": "it reads messages past the screen",
    "read_contacts": "it reads the address book past the screen",
    "reboot": "it restarts the phone",
    "factory_reset": "it erases the phone",
    "set_setting": "it changes a setting past the screen",
    "put_setting": "it changes a setting past the screen",
    "unlock": "it unlocks the phone",
    "tap_notification": "a notification acts in the name of whoever sent it",
    "record_audio": "it records sound",
    "take_photo": "it takes a picture of the surroundings",
    "enable_accessibility": "it grants a permission without the system's own question",
    "set_screen_lock": "it changes how the phone is locked",
    "revoke_permission": "it changes a permission",
}
