"""Folds any text to printable ASCII for models whose vocabulary has nothing else, and back by lookup. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

_PLAIN = str.maketrans(
    {
        "‘": "'", "’": "'", "“": "'", "”": "'", '"': "'", "\\": "/", "–": "-", "—": "-", "…": "...", "•": "-",
        "×": "x", "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "œ": "oe", "Œ": "OE",
        "\u00a0": " ", "€": "EUR", "£": "GBP",
    }
)  # fmt: skip


def fold(text: str) -> str:
    """Printable ASCII without quotes and backslashes, spaces squeezed; what has no likeness becomes ``?``."""
    plain = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    kept = "".join(char for char in plain if not unicodedata.combining(char))
    ascii_only = "".join(char if " " <= char <= "~" else " " if char.isspace() else "?" for char in kept)
    return " ".join(ascii_only.replace('"', "'").replace("\\", "/").split())


def unique_labels(texts: Mapping[int, str], *, max_length: int) -> dict[int, str]:
    """Folded, shortened texts by key, made different from each other: the second "Send" is "Send (2)"."""
    labels: dict[int, str] = {}
    taken: set[str] = set()
    for key, text in texts.items():
        base = fold(text)[:max_length].rstrip() or "?"
        label, copy = base, 2
        while label in taken:
            label, copy = f"{base} ({copy})", copy + 1
        taken.add(label)
        labels[key] = label
    return labels


def folded_lookup(texts: Iterable[str], *, max_length: int) -> dict[str, str]:
    """From folded and shortened form to the original; of several with one form the first."""
    lookup: dict[str, str] = {}
    for text in texts:
        lookup.setdefault(fold(text)[:max_length].rstrip(), text)
    return lookup
