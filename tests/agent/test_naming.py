"""Where a title or a label begins."""

import pytest

from genie_host.agent.goal import Goal
from genie_host.agent.naming import after_naming, only_named


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("make an alarm for 13:50 and name it Physio", ["Physio"]),
        ("a note called Boiler saying the valve is shut", ["Boiler"]),
        ("new note. The title is Bike lock. Body: 4815", ["Bike"]),
        ("note, title: Picnic, contents rugs", ["Picnic"]),
        ("save the rugs with Picnic as the title", []),
        ("the title of the book is long", []),
    ],
)
def test_a_name_begins_after_a_word_of_naming(goal, expected):
    pieces = Goal(goal).folded_pieces()
    assert [piece.strip() for piece, leads in zip(pieces, after_naming(pieces), strict=True) if leads] == expected


def test_where_no_word_of_naming_is_a_name_may_begin_as_before():
    parts = [("a", " Picnic", " note"), (" rugs",)]
    assert only_named([[True, True, False], [True]], parts) == [[True, True, False], [True]]
    assert only_named([[True] * 3, [True]], [("call it", " Picnic", " now"), (" rugs",)]) == [
        [False, True, False],
        [False],
    ]
