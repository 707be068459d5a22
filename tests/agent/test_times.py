"""Times as people say them."""

import pytest

from genie_host.agent.times import times_in

SAID = {
    "set an alarm for 7:30": "07:30",
    "7.30 am": "07:30",
    "wake me at half past six": "06:30",
    "half six in the morning": "06:30",
    "wake me at half 7": "07:30",
    "quarter to nine in the evening": "20:45",
    "alarm for 5 pm please": "17:00",
    "7am": "07:00",
    "new alarm 4:15pm": "16:15",
    "labelled tablets for 9.20pm": "21:20",
    "wake me 715pm": "19:15",
    "alarm 7 a.m.": "07:00",
    "seven thirty": "07:30",
    "six fifteen in the morning": "06:15",
    "six forty-five": "06:45",
    "at seven": "07:00",
    "for 7 tomorrow evening": "19:00",
    "noon": "12:00",
    "midnight": "00:00",
    "12 am": "00:00",
    "12:30 pm": "12:30",
    "half past twelve": "12:30",
    "quarter to one pm": "12:45",
    "ten to eight": "07:50",
    "twenty five past six": "06:25",
    "five minutes to ten": "09:55",
    "twenty past four in the afternoon": "16:20",
    "five past nine": "09:05",
    "19.45": "19:45",
    "0630": "06:30",
    "eight o'clock": "08:00",
    "8 o clock tonight": "20:00",
    "by quarter past 7 AM": "07:15",
    "at 11 at night": "23:00",
}


@pytest.mark.parametrize(("text", "time"), SAID.items())
def test_a_time_is_read_as_it_was_meant(text, time):
    assert [str(found) for found in times_in(text)] == [time]


@pytest.mark.parametrize(
    "text",
    ["buy 2 eggs", "turn on the Wi-Fi", "call Bob about half of it", "half an hour", "half the cake", "25:70", ""],
)
def test_what_is_no_time_is_none(text):
    assert times_in(text) == ()


def test_several_times_are_given_in_their_order():
    assert [str(time) for time in times_in("move it from 9:15 to half past ten")] == ["09:15", "10:30"]
