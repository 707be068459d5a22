"""Words from the phone cannot command or mislead the terminal."""

from __future__ import annotations

import os

from genie_host.cli.terminal import let_go, shown


def test_shown_drops_escape_sequences_and_line_breaks() -> None:
    assert shown("a\x1b[2Jb\r\nc\x9bd") == "a [2Jb c d"


def test_shown_drops_letters_that_reorder_or_hide_text() -> None:
    assert shown("pay \u202e05\u202c now\u200b\ufeff") == "pay 05 now"


def test_shown_keeps_the_joiners_that_scripts_and_emoji_need() -> None:
    assert shown("👨\u200d👩 می\u200cخواهم") == "👨\u200d👩 می\u200cخواهم"


def test_shown_cuts_at_its_limit() -> None:
    assert shown("abcdef", limit=4) == "abc…"


def test_a_stream_whose_reader_is_gone_is_let_go_of() -> None:
    """Else the interpreter finds unwritten lines at its end, and exits with 120."""
    reading, writing = os.pipe()
    stream = os.fdopen(writing, "w", encoding="utf-8")
    os.close(reading)
    stream.write("a line that nobody reads\n")
    let_go(stream)
    stream.close()
    let_go(stream)
