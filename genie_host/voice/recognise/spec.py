"""What a process of ears is to listen with, as plain values that travel to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from genie_host.voice.settings import VoiceSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class EarsSpec:
    """Model, engines and phrases."""

    model_folder: str
    """Of a Vosk model."""
    cache_folder: str
    language: str = "en"
    wake_phrases: tuple[str, ...] = ("hey gemma",)
    has_wake: bool = True
    """Without, the phrases are only known for what they are: the model need not know their words."""
    is_strict: bool = True
    repeats: int = 3
    wake_engine: str = "vosk"
    command_engine: str = "vosk"
    whisper_model: str = ""
    gemma_model: str = ""
    shortcuts: Mapping[str, str] = field(default_factory=dict)


def spec_of(settings: VoiceSettings, *, model_folder: str, cache_folder: str, has_wake: bool = True) -> EarsSpec:
    """The settings as a process needs them."""
    return EarsSpec(
        model_folder=model_folder,
        cache_folder=cache_folder,
        language=settings.language,
        wake_phrases=settings.wake_phrases,
        has_wake=has_wake,
        is_strict=settings.strict,
        repeats=settings.repeats,
        wake_engine=settings.wake_engine,
        command_engine=settings.command_engine,
        whisper_model=settings.whisper_model,
        gemma_model=settings.gemma_model,
        shortcuts=settings.commands,
    )
