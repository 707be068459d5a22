"""What a label says: the deed it commits to, a way out, a mere yes, or a page about the deed.

The words are data, in ``lexicon.toml``; this module knows how they combine.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from genie_host.policy.kinds import CommitKind as CommitKind
from genie_host.policy.lexicon_tables import Tables
from genie_host.policy.normalise import normalise
from genie_host.policy.phrases import Forms, PhraseTable, Place, forms_of

_MOST_WORDS = 8
"""A longer label is prose, not a control."""
_MOST_WORDS_BEFORE = 4
"""A verb that comes last is a control's only after so few words."""
_DONE_MARKS = "已未被不没沒"
"""Before a verb they say that it is done, or not done."""
_MOST_DENSE = 16
_MOST_PROSE = 24
_MOST_WEAK_WORDS = 4
_JOINED = 2
_MOST_JOINED_WORDS = 5
_REMARK = re.compile(r"[(（\[【][^()（）\[\]【】]*[)）\]】]")
_BARE_NUMBER = re.compile(
    r"(?<![$€£¥₦₹₩₽₿₺₫฿₪₴₱\d.,])(?:#|№|no\.? ?)?\d{3,}(?![\d.,]|\s*[$€£¥₦₹₩₽₿₺₫฿₪₴₱])", re.IGNORECASE
)


_ABOUT_THE_DEED = frozenset(
    {CommitKind.SEND, CommitKind.MONEY, CommitKind.CALL, CommitKind.JOIN, CommitKind.SUBSCRIBE, CommitKind.SIGN_IN}
    | {CommitKind.INSTALL}
)
"""Kinds that a word such as "history" turns into a page about them."""


@dataclass(frozen=True)
class Reading:
    """What one label says."""

    whole: frozenset[CommitKind] = frozenset()
    """The label is that deed and nothing else: "Send"."""
    leading: frozenset[CommitKind] = frozenset()
    """The label names that deed and its object: "Send photo"; includes ``whole``."""
    wordy: frozenset[CommitKind] = frozenset()
    """A label longer than that begins with that deed: "Call The Old Bakery, 12 Market Street ..."."""
    anywhere: frozenset[CommitKind] = frozenset()
    """The deed is named somewhere in the label, in any role."""
    is_decline: bool = False
    is_weak: bool = False
    is_confirm: bool = False
    is_harmless: bool = False


