"""Typing in many scripts, into fields with rules of their own: what is read back is what was asked, or it is said."""

from __future__ import annotations

import base64
import logging
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from genie_host.core.errors import OutcomeUnknown, PhoneRejected
from genie_host.core.screen import AccessibilityNode, Role
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.journal import Change, Journal
from genie_host.phone.own_keyboard import KEYBOARD, OwnKeyboard
from genie_host.phone.typed import Fate, compared
from genie_host.simphone.faults.plan import FaultPlan
from genie_host.simphone.faults.rules import parse_rule
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World
from tests.phone.conftest import Hurry, commands, noting_commands

FORM = Path(__file__).parent / "data" / "form.yaml"
SCRIPTS = {
    "Latin": "Añejo façade, Łódź, straße, İstanbul",
    "Greek": "Καλημέρα κόσμε",
    "Cyrillic": "Съешь же ещё этих мягких булок",
    "Hebrew": "שָׁלוֹם עולם 123",
    "Arabic": "مرحبا بالعالم ١٢٣",
    "Devanagari": "नमस्ते दुनिया क्षत्रिय",
    "Bengali": "ওহে বিশ্ব",
    "Tamil": "வணக்கம் உலகம்",
    "Thai": "สวัสดีชาวโลก",
    "Georgian": "გამარჯობა მსოფლიო",
    "Armenian": "Բարեւ աշխարհ",
    "Chinese": "你好，世界",
    "Japanese": "こんにちは カタカナ 漢字",
    "Korean": "안녕하세요 세계",
    "Ethiopic": "ሰላም ልዑል",
    "emoji": "👋🏽 👩‍👩‍👧‍👦 🇺🇳 ❤️ 1️⃣",
    "mixed directions": "Call שלום (12) before مساء 7!",
    "decomposed": "Cafe\u0301 A\u030a",
    "shell": "$(reboot) `id` 'a' \"b\" \\ && ; | > < * ? ~ # %s %20",
    "markup": '<node text="x"/> &amp; ]]> \t',
}
SECRET = "hunter2"
NO_SET_TEXT = ("setText", "java.lang.IllegalStateException", "no", -1)
USERS_KEYBOARD = "com.android.inputmethod.latin/.LatinIME"


@pytest.fixture(autouse=True)
def state_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What Genie remembers of phones is the test's own."""
    monkeypatch.setenv("GENIE_STATE_DIR", str(tmp_path / "state"))


@pytest.fixture
def sim_phone() -> SimPhone:
    world = World.from_bundled_apps(extra_apps=[FORM])
    world.show("form", "home")
    return SimPhone(world)


@pytest.fixture
def field(sim: SimServer, phone: AdbPhone) -> Callable[[str], AccessibilityNode]:
    def find(resource_id: str) -> AccessibilityNode:
        screen = "rules" if resource_id in ("secret", "short", "card") else "home"
        sim.call(lambda phone: phone.world.show("form", screen))
        elements = phone.observe().elements
        return next(each.node for each in elements if each.node.resource_id.endswith(f"id/{resource_id}"))

    return find


def content(sim: SimServer, name: str) -> str:
    return sim.call(lambda phone: str(phone.world.state["form"][name]))


def fault(sim: SimServer, **faults: Any) -> None:
    sim.call(lambda phone: [setattr(phone.faults, name, value) for name, value in faults.items()])


@pytest.mark.parametrize("way", ["setText", "clipboard", "keyboard of ours"])
def test_twenty_kinds_of_text_are_read_back_as_they_were_asked(
    sim: SimServer, phone: AdbPhone, field: Callable[[str], AccessibilityNode], way: str
) -> None:
    node = field("free")
    sim.call(lambda phone: setattr(phone.world, "clipboard", "the user's own"))
    if way != "setText":
        fault(sim, u2_error_on=NO_SET_TEXT)
    if way == "keyboard of ours":
        fault(sim, clipboard_denied=True)
        phone.allow_own_keyboard()
    texts = list(SCRIPTS.values()) if way != "keyboard of ours" else [SCRIPTS["Arabic"], SCRIPTS["emoji"]]
    for text in texts:
        assert phone.type_text(text, node) == text
        assert content(sim, "free") == text
    assert sim.call(lambda phone: phone.world.clipboard) == "the user's own"
    assert sim.call(lambda phone: phone.world.settings[("secure", "default_input_method")]) == USERS_KEYBOARD


