"""The node that a call would really hit."""

from __future__ import annotations

from dataclasses import replace

from genie_host.core.geometry import Point
from genie_host.core.screen import Element, Role
from genie_host.policy.layout import Layout
from genie_host.policy.resolve import hits_at, is_tree_empty, label_of, point_of, resolve_touch
from tests.policy.drawing import button, find, icon, label, node, screen

PAGE = screen(
    node("LinearLayout", "", (0, 400, 1080, 600), label("Wi-Fi", (60, 450, 300, 550)), is_clickable=True, id="row"),
    button("Save", (60, 2000, 1020, 2120)),
    icon("Help", (900, 2020, 1000, 2100)),
)


def test_the_row_takes_a_touch_on_its_text() -> None:
    (hit,) = hits_at(Layout(PAGE), Point(x=100, y=500))
    assert hit.node is find(PAGE, "row")
    assert hit.leaf is find(PAGE, "Wi-Fi")


def test_the_later_drawn_control_takes_the_touch() -> None:
    (hit,) = hits_at(Layout(PAGE), Point(x=950, y=2060))
    assert hit.node is find(PAGE, "Help")


def test_nothing_is_hit_where_nothing_lies() -> None:
    assert hits_at(Layout(PAGE), Point(x=500, y=1500)) == ()


def test_a_small_window_in_front_takes_the_touch() -> None:
    front = node("FrameLayout", "", (100, 1900, 980, 2200), button("Pay", (200, 1980, 900, 2140), package="com.other"))
    both = screen(button("Save", (60, 2000, 1020, 2120)), windows=(front,))
    (hit,) = hits_at(Layout(both), Point(x=540, y=2060))
    assert hit.node is find(both, "Pay")


def test_a_call_by_name_and_one_by_id_find_the_same_node() -> None:
    layout = Layout(PAGE)
    by_name = resolve_touch(layout, "tap", {"text": "wi-fi"}, None)
    by_id = resolve_touch(layout, "tap", {"resource_id": "com.example.app:id/row"}, None)
    assert by_name.hits[0].node is by_id.hits[0].node is find(PAGE, "row")


def test_a_label_that_two_controls_bear_means_either() -> None:
    seen = screen(button("Lend", (0, 200, 300, 300)), button("Lend", (60, 2000, 1020, 2120)))
    first, second = seen.roots[0].children
    listed = [
        Element(ref=index, name=name, role=Role.BUTTON, node=node)
        for index, (name, node) in enumerate((("Lend", first), ("Lend (2)", second)), 1)
    ]
    layout = Layout(replace(seen, elements=tuple(listed)))
    assert {hit.node.path for hit in resolve_touch(layout, "tap", {"text": "Lend"}, None).hits if hit.node} == {
        first.path,
        second.path,
    }


def test_the_given_target_is_judged_beside_what_lies_over_it() -> None:
    target = find(PAGE, "Save")
    hits = resolve_touch(Layout(PAGE), "tap", {"x": 950, "y": 2060}, target).hits
    assert [hit.node for hit in hits] == [target, find(PAGE, "Help")]


def test_tap_at_counts_in_thousandths_and_tap_in_pixels() -> None:
    layout = Layout(PAGE)
    assert point_of("tap_at", {"x": 500, "y": 1000}, layout) == Point(x=540, y=2399)
    assert point_of("tap", {"x": 500, "y": 1000}, layout) == Point(x=500, y=1000)
    assert point_of("tap", {"x": "left"}, layout) is None
    assert point_of("tap", {"x": float("nan"), "y": 5}, layout) is None


def test_a_tree_with_bars_alone_is_empty() -> None:
    bar = node("TextView", "10:31", (0, 0, 200, 80), package="com.android.systemui")
    assert is_tree_empty(Layout(screen(windows=(bar,))))
    assert not is_tree_empty(Layout(PAGE))


def test_a_node_is_named_by_its_label_then_its_text_then_its_id() -> None:
    layout = Layout(PAGE)
    assert label_of(find(PAGE, "Help"), layout) == "Help"
    assert label_of(find(PAGE, "row"), layout) == "Wi-Fi"
    nameless = screen(button("", id="btn_next_page"))
    assert label_of(find(nameless, "btn_next_page"), Layout(nameless)) == "btn next page"
