"""Languages of a phone: translations of what apps and the system say, and which way a language runs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import yaml

from genie_host.core.errors import SimulatorError
from genie_host.simphone.yaml_text import parse_yaml

LOCALES = {
    "en": "en-US",
    "es": "es-ES",
    "de": "de-DE",
    "hi": "hi-IN",
    "ar": "ar-EG",
    "zh": "zh-CN",
    "ja": "ja-JP",
    "ko": "ko-KR",
    "pt": "pt-BR",
    "ru": "ru-RU",
}
"""Language -> the tag that the phone reports."""

_FOLDER = Path(__file__).parent.parent / "apps" / "locales"
_RIGHT_TO_LEFT = frozenset({"ar"})
_OF_THE_TOOLKIT = ("Navigate up",)
_NOTHING: Mapping[str, str] = {}


def language_of(tag: str) -> str:
    """The language of a tag such as ``pt-BR``; raises SimulatorError when the phone does not speak it."""
    language = tag.replace("_", "-").split("-")[0].lower()
    if language not in LOCALES:
        raise SimulatorError(f"the phone does not speak {tag!r}, only {', '.join(LOCALES)}")
    return language


def runs_right_to_left(language: str) -> bool:
    """Whether a language is written from the right."""
    return language in _RIGHT_TO_LEFT


def words(name: str, language: str) -> Mapping[str, str]:
    """English templates of an app (by its id) or of ``system``, and what they are in a language."""
    return _NOTHING if language == "en" else _tables(name).get(language, _NOTHING)


@lru_cache(maxsize=256)
def words_on_screen(app_id: str, language: str) -> Mapping[str, str]:
    """The words of an app, and those that the toolkit gives it even where nobody translated the app."""
    own, system = words(app_id, language), words("system", language)
    return {**{word: system[word] for word in _OF_THE_TOOLKIT if word in system}, **own}


@lru_cache(maxsize=64)
def _tables(name: str) -> Mapping[str, Mapping[str, str]]:
    path = _FOLDER / f"{name}.yaml"
    if not path.is_file():
        return {}
    try:
        tables = parse_yaml(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise SimulatorError(f"the locale file {path.name} is not YAML: {error}") from error
    return {language: dict(table or {}) for language, table in (tables or {}).items()}
