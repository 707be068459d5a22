"""The phone without a wire: what a person does to it and what it makes of that."""

import pytest

from genie_host.core.errors import SimulatorError
from genie_host.simphone.world.engine import LAUNCHER, World
from genie_host.simphone.world.nodes import SimNode


@pytest.fixture
def world() -> World:
    return World.from_bundled_apps()


def find(world: World, name: str) -> SimNode:
    nodes = [node for root in world.roots() for node in root.walk()]
    return next(node for node in reversed(nodes) if name in (node.text, node.description, node.hint))


def tap(world: World, name: str, *, held_ms: int = 100) -> None:
    center = find(world, name).bounds.center
    world.tap(center.x, center.y, held_ms=held_ms)


def shown(world: World) -> list[str]:
    return [
        node.text or node.description for root in world.roots() for node in root.walk() if node.text or node.description
    ]


def test_a_switch_is_changed_by_a_tap_on_it_and_written_down(world):
    world.show("settings", "network")
    tap(world, "Wi-Fi")
    assert world.state["settings"]["wifi"] is True
    (effect,) = world.log.effects
    assert (effect["kind"], effect["key"], effect["name"], effect["value"]) == ("switch_changed", "wifi", "Wi-Fi", True)


def test_apps_come_back_as_they_were_left(world):
    world.show("settings", "display")
    world.start_app(LAUNCHER)
    world.start_app("com.android.settings")
    assert world.foreground.screen == "display"


def test_back_leaves_the_keyboard_then_the_screen_then_the_app(world):
    world.show("messages", "conversation", name="Mum")
    tap(world, "Text message")
    seen = []
    for _ in range(4):
        world.press_key(4)
        seen.append((world.is_keyboard_shown, world.foreground.app_id, world.foreground.screen))
    assert seen == [
        (False, "messages", "conversation"),
        (False, "messages", "home"),
        (False, "launcher", "home"),
        (False, "launcher", "home"),
    ]


def test_a_message_is_sent_once_and_only_when_something_is_written(world):
    world.show("messages", "conversation", name="Mum")
    tap(world, "Send")
    assert world.log.effects == []
    tap(world, "Text message")
    world.type_text("hi")
    tap(world, "Send")
    tap(world, "Send")
    assert [(entry["to"], entry["text"]) for entry in world.log.effects] == [("Mum", "hi")]
    assert world.state["messages"]["conversations"][0]["messages"][-1] == {"from": "You", "text": "hi"}


def test_a_chat_with_someone_new_is_begun_once(world):
    for _ in range(2):
        world.show("messages", "new_chat")
        tap(world, "Zoe")
        assert (world.foreground.screen, world.visit.args["name"]) == ("conversation", "Zoe")
    assert [entry["name"] for entry in world.state["messages"]["conversations"]].count("Zoe") == 1


def test_the_keyboard_covers_the_lower_part_and_the_composer_moves_above_it(world):
    world.show("messages", "conversation", name="Mum")
    before = find(world, "Send").bounds.top
    tap(world, "Text message")
    keyboard = find(world, "Keyboard").bounds
    assert find(world, "Send").bounds.bottom <= keyboard.top < before


def test_an_alarm_is_saved_in_order_with_two_digits(world):
    world.show("clock", "new_alarm")
    for name, text in (("Hour", "7"), ("Minute", "5")):
        tap(world, name)
        world.type_text(text)
    tap(world, "Save")
    assert [alarm["time"] for alarm in world.state["clock"]["alarms"]] == ["06:45", "07:05", "09:00"]


def test_a_dialog_takes_the_touches_and_a_tap_beside_it_closes_it(world):
    world.show("notes", "home")
    tap(world, "Shopping")
    tap(world, "Delete")
    assert "Delete this note?" in shown(world)
    world.tap(500, 300)
    assert "Delete this note?" not in shown(world)
    assert world.log.effects == []


def test_deleting_is_done_by_the_dialogs_own_button(world):
    world.show("notes", "home")
    tap(world, "Shopping")
    tap(world, "Delete")
    tap(world, "Delete")
    assert [entry["kind"] for entry in world.log.effects] == ["item_deleted"]
    assert "Shopping" not in [note["title"] for note in world.state["notes"]["notes"]]
    assert world.foreground.screen == "home"


def test_a_long_list_scrolls_by_whole_rows_and_stops_at_its_ends(world):
    world.show("settings", "home")
    assert "About phone" not in shown(world)
    world.swipe(500, 2000, 500, 800)
    world.swipe(500, 2000, 500, 800)
    assert "About phone" in shown(world)
    assert "Network & internet" not in shown(world)
    end = world.visit.scroll
    world.swipe(500, 2000, 500, 800)
    assert world.visit.scroll == end
    for _ in range(3):
        world.swipe(500, 800, 500, 2000)
    assert world.visit.scroll == 0


def test_rows_cut_by_the_edge_keep_within_the_list(world):
    world.show("settings", "home")
    area = next(node for root in world.roots() for node in root.walk() if node.scrollable).bounds
    for row in next(node for root in world.roots() for node in root.walk() if node.scrollable).children:
        assert row.bounds.clipped(area) == row.bounds


def test_a_disabled_button_takes_the_touch_and_does_nothing(world):
    world.show("notes", "edit")
    tap(world, "Save")
    assert (world.foreground.screen, world.log.effects) == ("edit", [])


def test_the_log_says_which_node_was_hit(world):
    world.show("settings", "network")
    switch = next(node for root in world.roots() for node in root.walk() if node.checkable)
    world.tap(switch.bounds.center.x, switch.bounds.center.y)
    entry = world.log.of_kind("tap")[-1]
    assert (entry["node_id"], entry["node_class"]) == ("android:id/switch_widget", "android.widget.Switch")


def test_a_screen_that_is_off_takes_no_touch_and_has_no_windows(world):
    world.press_key(223)
    assert world.roots() == []
    assert world.tap(500, 500) is False
    world.press_key(224)
    assert world.roots() != []


def test_landscape_swaps_the_sides(world):
    world.set_rotation(1)
    assert (world.size.width, world.size.height) == (2400, 1080)
    assert world.roots()[0].bounds.right == 2400


@pytest.mark.parametrize(
    ("state", "fault"),
    [({"weather": {}}, "no app is called that"), ({"settings": {"wify": True}}, "no variable wify")],
)
def test_a_starting_state_that_does_not_fit_is_named(state, fault):
    with pytest.raises(SimulatorError, match=fault):
        World.from_bundled_apps(state=state)


def test_one_phones_state_is_not_anothers(world):
    world.state["messages"]["conversations"][0]["messages"].append({"from": "You", "text": "x"})
    assert World.from_bundled_apps().state["messages"]["conversations"][0]["messages"][-1]["text"] != "x"
