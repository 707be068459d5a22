"""The apps that come with any phone, each driven through its main jobs: what is kept, and what is on record."""

import pytest
from app_driver import AppDriver
from test_locales import LANGUAGES, places, templates

from genie_host.simphone.world.engine import APPS, LAUNCHER
from genie_host.simphone.world.locales import words
from genie_host.simphone.world.schema import load_app
from genie_host.simphone.world.scripts import Intent
from genie_host.simphone.world.system.phrases import PHRASES

APPS_TRANSLATED = ("clock", "contacts", "launcher", "messages", "notes", "phone", "settings")
CHROME = {"Navigate up"}
"""What the frame around a screen says."""


# ---------------------------------------------------------------- launcher


def test_the_launcher_begins_with_the_same_four_apps():
    phone = AppDriver()
    icons = [node.text for root in phone.world.roots() for node in root.walk() if node.resource_id.endswith("id/icon")]
    assert icons[:4] == ["Clock", "Messages", "Notes", "Settings"]


def test_every_app_is_reached_from_the_launcher():
    phone = AppDriver()
    found = phone.labels()
    phone.tap("Folder: Tools")
    found |= phone.labels()
    phone.world.press_key(4)
    phone.world.swipe(900, 1200, 100, 1200)
    found |= phone.labels()
    assert {app.label for app in phone.world.apps.values() if app.package != LAUNCHER} <= found


def test_a_folder_opens_an_app_and_home_closes_the_folder():
    phone = AppDriver()
    phone.tap("Folder: Tools", "Contacts")
    assert phone.world.app_id == "contacts"
    phone.world.press_key(3)
    assert phone.screen == "home"


def test_an_app_that_is_installed_has_an_icon_and_a_row_in_the_drawer():
    phone = AppDriver()
    phone.world.install("com.example.fern", "Fern")
    phone.world.swipe(900, 1200, 100, 1200)
    assert phone.shows("Fern")
    phone.tap("All apps", "Fern")
    assert phone.world.foreground.package == "com.example.fern"


# ---------------------------------------------------------------- settings


def test_settings_has_more_than_sixty_places_to_go():
    assert len(load_app(APPS / "settings.yaml").screens) > 60


@pytest.mark.parametrize(
    ("screen", "titles"),
    [
        ("network", ["Wi-Fi", "Wi-Fi network", "Mobile data", "Hotspot", "Aeroplane mode", "Private DNS"]),
        ("connected", ["Bluetooth", "Pair new device", "NFC", "Cast"]),
        ("display", ["Brightness level", "Dark theme", "Night Light", "Auto-rotate screen", "Screen timeout"]),
        ("notifications", ["Do Not Disturb", "Notification history", "Conversations"]),
        ("location", ["Use location", "App location permissions"]),
        ("about", ["Phone name", "Model", "Android version", "Build number"]),
    ],
)
def test_a_section_shows_few_rows_and_the_rest_lies_below(screen, titles):
    """The nano model knows these screens by heart: one row more and it takes some for others."""
    phone = AppDriver("settings", screen)
    nodes = [node for root in phone.world.roots() for node in root.walk()]
    assert [node.text for node in nodes if node.resource_id == "android:id/title"] == titles


def test_every_screen_of_settings_is_reached_by_tapping():
    app = load_app(APPS / "settings.yaml")
    links = {name: set(_destinations(screen.model_dump(), app)) for name, screen in app.screens.items()}
    reached, fresh = {"home"}, {"home"}
    while fresh:
        fresh = set().union(*(links[name] for name in fresh)) - reached
        reached |= fresh
    assert reached == set(app.screens)


def _destinations(value, app):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "goto":
                yield inner if isinstance(inner, str) else inner["screen"]
            elif key == "dialog":
                yield from _destinations(app.dialogs[inner].model_dump(), app)
            yield from _destinations(inner, app)
    elif isinstance(value, list):
        for inner in value:
            yield from _destinations(inner, app)


