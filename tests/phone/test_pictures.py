"""Black is told from black: a screen that is off, a window that forbids pictures, a black screen."""

import io

import pytest
from PIL import Image

from genie_host.core.geometry import Bounds
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.observation import build_observation
from genie_host.phone.pictures import PictureState, downscaled, is_black, state_of
from genie_host.phone.window_stack import StackedWindow
from genie_host.simphone.server import SimServer
from tests.phone.dumps import APP, dump, node, screen

STACK = (StackedWindow(title="", package=APP, frame=Bounds(0, 0, 1080, 2400), type_name="", is_secure=True),)
TEXT = dump(screen(node("Button", (0, 400, 500, 500), text="Pay", clickable=True)))


def png(image):
    target = io.BytesIO()
    image.save(target, "PNG")
    return target.getvalue()


def black(bars=True):
    """As a secure window looks: black between the bars, which are drawn."""
    image = Image.new("RGB", (1080, 2400))
    if bars:
        image.paste("white", (40, 10, 200, 70))
        image.paste("white", (500, 2330, 560, 2380))
    return png(image)


def test_a_picture_with_something_on_it_is_shown():
    image = Image.new("RGB", (1080, 2400))
    image.paste("white", (100, 1000, 130, 1030))
    assert state_of(png(image), build_observation(TEXT)) is PictureState.SHOWN


@pytest.mark.parametrize("bars", [True, False])
def test_black_is_explained(bars):
    assert is_black(black(bars))
    assert state_of(black(bars), build_observation(TEXT, stack=STACK)) is PictureState.SECURE
    assert state_of(black(bars), build_observation(TEXT, is_screen_on=False)) is PictureState.OFF
    assert state_of(black(bars), build_observation(TEXT)) is PictureState.MAYBE_SECURE
    assert state_of(black(bars), build_observation(dump(screen()))) is PictureState.BLACK


def test_the_simulated_banks_picture_is_black_for_it_is_secure(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("bank", "home"))
    observation = phone.observe()
    assert observation.is_secure
    assert state_of(phone.screenshot(), observation) is PictureState.SECURE


def test_the_simulated_settings_are_shown(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("settings", "home"))
    observation = phone.observe()
    assert not observation.is_secure
    assert state_of(phone.screenshot(), observation) is PictureState.SHOWN


def test_a_picture_is_made_smaller_on_request_and_never_larger():
    small = Image.open(io.BytesIO(downscaled(black(), 600)))
    assert small.size == (270, 600)
    given = black()
    assert downscaled(given, 5000) is given