def test_what_came_over_the_field_is_not_touched_while_typing(
    sim: SimServer, phone: AdbPhone, field: Callable[[str], AccessibilityNode]
) -> None:
    free = field("free")
    popup = parse_rule({"on": "rpc.setText", "do": "popup"})
    sim.call(lambda sim_phone: FaultPlan.lay(sim_phone, [popup]))
    assert phone.type_text("Ada", free) == "Ada"
    log = sim.call(lambda sim_phone: sim_phone.world.log.entries)
    kinds = [entry["kind"] for entry in log]
    assert kinds.index("popup_shown") < kinds.index("text_entered")
    assert [entry["node_class"] for entry in log if entry["kind"] == "tap"] == ["android.widget.EditText"]
    assert "popup_closed" not in kinds


def test_a_field_that_has_the_focus_by_now_is_not_touched(
    sim: SimServer, phone: AdbPhone, field: Callable[[str], AccessibilityNode]
) -> None:
    """Where it was seen there are keys by now."""
    seen = field("lines")
    phone.type_text("one", seen)
    assert phone.observe().is_keyboard_shown
    before = len(sim.call(lambda sim_phone: sim_phone.world.log.of_kind("tap")))
    assert phone.append_text(" two", seen) == "one two"
    assert len(sim.call(lambda sim_phone: sim_phone.world.log.of_kind("tap"))) == before
    other = field("free")
    assert phone.type_text("three", other) == "three"
    assert (content(sim, "lines"), content(sim, "free")) == ("one two", "three")


@pytest.fixture
def plain(sim: SimServer, phone: AdbPhone) -> tuple[AccessibilityNode, AccessibilityNode]:
    """Two fields that the phone cannot tell apart by an id."""
    sim.call(lambda sim_phone: sim_phone.world.show("form", "plain"))
    first, second = (each.node for each in phone.observe().elements if each.role is Role.FIELD)
    assert first.resource_id == second.resource_id == ""
    return first, second


def test_fields_without_ids_are_told_apart_by_their_place(
    sim: SimServer, phone: AdbPhone, plain: tuple[AccessibilityNode, AccessibilityNode]
) -> None:
    first, second = plain
    assert phone.type_text("ada", first) == "ada"
    assert phone.type_text("London", second) == "London"
    assert phone.type_text("grace", first) == "grace"
    assert (content(sim, "free"), content(sim, "lines")) == ("grace", "London")


def test_text_goes_into_no_other_field_when_the_touch_went_elsewhere(
    sim: SimServer, phone: AdbPhone, plain: tuple[AccessibilityNode, AccessibilityNode], hurry: Hurry
) -> None:
    """The other one looks the same and has had the focus all the time."""
    first, second = plain
    phone.type_text("ada", first)
    hurry(focus_seconds=0.2)
    popup = parse_rule({"on": "tap", "do": "popup"})
    sim.call(lambda sim_phone: FaultPlan.lay(sim_phone, [popup]))
    with pytest.raises(PhoneRejected, match="text field"):
        phone.type_text("London", second)
    assert (content(sim, "free"), content(sim, "lines")) == ("ada", "")


def test_a_field_that_moved_away_is_looked_for_again(
    sim: SimServer, phone: AdbPhone, plain: tuple[AccessibilityNode, AccessibilityNode]
) -> None:
    elsewhere = plain[1]._replace(bounds=plain[1].bounds._replace(top=1500, bottom=1600))
    with pytest.raises(PhoneRejected, match="not where it was seen"):
        phone.type_text("London", elsewhere)
    assert sim.call(lambda sim_phone: sim_phone.world.log.of_kind("tap")) == []


def test_two_thousand_characters_arrive_whole(
    sim: SimServer, phone: AdbPhone, field: Callable[[str], AccessibilityNode]
) -> None:
    text = ("".join(SCRIPTS.values()) * 10)[:2000]
    assert phone.type_text(text, field("lines")) == text
    fault(sim, u2_error_on=NO_SET_TEXT)
    assert phone.type_text(text[::-1], field("lines")) == text[::-1]
    assert content(sim, "lines") == text[::-1]


