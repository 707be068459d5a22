"""A second opinion for PocketSphinx: was it the wake phrase, or a word of English that sounds like it?

Keyword spotting weighs a phrase against any noise whatever, so that “hey Emma” and “hey Gemini” are as good to it as
“hey gemma”. Here the same sound is weighed once more, against words of the dictionary near the last of the phrase; and
whoever calls somebody begins with it: what comes in the midst of speech, without a pause before it, is no call.
"""

from __future__ import annotations

import collections
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from genie_host.voice.audio import BLOCK_SECONDS, SAMPLE_RATE_HZ

Phones: TypeAlias = tuple[str, ...]
_Sound: TypeAlias = NDArray[np.int16]

_KEPT_SECONDS = 3.0
_BEFORE_SECONDS, _AFTER_SECONDS = 0.15, 0.2
"""Of the sound around the phrase goes with it."""
_PAUSE_SECONDS = (0.60, 0.05)
"""From how long before the phrase to how long before it there must be a pause; a drawled call is found late."""
_PAUSE_FRAMES = 20
"""Hundredths of a second; the closure of a “p” is shorter."""
_QUIET, _ABOVE_FLOOR = 0.01, 3.0
"""Share of the phrase's loudest energy, and times that of the quietest moments: what is quiet is under one of them."""
_FRAME = SAMPLE_RATE_HZ // 100
_MOST_PHONES_MORE = 2
_RIVAL = 0.03
"""How likely a rival is beside the phrase: there are many of them, and in doubt it was the phrase."""
_A_BEFORE = 1e-4
"""A call that is worn down is much like “a”: only where that is far better is it that."""
_NOISE = 0.1
"""How likely noise is before and after the words; the library's own 1e-8 makes sounds of speech of it."""


class Rivals:
    """Keeps the last seconds of sound, and says whether one of the phrases was called in them."""

    def __init__(self, library: Any, phrases: Iterable[Sequence[str]]) -> None:
        """``library`` is the imported pocketsphinx, whose dictionary has every word of the phrases."""
        words = dictionary(Path(library.get_model_path()) / "en-us" / "cmudict-en-us.dict")
        self._phrases = {" ".join(phrase) for phrase in phrases}
        lines = {line: weight for phrase in self._phrases for line, weight in _rivals(phrase.split(), words).items()}
        lines |= dict.fromkeys(self._phrases, 1.0)
        self._decoder: Any = library.Decoder(lm=None, loglevel="FATAL", silprob=_NOISE, fillprob=_NOISE)
        self._decoder.add_jsgf_string("rivals", _grammar(lines))
        self._decoder.activate_search("rivals")
        self._blocks: collections.deque[tuple[float, bytes]] = collections.deque(
            maxlen=round(_KEPT_SECONDS / BLOCK_SECONDS)
        )

    def take(self, pcm: bytes, ended_at: float) -> None:
        self._blocks.append((ended_at, pcm))

    def agrees(self, began_at: float, ended_at: float) -> bool:
        """Was it the phrase that was said between these times, after a pause?"""
        if not self._blocks:
            return False
        sound = np.frombuffer(b"".join(pcm for _, pcm in self._blocks), dtype="<i2")
        begins = self._blocks[-1][0] - len(sound) / SAMPLE_RATE_HZ

        def cut(first: float, last: float) -> _Sound:
            start, end = (max(0, round((at - begins) * SAMPLE_RATE_HZ)) for at in (first, last))
            return sound[start:end]

        phrase = cut(began_at - _BEFORE_SECONDS, ended_at + _AFTER_SECONDS)
        before = cut(began_at - _PAUSE_SECONDS[0], began_at - _PAUSE_SECONDS[1])
        return _is_pause(before, phrase, sound) and self._best(phrase.tobytes()) in self._phrases

    def _best(self, pcm: bytes) -> str:
        self._decoder.start_utt()
        self._decoder.process_raw(pcm, False, True)
        self._decoder.end_utt()
        hypothesis = self._decoder.hyp()
        return str(hypothesis.hypstr) if hypothesis is not None else ""


def dictionary(path: Path) -> dict[str, Phones]:
    """Pronunciations by word, each word's first."""
    lines = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {word: tuple(phones) for word, *phones in lines if "(" not in word}


def rivals_of(word: str, words: Mapping[str, Phones]) -> list[str]:
    """One word for each pronunciation that may be mistaken for that of ``word``.

    Those a phone apart, and those that go on where it ends. None that is apart in its last phone only, which noise and
    the next word blur: they would take the place of the phrase itself.
    """
    phones = words[word]
    found: dict[Phones, str] = {}
    for other, its in words.items():
        goes_on = its[: len(phones)] == phones and 2 <= len(its) - len(phones) <= _MOST_PHONES_MORE
        if goes_on or (its[: len(phones) - 1] != phones[:-1] and _are_one_apart(phones, its)):
            found.setdefault(its, other)
    return list(found.values())


def _are_one_apart(one: Phones, other: Phones) -> bool:
    """One phone put in, left out or put in another's place."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    same = next(
        (at for at, (first, second) in enumerate(zip(one, other, strict=False)) if first != second),
        min(len(one), len(other)),
    )
    tails = one[same:], other[same:]
    return tails[0][1:] == tails[1][1:] or tails[0][1:] == tails[1] or tails[0] == tails[1][1:]


def _rivals(phrase: Sequence[str], words: Mapping[str, Phones]) -> dict[str, float]:
    """What may be said instead, and how likely that is beside the phrase."""
    *before, last = phrase
    lines = {" ".join([*before, word]): _RIVAL for word in rivals_of(last, words)}
    return {f"a {last}": _A_BEFORE, last: _RIVAL, **lines} if before else lines


def _grammar(lines: Mapping[str, float]) -> str:
    alternatives = " | ".join(f"/{weight:.9f}/ {line}" for line, weight in lines.items())
    return f"#JSGF V1.0;\ngrammar rivals;\npublic <call> = {alternatives};\n"


def _is_pause(before: _Sound, phrase: _Sound, all_of_it: _Sound) -> bool:
    """Is a stretch of it as quiet as the quietest of the last seconds, or nothing beside the phrase?"""
    if len(phrase) < 3 * _FRAME:
        return False
    loudest = np.sort(_energies(phrase))[-3]
    floor = np.quantile(_energies(all_of_it), 0.07)
    quiet = _energies(before) < max(_QUIET * loudest, _ABOVE_FLOOR * floor)
    if len(quiet) < _PAUSE_FRAMES:
        return True  # the sound begins with it
    return bool(np.convolve(quiet, np.ones(_PAUSE_FRAMES), "valid").max() > _PAUSE_FRAMES - 0.5)


def _energies(samples: _Sound) -> NDArray[np.float64]:
    """Mean square of each hundredth of a second."""
    frames = samples[: len(samples) // _FRAME * _FRAME].reshape(-1, _FRAME).astype(np.float64)
    return np.asarray((frames**2).mean(axis=1))
