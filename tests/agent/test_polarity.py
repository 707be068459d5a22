"""On or off, when the words leave no doubt."""

import pytest

from genie_host.agent.polarity import wanted_state


@pytest.mark.parametrize(
    ("goal", "wanted"),
    [
        ("turn on the wifi", True),
        ("battery saver on", True),
        ("Could you enable the Battery Saver?", True),
        ("turn off wifi on my phone", False),
        ("make sure the hotspot is off", False),
        ("disable Bluetooth", False),
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
    ],
)
def test_polarity_is_read_or_left_open(goal, wanted):
    assert wanted_state(goal) is wanted
