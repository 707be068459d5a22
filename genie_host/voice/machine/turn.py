"""One step of the machine while it is being made: what changes, and what is to be done for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from genie_host.voice.hearing import Mode
from genie_host.voice.machine.effects import Chime, Effect, Open, ResumeRun, Say, Show, Silence, Sound, StartGoal
from genie_host.voice.machine.situation import Attention, Pause, Run, Situation, Stage
from genie_host.voice.speaking import Channel

SAY_AGAIN = "I did not catch that. Please say it again."
NOT_UNDERSTOOD = "I did not understand, so nothing was done."


class Turn:
    """A situation under change."""

    def __init__(self, situation: Situation, now: float) -> None:
        self.now = now
        self.at = situation
        self.effects: list[Effect] = []

    def change(self, **fields: Any) -> None:
        """Set fields of the situation."""
        self.at = replace(self.at, **fields)

    def do(self, *effects: Effect) -> None:
        self.effects += effects

    def show(self, words: str, *, is_trouble: bool = False) -> None:
        if words:
            self.do(Show(words=words, is_trouble=is_trouble))

    def say(self, text: str, channel: Channel) -> None:
        """Speak, and show what is spoken; only show it while the user is the one who speaks."""
        if text:
            self.do(Show(words=text, is_reply=channel is Channel.ANSWER))
        if not text or self.at.attention in (Attention.LISTENING, Attention.FOLLOW_UP):
            return
        patience = self.at.patience
        longest = patience.speech_start_seconds + patience.seconds_per_character * len(text)
        self.do(Say(id=self.at.next_id, text=text, channel=channel))
        self.change(
            attention=Attention.NONE,
            sounding=(*self.at.sounding, self.at.next_id),
            sounding_until=max(self.now, self.at.sounding_until if self.at.sounding else 0.0) + longest,
            tail_until=0.0,
            next_id=self.at.next_id + 1,
        )

    def silence(self, *, has_tail: bool = True) -> None:
        """Our own voice is over; its end still rings for a while."""
        if self.at.sounding:
            self.do(Silence())
            self.change(sounding=(), tail_until=self.now + self.at.patience.tail_seconds)
        self.change(listens_again=False, follows_up=False)
        if not has_tail:
            self.change(tail_until=0.0)

    def listen(self, since: float | None, *, is_second_try: bool = False) -> None:
        """Take in a command."""
        patience = self.at.patience
        self.change(
            attention=Attention.LISTENING,
            attention_until=self.now + patience.no_speech_seconds,
            listening_cap=self.now + patience.longest_command_seconds,
            heard_since=since,
            partial="",
            is_second_try=is_second_try,
            refractory_until=self.now + patience.refractory_seconds,
        )

    @property
    def is_echo_of_wake(self) -> bool:
        """Has listening only just begun, and not a word been heard?"""
        at = self.at
        begun = at.listening_cap - at.patience.longest_command_seconds
        return not at.partial and self.now - begun < at.patience.echo_seconds

    def turn_away(self) -> None:
        """Stop listening; a run that waited only for that goes on."""
        self.change(attention=Attention.NONE, partial="")
        if self.at.pause is Pause.BARGED_IN:
            self.change(pause=Pause.NONE)
            self.do(ResumeRun())

    def start(self, goal: str) -> None:
        """Begin a run. There is none under way."""
        self.do(StartGoal(goal=goal))
        self.change(run=Run.THINKING, pause=Pause.NONE, next_goal="")

    def ask_again(self) -> None:
        """Speech was heard, and no command in it: ask once, then leave it."""
        if self.at.is_second_try or self.at.attention is Attention.FOLLOW_UP:
            self.do(Chime(sound=Sound.UNSURE))
            self.show(NOT_UNDERSTOOD, is_trouble=True)
            self.turn_away()
            return
        self.change(attention=Attention.NONE, partial="")
        self.say(SAY_AGAIN, Channel.URGENT)
        self.change(listens_again=True)

    def settle(self) -> None:
        """What follows from the rest: a question is read once nobody else is speaking, and the ears are told."""
        ask = self.at.ask
        if ask is not None and ask.stage is Stage.NEW and self.at.attention in (Attention.NONE, Attention.WAKING):
            self.change(ask=replace(ask, stage=Stage.READ))
            self.say(ask.words, Channel.URGENT)
            self.change(ask_until=self.at.sounding_until + self.at.patience.confirm_seconds)
        mode = self.at.wished_mode
        if mode is not self.at.mode:
            since = self.at.heard_since if mode is Mode.COMMAND else None
            self.do(Open(mode=mode, since=since))
            self.change(mode=mode, heard_since=None)
