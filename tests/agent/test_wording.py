"""What the words of a goal rule out."""

import pytest

from genie_host.agent.wording import addressed, forbids_sending, only_reads, plainly_tells, speaks_of_title


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


def test_no_text_begins_with_whom_it_is_for():
    assert addressed(["text", " Mum", " see", " you"], "Mum") == {1}
    assert addressed(["tell", " Dr", " Chen", " hi"], "Dr Chen") == {1, 2}
    assert addressed(["send", " him", " the", " key"], "Bob") == {1}
    assert addressed(["say", " Mum", " is", " here"], "Mum") == frozenset()
    assert addressed(["text", " Sam", " hi"], "Mum") == frozenset()


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
