"""What a user has set for voice: ``voice.toml`` in the folder of things Genie remembers."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from genie_host.core.errors import UsageError

FILE_NAME = "voice.toml"
DEFAULT_MODEL = "vosk-model-small-en-us-0.15"

Phrase = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]

REPEATS = {"low": 1, "normal": 3, "high": 10}
"""How often the wake phrase is counted in its grammar, by sensitivity."""


class VoiceSettings(BaseModel):
    """All that can be set. The defaults need an English model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field(default=DEFAULT_MODEL, min_length=1, max_length=1000)
    """The name of a model that `genie voice models` knows, or the path of a Vosk model folder."""
    language: str = Field(default="en", pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*$")
    """The model's language: decides which words stop a run."""
    phrase: Phrase = "hey gemma"
    aliases: tuple[Phrase, ...] = Field(default=(), max_length=20)
    """What this model hears when this user says the phrase in this room; `genie voice calibrate` finds them."""
    strict: bool = True
    """Nothing is done before the recogniser has confirmed the wake phrase with its final result."""
    sensitivity: Literal["low", "normal", "high"] = "normal"
    wake_engine: Literal["vosk", "pocketsphinx"] = "vosk"
    command_engine: Literal["vosk", "whisper", "gemma"] = "vosk"
    whisper_model: str = Field(default="", max_length=1000)
    """The folder of a faster-whisper (CTranslate2) model."""
    gemma_model: str = Field(default="", max_length=1000)
    """The file of a LiteRT-LM bundle that hears, for `command_engine = "gemma"`."""
    speaker: Literal["auto", "espeak", "piper", "system"] = "auto"
    """What speaks: left to Genie, espeak-ng, a Piper voice, or the voice that macOS or Windows comes with."""
    piper_voices: str = Field(default="", max_length=1000)
    """The folder of Piper voices: files ``*.onnx``, each with its ``*.onnx.json``."""
    voices: dict[Phrase, Phrase] = Field(default_factory=dict, max_length=200)
    """The voice for a language, by the engine's own name for it."""
    words_per_minute: int = Field(default=165, ge=80, le=450)
    commands: dict[Phrase, Phrase] = Field(default_factory=dict, max_length=200)
    """Spoken shortcuts: what is said, and the goal it stands for. With any, nothing else is understood."""

    @property
    def repeats(self) -> int:
        return REPEATS[self.sensitivity]

    @property
    def wake_phrases(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.phrase, *self.aliases)))


def load_settings(folder: Path) -> VoiceSettings:
    """The defaults when there is no file; raises UsageError naming what is wrong in one that is there."""
    try:
        return VoiceSettings.model_validate(tomllib.loads((folder / FILE_NAME).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return VoiceSettings()
    except ValidationError as exc:
        problem = exc.errors()[0]
        where = ".".join(str(part) for part in problem["loc"])
        raise UsageError(f"{FILE_NAME} is not right at {where}: {problem['msg']}.") from exc
    except (OSError, ValueError) as exc:
        raise UsageError(f"{FILE_NAME} cannot be read: it is no TOML file.") from exc


def save_settings(settings: VoiceSettings, folder: Path) -> None:
    """Written in one step; only what differs from the defaults. Raises UsageError when it cannot be."""
    lines = []
    tables = []
    for name, value in settings.model_dump(mode="json", exclude_defaults=True).items():
        if isinstance(value, dict):
            tables += ["", f"[{name}]", *(f"{_quoted(key)} = {_quoted(entry)}" for key, entry in value.items())]
        else:
            lines.append(f"{name} = {_quoted(value)}")
    part = folder / f".{FILE_NAME}.{os.getpid()}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_text("\n".join([*lines, *tables]) + "\n", encoding="utf-8")
        os.replace(part, folder / FILE_NAME)
    except OSError as exc:
        raise UsageError(f"{FILE_NAME} cannot be written.") from exc


def _quoted(value: object) -> str:
    """JSON strings, lists and truth values are TOML too, but for one letter."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
