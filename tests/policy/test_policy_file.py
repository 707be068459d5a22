"""The policy file: how it is read, laid over the shipped one, and refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from genie_host.core.errors import UsageError
from genie_host.core.verdicts import Stake, Trust
from genie_host.policy.policy_file import default_rules, load_rules
from genie_host.policy.rules import NEVER_UNASKED, Level, Rules, is_enough


def rules(tmp_path: Path, text: str) -> Rules:
    file = tmp_path / "policy.toml"
    file.write_text("version = 1\n" + text, encoding="utf-8")
    return load_rules(file)


def test_the_shipped_policy_names_a_trust_for_every_stake() -> None:
    shipped = default_rules()
    assert shipped.level is Level.CAREFUL
    assert set(shipped.trust_real) == set(shipped.trust_test) == set(Stake)
    assert {shipped.trust_real[stake] for stake in NEVER_UNASKED} == {Trust.HW_CRED}
    assert not shipped.passes & NEVER_UNASKED


def test_a_file_that_is_not_there_changes_nothing(tmp_path: Path) -> None:
    assert load_rules(tmp_path / "policy.toml").level is default_rules().level


def test_a_file_that_is_out_of_reach_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").symlink_to(tmp_path / "elsewhere" / "policy.toml")
    with pytest.raises(UsageError, match="leads to nothing"):
        load_rules(tmp_path / "policy.toml")


def test_the_users_file_is_laid_over_the_shipped_one(tmp_path: Path) -> None:
    mine = rules(
        tmp_path,
        """
        level = "quick"
        [trust.real]
        send = "hw-bio"
        [categories.money]
        words = ["piggy"]
        [categories.wardrobe]
        words = ["clothes"]
        [rules.app."com.a.b"]
        category = "wardrobe"
        refuse = ["pay"]
        """,
    )
    assert mine.level is Level.QUICK
    assert (mine.trust_real[Stake.SEND], mine.trust_real[Stake.PAY]) == (Trust.HW_BIO, Trust.HW_CRED)
    assert mine.is_in("money", "org.piggy.app")
    assert mine.is_in("money", "com.paypal.android.p2pmobile")
    assert [category.name for category in mine.categories_of("com.a.b")] == ["wardrobe"]
    assert mine.rules_for("com.a.b")[0].refuse == frozenset({Stake.PAY})


@pytest.mark.parametrize("stake", sorted(NEVER_UNASKED))
def test_no_file_lets_a_grave_stake_pass_unasked(tmp_path: Path, stake: Stake) -> None:
    with pytest.raises(UsageError, match=f"{stake} can never pass without a question"):
        rules(tmp_path, f'[quick]\npass = ["send", "{stake}"]')


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('level = "wild"', "level"),
        ("surprise = 1", "surprise"),
        ('[quick]\npass = "send"', "quick.pass"),
        ('[never]\nrefuse = ["everything"]', "never.refuse"),
        ('[trust.real]\npay = "nobody"', "trust.real.pay"),
        ('[trust.real]\nother = "test"', "trust.real"),
        ('[rules.app."a.b"]\nforbidden = "perhaps"', "rules.app.a.b.forbidden"),
        ('[rules.category.unheard]\nlevel = "quick"', "unheard"),
        ("not toml at all", "not TOML"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, where: str) -> None:
    with pytest.raises(UsageError) as told:
        rules(tmp_path, text)
    assert where in str(told.value)
    assert str(tmp_path) not in str(told.value)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").mkdir()
    with pytest.raises(UsageError):
        load_rules(tmp_path / "policy.toml")
    (tmp_path / "other.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError):
        load_rules(tmp_path / "other.toml")


def test_a_test_phones_approval_is_never_enough_for_a_real_phone() -> None:
    assert is_enough(Trust.TEST, Trust.CONSOLE, is_real_phone=False)
    assert not is_enough(Trust.TEST, Trust.CONSOLE, is_real_phone=True)
    assert is_enough(Trust.HW_BIO, Trust.HW_CRED, is_real_phone=True)
    assert not is_enough(Trust.SOFT, Trust.HW_CRED, is_real_phone=True)
    assert not is_enough(None, Trust.CONSOLE, is_real_phone=False)


def test_a_stake_that_no_table_names_needs_the_most() -> None:
    assert Rules().least_trust(Stake.OTHER, is_real_phone=True) is Trust.HW_BIO
