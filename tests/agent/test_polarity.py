"""On or off, when the words leave no doubt."""

import pytest

from genie_host.agent.polarity import asks_state, is_only_asking, orders_switching, wanted_state


@pytest.mark.parametrize(
    ("goal", "wanted"),
    [
        ("turn on the wifi", True),
        ("battery saver on", True),
        ("Could you enable the Battery Saver?", True),
        ("turn off wifi on my phone", False),
        ("make sure the hotspot is off", False),
        ("disable Bluetooth", False),
        ("I don't want any interruptions", None),
        ("set Do Not Disturb to on", True),
        ("go dark", None),
        ("Hey can you get my WiFi going? It's off right now", None),
        ("the hotspot was left on, sort it out", None),
        ("is bluetooth on?", None),
        ("bluetooth should be off", False),
        ("turn off the wifi and put mobile data on", None),
        ("I don't want it on", None),
        ("why is bluetooth off? fix that", None),
        ("is bluetooth on or off?", None),
        ("see whether NFC is enabled", None),
        ("I'm on leave, so switch off the weekdays alarm", False),
        ("I'm off out, put Bluetooth on", True),
        ("there's an alarm for 9 that's switched off, enable it", True),
        ("I need an alarm going off at 19:15", None),
        ("I don't want any interruptions, set Do Not Disturb to on", True),
        ("if it isn't on turn it on", None),
        ("auto-rotate has to be on, switch it on if somebody turned it off", True),
        ("turn Bluetooth off unless it is off", False),
    ],
)
def test_polarity_is_read_or_left_open(goal, wanted):
    assert wanted_state(goal) is wanted


@pytest.mark.parametrize(
    "goal",
    [
        "is bluetooth on?",
        "My headphones won't connect. Is Bluetooth on?",
        "Hey genie, is Wi-Fi enabled right now?",
        "check whether NFC is off",
        "could you tell me if Do Not Disturb is on",
        "did I leave the hotspot on?",
    ],
)
def test_a_question_is_known_for_one(goal):
    assert is_only_asking(goal)


@pytest.mark.parametrize(
    "goal",
    [
        "turn Bluetooth on",
        "Is Bluetooth on? If not, turn it on",
        "why is bluetooth off? fix that",
        "check that Wi-Fi is on, and turn it on if not",
        "I was wondering if you could have the night light switched on",
        "can we have GPS off?",
        "have NFC on",
        "the battery is low, do something",
    ],
)
def test_a_wish_is_not_taken_for_a_question(goal):
    assert not is_only_asking(goal)


@pytest.mark.parametrize(
    "goal",
    [
        "turn the Wi-Fi on",
        "This network is useless, switch it off please",
        "Would you disable Bluetooth?",
        "dark theme off",
        "bluetooth on please",
    ],
)
def test_an_order_to_switch_is_known(goal):
    assert orders_switching(goal)


@pytest.mark.parametrize(
    "goal",
    [
        "is the Wi-Fi on",
        "tell me whether Bluetooth is switched on",
        "put the stopwatch on screen",
        "set an alarm for 7 on Monday",
        "what is my phone working on",
        'make a note saying "turn the oven off"',
    ],
)
def test_other_goals_are_no_orders_to_switch(goal):
    assert not orders_switching(goal)


@pytest.mark.parametrize(
    "goal",
    [
        "is wifi on",
        "is Wi-Fi on",
        "hey genie, is airplane mode off?",
        "check whether NFC is off",
        "wifi, is it on or off right now?",
    ],
)
def test_a_question_after_a_state_is_known(goal):
    assert asks_state(goal)


def test_an_order_asks_for_no_state():
    assert not asks_state("it is too dark, turn the dark theme off")
