"""The quick reader and the parser agree on every dump, or the quick one leaves it to the parser."""

import random

import pytest

from genie_host.phone.hierarchy import parse_hierarchy, read_carefully
from genie_host.phone.quick_read import read_quickly
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.xml import hierarchy_xml
from tests.phone.dumps import dump, node, screen

ONE = (
    dump(
        screen(
            node("Button", (10, 20, 110, 70), text="Fish & chips <3 MARK", desc="it is > that", clickable=True),
            node("TextView", (0, 80, 110, 170), text="Жук 日本 \U0001f600"),
        ),
        rotation=1,
    )
    .replace("'", '"')
    .replace("MARK", "&quot;now&apos;")
)


def quickly(text):
    return read_quickly(text, text.find("<hierarchy"))


def test_a_dump_as_phones_write_them_is_read_quickly():
    forest = quickly(ONE)
    assert forest is not None
    assert forest.rotation == "1"
    button, label = forest.roots[0].children
    assert (button.text, button.content_description) == ("Fish & chips <3 \"now'", "it is > that")
    assert (label.text, label.path) == ("Жук 日本 \U0001f600", "0/1")


@pytest.mark.parametrize("flavour", ["u2", "stock"])
def test_the_simulated_phones_dumps_are_read_quickly(flavour):
    text = hierarchy_xml(World.from_bundled_apps(), flavour=flavour)
    forest = quickly(text)
    assert forest is not None
    assert tuple(forest.roots) == parse_hierarchy(text.replace("<hierarchy", "<hierarchy ").replace("  ", " ")).roots


@pytest.mark.parametrize(
    "change",
    [
        ("Fish", "&#1;Fish"),
        ("Fish", "&#55357;Fish"),
        ("Fish", "&nbsp;Fish"),
        ("Fish", "Fi & sh"),
        ("Fish", "Fi<sh"),
        ("Fish", "Fi\x07sh"),
        ("Fish", "Fi\nsh"),
        ("Fish", "Fi\ud83dsh"),
        ("</hierarchy>", ""),
        ("</node></node>", "</node>"),
        ("</hierarchy>", "</node></hierarchy>"),
        ("<node ", "<!-- x --><node "),
        ("<node ", "<Node "),
        ("<node ", "text<node "),
        ("<node ", "<![CDATA[x]]><node "),
        ('package="com.example.app"', "package='com.example.app'"),
        ('package="com.example.app"', 'package="com.example.app" package="x"'),
        ('package="com.example.app"', 'package="com.example.app"junk'),
        ('rotation="1"', "rotation='1'"),
    ],
)
def test_what_is_of_another_form_is_left_to_the_parser(change):
    assert change[0] in ONE
    assert quickly(ONE.replace(*change)) is None


@pytest.mark.parametrize("written", ["&#65;", "&#x41;", "A"])
def test_references_are_resolved(written):
    assert quickly(ONE.replace("Fish", written)).roots[0].children[0].text.startswith("A &")


def test_what_comes_after_the_end_is_not_read():
    assert len(quickly(ONE + ONE + "\nUI hierchary dumped to: /dev/tty").roots) == 1


def test_three_thousand_broken_dumps_read_the_same_by_both():
    """Characters are dropped, doubled and exchanged: what the quick reader takes, the parser takes for the same."""
    rng = random.Random(7)
    begin = ONE.index("<hierarchy")
    taken = 0
    for _ in range(3000):
        letters = list(ONE)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(begin + 10, len(letters))
            letters[place] = rng.choice(["", letters[place] * 2, *'<>&"/=; #é'])
        text = "".join(letters)
        quick = quickly(text)
        if quick is not None:
            taken += 1
            careful = read_carefully(text[begin:])
            assert careful is not None, text
            assert careful.roots == quick.roots, text
    assert 300 < taken < 2700