@pytest.mark.parametrize(
    ("name", "text", "kept"),
    [
        ("digits", "1234.50", "1234.50"),
        ("tel", "+44 (0)20-7946", "+44 (0)20-7946"),
        ("code", "004512", "004512"),
        ("card", "4111111111111111", "4111 1111 1111 1111"),
        ("short", "just twenty letters!", "just twenty letters!"),
        ("secret", "Pässwörd 7", "••••••••••"),
        ("secret", "pin👋", "•" * 4),
    ],
)
def test_fields_with_rules_take_what_fits_them_and_the_answer_is_what_they_show(
    sim: SimServer, phone: AdbPhone, field: Callable[[str], AccessibilityNode], name: str, text: str, kept: str
) -> None:
    assert phone.type_text(text, field(name)) == kept
    if name != "secret":
        assert content(sim, name) == kept


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "short",
            "much longer than twenty letters",
            r"took only the first 20 of 31 characters.*'much longer than twe'",
        ),
        ("digits", "£12 each", r"left 6 of 8 characters out.*It shows '12'"),
        ("digits", "twelve", r"did not take the text: it is empty"),
        ("code", "ABC-123", r"left 4 of 7 characters out"),
    ],
)
def test_a_field_that_keeps_something_else_is_complained_about(
    phone: AdbPhone, field: Callable[[str], AccessibilityNode], name: str, text: str, said: str
) -> None:
    with pytest.raises(PhoneRejected, match=said):
        phone.type_text(text, field(name))


def test_text_is_added_after_what_is_there_and_not_after_the_hint(
    sim: SimServer, phone: AdbPhone, field: Callable[[str], AccessibilityNode]
) -> None:
    node = field("free")
    assert phone.append_text("milk", node) == "milk"
    assert phone.append_text(", البيض", node) == "milk, البيض"
    assert content(sim, "free") == "milk, البيض"
    with pytest.raises(PhoneRejected, match="cannot be read"):
        phone.append_text("more", field("secret"))


def test_a_field_is_emptied(sim: SimServer, phone: AdbPhone, field: Callable[[str], AccessibilityNode]) -> None:
    phone.type_text("something", field("free"))
    assert phone.type_text("", field("free")) == ""
    assert content(sim, "free") == ""


def test_the_action_key_goes_on_to_the_next_field(
    sim: SimServer, phone: AdbPhone, field: Callable[[str], AccessibilityNode]
) -> None:
    phone.type_text("first", field("free"))
    phone.submit("next")
    assert phone.type_text("second") == "second"
    assert content(sim, "lines") == "second"
    phone.submit("search")
    assert sim.call(lambda phone: phone.world.log.of_kind("key")[-1]["code"]) == 66


def test_the_action_key_wants_a_field(phone: AdbPhone) -> None:
    with pytest.raises(PhoneRejected, match="No text field is active"):
        phone.submit("send")


def test_secrets_are_written_down_nowhere(
    sim: SimServer,
    phone: AdbPhone,
    field: Callable[[str], AccessibilityNode],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    programs: list[str],
) -> None:
    """Whatever way they take into the field, and whatever goes wrong with it."""
    caplog.set_level(logging.DEBUG)
    phone.allow_own_keyboard()
    noting_commands(sim)
    node = field("secret")
    phone.type_text(f"{SECRET}-by-setText", node)
    assert content(sim, "secret") == f"{SECRET}-by-setText"
    fault(sim, u2_error_on=NO_SET_TEXT)
    phone.type_text(f"{SECRET}-by-clipboard", node)
    assert content(sim, "secret") == f"{SECRET}-by-clipboard"
    fault(sim, clipboard_denied=True)
    with pytest.raises(PhoneRejected) as refused:
        phone.type_text(f"{SECRET}-by-keyboard", node)
    fault(sim, clipboard_denied=False, u2_error_on=None, u2_crash_on="setText")
    with pytest.raises(OutcomeUnknown) as lost:
        phone.type_text(f"{SECRET}-lost", node)
    logged = "\n".join(f"{record.getMessage()} {record.exc_text}" for record in caplog.records)
    assert "type 18 characters" in logged
    raised = "\n".join(line for error in (refused, lost) for line in traceback.format_exception(error.value))
    on_disk = "\n".join(path.read_text() for path in tmp_path.rglob("*") if path.is_file())
    ran = "\n".join(commands(sim))
    assert "ime list" not in ran
    for place in (logged, raised, on_disk, ran, "\n".join(programs), *capfd.readouterr()):
        # Also in base 64, as the keyboard of ours takes it.
        assert SECRET not in place
        assert base64.b64encode(SECRET[:6].encode()).decode() not in place
    assert SECRET not in repr(compared(SECRET, SECRET))


