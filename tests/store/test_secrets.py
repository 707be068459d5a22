"""What is kept of a text with a secret in it, and that harmless texts stay as they are."""

from __future__ import annotations

import json

import pytest

from genie_host.core.gap.canonical import canonical_text
from genie_host.store.secrets import MASK, Secrets

SECRET = [
    ("Your verification code is 493 201.", "493 201"),
    ("493201 is your Genie verification code", "493201"),
    ("G-493201 is your security code", "493201"),
    ("Use PIN 4826 at the machine", "4826"),
    ("CVV: 123", "123"),
    ("Ihr Bestätigungscode lautet 88 12 44", "88 12 44"),
    ("Su código de verificación es 552211", "552211"),
    ("Votre mot de passe : 44871", "44871"),
    ("Ваш код: 7731", "7731"),
    ("【银行】验证码771345，请勿泄露", "771345"),
    ("771345是您的验证码", "771345"),
    ("認証コードは 662 310 です", "662 310"),
    ("인증번호는 553201입니다", "553201"),
    ("رمز التحقق ٤٩٣٢٠١", "٤٩٣٢٠١"),
    ("आपका ओटीपी ५५३२०१ है", "५५३२०१"),
    ("Doğrulama kodunuz 771233", "771233"),
    ("Your code is १२३४५६", "१२३४५६"),
    ("Card 4111 1111 1111 1111 was charged", "4111 1111 1111 1111"),
    ("5555-5555-5555-4444", "5555-5555-5555-4444"),
    ("amex 378282246310005", "378282246310005"),
    ("my password is lemon-kettle", "lemon-kettle"),
    ("sign in as ada with password hunter2", "hunter2"),
    ('password "correct horse battery"', "correct horse battery"),
    ('{"password": "swordfish"}', "swordfish"),
    ("пароль: Мороз2024", "Мороз2024"),
    ("Authorization: Bearer abcdefghijklmnop.qrs", "abcdefghijklmnop.qrs"),
    ("token ghp_0123456789abcdefghijABCDEFGHIJ", "ghp_0123456789abcdefghijABCDEFGHIJ"),
    ("sk-proj-abcdefghijklmnopqrstuvwx", "sk-proj-abcdefghijklmnopqrstuvwx"),
    ("AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLE"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_def-123", "eyJzdWIiOiIxIn0"),
    ("https://ada:s3same@example.org/inbox", "s3same"),
    ("https://example.org/reset?user=1&token=9f8e7d6c5b", "9f8e7d6c5b"),
    ("-----BEGIN PRIVATE KEY-----\nMIGHAgEA\n-----END PRIVATE KEY-----", "MIGHAgEA"),
]
HARMLESS = [
    "Wi-Fi: on",
    "send hi to Mum",
    "Call +49 151 23456789",
    "Order 20261130 arrives 2026-11-30 at 18:57",
    "error code 404, exit code 130",
    "Postal code 10115, area code 030",
    "Change your password in Settings",
    "Password",
    "Forgot password?",
    "Password manager",
    "Enter the code we sent you",
    "Total 1,234,567,890,123 won",
    "1796043761990",
    "Alarm at 07:30, 12345 steps",
    "The pin on the map is 2 km away",
    "Secret garden, 3rd floor",
    '{"version_code":12345,"tool":"click"}',
    "QR code 20 x 20 mm",
]


@pytest.mark.parametrize(("text", "secret"), SECRET)
def test_text_with_the_form_of_a_secret_is_masked(text: str, secret: str) -> None:
    cleaned = Secrets().clean_text(text)
    assert secret not in cleaned
    assert MASK in cleaned


@pytest.mark.parametrize("text", HARMLESS)
def test_harmless_text_stays_as_it_is(text: str) -> None:
    assert Secrets().clean_text(text) == text


def test_known_secret_is_named_wherever_it_stands_and_can_be_turned_back() -> None:
    secrets = Secrets()
    assert secrets.learn("lemon-kettle") == "secret-1"
    assert secrets.learn("4826") == "secret-2"
    assert secrets.learn("lemon-kettle") == "secret-1"
    hidden = secrets.hide("lemon-kettle, then 48 26; not 148265; Lemon-Kettle")
    assert hidden == "secret-1, then secret-2; not 148265; secret-1"
    assert secrets.reveal({"text": ["secret-1", "secret-2!"], "n": 3}) == {"text": ["lemon-kettle", "4826!"], "n": 3}
    assert "lemon" not in repr(secrets)


@pytest.mark.parametrize("secret", ['a"b\\c d', "naïve pass phrase", "x'y\"z&1", "p@ss word"])
def test_known_secret_is_found_in_every_spelling(secret: str) -> None:
    secrets = Secrets()
    secrets.learn(secret)
    for text in (secret, json.dumps(secret), json.dumps(secret, ensure_ascii=False), repr(secret), f"{[secret]}"):
        cleaned = secrets.clean_text(f"typed {text}.")
        assert "secret-1" in cleaned, text
        assert secret not in cleaned
    assert secrets.clean({"arguments": canonical_text({"note": secret})}) == {"arguments": '{"note":"secret-1"}'}


@pytest.mark.parametrize("text", ["", "12", "  a ", "••••••", "* * *", "secret-7"])
def test_what_cannot_be_a_secret_is_not_learned(text: str) -> None:
    secrets = Secrets()
    assert secrets.learn(text) == ""
    assert secrets.hide("12 a •••••• secret-7") == "12 a •••••• secret-7"


def test_name_that_the_user_has_written_himself_is_not_taken() -> None:
    secrets = Secrets()
    secrets.reserve("write secret-1 on the list")
    assert secrets.learn("hunter2") == "secret-2"
    assert secrets.reveal("secret-1") == "secret-1"


def test_data_are_cleaned_by_what_they_are_called_too() -> None:
    cleaned = Secrets().clean(
        {
            "field": "PIN",
            "text": "oneword",
            "password": "oneword",
            "nested": [{"token": "oneword"}, {"prompt_tokens": 20, "pin": 4826, "ok": True}],
            "arguments": '{"field":"Passwort","text":"oneword"}',
            "code": "done",
        }
    )
    assert "oneword" not in json.dumps(cleaned)
    assert "4826" not in json.dumps(cleaned)
    assert cleaned["code"] == "done"
    assert cleaned["nested"][1]["prompt_tokens"] == 20


def test_digests_and_signatures_are_left_whole() -> None:
    data = {
        "screen_digest": "4111111111111111" * 4,
        "req_id": "4111111111111111" * 2,
        "signature": "MEUCIQ" + "4111-1111-1111-1111-" * 4 + "AA",
        "arguments": '{"field":"PIN","text":"sha256:' + "4" * 64 + '"}',
    }
    assert Secrets().clean(data) == data


def test_a_secret_is_found_behind_hostile_text() -> None:
    """Quadratic or worse patterns would need hours for these."""
    secrets = Secrets()
    secrets.learn("hunter2")
    for unit in (
        "password ",
        "1 ",
        "code ",
        "1-",
        "eyJ.",
        "-----BEGIN PRIVATE KEY-----",
        '"',
        "a@b:",
        "?token",
        "密码",
    ):
        assert "hunter2" not in secrets.clean_text(f"{unit * 5000} hunter2 is it")
