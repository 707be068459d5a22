"""What one look tells: windows in front, headings, why there is nothing, and when two looks are the same."""

from pathlib import Path

import pytest

from genie_host.core.geometry import Size
from genie_host.core.screen import EmptyReason
from genie_host.phone.describe import describe
from genie_host.phone.hierarchy import decode_dump
from genie_host.phone.observation import build_observation
from tests.phone.dumps import dump, node, screen

SYSTEM = "com.android.systemui"
DUMPS = Path(__file__).parents[3] / "shared" / "data" / "ui-dumps"
BUTTON = node("Button", (0, 400, 500, 500), text="Behind", clickable=True)


def status_bar(clock="10:31"):
    return node(
        "FrameLayout", (0, 0, 1080, 80), node("TextView", (40, 10, 200, 70), text=clock, package=SYSTEM), package=SYSTEM
    )


def dialog(package="com.example.app", bounds=(90, 900, 990, 1500)):
    button = node("Button", (600, 1350, 900, 1450), text="OK", clickable=True, package=package)
    return node("FrameLayout", bounds, button, package=package)


def names(text):
    return [element.name for element in build_observation(text).elements]


@pytest.mark.parametrize("turned", [False, True])
def test_a_dialog_hides_what_is_behind_it_whatever_the_order_of_the_dump(turned):
    windows = [screen(BUTTON), dialog(), status_bar()]
    assert names(dump(*(reversed(windows) if turned else windows))) == ["OK"]


def test_a_floating_button_and_an_edge_strip_hide_nothing():
    bubble = node("View", (980, 1000, 1060, 1080), text="Bubble", clickable=True, package="com.other")
    strip = node("View", (0, 2360, 1080, 2400), package="com.edge")
    assert names(dump(screen(BUTTON), bubble, strip)) == ["Behind", "Bubble"]


def test_a_permission_prompt_is_named():
    prompt = dialog("com.google.android.permissioncontroller")
    observation = build_observation(dump(screen(BUTTON), prompt))
    assert observation.dialog_package == "com.google.android.permissioncontroller"
    assert [element.name for element in observation.elements] == ["OK"]


def test_the_keyboard_is_seen_and_not_read():
    keyboard = node(
        "FrameLayout", (0, 1500, 1080, 2400), text="q", clickable=True, package="com.google.android.inputmethod.latin"
    )
    observation = build_observation(dump(screen(BUTTON), keyboard))
    assert observation.is_keyboard_shown
    assert [element.name for element in observation.elements] == ["Behind"]


def test_the_clock_in_the_status_bar_does_not_make_another_screen():
    first, second = (build_observation(dump(screen(BUTTON), status_bar(time))) for time in ("10:31", "10:32"))
    assert first.fingerprint == second.fingerprint


@pytest.mark.parametrize(
    "other",
    [
        BUTTON.replace("Behind", "Other"),
        BUTTON.replace("400", "410"),
        BUTTON.replace("clickable", 'enabled="false" clickable'),
    ],
)
def test_another_name_place_or_state_makes_another_screen(other):
    first, second = (build_observation(dump(screen(button))) for button in (BUTTON, other))
    assert first.fingerprint != second.fingerprint


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (dump(), EmptyReason.NOT_READY),
        (dump(status_bar()), EmptyReason.SYSTEM_ONLY),
        (dump(screen(node("View", (0, 0, 1080, 2400)))), EmptyReason.OPAQUE),
        (dump(screen(BUTTON)), None),
    ],
)
def test_an_empty_screen_has_a_reason(text, reason):
    assert build_observation(text, size=Size(width=1080, height=2400)).empty_reason is reason


def test_a_screen_that_is_off_is_told_from_one_that_is_not_ready():
    assert build_observation(dump(), is_screen_on=False).empty_reason is EmptyReason.SCREEN_OFF


def test_the_description_shows_what_can_be_done_and_what_cannot():
    title = node("TextView", (40, 100, 900, 200), text="Network", id="com.example.app:id/title")
    row = node(
        "LinearLayout",
        (0, 700, 1080, 860),
        node("TextView", (40, 720, 800, 780), text="Wi-Fi"),
        node("Switch", (860, 730, 1040, 830), checkable=True),
        clickable=True,
    )
    field = node("EditText", (0, 900, 1080, 1000), text="abc", hint="Name", clickable=True)
    off = node("Button", (0, 1100, 1080, 1200), text="Save", clickable=True, enabled=False)
    said = describe(
        build_observation(
            dump(screen(title, row, field, off, node("TextView", (0, 1300, 1080, 1400), text="Up to date")))
        )
    )
    assert said.splitlines() == [
        "app: App",
        "screen: Network",
        "2 Wi-Fi [off]",
        "3 Name [field: abc]",
        "4 Save [disabled]",
        "| Up to date",
    ]


def test_what_does_not_fit_is_counted_and_what_can_be_acted_on_goes_first():
    texts = [node("TextView", (0, 100 * n, 1080, 100 * n + 80), text=f"text {n}") for n in range(3, 15)]
    said = describe(
        build_observation(dump(screen(*texts, node("Button", (0, 2000, 1080, 2100), text="Go", clickable=True)))),
        max_lines=5,
    )
    assert "13 Go" in said
    assert "(8 more not shown: 8 to read)" in said


@pytest.mark.skipif(not DUMPS.is_dir(), reason="the collection of real dumps is not here")
def test_real_dumps_are_read_and_described_briefly():
    """147 dumps of real apps: each but the one that is opaque gives elements, in a fraction of the XML's size."""
    empty, lengths = [], []
    for path in sorted(DUMPS.glob("*.xml")):
        observation = build_observation(decode_dump(path.read_bytes()))
        lengths.append(len(describe(observation)) / path.stat().st_size)
        if not observation.elements:
            empty.append(path.stem)
        assert len({element.name for element in observation.elements}) == len(observation.elements)
    assert empty == ["097"]
    assert sorted(lengths)[len(lengths) // 2] < 0.05