@pytest.fixture
def programs() -> Iterator[list[str]]:
    """Command lines of what is started on this computer."""
    seen: list[str] = []
    listening = [seen]
    # A hook stays for ever, so it is made deaf afterwards.
    sys.addaudithook(lambda event, args: event == "subprocess.Popen" and [each.append(str(args)) for each in listening])
    yield seen
    listening.clear()


def test_without_consent_no_keyboard_is_installed_or_chosen(
    sim: SimServer, phone: AdbPhone, field: Callable[[str], AccessibilityNode]
) -> None:
    fault(sim, u2_error_on=NO_SET_TEXT, clipboard_denied=True)
    with pytest.raises(PhoneRejected, match="clipboard"):
        phone.type_text("hello", field("free"))
    assert KEYBOARD not in sim.call(lambda phone: list(phone.packages.input_methods))


def test_a_keyboard_that_may_not_be_installed_is_said_so(
    sim: SimServer, phone: AdbPhone, field: Callable[[str], AccessibilityNode]
) -> None:
    fault(sim, u2_error_on=NO_SET_TEXT, clipboard_denied=True, install_denied=True)
    phone.allow_own_keyboard()
    with pytest.raises(PhoneRejected, match="does not let a keyboard be installed"):
        phone.type_text("hello", field("free"))
    assert sim.call(lambda phone: phone.world.settings[("secure", "default_input_method")]) == USERS_KEYBOARD


def test_the_users_keyboard_is_given_back_after_a_crash(
    sim: SimServer, phone: AdbPhone, link: Any, shell: Any, tmp_path: Path
) -> None:
    journal = Journal.of_phone("phone", folder=tmp_path)
    crashed = OwnKeyboard(link, shell, journal)
    crashed._install()
    journal.note(Change(kind="keyboard", name="keyboard", before=USERS_KEYBOARD, ours=KEYBOARD))
    shell.do("ime", "enable", KEYBOARD)
    shell.do("ime", "set", KEYBOARD)
    # The process ends here; another one finds the journal.
    assert OwnKeyboard(link, shell, Journal.of_phone("phone", folder=tmp_path)).give_back()
    assert sim.call(lambda phone: phone.world.settings[("secure", "default_input_method")]) == USERS_KEYBOARD
    assert not OwnKeyboard(link, shell, Journal.of_phone("phone", folder=tmp_path)).give_back()


def test_the_pin_of_the_lock_screen_is_never_typed(sim: SimServer, phone: AdbPhone) -> None:
    def lock(phone: SimPhone) -> None:
        phone.world.set_lock("pin", "1234")
        phone.world.lock()
        phone.world.dismiss_keyguard()

    sim.call(lock)
    pad = [node for root in phone.observe().roots for node in root.walk() if node.resource_id.endswith("pinEntry")]
    with pytest.raises(PhoneRejected, match="Only its user enters the PIN"):
        phone.type_text("1234", pad[0])
    with pytest.raises(PhoneRejected, match="Only its user enters the PIN"):
        phone.type_text("1234")
    assert sim.call(lambda phone: phone.world.system.lock.entered) == ""


@pytest.mark.parametrize(
    ("shown", "asked", "fate"),
    [
        ("Cafe\u0301", "Caf\u00e9", Fate.EXACT),
        ("\u200fشكرا\u200f", "شكرا", Fate.EXACT),
        ("Hello", "hello", Fate.REFORMATTED),
        ("4111 1111", "41111111", Fate.REFORMATTED),
        ("कख", "किख", Fate.FILTERED),
        ("•••••", "p👋ss", Fate.MASKED),
        ("••", "p👋ss", Fate.OTHER),
        ("he", "hello", Fate.TRUNCATED),
        ("", "hello", Fate.EMPTY),
        ("goodbye", "hello", Fate.OTHER),
        ("", "", Fate.EXACT),
    ],
)
def test_what_became_of_a_text(shown: str, asked: str, fate: Fate) -> None:
    assert compared(shown, asked).fate is fate


def test_a_hint_is_not_content() -> None:
    assert compared("Name", "", hint="Name").fate is Fate.EXACT
    assert compared("Name", "Anna", hint="Name").fate is Fate.EMPTY
    assert compared("Name", "Name", hint="Name").fate is Fate.EXACT
