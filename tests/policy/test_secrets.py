"""Fields that hold secrets, though no dump says so."""

from __future__ import annotations

import pytest

from genie_host.policy.layout import Layout
from genie_host.policy.secrets import is_filled_secret, label_before, looks_secret, masked, secret_reason
from tests.policy.drawing import button, field, find, label, screen

BOX = (60, 600, 1020, 720)


@pytest.mark.parametrize("name", ["password_edit", "otpInput", "et_pin", "verify_sms_code_input", "cardNumber"])
def test_an_id_gives_a_secret_field_away(name: str) -> None:
    seen = screen(field("", BOX, id=name))
    assert secret_reason(find(seen, name), "", Layout(seen))


@pytest.mark.parametrize("name", ["message_edit", "note_body", "search_password", "spinner", "payee_account"])
def test_other_ids_do_not(name: str) -> None:
    seen = screen(field("", BOX, id=name))
    assert not secret_reason(find(seen, name), "", Layout(seen))


def test_the_label_above_a_nameless_field_speaks_for_it() -> None:
    seen = screen(label("Security code", (60, 530, 500, 590)), field("", BOX, id="edit1"))
    assert label_before(find(seen, "edit1"), Layout(seen)) == "Security code"
    assert secret_reason(find(seen, "edit1"), "", Layout(seen))


def test_a_heading_that_asks_for_a_code_speaks_for_the_only_field() -> None:
    seen = screen(label("Enter the 6-digit code we sent you", (60, 200, 900, 260)), field("", BOX, id="edit1"))
    assert secret_reason(find(seen, "edit1"), "", Layout(seen))


def test_a_code_in_a_conversation_does_not_make_its_composer_secret() -> None:
    seen = screen(
        label("Your verification code is 112233", (60, 900, 900, 960)),
        field("", (60, 2200, 800, 2340), hint="Message", id="composer"),
    )
    assert not secret_reason(find(seen, "composer"), "", Layout(seen))


def test_the_password_flag_is_believed_when_it_is_set() -> None:
    seen = screen(field("", BOX, id="edit1", is_password=True))
    assert secret_reason(find(seen, "edit1"), "", Layout(seen)) == "the field hides what is typed"


def test_a_payees_account_is_no_secret() -> None:
    seen = screen(field("", BOX, hint="Payee account number", id="edit1"))
    assert not secret_reason(find(seen, "edit1"), "", Layout(seen))


def test_a_filled_secret_is_noticed_and_an_empty_one_is_not() -> None:
    assert is_filled_secret(Layout(screen(field("••••", BOX, hint="Password"), button("Next"))))
    assert not is_filled_secret(Layout(screen(field("", BOX, hint="Password"), button("Next"))))


def test_card_numbers_are_told_by_their_check_digit() -> None:
    assert looks_secret("4111 1111 1111 1111")
    assert not looks_secret("4111 1111 1111 1112")
    assert not looks_secret("020 7946 0018")


def test_a_masked_secret_shows_its_length_alone() -> None:
    assert masked("hunter2") == "(7 characters, not shown)"
