"""What the words of a goal rule out."""

import pytest

from genie_host.agent.goal import Goal
from genie_host.agent.wording import (
    bids_writing,
    forbids_sending,
    leaves_unnamed,
    only_reads,
    only_wants_to_know,
    plainly_tells,
    speaks_of_label,
    speaks_of_title,
    tells_by_name,
    without_addressee,
    without_phrases,
)


@pytest.mark.parametrize(
    ("goal", "is_forbidden"),
    [
        ("send hi to Mum", False),
        ("write hi to Mum but don't send it", True),
        ("Draft a text to Bob: I am late", True),
        ("draft hi to Bob and send it", False),
        ("leave a message for Sam unsent", True),
        ("I'm not sure I want to send it yet, just type hi", True),
        ("type hi to Sam, I'll send it myself", True),
        ('send Mum "do not send money"', False),
    ],
)
def test_a_text_may_be_wanted_unsent(goal, is_forbidden):
    assert forbids_sending(goal) is is_forbidden


@pytest.mark.parametrize(
    ("goal", "may_have_one"),
    [
        ("write a note saying buy milk", False),
        ("new note: buy milk", False),
        ("note called Shopping with milk", True),
        ("make a shopping note that says milk", True),
        ("make a new note that says milk", False),
        ('a note with "Gas" as its heading', True),
        ('put "milk" in a note, "Shopping" on top', True),
        ("create note Packing with socks", True),
        ("a note saying milk, no title", False),
    ],
)
def test_a_note_has_a_title_when_the_goal_speaks_of_one(goal, may_have_one):
    assert speaks_of_title(goal) is may_have_one


@pytest.mark.parametrize(
    ("goal", "name", "parts"),
    [
        ("send hi to Mum", "Mum", ["send hi"]),
        ("text Mum see you", "Mum", ["text", "see you"]),
        ("tell Dr Chen hi", "Dr Chen", ["tell", "hi"]),
        ("send him the key", "Bob", ["send", "the key"]),
        ("to Zoe: hi", "Zoe", [": hi"]),
        ("say Mum is here to Dad", "Dad", ["say Mum is here"]),
        ("text Sam hi", "Mum", ["text Sam hi"]),
        ("tell Bob I gave it to him", "Bob", ["tell", "I gave it to him"]),
    ],
)
def test_whom_a_text_is_for_is_no_part_of_it(goal, name, parts):
    assert ["".join(part).strip() for part in without_addressee(Goal(goal).folded_pieces(), name)] == parts


@pytest.mark.parametrize(
    ("goal", "is_reading"),
    [
        ("Where did Zoe leave the key? It's in our messages", True),
        ("check her text and tell me where the key is", True),
        ("what did Mum say", True),
        ("tell Mum what time it is", False),
        ("can you text Zoe: are you home?", False),
        ("ask Sam when the match is", False),
    ],
)
def test_a_goal_may_only_want_to_know(goal, is_reading):
    assert only_reads(goal) is is_reading
    assert forbids_sending(goal) is is_reading


@pytest.mark.parametrize(
    ("goal", "is_telling"),
    [
        ("Please let Sam know I'm running late", True),
        ("could you text Mum I am here", True),
        ("let apps know where I am", False),
        ("put the wifi on", False),
    ],
)
def test_a_goal_may_plainly_be_about_telling(goal, is_telling):
    assert plainly_tells(goal) is is_telling


@pytest.mark.parametrize(
    ("goal", "may_write"),
    [
        ("note green bins go out", True),
        ("To Zoe: can you feed the cat?", True),
        ("“milk”, please", True),
        ("I need the About phone screen, it's right down near the bottom of Settings", False),
        ("is the wifi on?", False),
    ],
)
def test_a_goal_without_a_word_of_writing_has_nothing_written(goal, may_write):
    assert bids_writing(goal) is may_write


@pytest.mark.parametrize(
    ("goal", "may_have_one"),
    [
        ("set an alarm at a quarter to nine tonight", False),
        ("I have to leave at 8:45 PM, so set an alarm for then", False),
        ("make a new alarm for ten to six tomorrow morning", False),
        ("set a Gym alarm for 6:10", True),
        ("alarm at 21:20 called Tablets", True),
        ("set an alarm for swimming at 6:10", True),
        ("Alarm 17:30, Gym", True),
        ("I need an alarm for 18:45, no label", False),
        ("an unlabelled alarm for 7 for me", False),
    ],
)
def test_an_alarm_has_a_label_when_the_goal_says_what_for(goal, may_have_one):
    assert speaks_of_label(goal) is may_have_one


@pytest.mark.parametrize(
    ("goal", "text", "expected"),
    [
        ("write down eggs in a note, its title should be Food", "eggs", True),
        ("a note called Food with eggs in it", "eggs", True),
        ("an alarm for six, label Gym", "", True),
        ("note: call the plumber", "call the plumber", False),
        ("make a note that the film is titled Ran", "the film is titled Ran", False),
        ("an untitled note with eggs in it", "eggs", False),
        ("save a note without a title: eggs", "eggs", False),
    ],
)
def test_a_goal_that_names_what_it_asks_for_is_known(goal, text, expected):
    assert leaves_unnamed(goal, text) is expected


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("Could you let Sam know that the key is here?", True),
        ("my train is late, tell him that", True),
        ("Tell me what Sam wrote", False),
        ("make a note: tell Sam to call", False),
        ("remember the milk", False),
    ],
)
def test_telling_somebody_is_not_keeping_something(goal, expected):
    assert tells_by_name(goal) is expected


def test_phrases_are_cut_out_of_a_goals_words():
    parts = [("alarm", " 13", ":", "50", ",", " label", " Gym")]
    assert without_phrases(parts, [("13", ":", "50")]) == [("alarm",), (",", " label", " Gym")]


@pytest.mark.parametrize(
    ("goal", "is_only"),
    [
        ('Could you look at my note "Locker" and tell me what is in it', True),
        ("what did Sam say last", True),
        ("read me the garage note", True),
        ("make a note to check the boiler and read the meter", False),
        ("note to self: find out when the shop opens", False),
        ('write "read chapter 9" in a new note', False),
        ("set an alarm for 7 and remind me", False),
    ],
)
def test_nothing_is_written_for_a_goal_that_only_wants_to_know(goal, is_only):
    assert only_wants_to_know(goal) is is_only
