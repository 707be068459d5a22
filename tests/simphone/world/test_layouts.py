"""Layouts: pages, free places, overlays, endless lists, the other direction, other screens."""

from dataclasses import replace

import pytest
from app_file import find, nodes, phone_with, tap, texts
from invariants import broken
from walker import HandClock

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.layout import lay_out

PAGES = """
screens:
  home:
    up: false
    layout: pages
    body:
      - {kind: icon, text: One, page: 0}
      - {kind: icon, text: Two, page: 1}
      - {kind: icon, text: Three, page: 1}
"""
FREE = """
state: {hits: 0}
screens:
  home:
    layout: free
    body:
      - {kind: button, text: Below, bounds: [100, 1000, 500, 1400], tap: [{toast: below}]}
      - {kind: button, text: Above, bounds: [300, 1200, 700, 1600], tap: [{toast: above}]}
      - {kind: button, text: Half out, bounds: [900, 2300, 1300, 2600]}
      - {kind: button, text: Away, bounds: [2000, 100, 2100, 200]}
"""
BARRED = """
screens:
  home:
    title: Keys
    layout: free
    body:
      - {kind: button, text: First, bounds: [0, 260, 500, 600]}
      - {kind: button, text: Last, bounds: [0, 1900, 500, 2240]}
    bar: [{kind: tab, text: Tab}]
"""
COVERED = """
state: {cookies: true, ad: true}
screens:
  home:
    title: News
    body: [{kind: button, text: Read, tap: [{toast: read}]}]
    overlays:
      - when: cookies
        id: banner
        bounds: [0, 200, 1080, 900]
        items: [{kind: text, text: We use cookies}, {kind: button, text: Accept, tap: [{set: {cookies: false}}]}]
      - when: ad
        window: popup
        bounds: [200, 1000, 900, 1500]
        items: [{kind: icon, description: Close, tap: [{set: {ad: false}}]}, {kind: text, text: Buy}]
"""
ENDLESS = """
state: {posts: [{text: Post 1}]}
screens:
  home:
    title: Feed
    endless: {list: posts, batch: 5, make: {text: "Post {n}"}, limit: 60}
    body: [{kind: row, each: posts, text: "{item.text}"}]
"""
WORDS = """
state: {mood: good}
screens:
  home:
    title: Settings
    actions: [{kind: icon, description: More}]
    body: [{kind: row, text: "Mood: {mood}", tap: [{toast: "Mood: {mood}"}]}, {kind: field, bind: mood, hint: Mood}]
"""
SLOW = """
screens:
  home:
    title: Start
    body: [{kind: button, text: Go, tap: [{goto: slow}]}]
  slow: {title: Arrived, settle_ms: 800}
"""


def test_pages_are_turned_by_a_sideways_drag_and_stop_at_the_ends(tmp_path):
    world = phone_with(tmp_path, PAGES)
    seen = [texts(world)]
    for start, end in ((900, 200), (900, 200), (200, 900)):
        world.swipe(start, 1200, end, 1200)
        seen.append(texts(world))
    assert seen == [["One"], ["Two", "Three"], ["Two", "Three"], ["One"]]
    assert find(world, "Page 1 of 2").bounds.height > 0


def test_a_drag_up_turns_no_page(tmp_path):
    world = phone_with(tmp_path, PAGES)
    world.swipe(500, 1800, 300, 900)
    assert texts(world) == ["One"]


def test_in_a_free_layout_the_later_item_is_on_top_and_nothing_leaves_the_screen(tmp_path):
    world = phone_with(tmp_path, FREE)
    world.tap(400, 1300)
    assert world.toast == "above"
    assert find(world, "Half out").bounds == Bounds(left=900, top=2300, right=1080, bottom=2400)
    assert "Away" not in texts(world)


def test_free_bounds_are_scaled_to_other_screens(tmp_path):
    world = phone_with(tmp_path, FREE, profile="old-24")
    across, down = world.size.width / 1080, world.size.height / 2400
    spot = find(world, "Below").bounds
    assert abs(spot.left - 100 * across) <= 2
    assert abs(spot.bottom - 1400 * down) <= 10  # the status bar is as high on every screen


