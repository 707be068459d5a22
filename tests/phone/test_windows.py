"""Which windows can be used now, by evidence and never by the order of the dump."""

import pytest

from genie_host.core.geometry import Bounds, Size
from genie_host.core.screen import WindowKind
from genie_host.phone.observation import build_observation
from genie_host.phone.window_stack import StackedWindow, parse_window_stack
from tests.phone.dumps import APP, dump, node, screen

SYSTEM = "com.android.systemui"
SIZE = Size(width=1080, height=2400)
WHOLE = Bounds(0, 0, 1080, 2400)


def button(text, bounds=(0, 400, 500, 500), **attributes):
    return node("Button", bounds, text=text, clickable=True, **attributes)


def names(observation):
    return [element.name for element in observation.elements]


def stacked(package, *, is_secure=False, frame=WHOLE):
    return StackedWindow(title="", package=package, frame=frame, type_name="", is_secure=is_secure)


@pytest.mark.parametrize("turned", [False, True])
def test_of_two_windows_of_one_size_that_with_the_focus_is_in_front(turned):
    windows = [screen(button("Old"), package="com.old"), screen(button("New"), package="com.new")]
    text = dump(*(reversed(windows) if turned else windows))
    observation = build_observation(text, foreground=("com.new", ""))
    assert names(observation) == ["New"]
    assert [(window.package_name, window.is_usable) for window in observation.windows] == [
        ("com.new", True),
        ("com.old", False),
    ]


def test_the_window_managers_order_goes_before_the_focus():
    text = dump(screen(button("Under"), package="com.under"), screen(button("Over"), package="com.over"))
    stack = (stacked("com.over"), stacked("com.under"))
    assert names(build_observation(text, foreground=("com.under", ""), stack=stack)) == ["Over"]


def test_without_evidence_both_are_kept():
    text = dump(screen(button("One"), package="com.one"), screen(button("Two"), package="com.two"))
    assert sorted(names(build_observation(text))) == ["One", "Two"]


KEYPAD = node(
    "FrameLayout",
    (0, 1600, 1080, 2400),
    node("View", (0, 1600, 1080, 2400), id=f"{APP}:id/number_keypad"),
    button("Sell", (700, 2200, 1080, 2400)),
)


def test_an_apps_own_keypad_leaves_what_is_above_it_usable():
    observation = build_observation(dump(KEYPAD, screen(button("Amount"))))
    assert names(observation) == ["Amount", "Sell"]


def test_a_panel_below_a_field_with_the_focus_is_no_dialog():
    panel = KEYPAD.replace("number_keypad", "panel")
    field = node("EditText", (0, 400, 1080, 500), hint="Amount", focused=True, clickable=True)
    assert names(build_observation(dump(panel, screen(field)))) == ["Amount", "Sell"]
    assert names(build_observation(dump(panel, screen(button("Behind"))))) == ["Sell"]


def test_each_window_has_a_kind():
    bar = node("FrameLayout", (0, 0, 1080, 80), package=SYSTEM)
    keyboard = node("FrameLayout", (0, 1700, 1080, 2400), package="com.google.android.inputmethod.latin")
    dialog = node("FrameLayout", (90, 900, 990, 1500), button("OK", (600, 1350, 900, 1450)))
    away = node("FrameLayout", (0, 0, 1080, 2400), package="com.second", display_id="2")
    observation = build_observation(dump(bar, screen(button("Behind")), keyboard, away, dialog), size=SIZE)
    assert {window.index: window.kind for window in observation.windows} == {
        0: WindowKind.BAR,
        1: WindowKind.APP,
        2: WindowKind.KEYBOARD,
        3: WindowKind.UNSEEN,
        4: WindowKind.DIALOG,
    }
    assert [window.index for window in observation.windows if window.is_usable] == [4]
    assert observation.windows[0].index == 4


