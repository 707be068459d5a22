"""Before a wake counts in strict mode, everything the model knows is asked what was said.

A closed grammar has to make something of every sound, and is sure of it: near misses come with confidence 1.0. A
recogniser of free speech has a better word for them. It is too slow to listen all day, and a second of sound is enough.
"""

from __future__ import annotations

import collections
import threading
from collections.abc import Sequence

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.audio import BLOCK_SECONDS, Block
from genie_host.voice.recognise.likeness import distance_within
from genie_host.voice.recognise.vosk_model import VoskDecoder, VoskModel, warm_up

FARTHEST = {1: 0.25, 3: 0.4, 10: 0.5}
"""How far the free text may be from the phrase, by the repeats that stand for the same sensitivity."""
_KEPT_SECONDS = 4.0
_BEFORE_SECONDS = 0.15


class FreeDecoder:
    """A decoder of free speech, made and warmed up in the background once somebody wants one: two seconds."""

    def __init__(self, model: VoskModel) -> None:
        self._model = model
        self._decoder: VoskDecoder | None = None
        self._warming = threading.Thread(target=self._warm_up, name="warming", daemon=True)

    def begin(self) -> FreeDecoder:
        """Start to warm up, if that has not begun."""
        if self._warming.ident is None:
            self._warming.start()
        return self

    def ready(self) -> VoskDecoder:
        """Waits, but only at once after the start."""
        self.begin()._warming.join()
        if self._decoder is None:
            raise RecogniserUnavailable("The speech model cannot listen for free speech.")
        return self._decoder

    def _warm_up(self) -> None:
        decoder = self._model.decoder()
        warm_up(decoder)
        self._decoder = decoder


class SecondLook:
    """Keeps the last seconds of sound, and says whether free speech agrees that a phrase was in them."""

    def __init__(self, free: FreeDecoder, phrases: Sequence[str], *, repeats: int) -> None:
        self._free = free.begin()
        self._phrases = phrases
        self._farthest = FARTHEST.get(repeats, FARTHEST[3])
        self._blocks: collections.deque[Block] = collections.deque(maxlen=round(_KEPT_SECONDS / BLOCK_SECONDS))

    def take(self, block: Block) -> None:
        self._blocks.append(block)

    def agrees(self, began_at: float) -> bool:
        """Was one of the phrases said, or something like it, since then?"""
        decoder = self._free.ready()
        decoder.reset()
        heard: list[str] = []
        for block in self._blocks:
            if block.ended_at > began_at - _BEFORE_SECONDS:
                hypothesis = decoder.accept(block)
                heard += hypothesis.words if hypothesis.is_final else ()
        heard += decoder.settle(0.0).words
        decoder.reset()
        return any(distance_within(phrase, " ".join(heard)) <= self._farthest for phrase in self._phrases)

    def forget(self) -> None:
        self._blocks.clear()