def test_free_items_between_bars_stay_between_them_on_a_phone_that_is_turned(tmp_path):
    world = phone_with(tmp_path, BARRED)
    upright = [find(world, name).bounds for name in ("First", "Last")]
    assert [upright[0].top, upright[1].bottom] == [260, 2240]
    world.set_rotation(1)
    first, last, tab = (find(world, name).bounds for name in ("First", "Last", "Tab"))
    assert first.top == upright[0].top
    assert 900 < last.bottom <= tab.top


def test_an_overlay_takes_the_touches_above_what_it_covers_until_it_is_closed(tmp_path):
    world = phone_with(tmp_path, COVERED)
    spot = find(world, "Read").bounds
    world.tap(spot.center.x, spot.center.y)
    assert world.toast is None
    tap(world, "Accept")
    world.tap(spot.center.x, spot.center.y)
    assert world.toast == "read"


def test_a_popup_is_a_window_of_its_own_that_takes_no_focus(tmp_path):
    world = phone_with(tmp_path, COVERED)
    popup = next(window for window in world.windows() if window.kind == "popup")
    assert (popup.focusable, popup.root.bounds.top) == (False, 1000)
    assert len(world.roots(active_only=True)) == 1
    tap(world, "Close")
    assert [window.kind for window in world.windows()].count("popup") == 0


def test_an_endless_list_grows_as_its_end_comes_into_sight_up_to_its_limit(tmp_path):
    world = phone_with(tmp_path, ENDLESS)
    world.windows()
    first = len(world.state["lab"]["posts"])
    assert 12 <= first <= 30
    for _ in range(20):
        world.swipe(500, 2000, 500, 500)
    world.windows()
    posts = world.state["lab"]["posts"]
    assert len(posts) == 60
    assert posts[-1] == {"text": "Post 60"}
    assert "Post 60" in texts(world)


def test_what_runs_from_the_right_is_the_mirror_image(tmp_path):
    plain, mirrored = phone_with(tmp_path, WORDS), phone_with(tmp_path, WORDS, locale="ar")
    width = plain.size.width
    for left, right in zip(nodes(plain), nodes(mirrored), strict=True):
        assert left.bounds.left == width - right.bounds.right
        assert (left.bounds.top, left.class_name) == (right.bounds.top, right.class_name)
    assert broken(mirrored) == ""


def test_whole_templates_are_translated_and_what_they_hold_is_not(tmp_path):
    world = phone_with(tmp_path, WORDS)
    words = {"Mood: {mood}": "Laune: {mood}", "More": "Mehr", "Mood": "Laune", "good": "gut"}
    page = replace(world.page_of(world.app, world.visit), words=words)
    root, _, _ = lay_out(world.app.screens["home"], page)
    said = {text for node in root.walk() for text in (node.text, node.description, node.hint)}
    assert {"Laune: good", "Mehr", "Laune", "good"} <= said
    assert "gut" not in said


def test_a_toast_is_translated_too(bundled_apps):
    world = World(bundled_apps, locale="es")
    world.show("notes", "home")
    for name in ("Shopping", "Compartir"):
        nodes = [node for root in world.roots() for node in root.walk()]
        spot = next(node.bounds for node in nodes if name in (node.text, node.description)).center
        world.tap(spot.x, spot.y)
    assert world.toast == "No hay con qué compartir"


def test_the_tree_shows_the_former_screen_until_the_new_one_has_settled(tmp_path):
    clock = HandClock()
    world = phone_with(tmp_path, SLOW, clock=clock)
    tap(world, "Go")
    assert (world.foreground.screen, "Start" in texts(world)) == ("slow", True)
    clock.sleep(0.9)
    assert "Arrived" in texts(world)


@pytest.mark.parametrize("profile", ["foldable-34", "tablet-34", "old-24", "samsung-34"])
@pytest.mark.parametrize("turns", [0, 1])
def test_trees_are_sound_on_other_screens(tmp_path, profile, turns):
    for text in (PAGES, FREE, COVERED, ENDLESS, WORDS):
        world: World = phone_with(tmp_path, text, profile=profile)
        world.set_rotation(turns)
        assert broken(world) == ""


def test_a_screen_that_settles_keeps_its_former_tree_to_its_own_app(bundled_apps):
    world = World(bundled_apps, clock=HandClock())
    world.open_url("https://shop.example/item/104")
    assert world.system.settling is not None
    world.start_app("com.example.notes")
    assert "New note" in [node.description for root in world.roots() for node in root.walk()]
