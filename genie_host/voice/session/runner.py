"""The runs of a conversation: one at a time, each on a thread of its own, each with a stop and a wait of its own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, GenieError
from genie_host.core.events import Event, EventSink
from genie_host.voice.machine.happenings import (
    FiredBy,
    Happening,
    PhoneAsks,
    RunActed,
    RunAnswered,
    RunAsks,
    RunEnded,
)
from genie_host.voice.session.assistant import Assistant

logger = logging.getLogger(__name__)

STOPPED = "Stopped."
_END_SECONDS = 20.0
_LOOK_AGAIN_SECONDS = 0.05


@dataclass(kw_only=True)
class Question:
    """One read-back that waits for its word."""

    is_answered: threading.Event = field(default_factory=threading.Event)
    is_yes: bool = False


class Runner:
    """Starts runs and passes on what becomes of them. Its methods return at once."""

    def __init__(self, assistant: Assistant, sink: EventSink, post: Callable[[Happening], None]) -> None:
        """``post`` takes what happens, on the run's thread."""
        self._assistant = assistant
        self._sink = sink
        self._post = post
        self._thread: threading.Thread | None = None
        self._cancel = CancelToken()
        self._question: Question | None = None

    def start(self, goal: str) -> None:
        """Begin; RunEnded is posted when it is over, whatever becomes of it."""
        self._cancel = cancel = CancelToken()
        self._question = None
        self._thread = threading.Thread(target=self._run, args=(goal, cancel), name="voice-run", daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        self._cancel.cancel()

    def pause(self) -> None:
        self._cancel.pause()

    def resume(self) -> None:
        self._cancel.resume()

    def answer(self, *, is_yes: bool) -> None:
        """The word that a question waits for."""
        question = self._question
        if question is not None:
            question.is_yes = is_yes
            question.is_answered.set()

    def close(self) -> None:
        """Stop the run under way and wait until it has let go of the phone."""
        self._cancel.cancel()
        if self._thread is not None:
            self._thread.join(_END_SECONDS)

    def _run(self, goal: str, cancel: CancelToken) -> None:
        reply = ""
        try:
            reply = self._assistant.run(
                goal, cancel, _Watching(self._sink, self._post), lambda words, by: self._confirm(words, by, cancel)
            )
        except Cancelled:
            reply = STOPPED
        except GenieError as error:
            reply = str(error)
        except Exception as error:
            logger.exception("a run failed")
            reply = f"Something went wrong in Genie itself: {type(error).__name__}."
        finally:
            self._post(RunEnded(reply=reply))

    def _confirm(self, words: str, fired_by: FiredBy, cancel: CancelToken) -> bool:
        question = self._question = Question()
        self._post(RunAsks(words=words, fired_by=fired_by))
        while not question.is_answered.is_set():
            cancel.wait(_LOOK_AGAIN_SECONDS)
        cancel.check()
        return question.is_yes


class _Watching:
    """Passes a run's events on, and tells the machine those that it lives by."""

    def __init__(self, sink: EventSink, post: Callable[[Happening], None]) -> None:
        self._sink = sink
        self._post = post

    def emit(self, event: Event) -> None:
        self._sink.emit(event)
        match event.kind:
            case "acted":
                self._post(RunActed(words=str(event.data.get("message", ""))))
            case "waiting_for_finger":
                self._post(PhoneAsks())
            case "approval":
                self._post(RunAnswered(is_granted=event.data.get("answer") is True))
