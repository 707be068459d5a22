"""What is read back before something risky, and who is asked after which word."""

from __future__ import annotations

import pytest

from genie_host.cli.read_back import SpokenQuestions, armed, read_back
from genie_host.cli.stop import StopButton
from genie_host.core.cancel import CancelToken
from genie_host.core.verdicts import Approval, ApprovalRequest, Stake, Trust
from genie_host.policy.approval import ConsoleApprover, DenyApprover, granted
from genie_host.policy.gate.choosing import ChoosingApprover
from genie_host.voice.machine.happenings import FiredBy


def request(**fields) -> ApprovalRequest:
    told = {
        "tool_name": "click",
        "target": "Send",
        "app_label": "Bank",
        "details": (("screen", "Transfer"), ("text", "for rent"), ("amount", "500 EUR"), ("recipient", "Bob")),
        "reasons": ("it sends money",),
        "stake": Stake.PAY,
    }
    return ApprovalRequest(**{**told, **fields})


class Phone:
    """Says yes, and counts how often it was asked."""

    asked = 0

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        self.asked += 1
        return granted(Trust.HW_BIO)


class Word:
    """The word that a conversation brings back."""

    def __init__(self, *, is_yes: bool) -> None:
        self.is_yes = is_yes
        self.asked: list[tuple[str, FiredBy]] = []

    def __call__(self, words: str, fired_by: FiredBy) -> bool:
        self.asked.append((words, fired_by))
        return self.is_yes


def enough(trust: Trust, stake: Stake) -> bool:
    return True


def test_who_and_how_much_are_read_first() -> None:
    assert read_back(request()) == (
        "I am about to pay in Bank, by “Send”. To: Bob. Amount: 500 EUR. Text: for rent. Screen: Transfer. Yes or no?"
    )


@pytest.mark.parametrize("stake", Stake)
def test_every_stake_has_words(stake) -> None:
    assert "about to" in read_back(request(stake=stake))


def test_what_is_hostile_or_endless_is_read_as_one_short_line() -> None:
    words = read_back(request(details=(("text", "a\x1b[2J\u202eb\n" + "c" * 5000),) * 9))
    assert len(words) < 750
    assert words.isprintable()
    assert words.endswith("Yes or no?")


@pytest.mark.parametrize("is_yes", [True, False])
def test_the_phone_is_asked_after_a_yes_alone(is_yes) -> None:
    phone, word = Phone(), Word(is_yes=is_yes)
    approver = armed(ChoosingApprover(phone=phone, console=DenyApprover(), is_enough=enough), word)
    assert approver.approve(request(), CancelToken()).is_granted is is_yes
    assert phone.asked == is_yes
    assert [fired_by for _, fired_by in word.asked] == [FiredBy.PHONE]


def test_a_yes_is_not_enough_where_the_phone_says_no() -> None:
    word = Word(is_yes=True)
    approver = armed(ChoosingApprover(phone=DenyApprover(), console=DenyApprover(), is_enough=enough), word)
    assert not approver.approve(request(), CancelToken()).is_granted


def test_without_a_phone_a_key_is_asked_for() -> None:
    word = Word(is_yes=True)
    console = ConsoleApprover(SpokenQuestions(StopButton(), word).approve)
    approver = armed(ChoosingApprover(phone=None, console=console, is_enough=enough), word)
    assert approver.approve(request(), CancelToken()).trust is Trust.CONSOLE
    assert [fired_by for _, fired_by in word.asked] == [FiredBy.KEYBOARD]


def test_nobody_is_asked_where_everything_is_denied() -> None:
    word = Word(is_yes=True)
    assert not armed(DenyApprover(), word).approve(request(), CancelToken()).is_granted
    assert word.asked == []
