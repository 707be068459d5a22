"""How goals are put, whatever they ask for: what stands between quotation marks, and how people ask. English. Pure."""

from __future__ import annotations

import re

QUOTED = re.compile(r"[\"“”„«][^\"“”„«»]*[\"“”»]")
REQUEST = re.compile(r"\b(?:can|could|would|will) (?:you|u)\b|\bmind \w+ing\b", re.IGNORECASE)
"""Then its question mark is for us, and no part of a text."""