class Lexicon(Tables):
    """The tables, and how they combine."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.read = lru_cache(maxsize=8192)(self._read_with_parts)

    def _read_with_parts(self, label: str) -> Reading:
        """Read one label; where a word joins two deeds, as in "Order and pay", it is both."""
        reading = self._read_with_remark(label)
        parts = self._joined(label)
        if reading.is_decline or reading.is_harmless or len(parts) != _JOINED:
            return reading
        deeds = frozenset(kind for part in parts for kind in self._read(part).whole)
        return replace(reading, leading=reading.leading | deeds) if deeds else reading

    def _joined(self, label: str) -> list[str]:
        """The two sides of a joining word; nothing when there is none or when it is prose."""
        said = normalise(label).split()
        places = [place for place, word in enumerate(said) if word in self.joining]
        if len(places) != 1 or len(said) > _MOST_JOINED_WORDS:
            return []
        sides = [" ".join(said[: places[0]]), " ".join(said[places[0] + 1 :])]
        return [side for side in sides if side]

    def _read_with_remark(self, label: str) -> Reading:
        """Read one label; what stands in brackets is a remark, and the label is read without it too."""
        whole = self._read(label)
        bare = _REMARK.sub(" ", label).strip()
        if bare in ("", label.strip()):
            return whole
        reading = self._read(bare)
        if reading.is_decline:
            return reading
        return replace(
            reading,
            leading=reading.leading | whole.leading,
            wordy=reading.wordy | whole.wordy,
            anywhere=reading.anywhere | whole.anywhere,
        )

    def _read(self, label: str) -> Reading:
        """Read one label as it stands."""
        forms = self._forms_of(label)
        if not (forms.spaced or forms.dense or forms.lookalike):
            deeds = frozenset(self.signs[sign] for sign in label if sign in self.signs)
            return Reading(whole=deeds, leading=deeds, anywhere=deeds)
        whole: set[CommitKind] = set()
        leading: set[CommitKind] = set()
        wordy: set[CommitKind] = set()
        anywhere = {kind for kind, table in self.commits.items() if table.is_in_dense(forms)}
        spans: set[tuple[int, int]] = set()
        # "Order 3106" is what it is called.
        is_name = _BARE_NUMBER.search(label) is not None and self.numbered.equals(label)
        is_short = all(len(form) <= _MOST_WORDS for form in forms.spaced) and len(forms.dense) <= _MOST_DENSE
        for kind, table in self.commits.items():
            for place in table.places(forms):
                if not place.phrase.is_whole:
                    anywhere.add(kind)
                if place.is_whole and (place.phrase.is_with_object or is_name):
                    continue
                if place.is_whole:
                    whole.add(kind)
                elif (
                    not is_short
                    and place.start == 0
                    and place.phrase.language.is_verb_first
                    and not place.phrase.is_whole
                ):
                    wordy.add(kind)
                    continue
                elif not is_short or place.phrase.is_whole or not self._stands_as_verb(place, forms):
                    continue
                leading.add(kind)
                spans.add((place.start, place.end))
        is_decline = is_short and self._is_decline(forms, spans)
        is_harmless = self._is_harmless(forms, spans)
        if is_decline:
            whole, leading = set(), set()
        elif self._is_state(forms):
            leading = whole
        elif is_harmless:
            leading = (leading - _ABOUT_THE_DEED) | whole
        return Reading(
            whole=frozenset(whole),
            leading=frozenset(leading),
            wordy=frozenset()
            if is_harmless or any(len(form) > _MOST_PROSE for form in forms.spaced)
            else frozenset(wordy),
            anywhere=frozenset(anywhere),
            is_decline=is_decline,
            is_weak=is_short and not is_decline and self._says_yes(self.weak, forms),
            is_confirm=is_short and not is_decline and self._says_yes(self.confirm, forms),
            is_harmless=is_harmless,
        )

    def _forms_of(self, label: str) -> Forms:
        """The forms to read; "A pagar" is "to pay" in words of its own, and so not "apagar", to delete."""
        forms = self._without_things(forms_of(label))
        apart = replace(forms, joined="")
        return apart if forms.joined and self._is_deed(apart) else forms

    def _is_deed(self, forms: Forms) -> bool:
        """Do the words as they stand name a deed?"""
        return any(
            place.is_whole or self._stands_as_verb(place, forms)
            for table in self.commits.values()
            for place in table.places(forms)
        )

    def _without_things(self, forms: Forms) -> Forms:
        """The label without the names of things that hold a verb."""
        kept = []
        for form in forms.spaced:
            covered = {
                index
                for place in self.things.places(Forms((form,), form, ""))
                for index in range(place.start, place.end)
            }
            kept.append(tuple(word for index, word in enumerate(form) if index not in covered))
        return Forms(
            spaced=tuple(kept),
            lookalike=() if self.things.is_in_lookalike(forms) else forms.lookalike,
            dense=self.things.cut_from(forms.dense),
            joined="" if self.things.is_in_lookalike(forms) else forms.joined,
        )

    def _is_state(self, forms: Forms) -> bool:
        """Does the label say how things are? "Deleted" deletes nothing."""
        return forms.dense.startswith(self.state_starts) or forms.dense.endswith(self.state_ends)

    def _stands_as_verb(self, place: Place, forms: Forms) -> bool:
        language = place.phrase.language
        if language.is_dense and place.start > 0 and forms.dense[place.start - 1] in _DONE_MARKS:
            return False
        if (
            language.is_verb_last
            and place.end == place.count
            and (language.is_dense or place.start <= _MOST_WORDS_BEFORE)
        ):
            return True
        if not language.is_verb_first:
            return False
        if place.start == 0 or language.is_dense:
            return place.start == 0
        return any(
            len(form) == place.count and self.lead_ins.issuperset(form[: place.start])
            for form in (*forms.spaced, forms.lookalike)
        )

    def _is_harmless(self, forms: Forms, spans: set[tuple[int, int]]) -> bool:
        """Is it about the deed? Not when the deed itself has the word, as in "Log in"."""
        return self.harmless.is_in_dense(forms) or any(
            not any(start <= place.start and place.end <= end for start, end in spans)
            for place in self.harmless.places(forms)
        )

    def _is_decline(self, forms: Forms, spans: set[tuple[int, int]]) -> bool:
        """Does the label refuse? Not when a deed covers the refusing word, as in "Cancel order"."""
        reach = max((end for start, end in spans if start == 0), default=0)
        for place in self.decline.places(forms):
            if place.start == 0 and place.end > reach and (place.is_whole or not place.phrase.is_whole):
                return True
        if any(self.negation_words.intersection(form) for form in forms.spaced):
            return True
        dense = forms.dense
        return bool(dense) and (dense.startswith(self.negation_starts) or dense.endswith(self.negation_ends))

    @staticmethod
    def _says_yes(table: PhraseTable, forms: Forms) -> bool:
        """Is the label a yes, or does it begin with one, or end with one where verbs stand last?"""
        for place in table.places(forms):
            language = place.phrase.language
            is_at_edge = place.start == 0 or (language.is_verb_last and place.end == place.count)
            if place.is_whole or (is_at_edge and place.count <= _MOST_WEAK_WORDS and not language.is_dense):
                return True
        return False


@cache
def lexicon() -> Lexicon:
    """The lexicon that ships with the package."""
    source = files("genie_host.policy").joinpath("lexicon.toml").read_text(encoding="utf-8")
    return Lexicon(tomllib.loads(source))
