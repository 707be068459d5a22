"""Where texts begin and end."""

import pytest

from genie_host.agent.borders import bid_pieces, is_cut_well, starts
from genie_host.agent.goal import Goal


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        ("note green bins go out on Thursday", "green bins go out on Thursday"),
        ("text Sam the train is late please", "the train is late"),
        ("message Sam is the match still on?", "is the match still on?"),
        ("could you text Sam the train is late?", "the train is late"),
        ("write the train is late to Sam", "the train is late"),
        ("put 40713 in a note called Gas meter", "40713"),
        ("Write to Zoe, can you feed the cat? Then send it off", "can you feed the cat?"),
        ("do it", "a secret that the goal tells by name"),
    ],
)
def test_a_text_between_words_that_lead_to_one_and_go_on_is_cut_well(goal, text):
    assert is_cut_well(goal, text, name="Sam")


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        ("note green bins go out on Thursday", "bins go out on Thursday"),
        ("save charger and passport in a note", "charger"),
        ("text Sam we need tents, 6 chairs and a pot", "we need tents"),
        ("tell Sam I must move it to Wednesday", "I must move it"),
        ("a note with the following in it, bins go out", "the following in it, bins go out"),
        ("write Mum lunch sounds perfect, and leave it unsent", "lunch sounds perfect, and leave it unsent"),
        ("title: Car, note: MOT is due, save it in Notes", "MOT is due, save it in Notes"),
        ("I have read the meter, save 40713", "the meter, save 40713"),
        ("So that he is not too early, write to Sam that we moved it to 3", "he is not too early, write"),
        ('save "locker 318" in a note with Pool as the title', "note with Pool as the title"),
        ("a note with milk as the title", "milk as the title"),
        ("message Sam is the match still on?", "is the match still on"),
        ("so she knows, please send a message to Sam: all done", "she knows, please send a message"),
    ],
)
def test_a_word_too_few_or_too_many_shows(goal, text):
    assert not is_cut_well(goal, text)


def test_a_text_goes_on_past_a_comma_and_an_and_with_new_words():
    goal = "note: Nora took the ferry in 1962, and she was reading a map"
    assert not is_cut_well(goal, "Nora took the ferry in 1962")
    assert is_cut_well("note: Nora took the ferry, and save it", "Nora took the ferry")


def test_no_text_begins_with_words_about_the_text():
    pieces = Goal("save a note with the body call Tom").pieces
    begins = [piece.strip() for piece, may_start in zip(pieces, starts(pieces), strict=True) if may_start]
    assert begins == ["save", "with", "call", "Tom"]


@pytest.mark.parametrize(
    ("goal", "count"),
    [
        ("send hi to Mum", 1),
        ("please text Mum see you", 2),
        ("Could you tell Bob hi", 3),
        ("call Bob", 0),
        ("the parcel is here, tell Bob", 0),
    ],
)
def test_words_that_bid_us_to_tell_something_are_no_part_of_it(goal, count):
    assert bid_pieces(Goal(goal).folded_pieces()) == count


def test_no_text_begins_with_what_joins_it_to_the_words_before():
    assert not is_cut_well("note titled Books, text Emma", ", text Emma")
    assert starts(("note", " Books", ",", " Emma")) == [True, True, False, True]
