"""One conversation from its beginning to its end: what ``genie listen`` and ``genie ask`` have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from genie_host.cli.assistant import DryAssistant, opened_assistant
from genie_host.cli.effects import Effects
from genie_host.cli.events_out import JsonLines
from genie_host.cli.exits import ExitCode, exit_code_of_reason
from genie_host.cli.overlay import Overlay
from genie_host.cli.run import RunOptions
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE
from genie_host.cli.typed import HELP, TypedLines
from genie_host.cli.voice_parts import NoEars, open_ears, say_aloud, speech_opener, steering
from genie_host.cli.voice_view import VoiceView
from genie_host.core.clock import Deadline
from genie_host.core.errors import GenieError, RecogniserUnavailable, UsageError
from genie_host.core.events import Event, EventSink, Tee
from genie_host.store.secrets import Secrets
from genie_host.store.sinks import CleanedEvents
from genie_host.voice.audio import AudioSource
from genie_host.voice.hearing import Ears
from genie_host.voice.machine.happenings import TalkPressed
from genie_host.voice.machine.situation import Patience, State
from genie_host.voice.recognise.child_ears import ChildEars
from genie_host.voice.session.assistant import Assistant
from genie_host.voice.session.conversation import Conversation
from genie_host.voice.session.kept_audio import KeptAudio
from genie_host.voice.settings import VoiceSettings
from genie_host.voice.speak.played import Played

_READY_SECONDS = 150.0
_AT_REST = frozenset({State.IDLE, State.MUTED, State.NO_MICROPHONE})


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What was asked for on the command line."""

    run: RunOptions
    settings: VoiceSettings
    patience: Patience
    open_source: Callable[[], AudioSource]
    is_dry: bool = False
    """Only what is heard is wanted; nothing is done."""
    is_text_only: bool = False
    is_quiet: bool = False
    is_once: bool = False
    """Over with the first answer."""
    talks_at_once: bool = False
    """The first command is listened to without a wake phrase or a key."""
    as_json: bool = False
    shows_on_phone: bool = False
    keep_audio: Path | None = None


class SpokenAssistant(Assistant, Protocol):
    """An assistant of the command line: keeps what its runs found to be secret, and how the last one ended."""

    @property
    def secrets(self) -> Secrets: ...

    @property
    def reason(self) -> str: ...

    def post_on_phone(self, line: str) -> None: ...


@dataclass(kw_only=True)
class _Ending:
    """What a conversation is over by."""

    has_left: bool = False
    is_typing_over: bool = False


def converse(wish: Wish, stop: StopButton) -> ExitCode:
    """Until the user leaves, or the one answer wanted is given. Errors before that are heard as well as seen."""
    try:
        with ExitStack() as stack:
            return _converse(wish, stop, stack)
    except GenieError as error:
        if not (wish.is_quiet or wish.is_text_only or stop.token.is_cancelled):
            say_aloud(wish.settings, str(error))
        raise


