"""What scrolls, which way, and what can be told of how far."""

import pytest

from genie_host.core.geometry import Size
from genie_host.phone.describe import describe
from genie_host.phone.observation import build_observation
from genie_host.phone.scroll_areas import Axis, scroll_areas
from tests.phone.dumps import dump, node, screen

SIZE = Size(width=1080, height=2400)


def row(top, height=200, text=""):
    return node("TextView", (0, top, 1080, top + height), text=text or f"row at {top}", clickable=True)


def listed(*rows, kind="RecyclerView", bounds=(0, 400, 1080, 2000)):
    return node(f"androidx.{kind}", bounds, *rows, scrollable=True)


def only_area(*children):
    (area,) = scroll_areas(build_observation(dump(screen(*children)), size=SIZE))
    return area


def test_a_list_holds_its_elements_and_no_others():
    area = only_area(node("Button", (0, 100, 1080, 200), text="Up", clickable=True), listed(row(400), row(600)))
    assert (area.axis, area.refs) == (Axis.VERTICAL, (2, 3))


def test_nothing_is_said_where_nothing_tells():
    area = only_area(listed(*(row(top) for top in range(400, 2000, 200))))
    assert (area.has_more_before, area.has_more_after) == (None, None)


@pytest.mark.parametrize(
    ("rows", "more"),
    [
        ([row(400, 80), *(row(top) for top in range(480, 1880, 200)), row(1880, 120)], (True, None)),
        ([*(row(top) for top in range(400, 1800, 200)), row(1900, 100)], (None, True)),
        ([row(400), row(600), row(800)], (None, False)),
        ([row(300), row(500), row(700)], (True, False)),
    ],
)
def test_rows_cut_off_and_an_empty_end_tell_how_far_it_is(rows, more):
    area = only_area(listed(*rows))
    assert (area.has_more_before, area.has_more_after) == more


def test_what_lies_off_the_screen_is_to_be_scrolled_to_and_named():
    rows = [*(row(top) for top in range(400, 2400, 200)), row(2450, text="Privacy"), row(2650, text="About")]
    text = dump(screen(listed(*rows, bounds=(0, 400, 1080, 2400))))
    observation = build_observation(text, size=SIZE)
    assert scroll_areas(observation)[0].has_more_after
    assert "(off the screen below: 2 more)" in describe(observation)
    assert "Privacy" not in [element.name for element in observation.elements]


def test_things_side_by_side_scroll_sideways():
    cards = [
        node("TextView", (left, 400, left + 300, 800), text=f"card {left}", clickable=True) for left in (0, 320, 640)
    ]
    area = only_area(listed(*cards, bounds=(0, 400, 1080, 900)))
    assert area.axis is Axis.HORIZONTAL


def test_an_inner_list_takes_its_elements_from_the_outer_one():
    inner = listed(row(1000), row(1200), bounds=(0, 1000, 1080, 1600))
    observation = build_observation(dump(screen(listed(row(400), row(600), inner))), size=SIZE)
    assert [area.refs for area in scroll_areas(observation)] == [(1, 2), (3, 4)]
    assert "(3-4: list" in describe(observation).replace("#", "")
