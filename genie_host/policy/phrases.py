"""Tables of phrases in many languages, and where in a label a phrase stands."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from genie_host.policy.normalise import fold_diacritics, is_dense, normalise, skeleton, tight, words

_WILDCARD = "*"
_WILDCARD_WORDS = 3
_MOST_JOINED = 3
_LONGEST_JOINED = 12
_CURRENCIES = frozenset(
    "usd eur gbp inr rs jpy cny rmb krw rub brl mxn vnd idr rp thb pln sar aed ils ngn kr zł руб тг".split()
)
_ENDINGS = {"ja": ("する",), "ko": ("하기",)}
"""What makes a verb of a noun; labels have either."""
_DENSE_CURRENCIES = "元円원฿"


@dataclass(frozen=True)
class Language:
    """How one language builds a label."""

    is_verb_first: bool
    is_verb_last: bool
    is_dense: bool
    """Words are found anywhere in a string without spaces."""
    is_folded: bool
    """Readable without diacritics."""


@dataclass(frozen=True)
class Phrase:
    """One phrase of one language, ready to be compared."""

    parts: tuple[str, ...]
    language: Language
    is_whole: bool
    """Matches nothing but the whole label."""
    is_with_object: bool = False
    """Matches only with something after or before it: "Submit claim", and not "Submit"."""


@dataclass(frozen=True)
class Place:
    """Where a phrase stands in a label of ``count`` words (for dense scripts: characters)."""

    phrase: Phrase
    start: int
    end: int
    count: int

    @property
    def is_whole(self) -> bool:
        return self.start == 0 and self.end == self.count


@dataclass(frozen=True)
class Forms:
    """The ways in which one label is read."""

    spaced: tuple[tuple[str, ...], ...]
    lookalike: tuple[str, ...]
    dense: str
    joined: str = ""
    """A few short words, or letters set apart, as one: "Pa y" is read as "Pay", and so is "P a y"."""


@lru_cache(maxsize=8192)
def forms_of(text: str) -> Forms:
    """Split a label; numbers and currencies go, for "Pay $5.00" is "Pay"."""
    plain = normalise(text)
    spaced = dict.fromkeys(_content(words(form)) for form in (plain, fold_diacritics(plain)))
    dense = tight(plain).strip("0123456789") if is_dense(plain) else ""
    lookalike = _content(words(skeleton(plain)))
    is_set_apart = len(lookalike) > 1 and all(len(word) == 1 for word in lookalike)
    joined = "".join(lookalike) if is_set_apart or len(lookalike) <= _MOST_JOINED else ""
    return Forms(
        spaced=tuple(form for form in spaced if form),
        lookalike=lookalike,
        joined=joined if is_set_apart or len(joined) <= _LONGEST_JOINED else "",
        dense=dense.strip(_DENSE_CURRENCIES).strip("0123456789"),
    )


class PhraseTable:
    """Phrases of one meaning, searchable by their first word."""

    def __init__(
        self, entries: Mapping[str, Sequence[str]], languages: Mapping[str, Language], anyway: Language | None = None
    ) -> None:
        self._spaced: dict[str, list[Phrase]] = defaultdict(list)
        self._lookalike: dict[str, list[Phrase]] = defaultdict(list)
        self._joined: dict[str, Phrase] = {}
        """By the lookalike form with nothing between its words: "Paynow" is "Pay now" with the gap taken out."""
        self._dense: dict[str, Phrase] = {}
        for code, phrases in entries.items():
            language = languages[code] if anyway is None else anyway
            for raw in phrases:
                self._add(raw, language)
                for ending in _ENDINGS.get(code, ()):
                    self._add(raw + ending, language)
        self._longest_dense = max((len(phrase) for phrase in self._dense), default=0)
        # In the order of the table, so that the first phrase of it that stands at a place is the one that is found.
        self._dense_pattern = re.compile("|".join(map(re.escape, self._dense)) or "(?!)")

    def _add(self, raw: str, language: Language) -> None:
        is_whole, is_with_object = raw.startswith("="), raw.startswith("+")
        text = normalise(raw.lstrip("=+"))
        if is_dense(text):
            self._dense[tight(text)] = Phrase((tight(text),), language, is_whole, is_with_object)
            return
        phrase = Phrase((), language, is_whole, is_with_object)
        for form in dict.fromkeys((text, fold_diacritics(text) if language.is_folded else text)):
            self._index(self._spaced, form, phrase)
        self._index(self._lookalike, skeleton(text), phrase)
        joined = "".join(part for part in _parts(skeleton(text)) if part != _WILDCARD and not part.isdigit())
        self._joined.setdefault(joined, replace(phrase, parts=(joined,)))

    @staticmethod
    def _index(index: dict[str, list[Phrase]], text: str, like: Phrase) -> None:
        parts = tuple(part for part in _parts(text) if not part.isdigit())
        phrase = replace(like, parts=parts)
        if phrase not in index[parts[0]]:
            index[parts[0]].append(phrase)

    def places(self, forms: Forms) -> Iterator[Place]:
        """Every place where a phrase of the table stands, by words; in dense strings at the start and the end."""
        for form in forms.spaced:
            yield from _places(self._spaced, form)
        if forms.lookalike not in forms.spaced:
            yield from _places(self._lookalike, forms.lookalike)
        phrase = self._joined.get(forms.joined)
        if phrase is not None:
            yield Place(phrase, 0, 1, 1)
        for size in range(1, min(len(forms.dense), self._longest_dense) + 1):
            for start in {0, len(forms.dense) - size}:
                phrase = self._dense.get(forms.dense[start : start + size])
                if phrase is not None:
                    yield Place(phrase, start, start + size, len(forms.dense))

    def found_in(self, text: str) -> str:
        """The first phrase that stands anywhere in a text; empty when none does."""
        forms = forms_of(text)
        dense = self._dense_pattern.search(forms.dense)
        return dense[0] if dense else next((" ".join(place.phrase.parts) for place in self.places(forms)), "")

    def is_in_dense(self, forms: Forms) -> bool:
        """Does a phrase stand anywhere in the dense form?"""
        return bool(forms.dense) and self._dense_pattern.search(forms.dense) is not None

    def is_in_lookalike(self, forms: Forms) -> bool:
        """Does a phrase stand in the form that only looks like the label?"""
        return next(_places(self._lookalike, forms.lookalike), None) is not None

    def cut_from(self, dense: str) -> str:
        """A dense string without the phrases of the table."""
        return self._dense_pattern.sub("", dense) if dense else dense

    def equals(self, text: str) -> bool:
        """Is the whole text one of the phrases?"""
        return any(place.is_whole for place in self.places(forms_of(text)))


def _places(index: Mapping[str, list[Phrase]], form: tuple[str, ...]) -> Iterator[Place]:
    for start, word in enumerate(form):
        for phrase in index.get(word, ()):
            end = _match_from(phrase.parts, form, start)
            if end is not None:
                yield Place(phrase, start, end, len(form))


def _match_from(parts: tuple[str, ...], form: tuple[str, ...], start: int) -> int | None:
    """Where a phrase that begins at ``start`` ends; None when it does not stand there."""
    if not parts:
        return start
    if parts[0] != _WILDCARD:
        return _match_from(parts[1:], form, start + 1) if form[start : start + 1] == parts[:1] else None
    for gap in range(1, _WILDCARD_WORDS + 1):
        end = _match_from(parts[1:], form, start + gap) if start + gap <= len(form) else None
        if end is not None:
            return end
    return None


def _parts(text: str) -> Iterator[str]:
    for chunk in text.split():
        if chunk == _WILDCARD:
            yield chunk
        else:
            yield from words(chunk)


def _content(form: tuple[str, ...]) -> tuple[str, ...]:
    """The words that say something; single letters in a row are one word spelt out."""
    kept = tuple(word for word in form if not word.isdigit() and word not in _CURRENCIES)
    return ("".join(kept),) if len(kept) > 2 and all(len(word) == 1 for word in kept) else kept
