"""What single labels say, whatever the language."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from genie_host.policy.lexicon import CommitKind, lexicon
from genie_host.policy.phrases import forms_of

DATA = tomllib.loads(files("genie_host.policy").joinpath("lexicon.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", sorted(DATA["commit"]))
def test_every_kind_has_words_in_fourteen_languages_and_more(kind: str) -> None:
    assert len(DATA["commit"][kind]) >= 19


def test_every_phrase_of_every_kind_is_read_as_that_kind() -> None:
    unread = []
    for name, entries in DATA["commit"].items():
        for language, phrases in entries.items():
            for phrase in phrases:
                label = phrase.removeprefix("=").replace("*", "your")
                label = (
                    f"{label.removeprefix('+')} {'表格' if language == 'zh' else 'papers'}" if "+" in label else label
                )
                if CommitKind[name.upper()] not in lexicon().read(label).leading:
                    unread.append((name, language, phrase))
    assert unread == []


def test_every_way_out_is_read_as_one() -> None:
    labels = [phrase.removeprefix("=") for phrases in DATA["decline"].values() for phrase in phrases]
    assert [label for label in labels if not lexicon().read(label).is_decline] == []


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Send to Dana", CommitKind.SEND),
        ("Nachricht senden", CommitKind.SEND),
        ("메시지 보내기", CommitKind.SEND),
        ("Jetzt kostenpflichtig bestellen", CommitKind.MONEY),
        ("Pay $5.00", CommitKind.MONEY),
        ("结账 (3)", CommitKind.MONEY),
        ("₹499 का भुगतान करें", CommitKind.MONEY),
        ("Cancel order", CommitKind.MONEY),
        ("Yes, delete", CommitKind.DELETE),
        ("Clear call history", CommitKind.DELETE),
        ("Erase all data (factory reset)", CommitKind.ERASE),
        ("Start your 7-day free trial", CommitKind.SUBSCRIBE),
        ("Log in", CommitKind.SIGN_IN),
        ("本机号码一键登录", CommitKind.LOCK),
        ("Оплaтить", CommitKind.MONEY),
    ],
)
def test_label_commits_to_its_deed(label: str, kind: CommitKind) -> None:
    assert kind in lexicon().read(label).leading


@pytest.mark.parametrize(
    "label",
    [
        "Call history",
        "Call log",
        "Send feedback",
        "Payment methods",
        "How to pay",
        "Order history",
        "Bank transfer",
        "Don’t send",
        "Nicht zulassen",
        "許可しない",
        "不允许",
        "Không cho phép",
        "अनुमति न दें",
        "消息已发送",
        "正在连接",
        "删除线",
        "手续费",
        "支付方式",
        "결제 내역",
        "注文履歴",
        "הזמנה",
        "Sat, 5 Nov",
        "Llama 3",
        "Recarregar página",
        "Your parcel will be sent to the address that you gave when you bought it last week",
        "",
        "42",
    ],
)
def test_label_commits_to_nothing(label: str) -> None:
    assert lexicon().read(label).leading == frozenset()


def test_long_label_of_a_control_is_told_apart_from_prose() -> None:
    reading = lexicon().read("Call The Old Bakery and Coffee House, Market Street, Upper Town, open until nine")
    assert (reading.leading, reading.wordy) == (frozenset(), frozenset({CommitKind.CALL}))


def test_whole_and_partial_labels_are_told_apart() -> None:
    assert CommitKind.SEND in lexicon().read("SEND").whole
    assert CommitKind.SEND not in lexicon().read("Send photo").whole


def test_forms_leave_numbers_and_currencies_out_and_join_spelt_words() -> None:
    assert forms_of("Pay 12.50 EUR").spaced == (("pay",),)
    assert forms_of("S E N D").spaced == (("send",),)
    assert forms_of("确认 支付 ¥5").dense == "确认支付"


@pytest.mark.parametrize(
    "label",
    [
        *("ᑭay", "🅿🅰🆈", "🇵🇦🇾", "P̶a̶y̶", "Pa y", "P@y", "ꓑꓮꓬ", "ᴘᴀʏ", "Раy", "P\u200bay", "ＰＡＹ", "P.A.Y", "p4y", "💸"),
        *("Pay (final step)", "Tap to pay", "Yes, pay", "Confirm and pay", "Order and pay"),
    ],
)
def test_a_disguised_or_dressed_label_is_read_all_the_same(label: str) -> None:
    assert CommitKind.MONEY in lexicon().read(label).leading


@pytest.mark.parametrize(
    "label", ["Order 3106", "注文 3106", "Submit", "提交", "Set up", "Off er", "(pay)roll list", "🎲"]
)
def test_a_name_a_bare_handing_in_and_a_palette_are_no_deeds(label: str) -> None:
    assert lexicon().read(label).leading == frozenset()


def test_handing_something_in_is_sending() -> None:
    assert CommitKind.SEND in lexicon().read("Submit claim").leading
    assert CommitKind.SEND in lexicon().read("提交申请").leading


def test_two_words_that_are_a_deed_are_not_read_as_one_word_of_another() -> None:
    """ "A pagar" is what is to be paid; "apagar" deletes."""
    assert lexicon().read("A pagar").leading == {CommitKind.MONEY}
    assert lexicon().read("Apagar").leading == {CommitKind.DELETE}
    assert lexicon().read("un install").leading == {CommitKind.DELETE}
