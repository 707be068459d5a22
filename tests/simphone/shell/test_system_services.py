"""``settings``, ``svc``, ``cmd``, ``locksettings``, ``ime`` and ``content``: what they change is seen elsewhere."""

from __future__ import annotations

import pytest
from shell_runner import run


@pytest.mark.parametrize(
    ("script", "variable"),
    [
        ("svc wifi {}", "wifi"),
        ("svc bluetooth {}", "bluetooth"),
        ("svc data {}", "mobile_data"),
        ("svc nfc {}", "nfc"),
        ("cmd -w wifi set-wifi-enabled {}d", "wifi"),
        ("cmd connectivity airplane-mode {}", "aeroplane"),
        ("cmd phone data {}", "mobile_data"),
        ("cmd bluetooth_manager {}", "bluetooth"),
    ],
)
def test_radios_are_switched_in_the_settings_app_too(sim_phone, script, variable):
    for verb, is_on in (("enable", True), ("disable", False), ("enable", True)):
        assert run(sim_phone, script.format(verb)).status == 0
        assert sim_phone.world.state["settings"][variable] is is_on


def test_a_switch_in_the_app_is_seen_by_the_shell(sim_phone):
    for is_on, text in ((True, "1\n"), (False, "0\n")):
        sim_phone.world.switch("wifi", is_on)
        assert run(sim_phone, "settings get global wifi_on").output == text
    assert run(sim_phone, "cmd wifi status").output.startswith("Wifi is disabled")
    sim_phone.world.switch("wifi", True)
    assert 'Wifi is connected to "HomeNet"' in run(sim_phone, "cmd wifi status").output


def test_settings_are_put_listed_and_deleted(sim_phone):
    run(sim_phone, "settings put secure my_setting 'a b'; settings --user 0 put system font_scale 1.3")
    assert run(sim_phone, "settings get secure my_setting").output == "a b\n"
    assert "my_setting=a b\n" in run(sim_phone, "settings list secure").output
    assert run(sim_phone, "settings delete secure my_setting").output == "Deleted 1 rows\n"
    assert run(sim_phone, "settings get secure my_setting").output == "null\n"
    assert run(sim_phone, "settings get global animator_duration_scale").output == "1.0\n"


def test_location_and_night_mode(sim_phone):
    run(sim_phone, "cmd location set-location-enabled false; cmd uimode night yes")
    assert run(sim_phone, "cmd location is-location-enabled").output == "false\n"
    assert sim_phone.world.state["settings"]["dark_theme"] is True
    assert run(sim_phone, "settings get secure location_mode").output == "0\n"


def test_the_screen_lock_is_set_checked_and_cleared(sim_phone):
    assert run(sim_phone, "locksettings get-disabled").output == "true\n"
    assert run(sim_phone, "locksettings set-pin 4711").output == "Pin set to '4711'\n"
    assert run(sim_phone, "locksettings get-disabled").output == "false\n"
    assert run(sim_phone, "locksettings verify --old 4711").output == "Lock credential verified successfully\n"
    assert "didn't match" in run(sim_phone, "locksettings verify --old 1").output
    assert "can't be null" in run(sim_phone, "locksettings set-pin 1111").output
    sim_phone.world.sleep()
    run(sim_phone, "input keyevent WAKEUP; wm dismiss-keyguard; input text 4711; input keyevent ENTER")
    assert not sim_phone.world.is_locked
    assert run(sim_phone, "locksettings clear --old 4711").output == "Lock credential cleared\n"
    assert "user has no password" in run(sim_phone, "locksettings clear --old 4711").output


def test_panels_open_and_close(sim_phone):
    for script, shade in (
        ("cmd statusbar expand-notifications", "notifications"),
        ("cmd statusbar expand-settings", "quick"),
        ("cmd statusbar collapse", "closed"),
        ("service call statusbar 1", "notifications"),
        ("service call statusbar 2", "closed"),
    ):
        assert run(sim_phone, script).status == 0
        assert sim_phone.world.system.shade == shade


def test_services_are_listed_and_checked(sim_phone):
    listed = run(sim_phone, "service list").output
    for name in ("activity", "package", "window"):
        assert f"{name}: [" in listed
    assert run(sim_phone, "service check activity").output == "Service activity: found\n"
    assert run(sim_phone, "service check none").output == "Service none: not found\n"
    assert run(sim_phone, "cmd clipboard get").output == "No shell command implementation.\n"


def test_app_locales(sim_phone):
    run(sim_phone, "cmd locale set-app-locales com.example.notes --locales es-ES")
    assert "are [es-ES]" in run(sim_phone, "cmd locale get-app-locales com.example.notes").output


def test_keyboards(sim_phone):
    latin = "com.android.inputmethod.latin/.LatinIME"
    assert run(sim_phone, "ime list -s").output == f"{latin}\n"
    assert run(sim_phone, "ime list -a").output.startswith(f"{latin}:\n")
    assert run(sim_phone, f"ime disable {latin}").output == f"Input method {latin}: now disabled for user #0\n"
    assert run(sim_phone, "ime list -s").output == ""
    assert run(sim_phone, "ime reset").status == 0
    assert run(sim_phone, "ime list -s").output == f"{latin}\n"


