"""What a voice reads back before something risky, and the approvers that wait for the word on it.

A spoken yes only arms: the finger on the phone, or a key at the computer, is what lets it happen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from genie_host.cli.questions import Questions
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import shown
from genie_host.core.cancel import CancelToken
from genie_host.core.gap.requests import FACT_TITLES
from genie_host.core.verdicts import Approval, ApprovalRequest, Stake
from genie_host.policy.approval import Approver, DenyApprover, denied
from genie_host.policy.gate.approver import PhoneApprover
from genie_host.policy.gate.choosing import ChoosingApprover
from genie_host.voice.machine.happenings import FiredBy
from genie_host.voice.session.assistant import Confirm

_DEEDS = {
    Stake.SEND: "send something",
    Stake.PAY: "pay",
    Stake.DELETE: "delete something",
    Stake.INSTALL: "install an app",
    Stake.GRANT: "give a permission",
    Stake.ACCOUNT: "change how an account or the phone is locked",
    Stake.CALL: "make a call",
    Stake.SECRET: "give away a secret",
    Stake.SHARE: "share something",
    Stake.OTHER: "do something that needs your word",
}
_READ_FIRST = ("recipient", "amount", "text")
_LONGEST_VALUE = 160
_LONGEST = 700


def read_back(request: ApprovalRequest) -> str:
    """The deed and the facts, who and how much first; what is too long to listen to is on the screen in whole."""
    place = f" in {shown(request.app_label, 60)}" if request.app_label else ""
    target = f", by “{shown(request.target, 60)}”" if request.target else ""
    facts = sorted(
        request.details, key=lambda fact: _READ_FIRST.index(fact[0]) if fact[0] in _READ_FIRST else len(_READ_FIRST)
    )
    told = [f"{FACT_TITLES.get(name, shown(name, 40))}: {shown(value, _LONGEST_VALUE)}." for name, value in facts]
    whole = " ".join([f"I am about to {_DEEDS[request.stake]}{place}{target}.", *told])
    return f"{shown(whole, _LONGEST)} Yes or no?"


@dataclass(frozen=True, kw_only=True)
class ArmedApprover:
    """Reads back and waits for a word; only after a yes is the phone asked at all."""

    inner: Approver
    confirm: Confirm
    is_askable: Callable[[ApprovalRequest], bool] = lambda request: True
    """Would the phone be asked? What it would deny by itself is not read out."""

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        """Raises Cancelled."""
        if self.is_askable(request) and not self.confirm(read_back(request), FiredBy.PHONE):
            return denied("denied")
        return self.inner.approve(request, cancel)


class SpokenQuestions(Questions):
    """Questions of a run that was asked for by voice: read out, and answered by a key."""

    def __init__(self, stop: StopButton, confirm: Confirm) -> None:
        super().__init__(stop)
        self._confirm = confirm

    def approve(self, request: ApprovalRequest) -> bool:
        return self._confirm(read_back(request), FiredBy.KEYBOARD)

    def use_simulated_phone(self) -> bool:
        return False


def armed(approver: Approver, confirm: Confirm) -> Approver:
    """The same approver, read back before the phone asks. One that asks at the keyboard reads back by itself."""
    match approver:
        case ChoosingApprover(phone=phone) if phone is not None:
            return replace(approver, phone=armed(phone, confirm))
        case PhoneApprover():
            return ArmedApprover(
                inner=approver,
                confirm=confirm,
                is_askable=lambda request: approver.is_enough(approver.trust, request.stake) is True,
            )
        case ChoosingApprover() | DenyApprover():
            return approver
    return ArmedApprover(inner=approver, confirm=confirm)
