"""Is everything in place to hear and to speak? For ``genie doctor``; a run with text needs none of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock, Deadline
from genie_host.core.errors import UsageError, VoiceError
from genie_host.voice.audio import AudioSource
from genie_host.voice.capture.live import SoundDeviceSource
from genie_host.voice.level import FLOOR_DBFS, Level, level_of
from genie_host.voice.models import model_folder
from genie_host.voice.settings import VoiceSettings, load_settings
from genie_host.voice.speak.choosing import choose_synthesiser

CHECKS = ("voice.microphone", "voice.model", "voice.speech")
"""Every check by its lasting name."""

_OPEN_SECONDS = 8.0
_LISTEN_SECONDS = 0.5


class State(StrEnum):
    """How a check ended."""

    READY = "ready"
    ODD = "odd"
    """It is there, but something is wrong with it."""
    ABSENT = "absent"
    """It is not there; whoever types does not miss it."""


@dataclass(frozen=True, kw_only=True)
class VoiceFinding:
    """One check's result."""

    check: str
    state: State
    summary: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def checkup(state_folder: Path, cancel: CancelToken, clock: Clock = SYSTEM_CLOCK) -> list[VoiceFinding]:
    """All checks; the microphone is opened for half a second. Raises Cancelled, and nothing else of ours."""
    source = SoundDeviceSource(clock=clock)
    try:
        findings = [check_microphone(source, cancel, clock)]
    finally:
        source.close()
    try:
        settings = load_settings(state_folder)
    except UsageError as exc:
        findings += [VoiceFinding(check=name, state=State.ODD, summary=str(exc)) for name in CHECKS[1:]]
        return findings
    return [*findings, check_model(settings, state_folder), check_speech(settings)]


def check_microphone(source: AudioSource, cancel: CancelToken, clock: Clock = SYSTEM_CLOCK) -> VoiceFinding:
    """Whether something comes from it."""
    check, pcm = CHECKS[0], b""
    deadline = Deadline.after(_OPEN_SECONDS, clock)
    while not deadline.is_over:
        cancel.check()
        block = source.read(0.1)
        if block is not None:
            deadline = deadline if pcm else Deadline.after(_LISTEN_SECONDS, clock)
            pcm += block.pcm
        elif source.health.trouble:
            break
    health = source.health
    if not pcm:
        return VoiceFinding(check=check, state=State.ABSENT, summary=health.trouble or "The microphone gives no sound.")
    level = level_of(pcm)
    facts = {"device": health.device, "rms_dbfs": round(level.rms_dbfs, 1), "peak_dbfs": round(level.peak_dbfs, 1)}
    state, remark = _remark(level)
    return VoiceFinding(check=check, state=state, summary=f"{health.device} {remark}", facts=facts)


def _remark(level: Level) -> tuple[State, str]:
    if level.peak_dbfs <= FLOOR_DBFS:
        return State.ODD, "gives nothing but digital silence; it may be muted."
    if level.is_clipped:
        return State.ODD, "is overdriven; turn it down."
    return State.READY, f"is heard, at {level.rms_dbfs:.0f} dBFS."


def check_model(settings: VoiceSettings, state_folder: Path) -> VoiceFinding:
    """Whether the speech model is there and whole."""
    check = CHECKS[1]
    try:
        folder = model_folder(settings, state_folder)
    except VoiceError as exc:
        return VoiceFinding(check=check, state=State.ABSENT, summary=str(exc))
    summary = f"The speech model {folder.name} is on this machine."
    return VoiceFinding(check=check, state=State.READY, summary=summary, facts={"model": folder.name})


def check_speech(settings: VoiceSettings) -> VoiceFinding:
    """Whether there is a voice."""
    check = CHECKS[2]
    try:
        voice = choose_synthesiser(settings, is_lasting=False)
    except VoiceError as exc:
        return VoiceFinding(check=check, state=State.ABSENT, summary=str(exc))
    name = type(voice).__name__
    return VoiceFinding(check=check, state=State.READY, summary=f"Answers are spoken by {name}.", facts={"voice": name})
