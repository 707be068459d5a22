"""Screenshots: always a PNG, always as large as the screen."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from genie_host.core.errors import PhoneRejected
from genie_host.core.geometry import Size
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.capture import upright_png
from genie_host.phone.device_info import DeviceInfo
from genie_host.simphone.server import SimServer


def picture(width: int, height: int, kind: str = "PNG") -> bytes:
    """Black, with a white top left quarter."""
    image = Image.new("RGB", (width, height))
    image.paste((255, 255, 255), (0, 0, width // 2, height // 2))
    target = io.BytesIO()
    image.save(target, kind)
    return target.getvalue()


def info(width: int, height: int, rotation: int = 0) -> DeviceInfo:
    return DeviceInfo(package="", size=Size(width=width, height=height), rotation=rotation, is_screen_on=True)


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    assert image.format == "PNG"
    return image


def test_a_screenshot_is_a_png_of_the_screens_size(phone: AdbPhone) -> None:
    assert opened(phone.screenshot()).size == (1080, 2400)


def test_a_turned_screen_gives_a_turned_screenshot(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.set_rotation(1))
    assert opened(phone.screenshot()).size == (2400, 1080)


@pytest.mark.slow
def test_the_shell_takes_the_picture_when_the_server_has_none(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: setattr(phone.faults, "screenshot_none", True))
    assert opened(phone.screenshot()).size == (1080, 2400)


def test_a_png_of_the_right_size_is_passed_on_as_it_is() -> None:
    given = picture(100, 200)
    assert upright_png(given, info(100, 200)) is given


def test_a_jpeg_becomes_a_png() -> None:
    assert opened(upright_png(picture(100, 200, "JPEG"), info(100, 200))).size == (100, 200)


@pytest.mark.parametrize(("rotation", "bright_corner"), [(1, (10, 90)), (3, (190, 10))])
def test_a_picture_that_lies_on_its_side_is_turned(rotation: int, bright_corner: tuple[int, int]) -> None:
    image = opened(upright_png(picture(100, 200), info(200, 100, rotation)))
    assert image.size == (200, 100)
    assert image.getpixel(bright_corner) == (255, 255, 255)


def test_a_picture_of_another_size_is_rejected() -> None:
    with pytest.raises(PhoneRejected, match="size"):
        upright_png(picture(100, 100), info(100, 200))


@pytest.mark.parametrize("junk", [b"", b"not a picture", picture(100, 200)[:60]], ids=["none", "text", "cut off"])
def test_bytes_that_are_no_picture_are_rejected(junk: bytes) -> None:
    with pytest.raises(PhoneRejected):
        upright_png(junk, info(100, 200))
