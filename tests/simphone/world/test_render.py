"""Pictures agree with the tree: what it says is drawn where it says."""

import pytest
from app_file import find, phone_with
from PIL import Image, ImageDraw

from genie_host.core.geometry import Bounds
from genie_host.simphone import profiles
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.render import picture
from genie_host.simphone.world.render.fonts import font_for, runs_from_right
from genie_host.simphone.world.render.writing import write

INK = 100
"""Grey below this is ink."""

PLAIN = """
state: {{note: "", on: true}}
screens:
  home:
    title: Heading
    secure: {secure}
    tree: {tree}
    body:
      - {{kind: text, text: "{text}"}}
      - {{kind: button, text: Drawn, unlabelled: true, id: nameless}}
      - {{kind: text, hidden_text: not drawn, id: trap}}
      - {{kind: field, bind: note, hint: Write here}}
      - {{kind: row, text: Title, summary: Summary}}
      - {{kind: switch, text: Switch, bind: on}}
      - {{kind: checkbox, text: Box, bind: on}}
      - {{kind: card, text: Card, summary: More, tap: [], items: [{{kind: button, text: Inner, tap: [{{toast: x}}]}}]}}
      - {{kind: image, text: Sunset, description: A photo}}
    bar: [{{kind: tab, text: One}}, {{kind: tab, description: Two}}, {{kind: icon, description: Three}}]
"""


def plain(tmp_path, *, text: str = "Hello", secure: str = "false", tree: str = "native", **options) -> World:
    return phone_with(tmp_path, PLAIN.format(text=text, secure=secure, tree=tree), **options)


def ink(image: Image.Image, spot: Bounds) -> Image.Image:
    """What is written within bounds: ink black, the rest white."""
    part = image.crop((spot.left + 3, spot.top + 3, spot.right - 3, spot.bottom - 3)).convert("L")
    return part.point(lambda grey: 255 if grey < INK else 0)


def has_ink(image: Image.Image, spot: Bounds) -> bool:
    return ink(image, spot).getbbox() is not None


def test_every_text_of_a_screen_is_written_inside_its_bounds(bundled_apps):
    world = World(bundled_apps)
    world.show("settings", "home")
    image = picture(world)
    assert image.size == (1080, 2400)
    for root in world.roots():
        for node in root.walk():
            if node.text and not node.children:
                assert has_ink(image, node.bounds), node.text


def test_what_is_not_labelled_is_drawn_and_what_is_hidden_is_not(tmp_path):
    world = plain(tmp_path)
    image = picture(world)
    nodes = {node.resource_id.rpartition("/")[2]: node for root in world.roots() for node in root.walk()}
    assert has_ink(image, nodes["nameless"].bounds)
    assert not has_ink(image, nodes["trap"].bounds)


@pytest.mark.parametrize("tree", ["compose", "flutter", "webview", "opaque"])
def test_the_picture_is_the_same_whatever_the_toolkit(tmp_path, tree):
    native, other = picture(plain(tmp_path)), picture(plain(tmp_path, tree=tree))
    whole = Bounds(left=0, top=90, right=1080, bottom=2400)
    assert ink(native, whole).tobytes() == ink(other, whole).tobytes()


def test_a_secure_window_is_black_and_the_status_bar_is_not(tmp_path):
    image = picture(plain(tmp_path, secure="true")).convert("L")
    assert image.crop((0, 100, 1080, 2400)).getextrema() == (0, 0)


def test_a_picture_is_turned_with_the_screen(tmp_path):
    world = plain(tmp_path)
    world.set_rotation(1)
    assert picture(world).size == (2400, 1080)
    assert has_ink(picture(world), find(world, "Hello").bounds)


def test_a_screen_that_is_off_is_black(tmp_path):
    world = plain(tmp_path)
    world.press_key(223)
    assert picture(world).convert("L").getextrema() == (0, 0)


@pytest.mark.parametrize("text", ["Grüße", "Привет", "नमस्ते", "你好", "こんにちは", "안녕", "👍"])
def test_any_script_leaves_ink_even_where_the_machine_has_no_font(tmp_path, text):
    world = plain(tmp_path, text=text)
    assert has_ink(picture(world), find(world, text).bounds)


def test_what_runs_from_the_right_is_written_at_the_right(tmp_path):
    world = plain(tmp_path, text="مرحبا")
    spot = find(world, "مرحبا").bounds
    left, _, right, _ = ink(picture(world), spot).getbbox()
    assert left > spot.width // 2
    assert right > spot.width - 40
    assert (runs_from_right("12 مرحبا"), runs_from_right("12 Hi")) == (True, False)


def test_a_long_text_stays_inside_its_bounds(tmp_path):
    world = plain(tmp_path, text="word " * 200 + "W" * 300)
    image = picture(world)
    spot = next(node for root in world.roots() for node in root.walk() if node.text.startswith("word")).bounds
    below = Bounds(left=0, top=spot.bottom, right=1080, bottom=spot.bottom + 20)
    assert has_ink(image, spot)
    assert not has_ink(image, below)


def test_a_long_word_before_another_stays_inside_its_bounds(tmp_path):
    world = plain(tmp_path, text="W" * 60 + " and more")
    spot = next(node for root in world.roots() for node in root.walk() if node.text.startswith("WW")).bounds
    image = Image.new("RGB", (400, 400), "white")
    narrow = Bounds(left=100, top=100, right=220, bottom=220)
    write(ImageDraw.Draw(image), narrow, "Desplazarse hacia arriba", (0, 0, 0))
    assert has_ink(image, narrow)
    image.paste("white", (narrow.left, narrow.top, narrow.right, narrow.bottom))
    assert image.convert("L").getextrema() == (255, 255)
    assert has_ink(picture(world), spot)


@pytest.mark.parametrize("profile", ["tablet-34", "foldable-34", "samsung-34", "old-24"])
def test_every_text_is_written_inside_its_bounds_on_any_screen(bundled_apps, profile):
    world = World(bundled_apps, profile=profiles.profile(profile), locale="ru")
    world.show("settings", "display")
    image = picture(world)
    heading = next(node for root in world.roots() for node in root.walk() if node.resource_id.endswith("id/title"))
    assert has_ink(image, heading.bounds)
    texts = [node.bounds for root in world.roots() for node in root.walk() if not node.children]
    bar = Bounds(left=0, top=round(90 * world.scale), right=world.size.width, bottom=round(250 * world.scale))
    rubbed = image.copy()
    for spot in texts:
        rubbed.paste("white", (spot.left, spot.top, spot.right, spot.bottom))
    assert not has_ink(rubbed, bar)


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_a_tile_of_quick_settings_shows_its_state_beside_its_label(bundled_apps, locale):
    world = World(bundled_apps, locale=locale)
    world.open_quick_settings()
    image = picture(world)
    labels = [node for root in world.roots() for node in root.walk() if node.resource_id.endswith("tile_label")]
    assert labels
    for node in labels:
        spot = node.bounds
        corners = {image.getpixel((x, y)) for x in (spot.left + 2, spot.right - 3) for y in (spot.top, spot.bottom - 1)}
        assert corners == {(226, 236, 250)}


def test_a_font_is_found_for_a_text_and_kept():
    assert font_for("Hello", 34) is font_for("Hello", 34)
