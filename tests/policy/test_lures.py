"""Buttons that hide what they do: spelled in disguise, or vague with an id that is not; totals without a currency."""

from __future__ import annotations

import pytest

from genie_host.core.calls import ToolCall
from genie_host.core.verdicts import Ruling, Stake
from genie_host.policy.request import build_request
from genie_host.policy.risk import assess_dump
from tests.policy.more_scenes import page

SHOP = "com.example.shop"


@pytest.mark.parametrize(
    "label",
    ["P a y n o w", "Pay\u2060now", "P\u200ba\u200by", "PayNow", "S e n d", "Pa y", "Order it for me", "Buy this"],
)
def test_a_word_in_disguise_is_the_word(label):
    verdict = assess_dump(page(SHOP, "Basket", f"B {label}"), "tap", {"text": label})
    assert verdict.ruling is Ruling.ASK


@pytest.mark.parametrize("label", ["A B C", "Order food", "Order history", "Buy it later list", "I a m"])
def test_letters_and_lists_are_no_deeds(label):
    assert assess_dump(page(SHOP, "Basket", f"B {label}"), "tap", {"text": label}).ruling is Ruling.ALLOW


@pytest.mark.parametrize(
    ("id", "stake"),
    [
        ("confirm_payment", Stake.PAY),
        ("btnPayNow", Stake.PAY),
        ("delete_account_button", Stake.DELETE),
        ("submitTransferButton", Stake.PAY),
        ("send_message_button", Stake.SEND),
    ],
)
def test_an_id_gives_a_vague_label_away(id, stake):
    verdict = assess_dump(page(SHOP, "", "B Continue", ids={"Continue": id}), "tap", {"text": "Continue"})
    assert (verdict.ruling, verdict.stake) == (Ruling.ASK, stake)


@pytest.mark.parametrize("id", ["continue_to_payment", "next_button", "skip_install_hint", "onboarding_continue"])
def test_an_id_on_the_way_to_a_deed_gives_nothing_away(id):
    seen = page(SHOP, "", "B Continue", ids={"Continue": id})
    assert assess_dump(seen, "tap", {"text": "Continue"}).ruling is Ruling.ALLOW


def test_a_total_without_a_currency_is_shown():
    seen = page(SHOP, "Checkout", "L To 4 Quay Lane", "L Total 22.00", "B Order and pay")
    call = ToolCall(call_id="1", tool_name="click", arguments={"target": "Order and pay"})
    verdict = assess_dump(seen, "tap", {"text": "Order and pay"})
    assert dict(build_request(call, None, seen, verdict).details)["amount"] == "22.00"


def test_a_label_that_arrives_as_dots_is_asked_about_and_a_smiley_is_not():
    bold, smiley = "...... ......", ".."
    seen = page(SHOP, "Basket", f"B {bold}", f"B {smiley}")
    assert assess_dump(seen, "tap", {"text": bold}).ruling is Ruling.ASK
    assert assess_dump(seen, "tap", {"text": smiley}).ruling is Ruling.ALLOW


@pytest.mark.parametrize(
    ("now", "is_same"), [("To 1 Thief Lane", False), ("To 4 Quay Lane", True), ("Arrives at 18:41", True)]
)
def test_an_approval_of_a_payment_is_for_all_that_the_page_says_but_its_clocks(now, is_same):
    def digest(line: str) -> str:
        to = line if line.startswith("To") else "To 4 Quay Lane"
        clock = line if line.startswith("Arrives") else "Arrives at 18:40"
        seen = page(SHOP, "Checkout", f"L {to}", f"L {clock}", "L Total 22.00", "B Order and pay")
        call = ToolCall(call_id="1", tool_name="click", arguments={"target": "Order and pay"})
        return build_request(call, None, seen, assess_dump(seen, "tap", {"text": "Order and pay"})).screen_digest

    assert (digest(now) == digest("To 4 Quay Lane")) is is_same


def test_the_question_about_a_payment_shows_the_page_and_no_secret_on_it():
    seen = page(SHOP, "Checkout", "L To 4 Quay Lane", "F PIN|4711", "L Total 22.00", "B Order and pay")
    call = ToolCall(call_id="1", tool_name="click", arguments={"target": "Order and pay"})
    details = dict(build_request(call, None, seen, assess_dump(seen, "tap", {"text": "Order and pay"})).details)
    assert "To 4 Quay Lane" in details["screen"]
    assert "Total 22.00" in details["screen"]
    assert "4711" not in details["screen"]
