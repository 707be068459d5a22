"""Nothing that can be acted on gets lost between the dump and the elements."""

from pathlib import Path

import pytest

from genie_host.core.geometry import Size
from genie_host.phone.coverage import Cover, covered_nodes
from genie_host.phone.describe import describe
from genie_host.phone.hierarchy import decode_dump
from genie_host.phone.names import is_interactive
from genie_host.phone.observation import build_observation
from tests.phone.dumps import dump, node, screen

DUMPS = Path(__file__).parents[3] / "shared" / "data" / "ui-dumps"
SIZE = Size(width=1080, height=2400)
ROW = (0, 400, 1080, 560)


def covers(*windows):
    return [(covered.why, covered.refs) for covered in covered_nodes(build_observation(dump(*windows), size=SIZE))]


def button(text, bounds=ROW, **attributes):
    return node("Button", bounds, text=text, clickable=True, **attributes)


def test_an_element_is_not_listed():
    assert covers(screen(button("Go"))) == []


def test_the_row_of_a_switch_shares_its_touch():
    switch = node("Switch", (860, 430, 1040, 530), checkable=True)
    row = node("LinearLayout", ROW, node("TextView", (0, 420, 800, 480), text="Wi-Fi"), switch, clickable=True)
    assert covers(screen(row)) == [(Cover.SAME_TOUCH, (1,))]


def test_a_page_is_held_by_what_is_on_it():
    page = node("FrameLayout", (0, 100, 1080, 2300), button("A"), button("B", (0, 600, 1080, 700)), clickable=True)
    assert covers(screen(page)) == [(Cover.PAGE, (1, 2))]


def test_a_scroll_area_names_what_is_in_it():
    area = node("ScrollView", (0, 300, 1080, 2300), button("A"), scrollable=True)
    assert covers(screen(area)) == [(Cover.SCROLL_AREA, (1,))]


@pytest.mark.parametrize(
    ("window", "why"),
    [
        (screen(button("x", (0, 2500, 1080, 2600))), Cover.OFF_SCREEN),
        (screen(button("x", (-300, 400, -10, 500))), Cover.OFF_SCREEN),
        (screen(button("x", (5, 5, 5, 5))), Cover.NO_AREA),
        (screen(button("x", visible_to_user=False)), Cover.HIDDEN),
        (
            node("View", (0, 2330, 1080, 2400), button("x", (0, 2330, 90, 2400)), package="com.android.systemui"),
            Cover.BAR,
        ),
        (node("View", (0, 1700, 1080, 2400), button("q", (0, 1700, 90, 1800)), package="com.x.ime"), Cover.KEYBOARD),
    ],
)
def test_what_is_out_of_reach_says_why(window, why):
    assert covers(screen(button("Go")), window) == [(why, ())]


def test_what_is_behind_a_dialog_is_counted_in_the_text():
    dialog = node("FrameLayout", (90, 900, 990, 1500), button("OK", (600, 1350, 900, 1450)))
    windows = (screen(button("A"), button("B", (0, 600, 1080, 700))), dialog)
    assert covers(*windows) == [(Cover.BEHIND, ()), (Cover.BEHIND, ())]
    said = describe(build_observation(dump(*windows), size=SIZE))
    assert "(dialog)" in said
    assert "(behind this: 2 more to act on; close this first)" in said


@pytest.mark.skipif(not DUMPS.is_dir(), reason="the collection of real dumps is not here")
def test_in_real_dumps_every_node_to_act_on_is_an_element_or_covered():
    """147 dumps of real apps: nothing is missing, and what is enabled and in reach has a line of its own."""
    for path in sorted(DUMPS.glob("*.xml")):
        observation = build_observation(decode_dump(path.read_bytes()))
        elements = {element.node.path: element for element in observation.elements}
        covered = {each.node.path: each for each in covered_nodes(observation)}
        lines = describe(observation).splitlines()
        for root in observation.roots:
            for each in root.walk():
                if is_interactive(each) or each.is_scrollable:
                    assert (each.path in elements) != (each.path in covered), (path.name, each.path)
        assert all(each.why is not Cover.NOTHING_IN_IT for each in covered.values()), path.name
        for element in observation.elements:
            if element.is_actionable:
                assert any(line.startswith(f"{element.ref} ") for line in lines), (path.name, element.name)
