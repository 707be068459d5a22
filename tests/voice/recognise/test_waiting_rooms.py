"""The outbox of the parent and the inbox of the child: what waits, what is dropped, and what a new mode lets go."""

from __future__ import annotations

from genie_host.voice.audio import BLOCK_BYTES, Block
from genie_host.voice.hearing import Mode
from genie_host.voice.recognise.messages import Close, Listen
from genie_host.voice.recognise.outbox import Outbox
from genie_host.voice.recognise.worker import Inbox


def block(number: int) -> Block:
    return Block(pcm=bytes(BLOCK_BYTES), ended_at=float(number))


def all_of(room: Outbox | Inbox) -> list[object]:
    taken: list[object] = []
    while (record := room.take(0.0)) is not None:
        taken.append(record)
    return taken


def test_outbox_gives_the_mode_before_the_sound_and_in_order() -> None:
    outbox = Outbox()
    outbox.listen(Mode.WAKE)
    outbox.put(block(1))
    outbox.put(block(2))

    assert all_of(outbox) == [Listen(epoch=1, mode=Mode.WAKE), block(1), block(2)]


def test_outbox_drops_the_oldest_and_counts() -> None:
    outbox = Outbox()
    outbox.listen(Mode.WAKE)
    for number in range(130):
        outbox.put(block(number))

    assert all_of(outbox) == [Listen(epoch=1, mode=Mode.WAKE), *map(block, range(30, 130))]
    assert outbox.dropped_blocks == 30


def test_new_mode_lets_go_of_sound_that_was_for_the_old_one() -> None:
    outbox = Outbox()
    outbox.listen(Mode.WAKE)
    outbox.put(block(1))
    outbox.listen(Mode.COMMAND)
    outbox.put(block(2))

    assert all_of(outbox) == [Listen(epoch=2, mode=Mode.COMMAND), block(2)]


def test_nothing_is_kept_for_deaf_ears() -> None:
    outbox = Outbox()
    outbox.put(block(1))

    assert all_of(outbox) == [Listen(epoch=0, mode=Mode.DEAF)]


def test_new_child_is_told_the_mode_and_hears_the_last_two_seconds() -> None:
    outbox = Outbox()
    outbox.listen(Mode.WAKE)
    assert outbox.take(0.0) is not None
    for number in range(50):
        outbox.put(block(number))

    outbox.begin_again()

    assert all_of(outbox) == [Listen(epoch=1, mode=Mode.WAKE), *map(block, range(30, 50))]


def test_inbox_that_lags_goes_on_with_the_newest_second() -> None:
    inbox = Inbox()
    inbox.put(Listen(epoch=1, mode=Mode.WAKE))
    assert inbox.take(0.0) is not None
    for number in range(21):
        inbox.put(block(number))

    assert all_of(inbox) == [*map(block, range(11, 21))]
    assert inbox.dropped_blocks == 11


def test_inbox_keeps_a_command_whole() -> None:
    inbox = Inbox()
    inbox.put(Listen(epoch=1, mode=Mode.COMMAND))
    for number in range(150):
        inbox.put(block(number))

    assert len(all_of(inbox)) == 151
    assert inbox.dropped_blocks == 0


def test_inbox_never_drops_an_order() -> None:
    inbox = Inbox()
    inbox.put(Listen(epoch=1, mode=Mode.WAKE))
    for number in range(40):
        inbox.put(block(number))
    inbox.put(Close())
    for number in range(40):
        inbox.put(block(number))

    kept = all_of(inbox)
    assert kept[0] == Listen(epoch=1, mode=Mode.WAKE)
    assert Close() in kept
