"""For whatever texts and secrets: nothing known stays, what was hidden comes back, and records always fit."""

from __future__ import annotations

import json
import string
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from genie_host.core.gap.canonical import canonical
from genie_host.store.secrets import Secrets
from genie_host.store.storable import LONGEST_DATA, storable

LETTERS = string.ascii_letters + string.digits + "-_!.é密 "
SECRET = (
    st.text(LETTERS, min_size=6, max_size=24)
    .map(str.strip)
    .filter(lambda text: len(text) >= 6 and "secret" not in text.lower() and not text.isdigit())
)
WORDS = st.text(string.ascii_letters + " ,:", max_size=30).filter(lambda text: "secret" not in text.lower())
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.tuples(WORDS, SECRET), min_size=1, max_size=4), WORDS)
def test_no_known_secret_stays_and_hidden_text_comes_back(parts: list[tuple[str, str]], end: str) -> None:
    secrets = Secrets()
    for _, secret in parts:
        secrets.learn(secret)
    text = "|".join([piece for part in parts for piece in part] + [end])
    for kept in (secrets.clean_text(text), json.dumps(secrets.clean({"a": [text]}), ensure_ascii=False)):
        assert not [secret for _, secret in parts if secret.lower() in kept.lower()]
    assert secrets.reveal(secrets.hide(text)).lower() == text.lower()


@settings(deadline=None, max_examples=300)
@given(st.dictionaries(st.text(max_size=8), ANYTHING, max_size=6))
def test_whatever_is_reported_has_a_canonical_form_of_bounded_size(data: dict[str, Any]) -> None:
    assert len(canonical(storable(Secrets().clean(data)))) <= LONGEST_DATA


def test_too_much_is_cut_and_named_by_its_digest() -> None:
    data = {"text": "x" * 100_000, "many": [{"n": number, "text": "y" * 3000} for number in range(1000)]}
    kept = storable(data)
    assert len(canonical(kept)) <= LONGEST_DATA
    assert "sha256" in kept["text"]
    deep: Any = "end"
    for _ in range(50):
        deep = {"in": [deep]}
    assert canonical(storable({"deep": deep}))
