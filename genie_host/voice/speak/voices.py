"""Which of an engine's voices speaks a language. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

_NAME = re.compile(r"[\w][\w+.-]{0,63}")
_OTHER_NAMES: dict[str, tuple[str, ...]] = {"zh": ("cmn",), "no": ("nb",), "tl": ("fil",), "iw": ("he",), "in": ("id",)}
"""Languages that engines list under another tag."""
_SCRIPTS_AS_REGIONS = {"zh-hant": "cmn", "zh-hk": "yue", "zh-mo": "yue", "zh-tw": "cmn"}


def primary(language: str) -> str:
    """``pt`` of ``pt-BR``."""
    return language.replace("_", "-").partition("-")[0].lower()


def voice_for(language: str, tags: Collection[str]) -> str:
    """The tag among ``tags`` (lower case) that comes nearest; empty when the language is not spoken."""
    wanted = language.replace("_", "-").lower()
    for tag in (wanted, _SCRIPTS_AS_REGIONS.get(wanted, ""), primary(wanted), *_OTHER_NAMES.get(primary(wanted), ())):
        if tag and tag in tags:
            return tag
    nearby = (tag for tag in sorted(tags) if tag.startswith(f"{primary(wanted)}-"))
    return next(nearby, "")


def is_voice_name(name: str) -> bool:
    """May it stand among a program's arguments? What a settings file says must not become an option."""
    return _NAME.fullmatch(name) is not None


def tags_of(listing: str) -> frozenset[str]:
    """The languages in what ``espeak-ng --voices`` prints, those in brackets at the end of a line too."""
    return frozenset(_tags(listing.splitlines()[1:]))


def _tags(lines: Iterable[str]) -> Iterable[str]:
    for line in lines:
        columns = line.split()
        if len(columns) >= 5:
            yield columns[1].lower()
            yield from (tag.lower() for tag in re.findall(r"\(([\w-]+) \d+\)", line))
