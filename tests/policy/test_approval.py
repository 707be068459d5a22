"""Who says yes, and that all else is no."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled
from genie_host.core.verdicts import Approval, ApprovalRequest, Trust
from genie_host.policy.approval import ConsoleApprover, DenyApprover, denied, granted, is_yes

REQUEST = ApprovalRequest(tool_name="click", target="Send", app_label="Messages", details=(), reasons=("sends",))


def test_console_approver_passes_the_request_on_and_the_answer_back() -> None:
    answer = ConsoleApprover(lambda request: request == REQUEST).approve(REQUEST, CancelToken())
    assert answer == granted(Trust.CONSOLE)
    assert is_yes(answer)


@pytest.mark.parametrize("answer", [False, None, 0, 1, "yes", "", object()])
def test_anything_but_true_is_a_no(answer: Any) -> None:
    assert ConsoleApprover(lambda request: answer).approve(REQUEST, CancelToken()) == denied("denied")


@pytest.mark.parametrize("error", [EOFError(), OSError("terminal gone"), RuntimeError("bug")])
def test_a_question_that_fails_is_a_no(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    def ask(request: ApprovalRequest) -> bool:
        raise error

    with caplog.at_level(logging.ERROR):
        assert ConsoleApprover(ask).approve(REQUEST, CancelToken()) == denied("unavailable")
    assert "taken as no" in caplog.text


def test_a_yes_after_the_users_stop_approves_nothing() -> None:
    cancel = CancelToken()

    def ask(request: ApprovalRequest) -> bool:
        cancel.cancel()
        return True

    with pytest.raises(Cancelled):
        ConsoleApprover(ask).approve(REQUEST, cancel)


def test_nobody_is_asked_after_the_users_stop() -> None:
    cancel = CancelToken()
    cancel.cancel()
    asked: list[ApprovalRequest] = []

    def ask(request: ApprovalRequest) -> bool:
        asked.append(request)
        return True

    with pytest.raises(Cancelled):
        ConsoleApprover(ask).approve(REQUEST, cancel)
    assert asked == []


def test_deny_approver_denies() -> None:
    assert not is_yes(DenyApprover().approve(REQUEST, CancelToken()))


@pytest.mark.parametrize(
    "answer",
    [
        True,
        None,
        "approved",
        denied("denied"),
        Approval(is_granted=True),
        Approval(is_granted=1, trust=Trust.CONSOLE),  # type: ignore[arg-type]
        Approval(is_granted=True, trust="hw-bio"),  # type: ignore[arg-type]
    ],
)
def test_what_only_looks_like_a_yes_is_none(answer: object) -> None:
    assert not is_yes(answer)