def test_a_network_is_joined_with_its_password():
    phone = AppDriver("settings", "network", state={"settings": {"wifi": True}})
    phone.tap("Wi-Fi network", "Neighbour 5G", "#connect")
    assert not phone.is_enabled("#connect")
    phone.fill("#password", "lemon")
    phone.tap("#connect")
    assert phone.state()["network_name"] == "Neighbour 5G"
    assert phone.effect("wifi_joined") == {"network": "Neighbour 5G"}
    assert phone.state()["wifi_password"] == ""


def test_networks_are_listed_only_when_wifi_is_on():
    phone = AppDriver("settings", "wifi_networks")
    assert phone.shows("To see networks turn Wi-Fi on")
    assert not phone.shows("Corner Cafe")


def test_forgetting_a_network_is_confirmed():
    phone = AppDriver("settings", "wifi_detail", args={"name": "Library Guest"})
    phone.tap("Forget", "Cancel")
    assert phone.effects == []
    phone.tap("Forget")
    phone.tap("Forget")
    assert phone.effect("network_forgotten") == {"network": "Library Guest"}
    assert "Library Guest" not in [network["name"] for network in phone.state()["networks"]]


def test_quick_settings_and_settings_are_the_same_switch():
    phone = AppDriver("settings", "network")
    phone.world.flip("wifi")
    assert phone.state()["wifi"] is True
    phone.tap("Wi-Fi")
    assert phone.world.is_on("wifi") is False


def test_a_choice_shows_on_the_row_that_led_to_it():
    phone = AppDriver("settings", "display")
    phone.tap("Screen timeout", "5 minutes")
    assert phone.find("5 minutes").checked
    phone.world.press_key(4)
    assert phone.shows("5 minutes")
    assert phone.effect("value_changed") == {"name": "5 minutes", "key": "timeout", "value": "5 minutes"}


