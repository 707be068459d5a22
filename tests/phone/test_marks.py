"""Numbers on a second picture: one for each thing to act on, none over another, inner things first."""

import io

import pytest
from PIL import Image

from genie_host.core.errors import PhoneRejected
from genie_host.core.geometry import Bounds, Size
from genie_host.phone.marks import marked_picture, place_marks
from genie_host.phone.observation import build_observation
from tests.phone.dumps import dump, node, screen

SIZE = Size(width=1080, height=2400)


def button(bounds, text="x", *children):
    return node("Button", bounds, *children, text=text, clickable=True)


def look(*children):
    return build_observation(dump(screen(*children)), size=SIZE)


def marks(*children):
    return place_marks(look(*children).elements, SIZE)


def picture(size=(1080, 2400)):
    target = io.BytesIO()
    Image.new("RGB", size, "white").save(target, "PNG")
    return target.getvalue()


def test_each_thing_to_act_on_has_a_mark_and_texts_have_none():
    shown = marks(button((0, 400, 500, 500)), node("TextView", (0, 600, 500, 700), text="only read"))
    assert [(mark.ref, mark.box) for mark in shown] == [(1, Bounds(0, 400, 500, 500))]


def test_numbers_never_meet_even_in_a_heap():
    heap = [button((100 + 5 * n, 400 + 5 * n, 400 + 5 * n, 500 + 5 * n), f"b{n}") for n in range(30)]
    shown = marks(*heap)
    assert len(shown) == 30
    for position, mark in enumerate(shown):
        assert mark.tag.clipped(Bounds(0, 0, 1080, 2400)) == mark.tag
        assert not any(mark.tag.clipped(other.tag).area for other in shown[:position])


def test_what_lies_inside_gets_the_place_at_its_corner():
    outer = button((0, 400, 1080, 800), "Card", button((0, 400, 200, 500), "Like"))
    inner = next(mark for mark in marks(outer) if mark.box.width == 200)
    assert (inner.tag.left, inner.tag.top) == (0, 400)


def test_the_part_off_the_screen_is_left_out():
    (mark,) = marks(button((-200, 400, 300, 500)))
    assert mark.box == Bounds(0, 400, 300, 500)


def test_the_marked_picture_is_another_and_the_clean_one_stays():
    clean = picture()
    marked = Image.open(io.BytesIO(marked_picture(clean, look(button((100, 400, 500, 500))))))
    assert marked.size == (1080, 2400)
    assert marked.getpixel((499, 450)) != (255, 255, 255)
    assert marked.getpixel((800, 450)) == (255, 255, 255)
    assert clean == picture()


def test_a_picture_of_another_size_is_refused():
    with pytest.raises(PhoneRejected, match="not of one size"):
        marked_picture(picture((540, 1200)), look(button((100, 400, 500, 500))))


def test_what_is_no_picture_is_refused():
    with pytest.raises(PhoneRejected):
        marked_picture(b"no picture", look(button((100, 400, 500, 500))))