def test_the_lock_screen_is_known_by_its_ids():
    lock = node(
        "FrameLayout",
        (0, 0, 1080, 2400),
        node("View", (0, 300, 1080, 900), id=f"{SYSTEM}:id/keyguard_status_view"),
        package=SYSTEM,
    )
    observation = build_observation(dump(lock))
    assert observation.is_locked
    assert observation.windows[0].kind is WindowKind.LOCK_SCREEN
    assert not build_observation(dump(screen(button("x")))).is_locked


def test_a_window_that_forbids_pictures_makes_the_observation_secure():
    text = dump(screen(button("Pay")))
    assert build_observation(text, stack=(stacked(APP, is_secure=True),)).is_secure
    assert not build_observation(text, stack=(stacked(APP), stacked("com.other", is_secure=True))).is_secure


def test_a_size_told_before_the_screen_turned_is_turned():
    wide = node("FrameLayout", (0, 0, 2400, 1080), button("Allow", (1900, 900, 2300, 1000)))
    observation = build_observation(dump(wide, rotation=1), size=SIZE)
    assert observation.size == Size(width=2400, height=1080)
    assert names(observation) == ["Allow"]


ANDROID_14 = """\
WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #0 Window{1a2b u0 StatusBar}:
    mOwnerUid=10101 showForAllUsers=false package=com.android.systemui appop=NONE
    mAttrs={(0,0)(fillx80) gr=TOP ty=STATUS_BAR fl=NOT_FOCUSABLE SPLIT_TOUCH}
    Frames: parent=[0,0][1080,2400] display=[0,0][1080,2400] frame=[0,0][1080,80]
    isOnScreen=true
    isVisible=true
  Window #1 Window{3c4d u0 com.bank/com.bank.Main}:
    mOwnerUid=10200 showForAllUsers=false package=com.bank appop=NONE
    mAttrs={(0,0)(fillxfill) sim={adjust=resize} ty=BASE_APPLICATION wanim=0x10302fe
      fl=LAYOUT_IN_SCREEN SECURE HARDWARE_ACCELERATED
      pfl=NO_MOVE_ANIMATION}
    Frames: parent=[0,0][1080,2400] display=[0,0][1080,2400] frame=[0,0][1080,2400]
    isOnScreen=true
    isVisible=true
  Window #2 Window{5e6f u0 com.hidden/com.hidden.Main}:
    mOwnerUid=10201 package=com.hidden appop=NONE
    mAttrs={(0,0)(fillxfill) ty=BASE_APPLICATION fl=SECURE}
    Frames: frame=[0,0][1080,2400]
    isOnScreen=false
    isVisible=false
  mCurrentFocus=Window{3c4d u0 com.bank/com.bank.Main}
"""
ANDROID_8 = """\
WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #3 Window{9a u0 com.old/com.old.Main}:
    mOwnerUid=10077 mShowToOwnerOnly=true package=com.old appop=NONE
    mAttrs=WM.LayoutParams{(0,0)(fillxfill) sim=#120 ty=1 fl=#81812100 pfl=0x20000}
    mFrame=[0,0][720,1280] last=[0,0][720,1280]
"""


def test_the_window_managers_list_is_read_from_the_front_to_the_back():
    bar, bank = parse_window_stack(ANDROID_14)
    assert (bar.package, bar.type_name, bar.frame.bottom, bar.is_secure) == (SYSTEM, "STATUS_BAR", 80, False)
    assert (bank.package, bank.frame, bank.is_secure) == ("com.bank", WHOLE, True)


def test_flags_of_older_phones_are_numbers():
    (old,) = parse_window_stack(ANDROID_8)
    assert (old.package, old.is_secure, old.frame) == ("com.old", True, Bounds(0, 0, 720, 1280))
    assert not parse_window_stack(ANDROID_8.replace("81812100", "81810100"))[0].is_secure


def test_text_without_the_list_has_no_windows():
    assert parse_window_stack("mCurrentFocus=null") == ()
