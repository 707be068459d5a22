"""Wordings put together from parts are whole templates."""

import re
from random import Random

from scripts.nano.composing import composed
from scripts.nano.phrases import load_phrase_book


def test_choices_and_rules_are_all_resolved():
    rules = {"says": [" saying ", "[:|,] "]}
    made = {composed(Random(seed), "[send|drop [off|]] {contact} a text<says>{text}", rules) for seed in range(60)}
    assert "send {contact} a text: {text}" in made
    assert "drop off {contact} a text saying {text}" in made
    assert not any(re.search(r"[\[\]<>|]|  ", template) for template in made)


def test_every_frame_of_the_phrase_book_resolves():
    book = load_phrase_book()
    frames = [
        frame
        for key, lines in book.items()
        if key.startswith("composed_") and key != "composed_rules"
        for frame in lines
    ]
    for frame in frames:
        for seed in range(5):
            template = composed(Random(seed), frame, book["composed_rules"])
            assert not re.search(r"[\[\]<>|]", template), (frame, template)
