"""Did the user name this one, or somebody who is merely called alike?"""

from __future__ import annotations

import pytest

from genie_host.policy.naming import is_named


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Mum", "send hi to Mum"),
        ("Sam Okafor", "tell Sam I am late"),
        ("Alice Moreau", "pay alice moreau 20"),
        ("+44 7700 900555", "text 07700 900 555 / 447700900555"),
        ("José", "escribe a jose"),
        ("张伟", "转账给张伟"),
        ("Dr Chen", "call Dr Chen"),
    ],
)
def test_the_user_named_this_one(name: str, said: str) -> None:
    assert is_named(name, said)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Mum", "send hi to Dad"),
        ("Alice Morrow", "pay Alice Moreau 20"),
        ("Аlice Moreau Ltd", "pay Alice Morrison"),
        ("The Bank", "send it to the office"),
        ("+44 7700 900555", "text +44 7700 900556"),
        ("", "send hi to Mum"),
        ("Mum", ""),
        ("张伟强", "转账给张伟"),
    ],
)
def test_the_user_did_not(name: str, said: str) -> None:
    assert not is_named(name, said)


@pytest.mark.parametrize("name", ["Mu\u200bm", "\uff2dum", "\u202eMum\u202c", "M\u00adum"])
def test_a_name_in_disguise_is_not_the_one_that_was_said(name):
    assert not is_named(name, "text Mum see you")
    assert is_named(name, f"text {name} see you")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Mum ❤️", "text Mum"),
        ("Dr 👩\u200d⚕️ Chen", "call Dr Chen"),
        ("Jose\u0301", "text José"),
        ("علی\u200cرضا", "علی\u200cرضا"),
    ],
)
def test_emoji_accents_and_joined_letters_are_no_disguise(name, said):
    assert is_named(name, said)
