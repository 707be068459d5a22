from __future__ import annotations

import threading

from genie_host.voice.capture.none import NullSource


def test_no_microphone_gives_nothing_and_says_why() -> None:
    source = NullSource("There is no microphone.")
    assert source.read(0.0) is None
    assert (source.health.trouble, source.health.is_open) == ("There is no microphone.", False)


def test_closing_ends_the_wait() -> None:
    source = NullSource("There is no microphone.")
    reader = threading.Thread(target=source.read, args=(60.0,), daemon=True)
    reader.start()
    source.close()
    reader.join(30.0)
    assert not reader.is_alive()
