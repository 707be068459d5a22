"""The one queue for everything that is spoken: what matters most first, silence at once, never a secret."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import Cancelled, SpeechUnavailable, VoiceError
from genie_host.voice.speak import earcons
from genie_host.voice.speak.earcons import Earcon
from genie_host.voice.speak.language import language_of
from genie_host.voice.speak.player import SoundOut
from genie_host.voice.speak.sentences import sentences
from genie_host.voice.speak.speakable import speakable
from genie_host.voice.speaking import Channel, Speaker, Utterance

logger = logging.getLogger(__name__)

NARRATION_SECONDS = 4.0
"""Narration that has waited longer tells of the past."""
MOST_WAITING = 200
"""Utterances; one more is not taken, since nobody would listen to it in an hour."""
_CLOSE_SECONDS = 5.0


@dataclass(order=True)
class _Item:
    """An utterance on its way; the order is that of speaking."""

    channel: Channel
    id: int
    parts: deque[str] = field(compare=False)
    language: str = field(compare=False)
    put_at: float = field(compare=False)
    is_begun: bool = field(compare=False, default=False)
    cancel: CancelToken = field(compare=False, default_factory=CancelToken)


class SpeechQueue:
    """Speaks on a thread of its own. Every method may be called from any thread and returns at once.

    A text is spoken sentence by sentence, and what is more urgent comes in between two of them; narration is cut off
    for it. Each id that ``say`` gives is told to ``on_ended`` exactly once, whatever became of it.
    """

    def __init__(
        self,
        speaker: Speaker,
        *,
        redact: Callable[[str], str],
        out: SoundOut | None = None,
        on_started: Callable[[int], None] | None = None,
        on_ended: Callable[[int, str], None] | None = None,
        default_language: str = "en",
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        """``redact`` takes what is secret out of a text; a text on which it fails is not spoken. ``out`` plays tones.

        ``on_started`` and ``on_ended`` are called from the queue's thread, the latter with what went wrong in a
        sentence, or an empty text when it was spoken, stopped or left out. ``default_language`` is for texts whose
        language does not show.
        """
        self._speaker = speaker
        self._redact = redact
        self._out = out
        self._on_started = on_started
        self._on_ended = on_ended
        self._default_language = default_language
        self._clock = clock
        self._ids = itertools.count(1)
        self._waiting: list[_Item] = []
        self._tones: deque[Earcon] = deque()
        self._ended: deque[tuple[int, str]] = deque()
        self._current: _Item | None = None
        self._tone_cancel: CancelToken | None = None
        self._is_closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="speech", daemon=True)
        self._thread.start()

    def say(self, utterance: Utterance) -> int:
        """Queue a text; the answer is its id."""
        parts, language, trouble = self._prepared(utterance)
        with self._changed:
            item = _Item(
                channel=utterance.channel,
                id=next(self._ids),
                parts=deque(parts),
                language=language,
                put_at=self._clock.now(),
            )
            if trouble or not parts or self._is_closed or len(self._waiting) >= MOST_WAITING:
                self._ended.append((item.id, trouble))
            else:
                self._make_room_for(item)
                heapq.heappush(self._waiting, item)
            self._changed.notify_all()
            return item.id

    def play(self, earcon: Earcon | str) -> None:
        """A tone: before any text that waits, and never over one that is spoken."""
        with self._changed:
            if self._out is not None and not self._is_closed:
                self._tones.append(Earcon(earcon))
                self._changed.notify_all()

    def stop(self) -> None:
        """Silence now, and nothing of what waits is spoken."""
        with self._changed:
            self._drop(self._waiting)
            self._tones.clear()
            if self._current is not None:
                self._current.parts.clear()
                self._current.cancel.cancel()
            if self._tone_cancel is not None:
                self._tone_cancel.cancel()
            self._changed.notify_all()

    def flush(self, channel: Channel | None = None) -> None:
        """Leave out what waits, of one channel or of all; what is being spoken is spoken to its end."""
        with self._changed:
            self._drop([item for item in self._waiting if channel in (None, item.channel)])
            self._changed.notify_all()

    @property
    def is_silent(self) -> bool:
        """Nothing is spoken, and nothing waits to be."""
        with self._changed:
            return self._is_idle()

    def wait_until_silent(self, timeout_seconds: float) -> bool:
        """Did it fall silent in time?"""
        with self._changed:
            return self._changed.wait_for(self._is_idle, timeout_seconds)

    def close(self) -> None:
        """Silence now, for good. Every id is accounted for when this returns, unless it is called by a callback."""
        with self._changed:
            self._is_closed = True
        self.stop()
        if threading.current_thread() is not self._thread:
            self._thread.join(_CLOSE_SECONDS)

    # What is queued.

    def _prepared(self, utterance: Utterance) -> tuple[list[str], str, str]:
        """Sentences, language and trouble of an utterance."""
        try:
            # Twice: cleaning may put together what stood apart, and a secret is known by its spelling.
            text = self._redact(speakable(self._redact(utterance.text)))
        except Exception:
            logger.exception("a text could not be searched for secrets and is not spoken")
            return [], "", "Something was not spoken, since it could not be searched for secrets."
        text = speakable(text)
        return sentences(text), utterance.language or language_of(text, self._default_language), ""

    def _make_room_for(self, item: _Item) -> None:
        """Narration gives way to anything better, and to newer narration."""
        if item.channel <= Channel.NARRATION:
            self._drop([other for other in self._waiting if other.channel is Channel.NARRATION])
        current = self._current
        if current is not None and current.channel is Channel.NARRATION and item.channel < Channel.NARRATION:
            current.parts.clear()
            current.cancel.cancel()

    def _drop(self, items: list[_Item]) -> None:
        self._ended.extend((item.id, "") for item in sorted(items))
        dropped = {item.id for item in items}
        self._waiting = [item for item in self._waiting if item.id not in dropped]
        heapq.heapify(self._waiting)

    def _is_idle(self) -> bool:
        return not (self._waiting or self._tones or self._ended or self._current or self._tone_cancel)

    # The thread.

    def _work(self) -> None:
        try:
            while self._step():
                pass
        finally:
            self._speaker.close()

    def _step(self) -> bool:
        """One ending told, one tone or one sentence; False when the queue is closed and all is told."""
        ended, tone, item = self._next()
        if ended is not None:
            self._tell(self._on_ended, *ended)
        elif tone is not None:
            self._sound(tone, self._tone_cancel)
        elif item is not None:
            self._speak(item)
        else:
            return False
        with self._changed:
            self._changed.notify_all()
        return True

    def _next(self) -> tuple[tuple[int, str] | None, Earcon | None, _Item | None]:
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._ended or self._tones or self._waiting)
            if self._ended:
                return self._ended.popleft(), None, None
            if self._tones:
                self._tone_cancel = CancelToken()
                return None, self._tones.popleft(), None
            if self._waiting:
                self._current = heapq.heappop(self._waiting)
                return None, None, self._current
            return None, None, None

    def _sound(self, tone: Earcon, cancel: CancelToken | None) -> None:
        try:
            if self._out is not None and cancel is not None:
                self._out.play([earcons.samples(tone)], earcons.RATE_HZ, cancel)
        except Cancelled:
            pass
        except Exception as exc:
            logger.info("a tone could not be heard: %s", exc)
        finally:
            with self._changed:
                self._tone_cancel = None

    def _speak(self, item: _Item) -> None:
        """One sentence of it; the rest goes back to its place."""
        if self._is_stale(item):
            self._finish(item, "")
            return
        if not item.is_begun:
            item.is_begun = True
            self._tell(self._on_started, item.id)
        trouble = ""
        try:
            item.cancel.check()
            self._speaker.say(item.parts.popleft(), item.language, item.cancel)
        except (Cancelled, IndexError):
            item.parts.clear()
        except VoiceError as exc:
            trouble = str(exc)
        except Exception:
            logger.exception("a voice failed")
            trouble = str(SpeechUnavailable("The voice failed."))
        self._finish(item, trouble)

    def _is_stale(self, item: _Item) -> bool:
        waited = self._clock.now() - item.put_at
        return item.channel is Channel.NARRATION and not item.is_begun and waited > NARRATION_SECONDS

    def _finish(self, item: _Item, trouble: str) -> None:
        with self._changed:
            self._current = None
            if item.parts and not trouble and item.is_begun and not item.cancel.is_cancelled:
                heapq.heappush(self._waiting, item)
            else:
                self._ended.append((item.id, trouble))

    def _tell(self, callback: Callable[..., None] | None, *words: object) -> None:
        if callback is None:
            return
        try:
            callback(*words)
        except Exception:
            logger.exception("whoever waits for speech failed")
