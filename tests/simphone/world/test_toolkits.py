"""Trees as other toolkits make them: what they give away, and that touches work all the same."""

import pytest
from app_file import find, nodes, phone_with, texts
from invariants import broken, xml_faults

from genie_host.simphone.world.engine import World

SCREEN = """
state: {{on: false, note: "", sent: []}}
screens:
  home:
    title: Parcels
    up: false
    tree: {tree}
    actions: [{{kind: icon, description: Search, id: search, tap: [{{toast: searching}}]}}]
    body:
      - {{kind: row, text: Parcel 7, summary: Arrives today, id: parcel, tap: [{{toast: opened}}]}}
      - {{kind: switch, text: Tell me, bind: on}}
      - {{kind: text, text: Only text}}
      - {{kind: button, text: Send, id: send, tap: [{{append: {{to: sent, value: "{{note}}"}}}}]}}
      - {{kind: field, bind: note, hint: Note, id: note}}
      - kind: card
        text: Offer
        summary: Half price
        tap: [{{toast: offer}}]
        items: [{{kind: button, text: Take it, tap: [{{toast: taken}}]}}]
"""


def phone(tmp_path, tree: str) -> World:
    return phone_with(tmp_path, SCREEN.format(tree=tree))


def place(tmp_path, text: str) -> tuple[int, int]:
    """Where something is, read off the native tree, which has the same places."""
    center = find(phone(tmp_path, "native"), text).bounds.center
    return center.x, center.y


@pytest.mark.parametrize("tree", ["native", "compose", "flutter", "webview", "opaque"])
def test_what_a_touch_does_is_the_same_under_each_toolkit(tmp_path, tree):
    world = phone(tmp_path, tree)
    for text, said in (("Arrives today", "opened"), ("Half price", "offer"), ("Take it", "taken")):
        world.tap(*place(tmp_path, text))
        assert world.toast == said
    world.tap(*place(tmp_path, "Tell me"))
    assert world.state["lab"]["on"] is True
    world.tap(*place(tmp_path, "Note"))
    world.type_text("hi")
    world.press_key(4)
    world.tap(*place(tmp_path, "Send"))
    assert world.state["lab"]["sent"] == ["hi"]


@pytest.mark.parametrize("tree", ["native", "compose", "flutter", "webview", "opaque"])
def test_every_toolkits_tree_is_sound(tmp_path, tree):
    world = phone(tmp_path, tree)
    assert broken(world) == ""
    assert list(xml_faults(world)) == []


def test_compose_has_no_ids_and_buttons_without_names(tmp_path):
    shown = nodes(phone(tmp_path, "compose"))
    assert {node.resource_id for node in shown} <= {"", "android:id/content"}
    assert shown[1].class_name == "androidx.compose.ui.platform.ComposeView"
    send = next(node for node in shown if any(child.text == "Send" for child in node.children))
    assert (send.class_name, send.clickable, send.text, send.description) == ("android.view.View", True, "", "")
    assert [child.class_name for child in send.children] == ["android.widget.TextView", "android.widget.Button"]
    assert not any(child.clickable for child in send.children)


def test_the_hint_of_a_compose_field_is_a_text_in_it(tmp_path):
    world = phone(tmp_path, "compose")
    field = next(node for node in nodes(world) if node.class_name == "android.widget.EditText")
    assert (field.text, field.hint, field.children[0].text) == ("", "", "Note")
    world.tap(field.bounds.center.x, field.bounds.center.y)
    world.type_text("x")
    field = next(node for node in nodes(world) if node.class_name == "android.widget.EditText")
    assert (field.text, field.children) == ("x", [])


def test_flutter_has_one_view_and_labels_in_descriptions(tmp_path):
    shown = nodes(phone(tmp_path, "flutter"))
    assert [node.class_name for node in shown if node.class_name.endswith("FlutterView")] != []
    assert {node.resource_id for node in shown} <= {"", "android:id/content"}
    assert [node.text for node in shown if node.text] == []
    descriptions = [node.description for node in shown if node.description]
    assert "Parcel 7\nArrives today" in descriptions
    assert "Offer\nHalf price" in descriptions
    assert "Take it" in descriptions


def test_in_flutter_a_row_with_a_switch_is_the_switch(tmp_path):
    world = phone(tmp_path, "flutter")
    switch = next(node for node in nodes(world) if node.checkable)
    assert (switch.class_name, switch.description, switch.checked) == ("android.widget.Switch", "Tell me", False)
    world.tap(switch.bounds.center.x, switch.bounds.center.y)
    assert next(node for node in nodes(world) if node.checkable).checked


def test_a_web_page_is_in_a_view_in_itself_with_bare_ids_and_native_bars(tmp_path):
    shown = nodes(phone(tmp_path, "webview"))
    views = [node for node in shown if node.class_name == "android.webkit.WebView"]
    assert len(views) == 2
    assert views[1] in views[0].children
    assert views[1].text == "Parcels"
    inside = {node.resource_id for node in views[0].walk()}
    assert inside == {"", "parcel", "send", "note"}
    assert any(node.resource_id == "com.example.lab:id/search" for node in shown)


def test_a_game_is_pixels_alone(tmp_path):
    world = phone(tmp_path, "opaque")
    assert texts(world) == []
    assert [node.class_name for node in nodes(world)] == ["android.widget.FrameLayout", "android.view.SurfaceView"]


COVERED = """
screens:
  home:
    title: Page
    tree: {tree}
    body: [{{kind: button, text: Read}}]
    overlays: [{{bounds: [0, 1200, 1080, 2000], id: banner, items: [{{kind: text, text: Cookies}}]}}]
"""


@pytest.mark.parametrize("tree", ["compose", "flutter", "webview"])
def test_what_covers_a_screen_is_made_by_the_same_toolkit(tmp_path, tree):
    world = phone_with(tmp_path, COVERED.format(tree=tree))
    assert not any(node.resource_id.endswith(":id/banner") for node in nodes(world))
    cover = find(world, "Cookies")
    assert cover.is_virtual
    assert cover.bounds.top >= 1200


ASKING = """
screens: {{home: {{title: Page, tree: {tree}, body: [{{kind: button, text: Go, tap: [{{dialog: sure}}]}}]}}}}
dialogs: {{sure: {{title: Really?, message: No way back,
  buttons: [{{kind: button, text: Yes, tap: [{{toast: done}}]}}]}}}}
"""


@pytest.mark.parametrize(
    ("tree", "texts_in_tree", "has_ids"),
    [
        ("native", ["Really?", "No way back", "Yes"], True),
        ("webview", ["Really?", "No way back", "Yes"], True),
        ("compose", ["Really?", "No way back", "Yes"], False),
        ("flutter", [], False),
        ("opaque", [], False),
    ],
)
def test_a_dialog_is_drawn_by_the_toolkit_of_its_screen(tmp_path, tree, texts_in_tree, has_ids):
    world = phone_with(tmp_path, ASKING.format(tree=tree))
    world.show_dialog("sure", world.scope())
    window = next(window for window in world.windows() if window.kind == "dialog")
    assert [node.text for node in window.root.walk() if node.text] == texts_in_tree
    assert any(node.resource_id.startswith("android:id/button") for node in window.root.walk()) is has_ids
    yes = next(node for node in window.root.walk_seen() if "Yes" in (node.text, node.description, node.drawn))
    world.tap(yes.bounds.center.x, yes.bounds.center.y)
    assert world.toast == "done"
    assert broken(world) == ""
