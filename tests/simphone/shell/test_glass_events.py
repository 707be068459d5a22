"""``getevent``: a person's finger is told from a host's."""

from __future__ import annotations

import re
import threading

import pytest

from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.simphone.control.person import press_key, swipe, tap
from genie_host.simphone.listener import Listener


@pytest.fixture
def touched(sim, device):
    """``getevent`` with options in the background; gives what it printed when a person had touched the glass."""

    def run(command: str, act) -> str:
        seen = bytearray()
        stream = device.shell(command, stream=True)
        stream.conn.settimeout(30)

        def read() -> None:
            while data := stream.conn.recv(4096):
                seen.extend(data)

        reader = threading.Thread(target=read)
        reader.start()
        deadline = Deadline.after(30)
        while b"add device" not in seen:
            assert not deadline.is_over
            SYSTEM_CLOCK.sleep(0.01)
        device.shell("input tap 11 12")
        sim.call(lambda phone: act(Listener(phone)))
        while b"UP" not in seen and b"014a 00000000" not in seen:
            assert not deadline.is_over
            SYSTEM_CLOCK.sleep(0.01)
        stream.close()
        reader.join(timeout=30)
        return seen.decode()

    return run


def test_person_is_seen_and_injected_touches_are_not(touched):
    told = touched("getevent -lt", lambda phone: tap(phone, {"x": 540, "y": 1200}))
    positions = re.findall(r"ABS_MT_POSITION_([XY]) +(\w+)", told)
    assert positions == [("X", f"{540:08x}"), ("Y", f"{1200:08x}")]
    assert re.search(r"\[ +\d+\.\d{6}\] /dev/input/event2: EV_KEY +BTN_TOUCH +DOWN", told)


def test_numbers_are_told_without_labels(touched):
    def act(phone):
        press_key(phone, {"key": "HOME"})
        swipe(phone, {"start": [1, 2], "end": [300, 400]})

    told = touched("getevent", act)
    assert "/dev/input/event2: 0003 0035 0000012c\n" in told
    assert told.count("0001 014a") == 2


def test_full_storage_is_full(sim, device):
    sim.call(lambda phone: setattr(phone.faults, "storage_low", True))
    assert " 100% /data" in device.shell("df")
