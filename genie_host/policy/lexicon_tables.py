"""The phrase tables of the lexicon, as they are read from its file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.policy.kinds import CommitKind
from genie_host.policy.normalise import normalise, words
from genie_host.policy.phrases import Language, PhraseTable


class Tables:
    """All phrase tables, made of the data in ``lexicon.toml``."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        languages = {code: _language(entry) for code, entry in data["languages"].items()}

        def table(name: str) -> PhraseTable:
            return PhraseTable(data[name], languages)

        self.commits = {
            CommitKind[name.upper()]: PhraseTable(entries, languages) for name, entries in data["commit"].items()
        }
        self.weak = table("weak")
        self.backspace = table("backspace")
        self.clears = table("clears")
        self.confirm = table("confirm")
        self.decline = table("decline")
        self.harmless = table("harmless")
        self.consequence = table("consequence")
        self.secret = table("secret")
        self.amount = table("amount")
        self.payment = table("payment")
        any_language = Language(is_verb_first=True, is_verb_last=True, is_dense=False, is_folded=True)
        self.hold_to_send = table("hold_to_send")
        self.pages = table("pages")
        self.keep = table("keep")
        self.code = table("code")
        self.power = table("power")
        self.openings = table("openings")
        self.guards = table("guards")
        self.hand_in = table("hand_in")
        self.payee = table("payee")
        self.lock_choices = table("lock_choices")
        self.compose = table("compose")
        self.numbered = table("numbered")
        self.address = table("address")
        self.recipient = PhraseTable(data["recipient"], languages, any_language)
        self.contexts = {
            CommitKind[name.upper()]: (
                str(entry["category"]),
                PhraseTable({"any": entry["labels"]}, languages, any_language),
            )
            for name, entry in data["context"].items()
        }
        things = data["things"]
        self.things = PhraseTable({code: things[code] for code in things if code in languages}, languages)
        self.state_starts, self.state_ends = tuple(things["starts"]), tuple(things["ends"])
        self.lead_ins = frozenset(
            word for phrases in data["lead_ins"].values() for phrase in phrases for word in words(phrase)
        )
        negation = data["negation"]
        self.negation_starts = tuple(normalise(mark) for mark in negation["starts"])
        self.negation_ends = tuple(normalise(mark).replace(" ", "") for mark in negation["ends"])
        self.negation_words = frozenset(negation["words"])
        ids = data["ids"]
        self.id_verbs = {word: CommitKind[kind.upper()] for kind, verbs in ids["verbs"].items() for word in verbs}
        self.signs = {sign: CommitKind[kind.upper()] for kind, signs in data["signs"].items() for sign in signs}
        self.id_filler = frozenset(ids["filler"])
        self.joining = frozenset(normalise(word) for words_ in data["joining"].values() for word in words_)


def _language(entry: Mapping[str, Any]) -> Language:
    return Language(
        is_verb_first=entry["verb"] in {"first", "both"},
        is_verb_last=entry["verb"] in {"last", "both"},
        is_dense=bool(entry.get("dense", False)),
        is_folded=bool(entry.get("fold", False)),
    )
