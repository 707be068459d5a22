"""What is typed during a conversation: goals, answers, and the few keys that stand for what a voice would say."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

from genie_host.voice.hearing import Word, WordHeard
from genie_host.voice.machine.happenings import Happening, KeyAnswer, Muted, TalkPressed, Typed

HELP = "Enter alone: talk without the wake phrase. /mute, /unmute, /quit. Everything else is a goal, or stop, wait, ..."
_MUTES = {"/mute": True, "/unmute": False}
_QUITS = frozenset({"/quit", "/exit"})
_ENGLISH = {
    "y": Word.YES,
    "yes": Word.YES,
    "n": Word.NO,
    "no": Word.NO,
    "stop": Word.STOP,
    "cancel": Word.CANCEL,
    "wait": Word.WAIT,
    "go on": Word.GO_ON,
}
_LONGEST_LINE = 4000


@dataclass(frozen=True, kw_only=True)
class TypedLines:
    """Turns lines into what happens, on a thread of its own."""

    post: Callable[[Happening], None]
    on_end: Callable[[bool], None]
    """Nobody will type any more; True when the user wants to leave."""
    steer: Callable[[str], Word | None]
    stream: TextIO

    def start(self) -> None:
        threading.Thread(target=self._read, name="voice-typed", daemon=True).start()

    def _read(self) -> None:
        try:
            while line := self.stream.readline(_LONGEST_LINE):
                if line.strip().lower() in _QUITS:
                    self.on_end(True)
                    return
                self.post(self.meant(line))
        except (OSError, ValueError):
            pass  # the terminal is gone
        self.on_end(False)

    def meant(self, line: str) -> Happening:
        """What a line stands for."""
        text = line.strip()
        if not text:
            return TalkPressed()
        if text.lower() in _MUTES:
            return Muted(is_muted=_MUTES[text.lower()])
        word = _ENGLISH.get(text.lower()) or self.steer(text)
        if word in (Word.YES, Word.NO):
            return KeyAnswer(is_yes=word is Word.YES)
        return Typed(text=text) if word is None else WordHeard(word=word, ended_at=0.0)
