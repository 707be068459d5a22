"""What the user asked for, in words that code can compare with a screen. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from genie_host.agent.fold import fold
from genie_host.agent.phrasing import REQUEST
from genie_host.agent.times import TimeOfDay, times_in

_PIECE = re.compile(r"\s*(?:[^\W_]+(?:['’.:,\-/@&+][^\W_]+)*|[^\w\s]|_+)")
_WORD = re.compile(r"[a-z0-9]+(?:[-:'][a-z0-9]+)*")
_ALONE = re.compile(r"[a-z0-9]+")
_COMPOUND = re.compile(r"\b([a-z]{3,})-([a-z]{3,})")
_STEM = 4
"""So many letters of a word are the same in its other forms: rotate, rotation."""
_LONG, _LONGEST_ENDING = 8, 4
"""So many letters are a stem of their own, and so many an ending."""
_FEWEST_INITIALS = 3
_STOP_WORDS = frozenset(
    "a an and are at be by can could do for from get go have i in into is it its me my of on off or out please set so "
    "that the this to turn up was we what when who will with would you your say says saying tell open show new start "
    "one all there".split()
)
_SHORT = {"doctor": "dr", "mister": "mr", "missus": "mrs", "professor": "prof", "saint": "st", "street": "st"}
_AFTER_A_NAME = frozenset("on off please pls thank cheer for now and so again back if when right is it then to".split())
_BEFORE_A_LONGER_NAME = frozenset("automatic auto public".split())
_MAX_PIECES = 120
_QUOTATION_MARKS = frozenset('"“”„«»')


@dataclass(frozen=True, kw_only=True)
class SayableRuns:
    """The folded pieces of a goal, by whether they are quoted."""

    quoted: tuple[str, ...]
    """To be written as they are."""
    free: tuple[tuple[str, ...], ...]
    """Pieces of which any stretch may be a text."""


@dataclass(frozen=True)
class Goal:
    """A goal and the views of it that planning needs."""

    text: str

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """Words and punctuation with the white space before each; joined they are the goal."""
        return tuple(_PIECE.findall(self.text))[:_MAX_PIECES]

    @cached_property
    def times(self) -> tuple[TimeOfDay, ...]:
        return times_in(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """Comparable forms of its words, of neighbours written together, and of the times it names."""
        plain = [_plain(word) for word in _WORD.findall(fold(self.text).lower())]
        pairs = [first + second for first, second in pairwise(plain)]
        short = [_SHORT[word] for word in plain if word in _SHORT]
        return frozenset([*plain, *pairs, *short, *(str(time).replace(":", "") for time in self.times)])

    @property
    def sayable_pieces(self) -> tuple[str, ...]:
        """The folded pieces that a text can be made of: "could you text Mum I'm late?" asks us, not Mum."""
        pieces = self.folded_pieces()
        return pieces[:-1] if pieces[-1:] == ("?",) and REQUEST.search(self.text) else pieces

    @cached_property
    def sayable_runs(self) -> SayableRuns:
        """Where a text may lie: who puts words between quotation marks means these words, all of them and no more."""
        pieces = self.sayable_pieces
        marks = [at for at, piece in enumerate(self.pieces[: len(pieces)]) if piece.strip() in _QUOTATION_MARKS]
        if len(marks) % 2:
            return SayableRuns(quoted=(), free=(pieces,))
        pairs = list(zip(marks[::2], marks[1::2], strict=True))
        outside = zip(
            [0, *(close + 1 for _, close in pairs)], [*(start for start, _ in pairs), len(pieces)], strict=True
        )
        return SayableRuns(
            quoted=tuple(text for start, close in pairs if (text := "".join(pieces[start + 1 : close]).strip())),
            free=tuple(pieces[start:end] for start, end in outside if start < end),
        )

    @cached_property
    def quoted(self) -> tuple[str, ...]:
        """What stands between quotation marks, as it was written."""
        marks = [at for at, piece in enumerate(self.pieces) if piece.strip() in _QUOTATION_MARKS]
        if len(marks) % 2:
            return ()
        parts = (
            "".join(self.pieces[start + 1 : end]).strip() for start, end in zip(marks[::2], marks[1::2], strict=True)
        )
        return tuple(part for part in parts if part)

    def folded_pieces(self) -> tuple[str, ...]:
        """The pieces in ASCII, one for one; a piece without a likeness is kept as ``?``."""
        return tuple((" " if piece[:1].isspace() else "") + (fold(piece) or "?") for piece in self.pieces)

    def original(self, folded_span: str) -> str | None:
        """The stretch of the goal whose folded pieces read like this; None when there is none."""
        folded = self.folded_pieces()
        for start in range(len(folded)):
            text = ""
            for end in range(start, len(folded)):
                text += folded[end].lstrip() if end == start else folded[end]
                if text == folded_span:
                    return "".join(self.pieces[start : end + 1]).strip()
                if not folded_span.startswith(text):
                    break
        return None

    def likeness(self, name: str) -> int:
        """How much of a name the goal says: 2 for all its words, 1 for some, 0 for none."""
        words = [_plain(word) for word in _WORD.findall(fold(name).lower())]
        telling = [word for word in words if word not in _STOP_WORDS] or words
        if not telling:
            return 0
        whole, initials = "".join(words), "".join(word[0] for word in words)
        said = sum(1 for word in telling if self._says(word))
        is_short = len(words) >= _FEWEST_INITIALS and initials in self.words
        if self._says(whole) or is_short or said == len(telling):
            return 2
        return 1 if said else 0

    def _says(self, word: str) -> bool:
        """Whether it has the word, or a long one of the same stem: "autocorrect" for auto-correction."""
        if word in self.words or len(word) < _LONG:
            return word in self.words
        return any(other[:_LONG] == word[:_LONG] and _is_ending(other, word) for other in self.words)

    def names_alone(self, name: str) -> bool:
        """Whether it names a thing and nothing longer: "turn Wi-Fi off", not "turn off Wi-Fi calling"."""
        said = [_plain(word) for word in _WORD.findall(fold(self.text).lower())]
        words = [_plain(word) for word in _WORD.findall(fold(name).lower())]
        return any(
            said[at : at + len(words)] == words
            and (said[at + len(words)] if at + len(words) < len(said) else "on") in _AFTER_A_NAME
            and (said[at - 1] if at else "") not in _BEFORE_A_LONGER_NAME
            for at in range(len(said))
        )

    def contradicts(self, name: str) -> bool:
        """Whether it names another thing that begins alike: "auto-correction" is not "Auto-rotate screen"."""
        said = _ALONE.findall(fold(self.text).lower())
        return any(
            all(later[:_STEM] != tail[:_STEM] for later in laters)
            for head, tail in _COMPOUND.findall(fold(name).lower())
            if (laters := [*(later for word, later in pairwise(said) if word == head), *_tails(said, head)])
        )


def _is_ending(one: str, other: str) -> bool:
    """Whether two words are the same up to their endings."""
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return max(len(one), len(other)) - same <= _LONGEST_ENDING


def _tails(words: Sequence[str], head: str) -> list[str]:
    """What follows it in words written as one: "autocorrect" has "correct" after "auto"."""
    return [word[len(head) :] for word in words if word.startswith(head) and len(word) - len(head) >= _STEM]


def _plain(word: str) -> str:
    """``Wi-Fi`` is wifi, ``Mum's`` is mum, ``alarms`` is alarm."""
    word = word.removesuffix("'s").replace("-", "").replace("'", "").replace(":", "")
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
