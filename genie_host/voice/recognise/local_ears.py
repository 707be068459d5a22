"""Ears within this process: which engine hears which mode. Blocks are decoded as they are fed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from genie_host.voice.audio import Block
from genie_host.voice.hearing import Heard, Mode, Recogniser, WakeDetector, WordHeard


class WordDetector(Protocol):
    """An engine for the words that steer a run."""

    def accept(self, block: Block) -> list[WordHeard]: ...

    def reset(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Engines:
    """What one pair of ears hears with."""

    name: str
    wake: WakeDetector
    stop: WordDetector
    """Stop, cancel, wait, go on."""
    answer: WordDetector
    """Those, and yes and no."""
    commands: Callable[[], Recogniser]
    """May wait at the first call, while the engine is still warming up."""


class LocalEars:
    """Ears on the caller's thread. A native crash is the caller's: see ``ChildEars`` for ears that may die."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._open: tuple[WakeDetector | WordDetector | Recogniser, ...] = ()
        self._heard: list[Heard] = []

    @property
    def engine(self) -> str:
        """What it hears with, for people."""
        return self._engines.name

    def listen(self, mode: Mode) -> None:
        self._open = self._hearing(mode)
        self._heard = []
        for engine in self._open:
            engine.reset()

    def feed(self, block: Block) -> None:
        for engine in self._open:
            self._heard += engine.accept(block)

    def poll(self) -> list[Heard]:
        heard, self._heard = self._heard, []
        return heard

    def close(self) -> None:
        self._open = ()

    def _hearing(self, mode: Mode) -> tuple[WakeDetector | WordDetector | Recogniser, ...]:
        match mode:
            case Mode.WAKE:
                return (self._engines.wake,)
            case Mode.COMMAND:
                return (self._engines.commands(),)
            case Mode.STOP:
                return (self._engines.stop,)
            case Mode.BUSY:
                return (self._engines.stop, self._engines.wake)
            case Mode.ANSWER:
                return (self._engines.answer,)
            case Mode.DEAF:
                return ()