def _converse(wish: Wish, stop: StopButton, stack: ExitStack) -> ExitCode:
    kept = KeptAudio(wish.keep_audio) if wish.keep_audio is not None else None
    view, sink = stack.enter_context(_watched(wish, stop))
    ears = _ears(wish, stack, sink)
    effects = Effects(forward_to=sink if wish.as_json else None)
    assistant: SpokenAssistant = (
        DryAssistant()
        if wish.is_dry
        else stack.enter_context(opened_assistant(wish.run, sink=sink, effects=effects, stop=stop))
    )
    if wish.talks_at_once and isinstance(ears, ChildEars):
        ears.wait_until_ready(Deadline.after(_READY_SECONDS), stop.token)
    ending = _Ending()
    sinks: list[EventSink] = [_Cleaned(assistant, sink) if wish.as_json else sink]
    if wish.shows_on_phone:
        overlay = Overlay(assistant.post_on_phone)
        stack.callback(overlay.close)
        sinks.append(overlay)
    steer = steering(wish.settings)
    played = Played()
    conversation = Conversation(
        source=wish.open_source(),
        ears=ears,
        open_speech=speech_opener(
            wish.settings,
            redact=lambda text: assistant.secrets.clean_text(text),
            is_quiet=wish.is_quiet,
            played=played,
            on_trouble=lambda words: sink.emit(Event(kind="notice", data={"message": words})),
        ),
        assistant=assistant,
        sink=Tee(*sinks),
        steer=steer,
        patience=wish.patience,
        on_block=view.level if view is not None else None,
        kept=kept,
        played=played,
        is_text_only=wish.is_text_only,
    )
    stack.callback(conversation.close)

    def typing_over(has_left: bool) -> None:
        ending.has_left |= has_left or sys.stdin.isatty()
        ending.is_typing_over = True

    if wish.talks_at_once:
        conversation.poll_ears()
        conversation.take(TalkPressed())
    else:
        if view is not None and sys.stdin.isatty():
            sink.emit(Event(kind="notice", data={"message": HELP}))
        TypedLines(post=conversation.post, on_end=typing_over, steer=steer, stream=sys.stdin).start()
    conversation.run(lambda: _is_over(wish, stop, ending, conversation))
    return _code(wish, stop, ending, conversation, assistant)


def _ears(wish: Wish, stack: ExitStack, sink: EventSink) -> Ears:
    if wish.is_text_only:
        return NoEars("")
    try:
        ears = open_ears(wish.settings, has_wake=wish.patience.has_wake)
    except RecogniserUnavailable as error:
        if wish.talks_at_once:
            raise
        return NoEars(f"{error} Until then, type.")
    stack.callback(ears.close)
    sink.emit(Event(kind="preparing", data={"message": "loading the speech model"}))
    return ears


@contextmanager
def _watched(wish: Wish, stop: StopButton) -> Iterator[tuple[VoiceView | None, EventSink]]:
    if wish.as_json:
        yield None, JsonLines(sys.stdout, on_reader_gone=stop.token.cancel)
        return
    with VoiceView(CONSOLE) as view:
        yield view, view


def _is_over(wish: Wish, stop: StopButton, ending: _Ending, conversation: Conversation) -> bool:
    if stop.token.is_cancelled or ending.has_left:
        return True
    is_typing_over = ending.is_typing_over  # before the rest: what was typed last may still be on its way
    at = conversation.situation
    if conversation.state not in _AT_REST or not conversation.is_idle:
        return False
    if wish.talks_at_once or (wish.is_once and conversation.runs_ended):
        return True
    # Nothing can come any more, by voice or by key.
    return is_typing_over and (wish.is_text_only or at.ears_are_gone or not wish.patience.has_wake)


def _code(
    wish: Wish, stop: StopButton, ending: _Ending, conversation: Conversation, assistant: SpokenAssistant
) -> ExitCode:
    if stop.token.is_cancelled:
        return ExitCode.CANCELLED
    at = conversation.situation
    if ending.is_typing_over and not (
        at.ears_are_gone or wish.patience.has_wake or ending.has_left or conversation.runs_ended
    ):
        raise UsageError("Nobody can press Enter: the input is at its end. Take --wav FILE, or a terminal.")
    if at.ears_trouble and not (ending.has_left or conversation.runs_ended):
        raise RecogniserUnavailable(at.ears_trouble)
    if wish.talks_at_once and not conversation.runs_ended:
        return ExitCode.NOT_REACHED
    is_about_one = wish.is_once or wish.talks_at_once or wish.is_text_only
    return exit_code_of_reason(assistant.reason) if is_about_one and assistant.reason else ExitCode.FINISHED


@dataclass(frozen=True)
class _Cleaned:
    """Events of a conversation without the secrets of its runs."""

    assistant: SpokenAssistant
    sink: EventSink

    def emit(self, event: Event) -> None:
        CleanedEvents(self.sink, self.assistant.secrets).emit(event)