def test_volume_is_slid_and_the_row_says_so():
    phone = AppDriver("settings", "volume")
    bar = phone.find("#media").bounds
    phone.world.tap(bar.left + bar.width * 9 // 10, bar.center.y)
    phone.world.press_key(4)
    assert phone.state()["media_level"] == 90
    assert phone.state()["media_volume"] == "90%"


def test_a_pin_is_set_only_when_it_is_said_twice():
    phone = AppDriver("settings", "screen_lock")
    phone.tap("PIN")
    phone.fill("#password_entry", "2580")
    phone.tap("Next")
    phone.fill("#password_entry", "2581")
    phone.tap("Confirm")
    assert "screen_lock_set" not in phone.effects
    phone.fill("#password_entry", "2580")
    phone.tap("Confirm")
    phone.world.press_key(223)
    phone.world.press_key(224)
    assert phone.world.is_locked
    assert not phone.world.unlock("2581")
    assert phone.world.unlock("2580")


def test_screens_about_the_lock_are_secure():
    app = load_app(APPS / "settings.yaml")
    assert [name for name, screen in app.screens.items() if screen.secure] == [
        "screen_lock",
        "set_pin",
        "confirm_pin",
        "saved_passwords",
    ]


def test_a_permission_is_taken_away_in_settings():
    phone = AppDriver("settings", "all_apps")
    phone.world.grant_permission("com.example.maps", "location")
    phone.tap("Maps", "Permissions", "Location")
    assert phone.find("Allow").checked
    phone.tap("Don't allow")
    assert not phone.world.has_permission("location", "com.example.maps")
    assert phone.find("Don't allow").checked
    assert phone.effect("permission_changed") == {
        "of": "com.example.maps",
        "permission": "location",
        "state": "denied",
    }


def test_the_permission_manager_knows_what_was_answered():
    phone = AppDriver("settings", "permission_manager")
    phone.world.grant_permission("com.example.maps", "location")
    phone.tap("Location")
    assert {"Maps", "Allowed", "Not asked yet"} <= phone.labels()


def test_an_app_is_uninstalled_when_that_is_confirmed():
    phone = AppDriver("settings", "all_apps")
    phone.tap("Notes", "Uninstall", "Cancel")
    assert "com.example.notes" in phone.world.apps
    phone.tap("Uninstall")
    phone.tap("Uninstall")
    assert "com.example.notes" not in phone.world.apps
    assert not phone.shows("Notes")


def test_the_language_of_the_phone_is_changed_in_settings():
    phone = AppDriver("settings", "languages")
    phone.tap("System language", "Deutsch")
    assert phone.world.locale == "de"
    assert phone.shows("Systemsprache")
    phone.world.press_key(4)
    assert {"Sprachen & Eingabe", "Deutsch"} <= phone.labels()


def test_everything_is_erased_only_after_a_word_and_a_confirmation():
    phone = AppDriver("settings", "reset")
    phone.tap("Erase everything")
    phone.fill("#erase_word", "erase")
    phone.tap("#erase")
    assert phone.world.toast == "Type ERASE in capitals"
    phone.world.set_text(phone.find("#erase_word").path, "ERASE")
    phone.world.press_key(4)
    phone.tap("#erase", "Cancel")
    assert phone.effects == []
    phone.tap("#erase", "Erase")
    assert phone.effects == ["phone_erased"]


def test_seven_taps_make_a_developer():
    phone = AppDriver("settings", "about", state={"settings": {"developer": False}})
    for taps in range(7):
        assert phone.state()["developer"] is False, taps
        phone.tap("Build number")
    assert phone.state()["developer"] is True
    phone.world.show("settings", "home")
    phone.tap("Developer options")
    assert phone.screen == "developer"


def test_settings_are_searched():
    phone = AppDriver("settings")
    phone.tap("Search settings")
    phone.fill("#search_src_text", "dark")
    assert not phone.shows("VPN")
    phone.tap("Dark theme")
    assert phone.screen == "display"


def test_an_account_is_added_and_removed():
    phone = AppDriver("settings", "passwords")
    phone.tap("Add account", "Exchange")
    phone.fill("#email", "sam@work.example")
    phone.fill("#password", "x")
    phone.tap("Next")
    assert phone.screen == "account_kinds"
    phone.tap("sam@work.example", "Remove account", "Remove")
    assert phone.effects == ["account_added", "account_removed"]
    assert not phone.shows("sam@work.example")


def test_a_finger_is_added_by_touching_the_sensor():
    phone = AppDriver("settings", "fingerprint")
    phone.tap("Add fingerprint")
    phone.world.finger(True)
    assert [finger["name"] for finger in phone.state()["fingerprints"]] == ["Finger 1", "Another finger"]


# ---------------------------------------------------------------- messages


def test_a_conversation_is_archived_and_that_is_undone():
    phone = AppDriver("messages")
    phone.hold("Sam")
    phone.tap("Archive")
    assert not phone.shows("Sam")
    phone.tap("Undo")
    assert phone.shows("Sam")
    assert phone.effects == ["conversation_archived", "conversation_restored"]


def test_the_offer_to_undo_goes_away_by_itself():
    phone = AppDriver("messages", "details", args={"name": "Sam"})
    phone.tap("Archive")
    assert phone.shows("Undo")
    phone.wait(5)
    assert not phone.shows("Undo")
    phone.tap("More options", "Archived")
    assert phone.shows("Sam")


def test_a_message_is_copied_forwarded_and_deleted():
    phone = AppDriver("messages", "conversation", args={"name": "Mum"})
    phone.hold("Lovely. Lunch is at one")
    phone.tap("Copy text")
    assert phone.world.clipboard == "Lovely. Lunch is at one"
    phone.hold("Lovely. Lunch is at one")
    phone.tap("Forward", "Sam", "Send")
    assert phone.effect("message_sent") == {"to": "Sam", "text": "Lovely. Lunch is at one"}
    phone.world.show("messages", "conversation", name="Mum")
    phone.hold("Lovely. Lunch is at one")
    phone.tap("Delete message", "Delete")
    assert phone.effect("message_deleted")["text"] == "Lovely. Lunch is at one"


def test_a_sender_is_blocked_after_a_question():
    phone = AppDriver("messages", "details", args={"name": "Sam"})
    phone.tap("Block and report spam", "Cancel", "Block and report spam", "Block")
    assert phone.effects == ["sender_blocked"]
    assert "Sam" not in [talk["name"] for talk in phone.state()["conversations"]]


def test_conversations_are_searched():
    phone = AppDriver("messages")
    phone.tap("Search messages")
    phone.fill("#search_src_text", "chen")
    assert phone.shows("Dr Chen")
    assert not phone.shows("Priya")


# ---------------------------------------------------------------- phone


def test_a_number_is_dialled_digit_by_digit():
    phone = AppDriver("phone")
    phone.tap("Key pad")
    assert not phone.is_enabled("#dialpad_floating_action_button")
    phone.tap("#five", "#five", "#five", "#zero", "#one", "#zero", "#seven")
    phone.tap("#dialpad_floating_action_button")
    assert phone.world.system.call.number == "5550107"
    phone.wait(3)
    phone.tap("Hang up")
    assert phone.effects == ["call_started", "call_ended"]
    assert phone.state("phone")["calls"][0]["number"] == "5550107"


def test_a_call_is_muted_and_put_on_the_speaker():
    phone = AppDriver("phone")
    phone.tap("Call Mum", "Mute", "Speaker")
    call = phone.world.system.call
    assert (call.is_muted, call.is_on_speaker) == (True, True)
    assert phone.find("Mute").checked
    phone.tap("Mute")
    assert not phone.find("Mute").checked


@pytest.mark.parametrize(
    ("answer", "how"), [("Answer", "Incoming"), ("Decline", "Declined"), ("", "Missed")], ids=["yes", "no", "none"]
)
def test_a_call_that_comes_in_is_in_the_call_log(answer, how):
    phone = AppDriver("phone", "recents")
    phone.world.ring("+44 7700 900108")
    if answer:
        phone.tap(answer)
    else:
        phone.wait(31)
    last = phone.state("phone")["calls"][0]
    assert (last["name"], last["how"], last["time"]) == ("Zoe", how, "10:31")


def test_a_call_log_has_an_icon_to_call_back_and_details():
    phone = AppDriver("phone")
    phone.tap("Recents", "Call Mum")
    assert phone.effect("call_started")["name"] == "Mum"
    phone.world.press_key(6)
    phone.tap("+44 7700 900555", "Block number", "Block")
    assert phone.effect("number_blocked") == {"number": "+44 7700 900555"}


def test_voicemail_is_read_played_and_deleted():
    phone = AppDriver("phone", "voicemail")
    phone.tap("Dad", "Play", "Delete")
    assert phone.effects == ["voicemail_played", "voicemail_deleted"]
    assert [mail["name"] for mail in phone.state()["voicemails"]] == ["Dr Chen"]


def test_call_history_is_cleared_and_then_says_that_it_is_empty():
    phone = AppDriver("phone", "options")
    phone.tap("Clear call history", "Clear")
    phone.world.show("phone", "recents")
    assert phone.shows("No calls yet")


def test_a_telephone_address_fills_the_key_pad():
    phone = AppDriver()
    phone.world.open_url("tel:5550199")
    assert (phone.world.app_id, phone.find("#digits").text) == ("phone", "5550199")


def test_a_number_to_dial_waits_on_the_key_pad():
    phone = AppDriver()
    phone.world.send_intent(Intent(action="android.intent.action.DIAL", data="tel:5550199"))
    assert phone.find("#digits").text == "5550199"
    assert phone.world.system.call is None


@pytest.mark.parametrize(
    ("data", "app", "to"),
    [("smsto:5550199", "messages", "5550199"), ("mailto:bob@mail.example", "mail", "bob@mail.example")],
)
def test_what_is_sent_to_an_address_is_for_the_app_that_can_read_it(data, app, to):
    phone = AppDriver()
    phone.world.send_intent(Intent(action="android.intent.action.SENDTO", data=data))
    assert phone.world.app_id == app
    assert phone.shows(to)


def test_another_app_asks_for_an_alarm():
    phone = AppDriver()
    extras = {"android.intent.extra.alarm.HOUR": "7", "android.intent.extra.alarm.MINUTES": "5"}
    phone.world.send_intent(Intent(action="android.intent.action.SET_ALARM", extras=extras))
    phone.tap("Save")
    assert "07:05" in [alarm["time"] for alarm in phone.state()["alarms"]]


def test_a_new_contact_may_come_with_its_name():
    phone = AppDriver()
    extras = {"name": "Nora", "phone": "5550123"}
    phone.world.send_intent(Intent(action="android.intent.action.INSERT", extras=extras))
    phone.tap("Contacts", "Save")
    assert phone.effect("contact_saved") == {"name": "Nora", "phone": "5550123"}


# ---------------------------------------------------------------- contacts


def test_a_contact_is_made_changed_deleted_and_brought_back():
    phone = AppDriver("contacts")
    phone.tap("Create contact")
    assert not phone.is_enabled("Save")
    phone.fill("Name", "Nora")
    phone.fill("Phone number", "5550123")
    phone.tap("Save")
    assert (phone.screen, phone.shows("5550123")) == ("contact", True)
    phone.tap("Edit contact")
    phone.fill("Company", "Fern Ltd")
    phone.tap("Save")
    assert phone.shows("Fern Ltd")
    phone.tap("Delete", "Cancel", "Delete", "Delete")
    assert not phone.shows("Nora")
    phone.tap("Undo")
    (nora,) = [person for person in phone.state()["contacts"] if person["name"] == "Nora"]
    assert (nora["phone"], nora["company"]) == ("5550123", "Fern Ltd")
    assert phone.effects == ["contact_saved", "contact_changed", "contact_deleted", "contact_restored"]


def test_two_contacts_are_called_sam():
    phone = AppDriver("contacts", "search")
    phone.fill("#search_src_text", "sam")
    assert {"Sam", "Sam Okafor"} <= phone.labels()


def test_a_contact_is_called_and_starred():
    phone = AppDriver("contacts", "contact", args={"who": "Priya"})
    phone.tap("Add to favourites")
    phone.tap("+44 7700 900106")
    assert phone.effects == ["contact_starred", "call_started"]


def test_import_asks_for_the_files_and_takes_no_for_an_answer():
    phone = AppDriver("contacts", "options")
    phone.tap("Import", "Don't allow")
    assert phone.world.toast == "Files are not readable"


# ---------------------------------------------------------------- clock, notes


def test_a_timer_rings_when_its_time_is_up():
    phone = AppDriver("clock", "timer")
    phone.tap("Start timer")
    phone.wait(299)
    assert phone.effects == ["timer_started"]
    phone.wait(2)
    assert phone.effects == ["timer_started", "timer_finished"]
    assert [posted.title for posted in phone.world.system.notifications] == ["Timer"]


def test_a_timer_that_is_cancelled_does_not_ring():
    phone = AppDriver("clock", "timer")
    phone.tap("Start timer", "Cancel timer")
    phone.wait(400)
    assert phone.effects == ["timer_started", "timer_cancelled"]


def test_an_alarm_is_deleted_by_holding_it():
    phone = AppDriver("clock")
    phone.hold("06:45")
    phone.tap("Delete alarm", "Delete")
    assert [alarm["time"] for alarm in phone.state()["alarms"]] == ["09:00"]


def test_a_city_is_added():
    phone = AppDriver("clock", "world")
    phone.tap("Add city", "Lima")
    assert phone.effect("city_added") == {"name": "Lima"}
    assert phone.shows("05:31")


def test_a_note_is_changed():
    phone = AppDriver("notes")
    phone.tap("Shopping", "#edit")
    phone.world.set_text(phone.find("#note_body").path, "milk")
    phone.world.press_key(4)
    phone.tap("Save")
    assert phone.effect("note_changed") == {"title": "Shopping", "body": "milk"}


def test_a_deleted_note_comes_back_from_the_bin():
    phone = AppDriver("notes")
    phone.tap("Shopping", "#delete", "Delete")
    phone.hold("Wi-Fi code")
    phone.tap("Bin", "Shopping")
    assert phone.effects == ["item_deleted", "note_restored"]
    assert phone.shows("The bin is empty")
    assert "Shopping" in [note["title"] for note in phone.state()["notes"]]


def test_notes_are_found_by_their_text_too():
    phone = AppDriver("notes", "search")
    phone.fill("#search_src_text", "coast")
    assert phone.shows("Holiday ideas")
    assert not phone.shows("Shopping")


# ---------------------------------------------------------------- calendar


def test_an_event_needs_a_title_and_a_time():
    phone = AppDriver("calendar")
    phone.tap("Create event")
    assert not phone.is_enabled("Save")
    phone.fill("Add title", "Haircut")
    phone.tap("Save")
    assert phone.shows("Add a start time")
    phone.tap("OK")
    phone.fill("Starts", "15:00")
    phone.tap("Save")
    saved = phone.effect("event_saved")
    assert (saved["title"], saved["date"], saved["start"]) == ("Haircut", "2026-03-09", "15:00")
    assert phone.screen == "home"


def test_a_day_of_the_month_shows_its_events():
    phone = AppDriver("calendar")
    phone.tap("Month", "Tuesday 10 March")
    assert phone.shows("Dentist")
    phone.world.press_key(4)
    phone.tap("Wednesday 11 March")
    assert phone.shows("Nothing planned")
    phone.tap("Create event")
    assert phone.find("#date").text == "2026-03-11"


def test_the_months_are_turned():
    phone = AppDriver("calendar", "month")
    phone.tap("Next month", "Next month", "Sunday 31 May")
    assert phone.world.visit.args["date"] == "2026-05-31"
    phone.world.press_key(4)
    phone.tap("Previous month")
    assert phone.shows("Wednesday 1 April")


def test_an_event_is_moved_and_stays_one_event():
    phone = AppDriver("calendar", "event", args={"id": "1"})
    phone.tap("Edit event")
    phone.world.set_text(phone.find("#start").path, "10:00")
    phone.world.press_key(4)
    phone.tap("Save")
    assert [event["start"] for event in phone.state()["events"] if event["title"] == "Dentist"] == ["10:00"]


def test_a_deleted_event_is_brought_back():
    phone = AppDriver("calendar", "event", args={"id": "4"})
    phone.tap("Delete event", "Delete", "Undo")
    assert phone.effects == ["event_deleted", "event_restored"]
    assert phone.shows("Lunch with Mum")


def test_a_reminder_comes_as_a_notification_with_a_button():
    phone = AppDriver("calendar", "edit", state={"calendar": {"date": "2026-03-09"}})
    phone.fill("Add title", "Oven")
    phone.fill("Starts", "10:32")
    phone.tap("Reminder", "At time of event")
    phone.world.press_key(4)
    phone.tap("Save", "Allow")
    phone.wait(61)
    assert [posted.title for posted in phone.world.system.notifications] == ["Oven"]


# ---------------------------------------------------------------- mail


def test_a_mail_is_written_to_a_suggested_address_with_an_attachment():
    phone = AppDriver("mail")
    phone.tap("Compose")
    phone.fill("To", "ali")
    phone.tap("Alice")
    phone.fill("Subject", "Books")
    phone.fill("Compose email", "See you at seven")
    phone.tap("Attach file", "ticket.pdf", "#send")
    sent = phone.effect("mail_sent")
    assert (sent["to"], sent["subject"], sent["body"], sent["attachment"]) == (
        "alice@mail.example",
        "Books",
        "See you at seven",
        "ticket.pdf",
    )


def test_a_mail_without_recipient_or_subject_is_not_simply_sent():
    phone = AppDriver("mail", "compose")
    phone.tap("#send")
    assert phone.shows("Add at least one recipient")
    phone.tap("OK")
    phone.fill("To", "bob@mail.example")
    phone.tap("#send")
    assert phone.effects == []
    assert phone.shows("Send without a subject?")
    phone.tap("#button1")
    assert phone.effects == ["mail_sent"]


def test_reading_marks_a_mail_and_archiving_can_be_undone():
    phone = AppDriver("mail")
    phone.tap("Alice")
    assert phone.state()["mails"][0]["unread"] is False
    phone.tap("Archive")
    assert not phone.shows("Alice")
    phone.tap("Undo")
    assert phone.shows("Alice")
    assert phone.effects == ["mail_archived", "mail_restored"]


def test_spam_that_gives_orders_is_in_the_spam_folder_only():
    phone = AppDriver("mail")
    assert not phone.shows("Account Safety")
    phone.tap("Open menu", "Spam", "Account Safety")
    assert phone.shows("This mail looks like spam")
    assert any("ATTENTION ASSISTANT" in label for label in phone.labels())


def test_mail_is_searched_in_subjects_and_senders():
    phone = AppDriver("mail", "search")
    phone.fill("#search_src_text", "brightcliff")
    assert phone.shows("Coast Rail")
    assert not phone.shows("Alice")


def test_an_attachment_is_saved_when_the_files_may_be_written():
    phone = AppDriver("mail", "attachment", args={"file": "ticket.pdf"})
    phone.tap("Save to phone", "Allow")
    assert phone.effect("attachment_saved") == {"file": "ticket.pdf"}


def test_an_address_of_mail_begins_a_mail():
    phone = AppDriver()
    phone.world.open_url("mailto:priya@mail.example")
    assert phone.find("#to").text == "priya@mail.example"


# ---------------------------------------------------------------- browser


def test_words_are_searched_and_addresses_visited():
    phone = AppDriver("browser")
    phone.fill("#url_bar", "puncture")
    phone.tap("Go")
    phone.tap("How to fix a puncture")
    assert phone.shows("Find the hole first")
    phone.world.show("browser", "home")
    phone.world.set_text(phone.find("#url_bar").path, "news.example")
    phone.world.press_key(4)
    phone.tap("Go")
    assert phone.screen == "news"
    assert phone.effects == ["web_searched", "page_visited"]


def test_a_cookie_banner_covers_the_page_until_it_is_answered():
    phone = AppDriver("browser", "news")
    phone.tap("Reject all")
    assert phone.effects == ["cookies_rejected"]
    assert not phone.shows("Accept all")
    phone.tap("Night ferry is back")
    assert phone.screen == "story"


def test_a_page_hides_orders_in_its_text():
    phone = AppDriver("browser", "story", args={"story": "ferry"})
    texts = [node.text for root in phone.world.roots() for node in root.walk()]
    assert any("Note to automated readers" in text for text in texts)


def test_pages_are_web_views():
    phone = AppDriver("browser", "form")
    classes = {node.class_name for root in phone.world.roots() for node in root.walk()}
    assert "android.webkit.WebView" in classes


def test_a_form_is_sent_when_it_is_filled_in():
    phone = AppDriver("browser", "form")
    phone.tap("Submit")
    assert phone.shows("Please check the fields above")
    phone.fill("Your name", "Sam")
    phone.fill("Email address", "sam@mail.example")
    phone.fill("Message", "Where is it?")
    phone.tap("I agree to the terms", "Submit")
    assert phone.screen == "thanks"
    sent = phone.effect("form_sent")
    assert (sent["name"], sent["topic"], sent["message"]) == ("Sam", "Delivery", "Where is it?")


def test_a_wrong_password_is_refused_and_a_right_one_may_be_kept():
    phone = AppDriver("browser", "login")
    phone.fill("User name", "sam")
    phone.fill("Password", "guess")
    phone.tap("Sign in", nth=-1)
    assert phone.shows("Wrong user name or password")
    phone.fill("Password", "lemon-kettle")
    phone.tap("Sign in", nth=-1)
    phone.tap("Never")
    assert phone.shows("Signed in as sam")
    assert [kind for kind in phone.effects if kind != "value_changed"] == ["signed_in"]


def test_an_address_nobody_knows_is_not_reached():
    phone = AppDriver()
    phone.world.open_url("https://nowhere.example")
    assert (phone.world.app_id, phone.screen) == ("browser", "unreachable")


def test_a_story_is_shared_with_the_app_that_the_person_picks():
    phone = AppDriver("browser", "story", args={"story": "bees"})
    phone.tap("Share story")
    assert {"Messages", "Notes", "Mail"} <= phone.labels()
    phone.tap("Notes", "Save")
    assert phone.effect("note_saved")["body"] == "Bees on the town hall roof https://news.example/bees"


# ---------------------------------------------------------------- maps


def test_a_place_is_found_and_a_route_to_it_started():
    phone = AppDriver("maps")
    phone.tap("#search_omnibox_text_box")
    phone.fill("#search_omnibox_edit_text", "tide")
    phone.tap("Tide Museum", "Directions", "On foot")
    assert phone.shows("33 min")
    phone.tap("#start")
    phone.tap("While using the app")
    assert phone.effect("navigation_started") == {"to": "Tide Museum", "by": "Foot"}


def test_guidance_needs_the_position():
    phone = AppDriver("maps", "route", args={"name": "Pizza Corner"})
    phone.tap("#start", "Don't allow")
    assert phone.shows("Position needed")
    assert "navigation_started" not in phone.effects


def test_a_place_is_saved_and_an_area_downloaded():
    phone = AppDriver("maps", "place", args={"name": "Tide Museum"})
    phone.tap("Save place")
    phone.world.show("maps", "offline")
    phone.tap("Download this area")
    phone.wait(2)
    assert phone.effects == ["place_saved", "map_downloaded"]


def test_the_place_of_an_event_opens_in_maps():
    phone = AppDriver("calendar", "event", args={"id": "1"})
    phone.tap("Harbour Surgery")
    assert phone.world.app_id == "maps"
    assert phone.find("#search_omnibox_edit_text").text == "Harbour Surgery"


# ---------------------------------------------------------------- languages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("app_id", APPS_TRANSLATED)
def test_every_word_of_an_app_is_translated(app_id, language):
    assert set(words(app_id, language)) - CHROME == templates(app_id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_system_is_translated(language):
    assert set(words("system", language)) == set(PHRASES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["system", *APPS_TRANSLATED])
def test_a_translation_keeps_its_places(name, language):
    for english, other in words(name, language).items():
        assert places(other) == places(english), english
        assert other.strip() == other != "", english


def test_settings_in_arabic_is_laid_out_from_the_right():
    english, arabic = AppDriver("settings", "network"), AppDriver("settings", "network", locale="ar")
    switch, mirrored = (
        next(node for root in phone.world.roots() for node in root.walk() if node.checkable).bounds
        for phone in (english, arabic)
    )
    assert mirrored.left == english.world.size.width - switch.right
    assert arabic.shows("الشبكة والإنترنت")
