"""The goal in words that code can compare with a screen."""

import pytest

from genie_host.agent.fold import fold, unique_labels
from genie_host.agent.goal import Goal


@pytest.mark.parametrize(
    ("goal", "name", "likeness"),
    [
        ("turn on the wifi", "Wi-Fi", 2),
        ("turn on wi fi", "Wi-Fi", 2),
        ("what did Mum's text say", "Mum", 2),
        ("open the network settings", "Network & internet", 1),
        ("message Dr Chen", "Dr Chen", 2),
        ("message Dr Patel", "Dr Chen", 1),
        ("message Doctor Chen", "Dr Chen", 2),
        ("message the dentist", "Dr Chen", 0),
        ("I hate autocorrect, turn it off", "Auto-correction", 2),
        ("stop auto-correcting my words", "Auto-correction", 2),
        ("stop auto-correcting my words", "Automatic time", 0),
        ("turn dnd off", "Do Not Disturb", 2),
        ("turn dnd off", "Do Not Disturb exceptions", 0),
        ("turn it up", "Do Not Disturb", 0),
        ("wake me at quarter to seven", "06:45", 2),
        ("wake me at seven", "06:45", 0),
        ("turn on the wifi", "Bluetooth", 0),
        ("read my shopping notes", "Shopping", 2),
        ("turn it on", "On", 2),
    ],
)
def test_likeness_says_how_much_of_a_name_the_goal_says(goal, name, likeness):
    assert Goal(goal).likeness(name) == likeness


def test_the_pieces_joined_are_the_goal():
    text = 'Tell Zoë  "I\'m on my way!" at 7:30, ok?'
    assert "".join(Goal(text).pieces) == text


def test_a_folded_span_leads_back_to_the_users_own_words():
    goal = Goal("Tell Zoë “Señor Müller can’t come…” now")
    assert goal.original("Senor Muller can't come") == "Señor Müller can’t come"
    assert goal.original("something else") is None


def test_folding_leaves_printable_ascii_without_quotes_and_backslashes():
    folded = fold('“Ünïcode” — "x" \\ 日本\u200b\u202e\n end')
    assert all(" " <= char <= "~" for char in folded)
    assert '"' not in folded
    assert "\\" not in folded


def test_labels_are_made_different_from_each_other():
    assert unique_labels({1: "Send", 2: "Sénd", 3: "Send"}, max_length=10) == {1: "Send", 2: "Send (2)", 3: "Send (3)"}


@pytest.mark.parametrize(
    ("goal", "last"),
    [("Could you text Mum I'm late?", " late"), ("text Mum are you there?", "?"), ("text Mum hi", " hi")],
)
def test_the_question_mark_of_a_request_is_not_part_of_a_text(goal, last):
    assert Goal(goal).sayable_pieces[-1] == last


@pytest.mark.parametrize(
    ("goal", "quoted", "free"),
    [
        ('send Zoe a text reading "I am late!"', ("I am late!",), ["send Zoe a text reading"]),
        ("add “milk”, titled “Buy”, now", ("milk", "Buy"), ["add", ", titled", ", now"]),
        ("text Mum I'm late", (), ["text Mum I'm late"]),
        ('a 6" nail', (), ["a 6' nail"]),
        ('say ""', (), ["say"]),
    ],
)
def test_quoted_words_are_a_text_as_they_stand(goal, quoted, free):
    runs = Goal(goal).sayable_runs
    assert runs.quoted == quoted
    assert ["".join(run).strip() for run in runs.free] == free


@pytest.mark.parametrize(
    ("goal", "name", "contradicts"),
    [
        ("auto-correction off", "Auto-rotate screen", True),
        ("turn off auto correction", "Auto-rotate screen", True),
        ("I hate autocorrect, turn it off", "Auto-rotate screen", True),
        ("I hate autocorrect, turn it off", "Auto-correction", False),
        ("autorotate off", "Auto-rotate screen", False),
        ("turn off auto rotation", "Auto-rotate screen", False),
        ("stop the screen turning", "Auto-rotate screen", False),
        ("turn the Wi-Fi on", "Wi-Fi", False),
    ],
)
def test_another_thing_that_begins_alike_is_known_for_one(goal, name, contradicts):
    assert Goal(goal).contradicts(name) is contradicts


@pytest.mark.parametrize(
    ("goal", "is_named_alone"),
    [
        ("turn Wi-Fi off", True),
        ("I need the internet, enable wi-fi", True),
        ("turn off Wi-Fi calling", False),
        ("turn on Wi-Fi automatically", False),
        ("turn Bluetooth off", False),
    ],
)
def test_a_name_is_told_from_a_longer_one(goal, is_named_alone):
    assert Goal(goal).names_alone("Wi-Fi") is is_named_alone
