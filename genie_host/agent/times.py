"""Times of day in an English goal, as people say them: 7:30, 7 pm, half past six, quarter to nine in the evening."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
).split()
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}
_MIDDLES = {"noon": 12, "midday": 12, "midnight": 0}
_NUMBERS = {word: value for value, word in enumerate(_WORDS)} | _TENS
_NUMBERS |= {
    f"{word}{gap}{unit}": tens + value
    for word, tens in _TENS.items()
    for gap in (" ", "-")
    for value, unit in enumerate(_WORDS[1:10], start=1)
}
_NUMBER = r"\d{1,2}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True))
_HALF = r"(?:\s*(?P<half>a\.?m\b\.?|p\.?m\b\.?|in the morning|in the afternoon|in the evening|at night|tonight))?"
_ROUND = "oh five|[1-5]\\d|ten|fifteen|twenty(?:[ -]five)?|thirty(?:[ -]five)?|forty(?:[ -]five)?|fifty(?:[ -]five)?"
_HALF_AHEAD = r"(?=a\.?m\b|p\.?m\b|in the (?:morning|afternoon|evening)|at night)"
_FORMS = tuple(
    re.compile(form + _HALF, re.IGNORECASE)
    for form in (
        r"\b(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?!\d)",
        rf"\b(?P<past>half|(?:a )?quarter|{_NUMBER})(?: minutes?)? (?P<side>past|after|to|before)"
        rf" (?P<hour>{_NUMBER}|noon|midday|midnight)\b",
        # "Half six" is half past six, as the British say it.
        rf"\b(?P<past>half) (?P<hour>{'|'.join(_WORDS[1:13])}|1[0-2]|[1-9])\b(?! (?:of|a|an|the))",
        rf"\b(?P<hour>{_NUMBER})\s+(?P<minute>{_ROUND})\b(?! minutes)",
        rf"\b(?P<hour>{_NUMBER})\s*(?:o'?\s?clock|{_HALF_AHEAD})",
        rf"\b(?P<hour>\d{{1,2}})(?P<minute>[0-5]\d)\s*{_HALF_AHEAD}",
        r"\b(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)\b(?:\s*hours|\s*h\b)?",
        rf"\b(?:at|for|by|to|around|about|before) (?P<hour>{_NUMBER})\b(?![:.]\d)",
    )
)
_NAMED = ((re.compile(r"\b(?:noon|midday)\b", re.IGNORECASE), 12), (re.compile(r"\bmidnight\b", re.IGNORECASE), 0))


@dataclass(frozen=True, order=True)
class TimeOfDay:
    """Hour 0 to 23, minute 0 to 59."""

    hour: int
    minute: int

    def __str__(self) -> str:
        return f"{self.hour:02}:{self.minute:02}"


def times_in(text: str) -> tuple[TimeOfDay, ...]:
    """Every time of day that the text names, in its order."""
    return tuple(time for _, _, time in times_with_places(text))


def times_with_places(text: str) -> list[tuple[int, int, TimeOfDay]]:
    """Where each time of day begins and ends in the text, in its order."""
    found: list[tuple[int, int, TimeOfDay]] = []
    for form in _FORMS:
        for match in form.finditer(text):
            time = _read(match, text)
            if time is not None and not any(start < match.end() and match.start() < end for start, end, _ in found):
                found.append((match.start(), match.end(), time))
    for pattern, hour in _NAMED:
        found += [
            (match.start(), match.end(), TimeOfDay(hour, 0))
            for match in pattern.finditer(text)
            if not any(start < match.end() and match.start() < end for start, end, _ in found)
        ]
    return sorted(found)


def _read(match: re.Match[str], text: str) -> TimeOfDay | None:
    parts = match.groupdict()
    hour, minute = _value(parts["hour"]), _value(parts.get("minute") or "0")
    if parts.get("past"):
        shift = {"half": 30}.get(parts["past"].lower(), 15 if "quarter" in parts["past"].lower() else None)
        shift = _value(parts["past"]) if shift is None else shift
        if (parts.get("side") or "past").lower() in ("to", "before"):
            hour, minute = (hour - 1) % 24 if hour else 23, 60 - shift
        else:
            minute = shift
    hour = _on_24_hours(hour, parts.get("half") or _later_half(text, match.end()))
    return TimeOfDay(hour, minute) if hour < 24 and minute < 60 else None


def _later_half(text: str, end: int) -> str:
    """ "set an alarm for 7 tomorrow evening": the half of the day may come a word or two later."""
    match = re.match(r"\W+(?:tomorrow|this|on \w+)\s+(morning|afternoon|evening|night)\b", text[end:], re.IGNORECASE)
    return f"in the {match[1]}" if match else ""


def _on_24_hours(hour: int, half: str) -> int:
    half = half.lower().replace(".", "")
    is_late = half.startswith("p") or any(word in half for word in ("afternoon", "evening", "night"))
    if is_late and hour < 12:
        return hour + 12
    return 0 if hour == 12 and (half.startswith("a") or "morning" in half) else hour


def _value(word: str) -> int:
    word = word.lower()
    return int(word) if word.isdigit() else 5 if word == "oh five" else {**_NUMBERS, **_MIDDLES}[word]
