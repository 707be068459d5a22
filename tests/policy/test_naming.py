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
