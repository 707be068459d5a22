"""The one queue for everything that is spoken: what matters most first, silence at once, never a secret."""

from __future__ import annotations

import itertools
import logging
import threading
from collections import deque
from collections.abc import Callable

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import Cancelled, SpeechUnavailable, VoiceError
from genie_host.voice.speak import earcons
from genie_host.voice.speak.earcons import Earcon
from genie_host.voice.speak.language import language_of
from genie_host.voice.speak.line import Item, Line
from genie_host.voice.speak.player import SoundOut
from genie_host.voice.speak.sentences import sentences
from genie_host.voice.speak.speakable import speakable
from genie_host.voice.speaking import Channel, Speaker, Utterance

logger = logging.getLogger(__name__)

_CLOSE_SECONDS = 5.0


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
        self._waiting = Line()
        self._tones: deque[Earcon] = deque()
        self._ended: deque[tuple[int, str]] = deque()
        self._current: Item | None = None
        self._tone_cancel: CancelToken | None = None
        self._is_closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="speech", daemon=True)
        self._thread.start()

    def say(self, utterance: Utterance) -> int:
        """Queue a text; the answer is its id."""
        parts, language, trouble = self._prepared(utterance)
        with self._changed:
            item = Item(
                channel=utterance.channel,
                id=next(self._ids),
                parts=deque(parts),
                language=language,
                put_at=self._clock.now(),
            )
            if trouble or not parts or self._is_closed:
                self._ended.append((item.id, trouble))
            else:
                self._leave_out(self._waiting.put(item))
                self._cut_narration_for(item)
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
            self._leave_out(self._waiting.drop(lambda _: True))
            self._tones.clear()
            if self._current is not None:
                self._current.silence()
            if self._tone_cancel is not None:
                self._tone_cancel.cancel()
            self._changed.notify_all()

    def flush(self, channel: Channel | None = None) -> None:
        """Leave out what waits, of one channel or of all; what is being spoken is spoken to its end."""
        with self._changed:
            self._leave_out(self._waiting.drop(lambda item: channel in (None, item.channel)))
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
        """Silence now, for good. Every id has been told when this returns, unless a callback calls it."""
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

    def _cut_narration_for(self, item: Item) -> None:
        current = self._current
        if current is not None and current.channel is Channel.NARRATION and item.channel < Channel.NARRATION:
            current.silence()

    def _leave_out(self, items: list[Item]) -> None:
        self._ended.extend((item.id, "") for item in items)

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
            with self._changed:
                self._ended.popleft()  # only now, so that silence is not told before its reasons
        elif tone is not None:
            self._sound(tone, self._tone_cancel)
        elif item is not None:
            self._speak(item)
        else:
            return False
        with self._changed:
            self._changed.notify_all()
        return True

    def _next(self) -> tuple[tuple[int, str] | None, Earcon | None, Item | None]:
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._ended or self._tones or self._waiting)
            if self._ended:
                return self._ended[0], None, None
            if self._tones:
                self._tone_cancel = CancelToken()
                return None, self._tones.popleft(), None
            if self._waiting:
                self._current = self._waiting.take()
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

    def _speak(self, item: Item) -> None:
        """One sentence of it; the rest goes back to its place."""
        if item.is_stale(self._clock.now()):
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

    def _finish(self, item: Item, trouble: str) -> None:
        with self._changed:
            self._current = None
            if item.parts and not trouble and item.is_begun and not item.cancel.is_cancelled:
                self._waiting.put_back(item)
            else:
                self._ended.append((item.id, trouble))

    def _tell(self, callback: Callable[..., None] | None, *words: object) -> None:
        if callback is None:
            return
        try:
            callback(*words)
        except Exception:
            logger.exception("whoever waits for speech failed")
