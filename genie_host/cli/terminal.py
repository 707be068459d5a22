"""Where words for people go, and how words from elsewhere are made safe to show."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import unicodedata
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

CONSOLE = Console(highlight=False, soft_wrap=False)
"""Standard output: what was asked for."""
ERRORS = Console(stderr=True, highlight=False)
"""Standard error: what went wrong, questions, and everything else when standard output belongs to a program."""


def prepare_streams() -> None:
    """A console with an old code page must not end a run because of an emoji on the phone's screen."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def let_go(stream: TextIO) -> None:
    """The last flush. Whoever read the stream may be gone: no reason for Python to end with a code of its own."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def shown(words: object, limit: int = 200) -> str:
    """Words from the phone or the model on one line, without anything a terminal would obey, hide or reorder."""
    kept = "".join(" " if _is_hostile(letter) else letter for letter in str(words))
    line = " ".join(kept.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def _is_hostile(letter: str) -> bool:
    """Control and format characters; the two that join letters into one shape are needed to write some languages."""
    return unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") and letter not in "\u200c\u200d"


def say_error(message: str) -> None:
    """One sentence on standard error."""
    ERRORS.print(Text.assemble(("genie: ", "bold red"), shown(message, limit=600)), soft_wrap=True)


def print_json(value: Any) -> None:
    """One JSON value on one line of standard output; plain ASCII, so that no code page can spoil it."""
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()