def test_contents_of_settings(sim_phone):
    uri = "--uri content://settings/system"
    run(sim_phone, f"content insert {uri} --bind name:s:user_rotation --bind value:i:1")
    assert sim_phone.world.rotation == 1
    row = run(sim_phone, f"content query {uri} --projection name:value --where \"name='user_rotation'\"").output
    assert row == "Row: 0 name=user_rotation, value=1\n"
    run(sim_phone, f"content update {uri} --bind value:i:0 --where \"name='user_rotation'\"")
    assert sim_phone.world.rotation == 0
    run(sim_phone, f"content delete {uri} --where \"name='user_rotation'\"")
    assert run(sim_phone, f"content query {uri}/user_rotation").output == "No result found.\n"


def test_contents_of_contacts(sim_phone):
    base = "content://com.android.contacts"
    run(sim_phone, f"content insert --uri {base}/raw_contacts --bind account_type:s:x --bind account_name:s:x")
    count = run(sim_phone, f"content query --uri {base}/raw_contacts --projection _id").output.count("Row:")
    for kind, text in (("name", "Nia Bell"), ("phone_v2", "+44 7700 900199")):
        run(
            sim_phone,
            f"content insert --uri {base}/data --bind raw_contact_id:i:{count} "
            f"--bind mimetype:s:vnd.android.cursor.item/{kind} --bind 'data1:s:{text}'",
        )
    assert {"name": "Nia Bell", "phone": "+44 7700 900199"}.items() <= sim_phone.world.state["contacts"]["contacts"][
        -1
    ].items()
    found = run(
        sim_phone,
        f"content query --uri {base}/data/phones --projection display_name:data1 --where \"display_name LIKE 'Nia%'\"",
    ).output
    assert found == "Row: 0 display_name=Nia Bell, data1=+44 7700 900199\n"
    run(sim_phone, f"content update --uri {base}/contacts --bind starred:i:1 --where \"display_name='Nia Bell'\"")
    assert sim_phone.world.state["contacts"]["contacts"][-1]["starred"] is True
    run(sim_phone, f"content delete --uri {base}/raw_contacts --where \"display_name='Nia Bell'\"")
    assert "Nia Bell" not in str(sim_phone.world.state["contacts"])


def test_contents_of_text_messages(sim_phone):
    sms = "content://sms"
    run(sim_phone, f"content insert --uri {sms}/inbox --bind 'address:s:+44 7700 900105' --bind 'body:s:Hello dear'")
    mum = sim_phone.world.state["messages"]["conversations"][0]
    assert mum["messages"][-1] == {"from": "Mum", "text": "Hello dear"}
    query = f"content query --uri {sms}/inbox --projection person:body --sort '_id DESC' --where \"body LIKE '%dear'\""
    assert run(sim_phone, query).output == "Row: 0 person=Mum, body=Hello dear\n"
    assert "type=1" not in run(sim_phone, f"content query --uri {sms}/sent").output
    run(sim_phone, f"content delete --uri {sms} --where \"body='Hello dear'\"")
    assert mum["messages"][-1]["text"] != "Hello dear"
    assert run(sim_phone, query).output == "No result found.\n"


@pytest.mark.parametrize(
    "script",
    [
        "content query",
        "content frobnicate --uri content://sms",
        "content query --uri content://none/x",
        "content query --uri content://sms --projection nothing",
        "content query --uri content://sms --where 'nothing=1'",
        "content insert --uri content://sms --bind nonsense",
    ],
)
def test_a_statement_that_makes_no_sense_changes_nothing(sim_phone, script):
    assert run(sim_phone, script).status == 1
    assert sim_phone.world.log.effects == []


def test_calls_are_read_and_forgotten(sim_phone):
    uri = "content://call_log/calls"
    before = run(sim_phone, f"content query --uri {uri} --projection number:type").output
    assert before.startswith("Row: 0 number=+44 7700 900105, type=3\n")
    run(sim_phone, f"content delete --uri {uri} --where 'type=3'")
    assert "type=3" not in run(sim_phone, f"content query --uri {uri}").output


def test_the_language_is_changed_and_told(sim_phone):
    run(sim_phone, "setprop persist.sys.locale de-DE")
    assert sim_phone.world.locale == "de"
    sim_phone.world.set_locale("ja")
    assert run(sim_phone, "getprop persist.sys.locale").output == "ja-JP\n"
    run(sim_phone, "settings put system system_locales pt-BR,en-US")
    assert run(sim_phone, "getprop | grep sys.locale").output == "[persist.sys.locale]: [pt-BR]\n"
    run(sim_phone, "setprop persist.sys.locale xx-XX")
    assert run(sim_phone, "getprop persist.sys.locale").output == "pt-BR\n"
