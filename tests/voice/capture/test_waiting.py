"""The queue between the sound server's thread and ours."""

from __future__ import annotations

import threading

from genie_host.voice.capture.waiting import Captured, WaitingRoom


def sound(number: int) -> Captured:
    return Captured(bytes([number]), float(number), 16_000, 1, 1)


def test_first_in_is_first_out() -> None:
    room = WaitingRoom()
    for number in range(3):
        room.put(sound(number))
    assert [room.get(0.0) for _ in range(4)] == [sound(0), sound(1), sound(2), None]


def test_full_room_drops_the_oldest_and_counts_them() -> None:
    room = WaitingRoom(size=3)
    for number in range(10):
        room.put(sound(number))
    assert room.dropped == 7
    assert room.oldest_at() == 7.0


def test_keeping_the_newest_counts_the_others() -> None:
    room = WaitingRoom()
    for number in range(10):
        room.put(sound(number))
    assert room.keep_newest(4) == 6
    assert (room.dropped, room.oldest_at()) == (6, 6.0)
    assert room.keep_newest(4) == 0


def test_shut_room_forgets_and_takes_nothing_in_uncounted() -> None:
    room = WaitingRoom()
    room.put(sound(1))
    room.shut()
    room.put(sound(2))
    assert (room.get(0.0), room.dropped) == (None, 0)
    room.open()
    room.put(sound(3))
    assert room.get(0.0) == sound(3)


def test_empty_room_has_no_oldest() -> None:
    assert WaitingRoom().oldest_at() is None


def test_closing_wakes_whoever_waits() -> None:
    room = WaitingRoom()
    reader = threading.Thread(target=room.get, args=(60.0,), daemon=True)
    reader.start()
    room.close()
    reader.join(30.0)
    assert not reader.is_alive()


def test_many_writers_lose_nothing_that_is_not_counted() -> None:
    room, got = WaitingRoom(size=50), 0
    writers = [threading.Thread(target=lambda: [room.put(sound(1)) for _ in range(500)], daemon=True) for _ in range(4)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers) or room.oldest_at() is not None:
        got += room.get(0.01) is not None
    assert got + room.dropped == 2_000
