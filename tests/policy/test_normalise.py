"""Labels in disguise read as what they look like."""

from __future__ import annotations

import pytest

from genie_host.policy.normalise import fold_diacritics, has_override, is_dense, normalise, skeleton, tight, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  SEND \n now ", "send now"),
        ("ＰＡＹ", "pay"),
        ("S\u200be\u200dn\u2060d\ufeff", "send"),
        ("\u202aPay\u202c", "pay"),
        ("De\u00adlete", "delete"),
        ("٢٥٠ ९८ ７", "250 98 7"),
        ("İPTAL", "iptal"),
        ("Straße", "strasse"),
        ("ﬁle", "file"),
        ("", ""),
    ],
)
def test_normal_form_drops_what_only_looks_different(text: str, expected: str) -> None:
    assert normalise(text) == expected


def test_folding_takes_diacritics_off_latin_and_arabic() -> None:
    assert fold_diacritics(normalise("Löschen GÖNDER ışık Wyślij")) == "loschen gonder isik wyslij"
    assert fold_diacritics("إرسال") == fold_diacritics("ارسال")


@pytest.mark.parametrize(
    ("text", "looks_like"), [("Ѕеnd", "send"), ("рау", "pay"), ("Βuу", "buy"), ("de1ete", "delete")]
)
def test_skeleton_is_what_the_eye_reads(text: str, looks_like: str) -> None:
    assert skeleton(normalise(text)) == looks_like


def test_skeleton_leaves_numbers_alone() -> None:
    assert skeleton("pay 100") == "pay 100"


def test_words_keep_vowel_signs_and_join_apostrophes() -> None:
    assert words("Don’t allow!") == ("dont", "allow")
    assert words("भुगतान करें ₹५००") == ("भुगतान", "करें", "500")


def test_tight_closes_the_space_inside_a_word() -> None:
    assert tight(normalise("买 入")) == "买入"
    assert is_dense("买入")
    assert not is_dense("buy")


def test_override_characters_are_noticed() -> None:
    assert has_override("\u202eyap")
    assert not has_override("\u200fשלח")
