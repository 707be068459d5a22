"""What a goal says of alarms."""

import pytest

from genie_host.agent.alarms import speaks_of_waking, times_wanted


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("wake me at 7:40, not at 16:15", "07:40"),
        ("set the alarm from 6:45 to 7:00", "07:00"),
        ("I'd rather get up at 7:30 than at 7:00", "07:30"),
        ("an alarm at 8:20 instead of 8:00", "08:20"),
        ("change my 6:45 alarm to 7:00", "06:45 07:00"),
        ("not 7:00", "07:00"),
        ("The ferry goes at seven, so I want to be woken at 5:20 in the morning", "05:20"),
        ("set an alarm for 6:10, the bus leaves at 7:00", "06:10"),
        ("my 6:45 alarm is too early, make it 7:00", "06:45 07:00"),
        ("don't wake me at 7:00, let me sleep till 8:15", "07:00 08:15"),
        ("move my alarm at 6:45 up, to 7:00", "06:45 07:00"),
        ("wake me up", ""),
    ],
)
def test_a_time_that_a_goal_speaks_against_is_not_wanted(goal, expected):
    assert " ".join(str(time) for time in times_wanted(goal)) == expected


@pytest.mark.parametrize(
    ("goal", "expected"),
    [("get me up at six", True), ("alram 6:00", True), ("Sam should know that we meet at 16:00", False)],
)
def test_a_word_of_waking_is_needed_for_an_alarm(goal, expected):
    assert speaks_of_waking(goal) is expected
